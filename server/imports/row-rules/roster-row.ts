import { SchoolStage, type Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import {
  ETHNICITY_MAX,
  MESSAGES,
  NAME_MAX,
  NATIVE_PLACE_MAX,
  PERSON_NAME,
  PHONE_PATTERN,
} from '#contract/core/fields.ts'
import {
  BIRTH_DATE_DIFFERS,
  isStudentNo,
  NON_MAINLAND_CARD,
  normalStudentNo,
  readIdentity,
  SEX_DIFFERS,
} from '#contract/students/identity.ts'
import { lostDigits, parseDay, parseSex, phoneText } from './cell-values.ts'
import { type Issue, LOST_DIGITS, LOST_DIGITS_ADVICE, type RowCells, RowCheck } from './row-check.ts'
import {
  type PlaceFinder,
  parseStage,
  type SchoolClass,
  type SchoolPlaces,
  sameName,
} from './school-place.ts'

/** A student as a row states it; what it leaves empty is null and stays as it was. */
export type RosterDraft = {
  classId: number
  name: string
  sex: CodeOf<typeof Sex>
  birthDate: string
  idCard: string | null
  passportNo: string | null
  studentNo: string | null
  nation: string | null
  nativePlace: string | null
  parentName: string | null
  parentPhone: string | null
  status: CodeOf<typeof StudentStatus> | null
}

export type RosterRules = {
  studentType: CodeOf<typeof StudentType>
  stage: CodeOf<typeof SchoolStage>
  /** Where the form names them: nobody else may be in the file. */
  classYear: number | null
  classId: number | null
  school: SchoolPlaces
  finder: PlaceFinder
  today: string
}

export function checkRosterRow(
  cells: RowCells,
  rules: RosterRules,
): { issues: Issue[]; draft: RosterDraft | null } {
  const check = new RowCheck(cells)
  const place = checkPlace(check, rules)
  const name = checkName(check, 'name', { missing: 100, long: 220, format: 260 })
  const identity = checkIdentity(check, rules)
  const studentNo = checkStudentNo(check)
  const nation = checkNation(check)
  const nativePlace = check.text('nativePlace')
  if ([...nativePlace].length > NATIVE_PLACE_MAX) check.add(240, 'nativePlace')
  const parentName = checkName(check, 'parentName', { long: 230, format: 270 })
  const parentPhone = checkPhone(check)
  const status = checkStatus(check)
  if (check.issues.length > 0 || !place || !identity) return { issues: check.issues, draft: null }
  const draft = {
    classId: place.classId,
    name,
    ...identity,
    studentNo,
    nation,
    nativePlace: nativePlace || null,
    parentName: parentName || null,
    parentPhone,
    status,
  }
  return { issues: [], draft }
}

function checkPlace(check: RowCheck, rules: RosterRules): SchoolClass | undefined {
  const school = check.required('school', 10)
  if (school !== '' && !sameName(school, rules.school.orgName)) check.add(20, 'school')
  const stageText = check.required('stage', 30)
  const stage = parseStage(stageText)
  if (stageText !== '' && stage !== rules.stage) {
    const advice = `所选学段为${SchoolStage.label(rules.stage)}，请核对`
    check.add(40, 'stage', stage === undefined ? {} : { advice })
  }
  const yearText = check.required('classYear', 60)
  const classText = check.required('class', 80)
  if (stage !== rules.stage || yearText === '') return undefined
  const where = rules.finder.yearOrGrade(stage, yearText)
  if (!where) {
    check.add(70, 'classYear')
    return undefined
  }
  if (classText === '') return undefined
  const found = rules.finder.classIn(stage, where, classText)
  if (!found) check.add(90, 'class')
  else if (rules.classYear !== null && found.classYear !== rules.classYear) {
    check.add(70, 'classYear', { advice: `本次只导入 ${rules.classYear} 年入学的学生` })
  } else if (rules.classId !== null && found.classId !== rules.classId) {
    check.add(90, 'class', { advice: '本次只导入所选班级的学生' })
  }
  return found
}

/** 张 三 is 张三; the dot inside a name is written in many ways. */
export const plainName = (text: string): string =>
  /^[\p{Script=Han}\s]+$/u.test(text) ? text.replace(/\s+/g, '') : text.replace(/\s*[•・‧∙⋅.．]\s*/g, '·')

/** Nearly all names: nothing to set right and nothing wrong. */
const COMMON_NAME = /^[\u4e00-\u9fff]{2,15}$/

export function checkName(
  check: RowCheck,
  key: string,
  codes: { missing?: number; long: number; format: number },
): string {
  const text = check.text(key)
  if (COMMON_NAME.test(text)) return text
  const name = plainName(text)
  if (name === '') {
    if (codes.missing !== undefined) check.add(codes.missing, key)
  } else if ([...name].length > NAME_MAX) check.add(codes.long, key)
  else if (!PERSON_NAME.test(name)) check.add(codes.format, key)
  return name
}

const IDENTITY_CODES: Record<string, readonly [code: number, key: string]> = {
  [MESSAGES.idCardRequired[0]]: [150, 'idCard'],
  [MESSAGES.idCardFormat[0]]: [160, 'idCard'],
  [NON_MAINLAND_CARD]: [160, 'idCard'],
  [MESSAGES.passportRequired[0]]: [50, 'passport'],
  [SEX_DIFFERS]: [180, 'sex'],
  [BIRTH_DATE_DIFFERS]: [140, 'birthDate'],
  [MESSAGES.birthDateFormat[0]]: [140, 'birthDate'],
}
const SPECIFIC = new Set([NON_MAINLAND_CARD, SEX_DIFFERS, BIRTH_DATE_DIFFERS])

function checkIdentity(check: RowCheck, { studentType, today }: RosterRules) {
  const sexText = check.required('sex', 110)
  const sex = parseSex(sexText)
  if (sexText !== '' && !sex) check.add(180, 'sex')
  const birthText = check.required('birthDate', 130)
  const birthDate = parseDay(check.cell('birthDate'))
  if (birthText !== '' && !birthDate) check.add(140, 'birthDate')
  const [documentKey, lostCode] =
    studentType === StudentType.code.nonMainland ? (['passport', 9999] as const) : (['idCard', 160] as const)
  if (lostDigits(check.cell(documentKey))) {
    check.add(lostCode, documentKey, { message: LOST_DIGITS, advice: LOST_DIGITS_ADVICE })
    return undefined
  }
  const { identity, issues } = readIdentity(
    {
      studentType,
      sex,
      birthDate,
      idCard: idCardText(check.text('idCard')),
      passportNo: check.text('passport'),
    },
    today,
  )
  for (const { message } of issues) {
    const known = IDENTITY_CODES[message]
    if (known) check.add(known[0], known[1], SPECIFIC.has(message) ? { message } : {})
    else if (message === MESSAGES.passportFormat[0]) check.other('passport', message, '请核对护照或通行证号')
  }
  // Sex and birth date that are missing or unreadable are reported already.
  if (!identity || !sex || !birthDate) return undefined
  return identity
}

/** People put a quote or blanks into a number so that Excel leaves it alone. */
export const idCardText = (text: string): string => text.replace(/[\s'’‘`]+/g, '').toUpperCase()

export function checkStudentNo(check: RowCheck): string | null {
  if (lostDigits(check.cell('studentNo'))) {
    check.add(120, 'studentNo', { message: LOST_DIGITS, advice: LOST_DIGITS_ADVICE })
    return null
  }
  const text = normalStudentNo(idCardText(check.text('studentNo')))
  if (text === '') return null
  if (!isStudentNo(text)) check.add(120, 'studentNo')
  return text
}

function checkNation(check: RowCheck): string | null {
  const text = check.text('nation')
  if (text === '') return null
  if ([...text].length > ETHNICITY_MAX) {
    // Five characters are the longest name there is, 柯尔克孜族 and 乌孜别克族.
    check.add(250, 'nation')
    return null
  }
  const group = EthnicGroup.options.find(
    ({ value, label }) => label === text || label === `${text}族` || value === text.padStart(2, '0'),
  )
  if (!group) check.other('nation', `没有“${text}”这个民族`, '请填写 56 个民族之一，如 汉族')
  return group?.value ?? null
}

function checkPhone(check: RowCheck): string | null {
  const text = phoneText(check.text('parentPhone'))
  if (text === '') return null
  const digits = PHONE_PATTERN.exec(text)?.[1]
  if (!digits) check.add(210, 'parentPhone')
  return digits ?? null
}

function checkStatus(check: RowCheck): CodeOf<typeof StudentStatus> | null {
  const text = check.text('status')
  if (text === '') return null
  const status = StudentStatus.options.find(
    ({ value, label }) => label === text || `${label}学籍` === text || String(value) === text,
  )
  if (!status) check.other('status', '状态错误', '请填写 本校、他校 或 无学籍')
  return status?.value ?? null
}
