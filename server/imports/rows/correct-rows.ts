import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { CorrectRows } from '#contract/imports/schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import type { ImportKind } from '../import-kind.ts'
import { IMPORT_KINDS } from '../kinds.ts'
import { type CellValue, cellText } from '../row-rules/cell-values.ts'
import type { Issue } from '../row-rules/row-check.ts'
import type { ImportRowRecord } from '../tables.ts'
import { assertFewMissed } from '../task/guessed-numbers.ts'
import { requireLockedImport } from '../task/import-task.ts'
import { changeTask, countElsewhereToday, type ImportTaskRecord } from '../task/import-task-queries.ts'
import { ELSEWHERE_PER_DAY } from '../task/read-import.ts'
import { countOutcomes, replaceRows, selectRepeatRows, selectRowsByNo } from './import-row-queries.ts'
import { showRows } from './import-rows.ts'
import { parsedRow } from './parse-rows.ts'
import { openCells, sealCells } from './row-cells.ts'
import { type ShownSheet, sheetOf } from './shown-cells.ts'
import { stagedRow } from './staged-row.ts'
import { roundOf } from './write-rows.ts'

/**
 * Rows that were wrong, corrected by a person: they are judged anew, and with them those that were refused because
 * two said the same. What is written already is not for correcting.
 */
export async function correctRows(ctx: UserTxCtx, { recordId, rows }: CorrectRows) {
  const task = await requireLockedImport(ctx, recordId, ['preview', 'done'], '任务不在可以更正的状态')
  ctx.note({ detail: { rows: rows.length } })
  const sheet = sheetOf(task)
  const found = await selectRowsByNo(
    ctx.db,
    task.batchId ?? 0,
    rows.map(({ row }) => row),
  )
  const corrections = new Map(rows.map(({ row, cells }) => [row, cells]))
  if (found.length < corrections.size) throw new BizError(650)
  if (found.some((row) => isWritten(row, task)))
    throw new Refusal(
      'notInThisState',
      `已写入的行不能再更正，请在${IMPORT_KINDS[task.kind].changedIn}中修改`,
    )
  await rejudge(ctx, task, sheet, found, corrections)
  await rejudge(ctx, task, sheet, await selectRepeatRows(ctx.db, task.batchId ?? 0), new Map())
  await IMPORT_KINDS[task.kind].markRepeats(ctx.db, task)
  const counts = await countOutcomes(ctx.db, roundOf(task), IMPORT_KINDS[task.kind].written)
  await changeTask(ctx.db, recordId, ['preview', 'done'], { counts: JSON.stringify(counts) })
  const corrected = await selectRowsByNo(
    ctx.db,
    task.batchId ?? 0,
    found.map(({ rowNo }) => rowNo),
  )
  await countHits(ctx, found, corrected)
  return { list: await showRows(ctx, task, sheet, corrected), counts }
}

/** Typing numbers until one belongs to a child is searching for it. */
async function countHits(ctx: UserTxCtx, before: ImportRowRecord[], after: ImportRowRecord[]) {
  const missedRows = after.filter(isMissed).length
  await assertFewMissed(ctx.db, ctx.caller.userId, { missed: missedRows, found: 0 })
  if (missedRows > 0) ctx.note({ detail: { rows: after.length, missedRows } })
  const known = new Set(before.filter(isElsewhere).map(numberOf))
  const elsewhereRows = after.filter((row) => isElsewhere(row) && !known.has(numberOf(row))).length
  if (elsewhereRows === 0) return
  if ((await countElsewhereToday(ctx.db, ctx.caller.userId)) + elsewhereRows > ELSEWHERE_PER_DAY) {
    throw new BizError(429, '今天登记的他校证件号过多，请明天再试或联系区域管理员')
  }
  ctx.note({ detail: { rows: after.length, elsewhereRows, ...(missedRows > 0 && { missedRows }) } })
}
const isMissed = ({ issues }: ImportRowRecord) => ((issues ?? []) as Issue[]).some(({ missed }) => missed)
const isElsewhere = ({ outcome, issues }: ImportRowRecord) =>
  outcome === RowOutcome.code.elsewhere || ((issues ?? []) as Issue[]).some(({ foreign }) => foreign)
const numberOf = ({ idCardHash, passportHash, studentNoHash }: ImportRowRecord) =>
  [idCardHash ?? passportHash, studentNoHash].map((hash) => hash?.toString('base64')).join(' ')

const SETTLED = new Set([1, 2, 3, 6])
const isWritten = (row: ImportRowRecord, task: ImportTaskRecord) =>
  task.state === 'done' && row.round < task.round && SETTLED.has(row.outcome)

type Cells = Record<string, string>

async function rejudge(
  ctx: UserTxCtx,
  task: ImportTaskRecord,
  sheet: ShownSheet,
  rows: readonly ImportRowRecord[],
  corrections: Map<number, Cells>,
) {
  if (rows.length === 0) return
  const kind: ImportKind = IMPORT_KINDS[task.kind]
  const judge = await kind.openJudge({ db: ctx.db, secrets: ctx.secrets }, task)
  const cellsOf = await openCells(ctx, task.batchId ?? 0, rows)
  const parsed = rows.map(({ rowNo }) => {
    const cells = corrected(cellsOf(rowNo), corrections.get(rowNo) ?? {}, sheet)
    return parsedRow(rowNo, cells, sheet.layout) ?? { rowNo, cells, byKey: new Map() }
  })
  const verdicts = await judge(parsed)
  const staged = parsed.map(({ rowNo, cells }, index) =>
    stagedRow(rowNo, verdicts[index] ?? { outcome: RowOutcome.code.error }, sealCells(ctx.secrets, cells)),
  )
  await replaceRows(ctx.db, task.batchId ?? 0, task.round, staged)
}

/** What is still masked was not typed by anybody; what was not touched keeps what the file said. */
function corrected(cells: CellValue[], typed: Cells, sheet: ShownSheet): CellValue[] {
  const result = [...cells]
  const known = new Set(sheet.columns.map(({ index }) => index))
  for (const [key, text] of Object.entries(typed)) {
    const index = Number(key)
    if (!known.has(index)) throw new BizError(400)
    if (text.includes('*') || text === cellText(cells[index])) continue
    while (result.length < index) result.push(null)
    result[index] = text === '' ? null : text
  }
  return result
}
