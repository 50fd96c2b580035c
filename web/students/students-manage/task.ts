import type { ClassNode, GradeNode } from '#contract/schools/schemas.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import type { ExportFilters } from '#web/widgets/export/export-size.ts'
import type { ImportSchool } from '#web/widgets/import/upload-dialog/import-school-field.tsx'

/** Something to do in a dialog or drawer of this page. */
export type Task =
  | { kind: 'add' | 'advance' | 'addGrade' }
  | { kind: 'import' | 'division'; school?: ImportSchool }
  | { kind: 'export'; filters: ExportFilters }
  | { kind: 'edit' | 'rename' | 'transfer'; student: StudentRow }
  | { kind: 'move' | 'leave' | 'delete'; students: StudentRow[] }
  | { kind: 'editGrade' | 'deleteGrade' | 'addClasses'; grade: GradeNode }
  | { kind: 'renameClass' | 'deleteClass'; grade: GradeNode; class: ClassNode }
export type StartTask = (task: Task) => void
