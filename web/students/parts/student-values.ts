import { StudentStatus, StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { FieldIssue } from '#contract/core/error-codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { parseIdCard } from '#contract/core/id-card.ts'
import { readIdentity } from '#contract/students/identity.ts'
import type { AddStudent, StudentDetail } from '#contract/students/schemas.ts'

/** What the form of a student holds. When editing, an empty number means the one that is stored, null that it goes. */
export type StudentFormValues = Pick<AddStudent, 'name' | 'studentType' | 'status'> & {
  sex?: AddStudent['sex']
  birthDate?: string
  idCard?: string
  passportNo?: string
  studentNo?: string | null
  nation?: CodeOf<typeof EthnicGroup>
  nativePlace?: string
  parentName?: string
  parentPhone?: string | null
  classId?: number
}
export type Stored = Pick<
  StudentDetail,
  'studentType' | 'sex' | 'birthDate' | 'idCard' | 'passportNo' | 'studentNo' | 'parentPhone'
>
export type NumberField = 'idCard' | 'passportNo'

const { mainland, nonMainland } = StudentType.code

export const NEW_STUDENT = {
  studentType: mainland,
  status: StudentStatus.code.own,
} satisfies Partial<StudentFormValues>

export function studentFormValues(detail: StudentDetail): Partial<StudentFormValues> {
  const { name, studentType, status, sex, birthDate, nation, nativePlace, parentName } = detail
  return {
    name,
    studentType,
    status,
    sex,
    birthDate,
    nation: EthnicGroup.has(nation) ? nation : undefined,
    nativePlace: nativePlace ?? undefined,
    parentName: parentName ?? undefined,
  }
}

/** The number that a type of student is known by. */
export function numberFieldOf(studentType: number): NumberField | null {
  if (studentType === mainland) return 'idCard'
  return studentType === nonMainland ? 'passportNo' : null
}

/** Whether the stored number stays: it is left empty and is of the kind that the type asks for. */
export function keepsNumber(values: Partial<StudentFormValues>, stored: Stored | undefined): boolean {
  const field = numberFieldOf(values.studentType ?? mainland)
  if (!field || stored?.studentType !== values.studentType) return false
  return typed(values[field]) === undefined && stored?.[field] !== null
}

/** What is wrong with sex, birth date and number, by field. */
export function identityIssues(
  values: Partial<StudentFormValues>,
  stored: Stored | undefined,
  today: string,
): FieldIssue[] {
  const { issues } = readIdentity({ ...values, studentType: values.studentType ?? mainland }, today)
  if (!keepsNumber(values, stored)) return issues
  return issues.filter(({ path }) => path[0] !== numberFieldOf(values.studentType ?? mainland))
}

/** Sex and birth date of those with an id card: read from the number, never typed. */
export function lockedValues(
  values: Partial<StudentFormValues>,
  stored: Stored | undefined,
): Pick<StudentFormValues, 'sex' | 'birthDate'> | null {
  if (values.studentType !== mainland) return null
  const card = values.idCard ? parseIdCard(values.idCard) : null
  if (card) return { sex: card.sex, birthDate: card.birthDate }
  if (stored && keepsNumber(values, stored)) return { sex: stored.sex, birthDate: stored.birthDate }
  return { sex: undefined, birthDate: undefined }
}

/** The part of the input that adding and editing share; a number of another type is not sent. */
export function inputOf(values: StudentFormValues) {
  const field = numberFieldOf(values.studentType)
  return {
    name: values.name,
    studentType: values.studentType,
    status: values.status,
    sex: values.sex ?? null,
    birthDate: values.birthDate ?? null,
    nation: values.nation ?? null,
    nativePlace: typed(values.nativePlace) ?? null,
    parentName: typed(values.parentName) ?? null,
    studentNo: typedOrCleared(values.studentNo),
    parentPhone: typedOrCleared(values.parentPhone),
    ...(field && { [field]: typed(values[field]) }),
  }
}

const typed = (text: string | undefined): string | undefined => text?.trim() || undefined
const typedOrCleared = (text: string | null | undefined) => (text === null ? null : typed(text))
