import { isIdCard } from '#contract/core/id-card.ts'
import { isDocument } from '#contract/students/identity.ts'
import { lostDigits } from './cell-values.ts'
import { checkName, checkStudentNo, idCardText } from './roster-row.ts'
import { type Issue, LOST_DIGITS, LOST_DIGITS_ADVICE, type RowCells, RowCheck } from './row-check.ts'
import type { PlaceFinder, SchoolClass } from './school-place.ts'

/** Who a row means: by document, by student number, or by name where nothing else is given. */
export type WhoDraft = { name: string; document: string | null; studentNo: string | null }
export type DivisionDraft = WhoDraft & { classId: number }

/** `byName`: inside a class a name may do, as long as nobody else there has it. */
export function checkWho(check: RowCheck, { byName = false } = {}): WhoDraft {
  const name = checkName(check, 'name', { missing: 100, long: 220, format: 260 })
  const studentNo = checkStudentNo(check)
  if (lostDigits(check.cell('idCard'))) {
    check.add(160, 'idCard', { message: LOST_DIGITS, advice: LOST_DIGITS_ADVICE })
    return { name, document: null, studentNo }
  }
  const document = idCardText(check.text('idCard'))
  if (document !== '' && !isIdCard(document) && !isDocument(document)) check.add(160, 'idCard')
  if (!byName && document === '' && !studentNo && check.text('studentNo') === '') {
    check.add(150, 'idCard', { advice: '请填写身份证号或学籍号，以确定是哪位学生' })
  }
  return { name, document: document || null, studentNo }
}

export function checkDivisionRow(
  cells: RowCells,
  { finder }: { finder: PlaceFinder },
): { issues: Issue[]; draft: DivisionDraft | null } {
  const check = new RowCheck(cells)
  const who = checkWho(check)
  const found = checkNewClass(check, finder)
  if (check.issues.length > 0 || !found) return { issues: check.issues, draft: null }
  return { issues: [], draft: { ...who, classId: found.classId } }
}

function checkNewClass(check: RowCheck, finder: PlaceFinder): SchoolClass | undefined {
  const gradeText = check.text('newGrade')
  if (gradeText === '')
    check.add(60, 'newGrade', { message: '新年级不能为空', advice: '请填写年级，如 一年级' })
  const classText = check.required('newClass', 80)
  const grade = finder.grade(gradeText)
  if (!grade && gradeText !== '') {
    check.add(70, 'newGrade', { message: '新年级错误', advice: '请填写学校已有的年级，如 一年级' })
  }
  if (!grade || classText === '') return undefined
  const found = finder.classIn(grade.stage, grade, classText)
  if (!found) check.add(90, 'newClass', { advice: '该年级没有这个班级，请更正，或先在学生管理中新增班级' })
  return found
}
