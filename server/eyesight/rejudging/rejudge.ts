// Stored conclusions follow the rules of the program: after an upgrade that changed them records are judged again.
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { RecordSource } from '#contract/eyesight/record-schemas.ts'
import type { Tx } from '../../core/db/connect.ts'
import { EMPTY_FIELDS } from '../records/record-fields.ts'
import { concludedAt, WRITING_MAX, type WritingRow, writeReadings } from '../records/write-readings.ts'
import { CONCLUDED_COLUMNS, type Concluded, updateConcluded } from '../records/write-readings-queries.ts'
import {
  lockNextRecords,
  lockOrder,
  moveOrder,
  type RecordToJudge,
  selectPlanRules,
  selectToJudge,
} from './rejudge-queries.ts'

export type RejudgingProgress = { doneId: number; lastId: number }

/** One batch of the oldest order; null where nothing is left to do. Figures follow in the same transaction. */
export async function rejudgeBatch(db: Tx, limit = WRITING_MAX): Promise<RejudgingProgress | null> {
  const order = await lockOrder(db)
  if (!order) return null
  const recordIds = await lockNextRecords(db, order, limit)
  // A second statement, which sees what those whom the lock waited for have written.
  await judgeRecords(db, await selectToJudge(db, recordIds))
  const finished = recordIds.length < limit
  const doneId = finished ? order.lastId : (recordIds.at(-1) ?? order.lastId)
  await moveOrder(db, order.id, { doneId, finished })
  return { doneId, lastId: order.lastId }
}

type Rules = Awaited<ReturnType<typeof selectPlanRules>>

async function judgeRecords(db: Tx, records: readonly RecordToJudge[]): Promise<void> {
  const rules = await selectPlanRules(db, [...new Set(records.map(({ planId }) => planId))])
  const isNormal = ({ fields }: RecordToJudge) => fields === null || normalReading(fields) === fields
  await writeNormal(
    db,
    records.filter((record) => !isNormal(record)),
    rules,
  )
  const changed = records.filter(isNormal).flatMap((record) => {
    const plan = rules.get(record.planId)
    if (!plan) return []
    const subject = { stage: record.stage as WritingRow['stage'], age: record.age }
    const concluded = concludedAt(record.fields ?? EMPTY_FIELDS, subject, plan)
    return isAsStored(concluded, record) ? [] : [{ id: record.id, concluded }]
  })
  await updateConcluded(db, changed)
}

const isAsStored = (concluded: Concluded, stored: RecordToJudge): boolean =>
  CONCLUDED_COLUMNS.every((name) => concluded[name] === stored[name])

/** Readings that were stored before there was one way of writing them; on record like every change. */
async function writeNormal(db: Tx, records: readonly RecordToJudge[], rules: Rules): Promise<void> {
  for (const [planId, plan] of rules) {
    const rows = records
      .filter((record) => record.planId === planId)
      .map(({ id, version, stage, birthDate, fields }): WritingRow => {
        const before = fields ?? EMPTY_FIELDS
        const row = { recordId: id, version, birthDate, before, after: before }
        return { ...row, stage: stage as WritingRow['stage'] }
      })
    const by = { source: RecordSource.code.upgrade, userId: null, orgId: null }
    await writeReadings(db, { plan, rows, by })
  }
}
