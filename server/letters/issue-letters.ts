// Letters for a page that is printed at once: a class, a few classes, or chosen children.
import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { LetterChoice, type LetterFilter, LetterKind } from '#contract/exports/letter-filter.ts'
import { type IssueLetters, LETTERS_AT_ONCE, type LetterPack } from '#contract/letters/letter-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { selectToday } from '../core/db/today.ts'
import { nameFor } from '../core/private-names.ts'
import { assertRowQuota } from '../core/row-quota.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import {
  assertScreeningRange,
  type FoundRow,
  LETTER_PARTS,
  screeningRows,
} from '../exports/sources/screening-source.ts'
import { requirePlan } from '../eyesight/plans/access.ts'
import { notifyByLetters } from '../warning/printed-letters-queries.ts'
import { markPrinted, selectLetters } from './letter-queries.ts'
import {
  ensureLetters,
  hasDisclosableResult,
  type LetterOrder,
  letterNumber,
  type MadeLetter,
  makeLetters,
  packOf,
} from './make-letters.ts'

const { all, unprinted } = LetterChoice.code
const TOO_MANY = `一次最多直接打印${LETTERS_AT_ONCE}份，请按年级或班级打印，或在后台生成 PDF`

export async function issueLetters(
  ctx: UserTxCtx,
  { studentIds, ...filter }: z.output<typeof IssueLetters>,
): Promise<LetterPack> {
  await assertScreeningRange(ctx, filter)
  const plan = await requirePlan(ctx, filter.planId)
  const rows = await rowsOf(ctx, filter, studentIds)
  const made = await lettersOf(
    ctx,
    {
      kind: filter.kind,
      planName: plan.name,
      origin: ctx.config.PUBLIC_URL ?? filter.origin,
      today: await selectToday(ctx.db),
      nameOf: (name) => nameFor(ctx, name),
    },
    rows,
    filter.choice,
  )
  await assertRowQuota(ctx, made.length)
  ctx.note({
    objectType: 'plan',
    objectId: filter.planId,
    detail: { ...filter, chosen: studentIds?.length, rows: made.length },
  })
  await recordPrinted(ctx, made)
  return packOf(made)
}

async function rowsOf(
  ctx: UserTxCtx,
  filter: LetterFilter,
  studentIds: readonly number[] | undefined,
): Promise<FoundRow[]> {
  const wanted = studentIds && new Set(studentIds)
  const rows: FoundRow[] = []
  for await (const batch of screeningRows(ctx, filter, LETTER_PARTS[filter.kind], false)) {
    rows.push(...batch.filter(({ studentId }) => !wanted || wanted.has(studentId)))
    if (rows.length > LETTERS_AT_ONCE) throw new BizError(700, TOO_MANY)
  }
  // A child that is not among them is answered as one that does not exist.
  if (wanted && new Set(rows.map(({ studentId }) => studentId)).size < wanted.size) throw new BizError(650)
  return rows
}

/** Of a batch of children those that are wanted and can be disclosable anything. */
export async function lettersOf(
  reader: ExportReader,
  order: LetterOrder,
  found: readonly FoundRow[],
  choice: LetterFilter['choice'],
): Promise<MadeLetter[]> {
  if (order.kind === LetterKind.code.notice) return makeLetters(reader, order, found, new Map())
  const disclosable = found.filter(hasDisclosableResult)
  const rows = choice === all ? disclosable : await chosenOf(reader, disclosable, choice)
  return makeLetters(reader, order, rows, await ensureLetters(reader, rows))
}

async function chosenOf({ db }: ExportReader, rows: readonly FoundRow[], choice: LetterFilter['choice']) {
  const recordIds = rows.map(({ recordId }) => recordId)
  const known = new Map((await selectLetters(db, recordIds)).map((letter) => [letter.recordId, letter]))
  return rows.filter(({ recordId }) => {
    const letter = known.get(recordId)
    const isPrinted = letter !== undefined && letter.printedMark !== null
    return choice === unprinted ? !isPrinted : isPrinted && letter.printedMark !== letter.mark
  })
}

/**
 * On record for every child, with the version of the template on the letter itself, and in the warning that is about the
 * printed result.
 */
export async function recordPrinted(
  ctx: Pick<UserTxCtx, 'db' | 'caller' | 'ip' | 'requestId'>,
  made: readonly Pick<MadeLetter, 'studentId' | 'printed'>[],
): Promise<void> {
  const { userId, realName, org } = ctx.caller
  const printed = made.flatMap((letter) => letter.printed ?? [])
  await markPrinted(ctx.db, userId, printed)
  await notifyByLetters(
    ctx.db,
    printed.map(({ letterId }) => ({ letterId, letterNo: letterNumber(letterId) })),
    { userId, userName: realName, orgName: org?.name ?? '' },
  )
  const studentIds = made.map(({ studentId }) => studentId)
  await writeForStudents(ctx, 'letter.print', studentIds, {})
}
