import { BizError } from '#contract/core/error-codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { RecordSource } from '#contract/eyesight/record-schemas.ts'
import type { Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import { evaluateProposals, proposeReadings } from '../../eyesight/records/conflict-proposal.ts'
import { type FieldChanges, RECORD_FIELDS, sideOf, withValues } from '../../eyesight/records/record-fields.ts'
import { assertUnderWay } from '../../eyesight/records/record-rules.ts'
import {
  selectForPreview,
  selectForWriting,
  WRITING_MAX,
  writeReadings,
} from '../../eyesight/records/write-readings.ts'
import type { Issue } from '../row-rules/row-check.ts'
import { dependentsMessage } from '../rows/dependents.ts'
import type { Verdict } from '../rows/staged-row.ts'
import { roundOf } from '../rows/write-rows.ts'
import type { ImportTaskRecord } from '../task/import-task-queries.ts'
import { importWriter, proposalOf, type RowReading, statedIn, verdictOf } from './reading-judge.ts'
import {
  deleteOpenConflicts,
  deleteOverruled,
  lockRecordsOfRows,
  lockScreeningTask,
  lockWrittenByImport,
  saveCorrectedDays,
  selectChangedSince,
  selectMovedRows,
  selectReadingRows,
  selectVersions,
  selectWrittenByImport,
  updateOutcomes,
  writeUnmovedRows,
} from './reading-queries.ts'

const { error, insert } = RowOutcome.code

/** Whether results may still come is decided here, once: closing the task waits until they are in. */
export async function lockOpenScreening(
  db: Tx,
  { screeningTaskId, loginOrgId }: ImportTaskRecord,
): Promise<void> {
  const state = await lockScreeningTask(db, screeningTaskId ?? 0, loginOrgId)
  if (!state) throw new BizError(700, '筛查任务已被删除，不能再导入')
  if (!state.concerned) throw new BizError(700, '任务已改由其他机构承担')
  assertUnderWay(state)
}

/** Nearly always everything is as previewed: then nothing is judged again, and few statements write it all. */
export async function writeReadingRows(db: Tx, task: ImportTaskRecord): Promise<void> {
  const round = roundOf(task)
  const by = importWriter(task)
  const taskId = task.screeningTaskId ?? 0
  await lockRecordsOfRows(db, round)
  const written = await writeUnmovedRows(db, round, taskId, by)
  await saveCorrectedDays(db, round)
  const moved = await selectMovedRows(db, round, by, written)
  await deleteOverruled(db, round, { by, moved })
  for (let start = 0; start < moved.length; start += WRITING_MAX) {
    const rowNos = moved.slice(start, start + WRITING_MAX)
    const rows = (await selectReadingRows(db, round, rowNos)) as StagedReading[]
    await updateOutcomes(db, round, await writeBatch(db, task, rows))
  }
}

type StagedReading = {
  rowNo: number
  outcome: number
  recordId: number
  recordVersion: number
  reading: RowReading
}

/** Returns the rows whose outcome differs from the preview. */
async function writeBatch(db: Tx, task: ImportTaskRecord, rows: readonly StagedReading[]) {
  const unseen = await findUnseen(db, task, rows)
  const sent = rows.filter(({ rowNo }) => !unseen.has(rowNo))
  const proposals = sent.map(({ recordId, reading }) => proposalOf(recordId, statedIn(reading)))
  const outcomes = await proposeReadings(db, { proposals, by: importWriter(task) })
  const other = sent.flatMap(({ rowNo, outcome, reading }, index) => {
    const became = outcomes[index] ?? null
    const verdict = verdictOf(became, became?.outcome === 'taken' && outcome === insert)
    const changes = became?.changes ?? {}
    if (verdict.outcome === outcome && sameChanges(changes, reading.changes)) return []
    return [changedRow(rowNo, verdict, changes)]
  })
  const stale = [...unseen].map(([rowNo, changes]) =>
    changedRow(rowNo, { outcome: error, issues: [STALE] }, changes),
  )
  return [...other, ...stale]
}

const changedRow = (rowNo: number, { outcome, issues }: Verdict, changes: FieldChanges) => ({
  rowNo,
  outcome,
  issues: issues ?? null,
  changes,
})

const STALE: Issue = {
  code: 9999,
  key: null,
  message: '检查之后该学生的结果又有导入',
  advice: '请核对现有结果后重新检查这一行',
}

/** Rows that would write over what came since they were looked at. */
async function findUnseen(db: Tx, task: ImportTaskRecord, rows: readonly StagedReading[]) {
  const versions = await selectVersions(
    db,
    rows.map(({ recordId }) => recordId),
  )
  const moved = rows.filter(({ recordId, recordVersion }) => versions.get(recordId) !== recordVersion)
  const unseen = new Map<number, FieldChanges>()
  if (moved.length === 0) return unseen
  const records = await selectForPreview(
    db,
    null,
    moved.map(({ recordId }) => recordId),
  )
  const proposals = moved.map(({ recordId, reading }) => proposalOf(recordId, statedIn(reading)))
  const today = await selectToday(db)
  const evaluated = await evaluateProposals(db, proposals, records, { by: importWriter(task), today })
  for (const [index, { rowNo, reading }] of moved.entries()) {
    const now = evaluated[index]
    if (now?.outcome === 'taken' && overwritesUnseen(now.changes, reading.changes))
      unseen.set(rowNo, now.changes)
  }
  return unseen
}

const overwritesUnseen = (now: FieldChanges, preview: FieldChanges): boolean =>
  RECORD_FIELDS.some((field) => {
    const before = now[field]?.[0]
    return before !== undefined && before !== null && before !== false && before !== preview[field]?.[0]
  })

const sameChanges = (one: FieldChanges, other: FieldChanges): boolean =>
  RECORD_FIELDS.every(
    (field) => one[field]?.[0] === other[field]?.[0] && one[field]?.[1] === other[field]?.[1],
  )

/** All of it or nothing, as with rosters. */
export async function undoReadingRows(db: Tx, task: ImportTaskRecord): Promise<void> {
  await lockWrittenByImport(db, task.id)
  const dependents = await selectChangedSince(db, task.id)
  if (dependents.length > 0) throw new BizError(700, dependentsMessage(dependents))
  const by = { ...importWriter(task), source: RecordSource.code.undo }
  for (let after = 0; ; ) {
    const written = await selectWrittenByImport(db, task.id, after, WRITING_MAX)
    if (written.length === 0) break
    after = written.at(-1)?.recordId ?? after
    const records = await selectForWriting(
      db,
      null,
      written.map(({ recordId }) => recordId),
    )
    const known = new Map(records.map((record) => [record.recordId, record]))
    const rows = written.flatMap(({ recordId, changes }) => {
      const record = known.get(recordId)
      if (!record) return []
      // The oldest value is the one that stood there before.
      const olds = Object.assign({}, ...changes.map((change) => sideOf(change, 0)).reverse())
      return [{ ...record, after: withValues(record.before, olds) }]
    })
    if (rows[0]) await writeReadings(db, { plan: rows[0].plan, rows, by })
  }
  await deleteOpenConflicts(db, task.id)
}
