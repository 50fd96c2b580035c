import { type Sex, StudentType } from '../core/codes.ts'
import type { CodeOf } from '../core/enums.ts'
import type { FieldIssue } from '../core/error-codes.ts'
import { MESSAGES } from '../core/fields.ts'
import { type IdCard, isIdCard, parseIdCard } from '../core/id-card.ts'

/**
 * Documents of those who are not mainland residents: passports, permits of Hong Kong, Macau and Taiwan,
 * old permanent residence cards, Hong Kong identity cards. Blanks, dashes and brackets are no part of a number.
 */
const DOCUMENT = /^[A-Z0-9]{5,17}$/
export const normalDocument = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}()]+/gu, '')
    .toUpperCase()

/** Residence permits of Hong Kong, Macau and Taiwan, and new permanent residence cards, follow the id card's rule. */
const NON_MAINLAND = /^(8[123]|9)/
export const isNonMainlandNumber = (number: string): boolean => NON_MAINLAND.test(number)

export function isDocument(text: string): boolean {
  const number = normalDocument(text)
  if (DOCUMENT.test(number)) return true
  return isNonMainlandNumber(number) && parseIdCard(number) !== null
}

const NATIONAL_STUDENT_NO = /^[GLJ]\d{17}[\dX]$/
export const normalStudentNo = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()
/** A national number stays the same for life; every other one is a number of the school's own. */
export const isNationalStudentNo = (text: string): boolean => NATIONAL_STUDENT_NO.test(text)
export const isStudentNo = (text: string): boolean =>
  isNationalStudentNo(text) || (/^[A-Z0-9]{1,20}$/.test(text) && !/^[GLJ]\d{10,}/.test(text))

export const STUDENT_AGE = { min: 2, max: 30 } as const

/** Age in full years on a day; both YYYY-MM-DD. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

export type IdentityInput = {
  studentType: number
  sex?: number | null
  birthDate?: string | null
  idCard?: string | null
  passportNo?: string | null
}
export type Identity = {
  sex: CodeOf<typeof Sex>
  birthDate: string
  idCard: string | null
  passportNo: string | null
}

const issue = (field: string, message: string): FieldIssue => ({ path: [field], message })

/**
 * The identity that a form or a row states, or what is wrong with it. Type 1 takes sex and birth date from the id
 * number and must not contradict it; the others state them.
 */
export function readIdentity(
  input: IdentityInput,
  today: string,
): { identity?: Identity; issues: FieldIssue[] } {
  const issues: FieldIssue[] = []
  const { mainland, nonMainland } = StudentType.code
  const card = input.studentType === mainland && input.idCard ? parseIdCard(input.idCard) : null
  if (input.studentType === mainland) issues.push(...idCardIssues(input, today))
  if (input.studentType === nonMainland) {
    if (!input.passportNo) issues.push(issue('passportNo', MESSAGES.passportRequired[0]))
    else if (!isDocument(input.passportNo)) issues.push(issue('passportNo', MESSAGES.passportFormat[0]))
    else issues.push(...contradictions(input, readPermit(input.passportNo)))
  }
  const sex = card?.sex ?? input.sex
  const birthDate = card?.birthDate ?? input.birthDate
  if (!card && input.studentType !== mainland) {
    if (!sex) issues.push(issue('sex', MESSAGES.sexRequired[0]))
    if (!birthDate) issues.push(issue('birthDate', MESSAGES.birthDateRequired[0]))
    else if (!isStudentAge(birthDate, today)) issues.push(issue('birthDate', MESSAGES.birthDateFormat[0]))
  }
  if (issues.length > 0 || !sex || !birthDate) return { issues }
  const passportNo = input.studentType === nonMainland ? normalDocument(input.passportNo ?? '') : null
  return {
    identity: { sex: sex as CodeOf<typeof Sex>, birthDate, idCard: card?.number ?? null, passportNo },
    issues,
  }
}

/**
 * All that is disclosed to a school about a child of another one: that there is an application for it, never where it
 * is.
 */
export const REGISTERED_ELSEWHERE = '该证件号已在其他学校登记，可申请转入'
export const SEX_DIFFERS = '性别与身份证号不一致'
export const BIRTH_DATE_DIFFERS = '出生日期与身份证号不一致'
export const NON_MAINLAND_CARD = '港澳台居民居住证和外国人永久居留证请选择“非大陆”类型'

function idCardIssues(input: IdentityInput, today: string): FieldIssue[] {
  if (!input.idCard) return [issue('idCard', MESSAGES.idCardRequired[0])]
  const card = parseIdCard(input.idCard)
  if (!card || !isIdCard(input.idCard, today) || !isStudentAge(card.birthDate, today)) {
    return [issue('idCard', MESSAGES.idCardFormat[0])]
  }
  if (isNonMainlandNumber(card.number)) return [issue('idCard', NON_MAINLAND_CARD)]
  return contradictions(input, card)
}

/** Residence permits of Hong Kong, Macau and Taiwan say who somebody is like an id card does. */
function readPermit(text: string): IdCard | null {
  const number = normalDocument(text)
  return /^8[123]/.test(number) ? parseIdCard(number) : null
}

function contradictions(input: IdentityInput, card: IdCard | null): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (!card) return issues
  if (input.sex && input.sex !== card.sex) issues.push(issue('sex', SEX_DIFFERS))
  if (input.birthDate && input.birthDate !== card.birthDate)
    issues.push(issue('birthDate', BIRTH_DATE_DIFFERS))
  return issues
}

function isStudentAge(birthDate: string, today: string): boolean {
  const age = ageOn(birthDate, today)
  return birthDate <= today && age >= STUDENT_AGE.min && age <= STUDENT_AGE.max
}
