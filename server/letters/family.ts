// The page that a family opens with the code on its letter: no sign-in, a ticket and the child's birth date.
import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { vision } from '#contract/exports/screening-row.ts'
import { conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { isLowVision } from '#contract/eyesight/judgement/vision-rules.ts'
import type { SIDES } from '#contract/eyesight/reading.ts'
import { readTicket } from '#contract/letters/letter-code.ts'
import type { OpenLetter, PublicLetter } from '#contract/letters/letter-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { type Ctx, type TxCtx, tx } from '../core/context.ts'
import { fieldsOf } from '../eyesight/records/record-fields.ts'
import { judgementOf } from '../eyesight/records/record-row.ts'
import {
  countFailure,
  type FamilyLetter,
  lockLetter,
  lockRecordOfLetter,
  markAcknowledged,
  markOpened,
  selectFamilyVisit,
  selectHospitals,
} from './family-queries.ts'
import { selectPast } from './letter-queries.ts'
import { eyeHint, resultOf, seasonName } from './letter-words.ts'
import { ticketHash } from './ticket.ts'

export const TRIES = 5
const HOSPITALS_SHOWN = 4
const SHOWN_BEFORE = 5
const NORMAL_FROM = '5.0'

/** The same for a ticket that nobody has, a wrong date and a lock: it tells nobody which of them it was. */
const REFUSED =
  '编号或出生日期不正确，请核对后再试。连续输错5次，这份告知书的查看会被锁定，请联系班主任重新打印。'
export const OVER = '这份告知书已失效，请向学校索取新的告知书。'

type Asked = z.output<typeof OpenLetter>

/** 2016-05-12, 20160512, 2016年5月12日 */
export function readDay(typed: string): string | null {
  const text = typed.normalize('NFKC').trim()
  const match =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D?$/.exec(text)
  if (!match) return null
  const [, year = '', month = '', day = ''] = match
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

type Act = 'letter.open' | 'letter.acknowledge' | 'visit.family'
/** What else is done with a letter that was opened. */
type Also = (ctx: TxCtx, letter: FamilyLetter) => Promise<void>

/** Null: refused, and what was tried is counted; it must not be undone with the refusal. */
function attempt(
  ctx: Ctx,
  { ticket: typed, birthDate }: Asked,
  act: Act,
  also?: Also,
): Promise<PublicLetter | null> {
  const ticket = readTicket(typed)
  const day = readDay(birthDate)
  return tx(ctx, async (ctx) => {
    const mark = ticket === null ? null : { ticketHash: ticketHash(ticket) }
    if (mark && act === 'visit.family') await lockRecordOfLetter(ctx.db, mark)
    const letter = mark ? await lockLetter(ctx.db, mark) : undefined
    if (!letter?.printedAt || letter.lockedAt) return null
    if (day === null || day !== letter.birthDate) {
      await countFailure(ctx.db, letter.letterId, TRIES)
      await record(ctx, letter, act, false)
      return null
    }
    if (letter.withdrawnAt || letter.expired) throw new BizError(650, OVER)
    if (!letter.openedAt || letter.failures > 0) await markOpened(ctx.db, letter.letterId)
    const at =
      act === 'letter.acknowledge' ? await markAcknowledged(ctx.db, letter.letterId) : letter.acknowledgedAt
    await also?.(ctx, letter)
    await record(ctx, letter, act, true)
    return present(ctx, letter, at)
  })
}

async function record(
  ctx: TxCtx,
  { studentId, schoolOrgId, letterId }: FamilyLetter,
  action: Act,
  success: boolean,
) {
  ctx.note({ objectType: 'student', objectId: studentId, detail: { letterId } })
  await writeAudit(ctx, { action, success, code: success ? 200 : 650, orgId: schoolOrgId })
}

const answer = async (attempted: Promise<PublicLetter | null>): Promise<PublicLetter> => {
  const letter = await attempted
  if (!letter) throw new BizError(650, REFUSED)
  return letter
}

export const openLetter = (ctx: Ctx, asked: Asked) => answer(attempt(ctx, asked, 'letter.open'))
export const acknowledgeLetter = (ctx: Ctx, asked: Asked) => answer(attempt(ctx, asked, 'letter.acknowledge'))
/** With the same tries and lock as opening it. */
export const actOnLetter = (ctx: Ctx, asked: Asked, act: Act, also: Also) =>
  answer(attempt(ctx, asked, act, also))

/** The family sees the child's whole past up to this letter. */
const EVERYTHING = { scope: { kind: 'nothing' }, carriesOut: null, daysAfterArchive: 0 } as const

async function present(ctx: TxCtx, letter: FamilyLetter, acknowledgedAt: Date | null): Promise<PublicLetter> {
  const fields = fieldsOf(letter)
  const judgement = judgementOf(letter)
  const stage = letter.stage as Parameters<typeof conclusionText>[1]
  const subject = { stage, age: letter.age }
  const until = fields.checkedOn ?? letter.printedOn ?? ''
  const past = await selectPast(ctx.db, EVERYTHING, [{ studentId: letter.studentId, until }])
  const { finding, dueOn, advice, eyes } = resultOf(
    { fields, judgement, ...subject },
    past,
    letter.printedOn ?? until,
  )
  return {
    schoolName: letter.schoolName,
    className: `${gradeName(letter.stage, letter.gradeNo, letter.schoolSystem)}${letter.className}`,
    maskedName: maskName(letter.studentName),
    checkedOn: until,
    finding,
    conclusion: conclusionText(judgement, stage, fields),
    dueOn,
    eyes: [publicEye('Right'), publicEye('Left')],
    history: past.slice(-SHOWN_BEFORE).map((each) => ({
      when: seasonName(each),
      right: vision(each.nakedRight),
      left: vision(each.nakedLeft),
    })),
    advice: sentencesOf(advice),
    hospitals: finding === 'referral' ? await selectHospitals(ctx.db, letter, HOSPITALS_SHOWN) : [],
    corrected: letter.corrected,
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    visit: await selectFamilyVisit(ctx.db, letter.id),
  }

  function publicEye(side: (typeof SIDES)[number]) {
    const tenths = fields[`naked${side}`]
    const low = tenths !== null && isLowVision(tenths, subject)
    const { naked, equivalent } = eyes[side === 'Right' ? 0 : 1]
    const words = low && subject.age >= 6 ? `低于正常（${NORMAL_FROM}）` : eyeHint(tenths, subject)
    return { naked, low, words, equivalent }
  }
}

/** Advice as steps: one sentence each. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[。；])/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
