// One child by its letter: the ticket, or the number on the letter with the birth date. Nothing else of the child or its
// school becomes visible.
import type { z } from 'zod'
import { BizError, REFUSALS, Refusal } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { readLetterNumber, readTicket } from '#contract/letters/letter-code.ts'
import type { LetterEye } from '#contract/letters/letter-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { LetterKey, OpenedLetter, RecordVisitByLetter } from '#contract/visits/visit-schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { tx, type UserCtx, type UserTxCtx } from '../core/context.ts'
import { fieldsOf } from '../eyesight/records/record-fields.ts'
import { HIDDEN_UNTIL_RETEST, judgementOf } from '../eyesight/records/record-row.ts'
import { OVER, readDay, TRIES } from '../letters/family.ts'
import {
  type FamilyLetter,
  type LetterMark,
  lockLetter,
  lockRecordOfLetter,
} from '../letters/family-queries.ts'
import { resultOf } from '../letters/letter-words.ts'
import { letterNumber } from '../letters/make-letters.ts'
import { ticketHash } from '../letters/ticket.ts'
import { selectStudent } from '../students/student-queries.ts'
import { isHospital } from './is-hospital.ts'
import {
  clearNumberFailures,
  countNumberFailure,
  countOwnFailures,
  countWrongToday,
  lockNumberTries,
} from './number-tries-queries.ts'
import { assertVisitDay, saveVisit } from './record-visit.ts'
import { selectStudentVisits } from './visit-queries.ts'
import { presentVisit } from './visit-row.ts'

/** Wrong dates with the number of one letter by all hospitals together; one of them has `TRIES`. */
const TRIES_OF_ALL = 50
/** Wrong numbers and dates of one hospital in a day. */
const WRONG_A_DAY = 20
const TOO_MANY = `本院今天按编号输错已达${WRONG_A_DAY}次，请扫描告知书上的二维码，或明天再按编号查找。`

/** The same for a letter that is not there, a wrong date, a lock and a child of another school. */
const REFUSED = `没有找到这份告知书，请核对编号与出生日期。按编号连续输错${TRIES}次后，请扫描告知书上的二维码。`

type Act = 'visit.open' | 'visit.record'

function markOf(key: LetterKey): { mark: LetterMark; byNumber: boolean } | null {
  const ticket = readTicket(key.ticket)
  if (ticket !== null) return { mark: { ticketHash: ticketHash(ticket) }, byNumber: false }
  const letterId = readLetterNumber(key.letterNo)
  return letterId === null ? null : { mark: { letterId }, byNumber: true }
}

/** Undefined: refused. A hospital needs nothing but the letter, others see only children of their range. */
async function findLetter(ctx: UserTxCtx, key: LetterKey, act: Act): Promise<FamilyLetter | undefined> {
  const found = markOf(key)
  if (found && act === 'visit.record') await lockRecordOfLetter(ctx.db, found.mark)
  if (found?.byNumber) ctx.note({ detail: { byNumber: true } })
  const letter = found ? await lockLetter(ctx.db, found.mark, ctx) : undefined
  if (!found || !letter?.printedAt) return undefined
  const { studentId, letterId } = letter
  ctx.note({ objectType: 'student', objectId: studentId, detail: { ...ctx.auditNote.detail, letterId } })
  const guesses = isHospital(ctx.caller)
  if (!guesses && !(await selectStudent(ctx.db, ctx.scope, studentId))) return undefined
  // Who has the child in the range knows the birth date: only a hospital can find it out by trying.
  if (found.byNumber && guesses && (await isLocked(ctx, letter))) return undefined
  if (found.byNumber && readDay(key.birthDate) !== letter.birthDate) {
    if (guesses) await countNumberFailure(ctx.db, letterId, TRIES_OF_ALL)
    return undefined
  }
  if (letter.withdrawnAt || letter.expired) throw new BizError(650, OVER)
  if (letter.visitFailures > 0 && !letter.visitLockedAt) await clearNumberFailures(ctx.db, letterId)
  return letter
}

/** For one hospital after its own wrong dates, so that it cannot lock the letter for others; for all after those of many. */
const isLocked = async ({ db, caller }: UserTxCtx, letter: FamilyLetter): Promise<boolean> =>
  letter.visitLockedAt !== null || (await countOwnFailures(db, caller.orgId, letter)) >= TRIES

/** Whatever is tried by number: a hospital that was wrong too often today learns nothing more from it. */
async function hasTriesLeft({ db, caller }: UserTxCtx, key: LetterKey): Promise<boolean> {
  if (!isHospital(caller) || !markOf(key)?.byNumber) return true
  await lockNumberTries(db, caller.orgId)
  return (await countWrongToday(db, caller.orgId)) < WRONG_A_DAY
}

/** What was tried is counted and on record; it must not be undone with the refusal. */
async function attempt(
  ctx: UserCtx,
  key: LetterKey,
  action: Act,
  also?: (ctx: UserTxCtx, letter: FamilyLetter) => Promise<void>,
): Promise<OpenedLetter> {
  const opened = await tx(ctx, async (ctx) => {
    if (!(await hasTriesLeft(ctx, key))) {
      await writeAudit(ctx, { action, success: false, code: REFUSALS.tooManyNumberSearches })
      return new Refusal('tooManyNumberSearches', TOO_MANY)
    }
    const letter = await findLetter(ctx, key, action)
    if (letter) await also?.(ctx, letter)
    await writeAudit(ctx, { action, success: Boolean(letter), code: letter ? 200 : 650 })
    return letter ? present(ctx, letter) : new BizError(650, REFUSED)
  })
  if (opened instanceof BizError) throw opened
  return opened
}

export const openVisitLetter = (ctx: UserCtx, key: LetterKey) => attempt(ctx, key, 'visit.open')

export const recordVisitByLetter = (
  ctx: UserCtx,
  { visit, ...key }: z.output<typeof RecordVisitByLetter>,
): Promise<OpenedLetter> =>
  attempt(ctx, key, 'visit.record', async (ctx, letter) => {
    await assertVisitDay(ctx, visit.visitedOn, fieldsOf(letter).checkedOn)
    const { studentId, id: recordId, letterId } = letter
    const visitId = await saveVisit(ctx, { studentId, recordId }, visit)
    ctx.note({ objectType: 'student', objectId: studentId, detail: { letterId, visitId } })
  })

const HIDDEN = '—'
const HIDDEN_EYE: LetterEye = {
  naked: HIDDEN,
  corrected: HIDDEN,
  sphere: HIDDEN,
  cylinder: HIDDEN,
  axis: HIDDEN,
  equivalent: HIDDEN,
  hint: '',
}

async function present(ctx: UserTxCtx, letter: FamilyLetter): Promise<OpenedLetter> {
  const { caller } = ctx
  const fields = fieldsOf(letter)
  const judgement = judgementOf(letter)
  const stage = letter.stage as Parameters<typeof conclusionText>[1]
  const checkedOn = fields.checkedOn ?? letter.printedOn ?? ''
  const { eyes, finding, glasses } = resultOf({ fields, judgement, stage, age: letter.age }, [], checkedOn)
  const visits = await selectStudentVisits(
    ctx.db,
    letter.studentId,
    { byOrg: caller.orgId ?? 0 },
    caller.orgId,
  )
  return {
    letterNo: letterNumber(letter.letterId),
    maskedName: maskName(letter.studentName),
    schoolName: letter.schoolName,
    className: `${gradeName(letter.stage, letter.gradeNo, letter.schoolSystem)}${letter.className}`,
    checkedOn,
    ...(letter.blind
      ? { glasses: HIDDEN, eyes: [HIDDEN_EYE, HIDDEN_EYE], finding: 'watch', conclusion: HIDDEN_UNTIL_RETEST }
      : { glasses, eyes, finding, conclusion: conclusionText(judgement, stage, fields) }),
    hospitalName: isHospital(caller) ? (caller.org?.name ?? '') : null,
    visits: visits.map(presentVisit),
  }
}
