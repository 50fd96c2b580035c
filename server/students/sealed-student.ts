import type { z } from 'zod'
import { StudentType } from '#contract/core/codes.ts'
import { BizError, type FieldIssue } from '#contract/core/error-codes.ts'
import { codeOfMessage, PHONE_PATTERN } from '#contract/core/fields.ts'
import { parseIdCard } from '#contract/core/id-card.ts'
import { maskIdCard, maskPassport, maskPhone } from '#contract/core/mask.ts'
import {
  type Identity,
  isNationalStudentNo,
  normalDocument,
  readIdentity,
} from '#contract/students/identity.ts'
import type { EditStudent } from '#contract/students/schemas.ts'
import type { Secrets } from '../core/secrets.ts'

type Fields = Omit<z.output<typeof EditStudent>, 'studentId' | 'version'>

/** The identity a form states, or a refusal with every fault under its field. */
export function requireIdentity(input: Fields, today: string): Identity {
  const { identity, issues } = readIdentity(input, today)
  if (!identity) throw issuesError(issues)
  return identity
}

function issuesError(issues: FieldIssue[]): BizError {
  const message = issues[0]?.message ?? ''
  return new BizError(codeOfMessage(message) ?? 700, message, issues)
}

/** Personal numbers as they are stored: sealed, with a keyed hash to find them and a mask to show. */
export function sealDocument(secrets: Secrets, identity: Identity) {
  const { idCard, passportNo } = identity
  return {
    idCardEnc: idCard === null ? null : secrets.encrypt(idCard),
    idCardHash: idCard === null ? null : secrets.lookupHash('idCard', idCard),
    idCardMask: idCard === null ? null : maskIdCard(idCard),
    passportEnc: passportNo === null ? null : secrets.encrypt(passportNo),
    passportHash: passportNo === null ? null : secrets.lookupHash('passport', passportNo),
    passportMask: passportNo === null ? null : maskPassport(passportNo),
  }
}

export function sealStudentNo(
  secrets: Secrets,
  studentNo: string | null | undefined,
  { orgId, idCard }: { orgId: number; idCard: string | null },
) {
  if (!studentNo) return { studentNoEnc: null, studentNoHash: null, studentNoMask: null }
  return {
    studentNoEnc: secrets.encrypt(studentNo),
    studentNoHash: studentNoHash(secrets, studentNo, orgId),
    studentNoMask: maskStudentNo(studentNo, idCard),
  }
}

/** A school's own number is shown, unless the school made it from an id number or a phone. */
export function maskStudentNo(studentNo: string, idCard: string | null): string {
  if (isNationalStudentNo(studentNo)) return `${studentNo[0]}${maskIdCard(studentNo.slice(1))}`
  if (/\d{15}/.test(studentNo)) return maskIdCard(studentNo)
  if (PHONE_PATTERN.test(studentNo)) return maskPhone(studentNo)
  return idCard && tellsEndOf(studentNo, idCard) ? '*'.repeat(studentNo.length) : studentNo
}

/** The last four signs, or the day of birth with the number within the day. */
const tellsEndOf = (studentNo: string, idCard: string): boolean =>
  studentNo.includes(idCard.slice(-4)) || studentNo.includes(idCard.slice(12, 17))

/** A national number is one person's; any other is unique only inside its school. */
export const studentNoHash = (secrets: Secrets, studentNo: string, orgId: number | undefined): Buffer =>
  secrets.lookupHash('studentNo', isNationalStudentNo(studentNo) ? studentNo : `${orgId}:${studentNo}`)

export function sealParentPhone(secrets: Secrets, phone: string | null | undefined) {
  return {
    parentPhoneEnc: phone ? secrets.encrypt(phone) : null,
    parentPhoneMask: phone ? maskPhone(phone) : null,
  }
}

/** The hash that identifies a person; a student without a document is identified by the database. */
export function documentHash(secrets: Secrets, identity: Identity, studentType: number) {
  if (studentType === StudentType.code.mainland && identity.idCard)
    return { idCardHash: secrets.lookupHash('idCard', identity.idCard) }
  if (studentType === StudentType.code.nonMainland && identity.passportNo)
    return { passportHash: secrets.lookupHash('passport', identity.passportNo) }
  return undefined
}

/** A number somebody looks for may be either kind of document. */
export const documentHashes = (secrets: Secrets, typed: string) => ({
  idCard: typedHash(secrets, 'idCard', typed),
  passport: typedHash(secrets, 'passport', typed),
})

export function typedHash(secrets: Secrets, kind: 'idCard' | 'passport', typed: string): Buffer {
  const document = normalDocument(typed)
  return secrets.lookupHash(kind, parseIdCard(document)?.number ?? document)
}
