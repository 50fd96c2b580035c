import { lazyPart } from '#web/core/lazy-part.ts'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import type { RosterPlace } from './places/roster-place.ts'
import type { Task } from './task.ts'

const AddStudentDrawer = lazyPart(
  async () => (await import('../parts/add-student-drawer.tsx')).AddStudentDrawer,
)
const EditStudentDrawer = lazyPart(
  async () => (await import('../parts/edit-student-drawer.tsx')).EditStudentDrawer,
)
const TransferDialog = lazyPart(async () => (await import('../parts/transfer-dialog.tsx')).TransferDialog)
const RenameDialog = lazyPart(async () => (await import('./students/rename-dialog.tsx')).RenameDialog)
const MoveDialog = lazyPart(async () => (await import('./students/move-dialog.tsx')).MoveDialog)
const LeaveDialog = lazyPart(async () => (await import('./students/leave-dialog.tsx')).LeaveDialog)
const DeleteDialog = lazyPart(async () => (await import('./students/delete-dialog.tsx')).DeleteDialog)
const AdvanceDialog = lazyPart(async () => (await import('./advance/advance-dialog.tsx')).AdvanceDialog)
const AddGradeDialog = lazyPart(async () => (await import('./places/add-grade-dialog.tsx')).AddGradeDialog)
const EditGradeDialog = lazyPart(async () => (await import('./places/edit-grade-dialog.tsx')).EditGradeDialog)
const AddClassesDialog = lazyPart(
  async () => (await import('./places/add-classes-dialog.tsx')).AddClassesDialog,
)
const RenameClassDialog = lazyPart(
  async () => (await import('./places/rename-class-dialog.tsx')).RenameClassDialog,
)
const DeletePlaceDialog = lazyPart(
  async () => (await import('./places/delete-place-dialog.tsx')).DeletePlaceDialog,
)
const ImportDialog = lazyPart(
  async () => (await import('#web/widgets/import/upload-dialog/import-dialog.tsx')).ImportDialog,
)
const ExportDialog = lazyPart(
  async () => (await import('#web/widgets/export/export-dialog.tsx')).ExportDialog,
)

type Props = DialogProps & {
  task: Task
  orgId: number | undefined
  place: RosterPlace
  onPlace: (place: RosterPlace) => void
  /** Students have changed: those ticked may be gone. */
  onDone: () => void
}

/** The dialog or drawer of a task, loaded when it is first needed. */
export function TaskHost({ task, open, orgId, place, onPlace, onClose, onDone }: Props) {
  const dialog = { open, onClose }
  const students = { open, onClose, onDone }
  switch (task.kind) {
    case 'edit':
      return <EditStudentDrawer {...dialog} student={task.student} />
    case 'rename':
      return <RenameDialog {...dialog} student={task.student} />
    case 'transfer':
      return <TransferDialog {...dialog} student={task.student} />
    case 'move':
      return <MoveDialog {...students} students={task.students} />
    case 'leave':
      return <LeaveDialog {...students} students={task.students} />
    case 'delete':
      return <DeleteDialog {...students} students={task.students} />
    case 'import':
      return <ImportDialog {...dialog} kind="roster" school={task.school} />
    case 'division':
      return <ImportDialog {...dialog} kind="division" school={task.school} />
    case 'export':
      return <ExportDialog {...dialog} filters={task.filters} />
    case 'editGrade':
      return <EditGradeDialog {...dialog} orgId={orgId} grade={task.grade} />
    case 'addClasses':
      return <AddClassesDialog {...dialog} grade={task.grade} onPlace={onPlace} />
    case 'renameClass':
      return <RenameClassDialog {...dialog} grade={task.grade} item={task.class} />
    case 'deleteGrade':
      return <DeletePlaceDialog {...dialog} grade={task.grade} place={place} onPlace={onPlace} />
    case 'deleteClass':
      return (
        <DeletePlaceDialog {...dialog} grade={task.grade} item={task.class} place={place} onPlace={onPlace} />
      )
    default:
      return orgId === undefined ? null : <SchoolTask {...{ task, open, orgId, place, onPlace, onClose }} />
  }
}

type SchoolTaskProps = Omit<Props, 'orgId' | 'onDone'> & { orgId: number }

/** The tasks that concern a whole school. */
function SchoolTask({ task, open, orgId, place, onPlace, onClose }: SchoolTaskProps) {
  if (task.kind === 'add') {
    return <AddStudentDrawer open={open} orgId={orgId} classId={place.classId} onClose={onClose} />
  }
  if (task.kind === 'advance') return <AdvanceDialog open={open} orgId={orgId} onClose={onClose} />
  return <AddGradeDialog open={open} orgId={orgId} onClose={onClose} onPlace={onPlace} />
}
