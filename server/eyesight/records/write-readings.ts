// The one way a reading gets into a record.

import type { SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { withinPlan } from '#contract/eyesight/judgement/completeness.ts'
import { judge } from '#contract/eyesight/judgement/judge.ts'
import type { Judgement, JudgementRules, Subject } from '#contract/eyesight/judgement/judgement.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { ageOn } from '#contract/students/identity.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import type { LockScreenings } from '../../students/student.ts'
import type { ScreeningScope } from '../plans/access-queries.ts'
import { changesBetween, EMPTY_FIELDS, type StoredFields } from './record-fields.ts'
import { faultOfFields, withDay } from './record-rules.ts'
import {
  type Concluded,
  lockRecords,
  lockTasksOf,
  type RecordToWrite,
  recordValues,
  saveLastScreened,
  selectRecordsToWrite,
  selectTasksOf,
  selectTaskToWrite,
  selectUnarchivedOf,
  type TaskToWrite,
  type UpdatedRecord,
  updateConcluded,
  updateRecords,
  type Writer,
  type WrittenRecord,
} from './write-readings-queries.ts'

export { fieldsOf, type StoredFields } from './record-fields.ts'
export type { Writer } from './write-readings-queries.ts'

/** Of a plan, and the day of the writing. */
export type WritingRules = JudgementRules & { startsOn: string; endsOn: string; today: string }
export type WritingRow = {
  recordId: number
  stage: CodeOf<typeof SchoolStage>
  birthDate: string
  before: StoredFields
  version: number
  after: StoredFields
}
export type WritingBatch = { plan: WritingRules; rows: readonly WritingRow[]; by: Writer }

export const WRITING_MAX = 1000

export type RecordForWriting = ReturnType<typeof recordForWriting>

/**
 * Records to be changed, locked, and their tasks locked against being closed. Those that are missing or invisible to
 * `who` are left out; null reads without a range. Whether plan and task are under way is for the caller to check
 * (`assertUnderWay`).
 */
export async function selectForWriting(db: Tx, who: ScreeningScope | null, recordIds: readonly number[]) {
  const tasks = await lockTasksOf(db, recordIds)
  return forWriting(await lockRecords(db, who, recordIds), tasks)
}

/** As `selectForWriting`, to preview a change; nothing is locked. */
export async function selectForPreview(db: Db, who: ScreeningScope | null, recordIds: readonly number[]) {
  const tasks = await selectTasksOf(db, recordIds)
  return forWriting(await selectRecordsToWrite(db, who, recordIds), tasks)
}

/** Records that were read with their tasks, ready to be changed. */
export function forWriting(
  records: readonly RecordToWrite[],
  tasks: readonly TaskToWrite[],
): RecordForWriting[] {
  const places = new Map(tasks.map((task) => [task.taskId, placeOf(task)]))
  return records.map((record) => {
    const place = places.get(record.taskId)
    // Between the two queries the record came into a task that is not locked.
    if (!place) throw new BizError(700)
    return recordForWriting(record, place)
  })
}

/** Records of one task, to say what changes of them would do. */
export async function openTask(db: Db, taskId: number): Promise<(record: RecordToWrite) => RecordForWriting> {
  const place = placeOf(await selectTaskToWrite(db, taskId))
  return (record) => recordForWriting(record, place)
}

/** What is the same for all records of a task. */
const placeOf = (task: TaskToWrite) => ({
  planId: task.planId,
  planName: task.planName,
  planStatus: task.planStatus,
  taskId: task.taskId,
  taskStatus: task.taskStatus,
  schoolOrgId: task.schoolOrgId,
  executorOrgId: task.executorOrgId,
  area: { provinceId: task.provinceId, cityId: task.cityId, regionId: task.regionId },
  plan: {
    items: task.items,
    profile: task.profile,
    startsOn: task.startsOn,
    endsOn: task.endsOn,
    today: task.today,
  } satisfies WritingRules,
})

/** Field by field: spreading a place into every record takes longer than judging it. */
function recordForWriting(record: RecordToWrite, place: ReturnType<typeof placeOf>) {
  return {
    recordId: record.id,
    studentId: record.studentId,
    studentName: record.studentName,
    birthDate: record.birthDate,
    stage: record.stage as WritingRow['stage'],
    classId: record.classId,
    before: record.fields ?? EMPTY_FIELDS,
    version: record.version,
    state: record.state,
    enteredBy: record.enteredBy,
    source: record.source,
    deviceId: record.deviceId,
    taskId: place.taskId,
    taskStatus: place.taskStatus,
    planId: place.planId,
    planName: place.planName,
    planStatus: place.planStatus,
    plan: place.plan,
    schoolOrgId: place.schoolOrgId,
    executorOrgId: place.executorOrgId,
    area: place.area,
  }
}

/** A record as it stands after a writing. */
export type Written = UpdatedRecord & Pick<WrittenRecord, 'fields' | 'concluded'>

/** Judges and writes; what is as it was is left alone. Answers the records that were changed. */
export async function writeReadings(db: Tx, { plan, rows, by }: WritingBatch): Promise<Written[]> {
  if (rows.length > WRITING_MAX) throw new Error(`more than ${WRITING_MAX} records at once`)
  const written = rows.flatMap((row) => writtenRecord(row, plan) ?? [])
  if (written.length === 0) return []
  const records = new Map(written.map(({ record }) => [record.id, record]))
  const saved = await updateRecords(db, [...records.values()], by)
  if (saved.length < records.size) throw new Error('a record changed although it was held')
  const redated = written.filter((each) => each.redated).map(({ record }) => record.id)
  if (redated.length > 0) await saveLastScreened(db, redated)
  return saved.flatMap((each) => {
    const record = records.get(each.id)
    return record ? { ...each, fields: record.fields, concluded: record.concluded } : []
  })
}

/**
 * Records of a student that can still change, locked until the student's new identity is known; then they are judged
 * again.
 */
export const lockScreenings: LockScreenings = async (db, studentId) => {
  const records = await selectForWriting(db, null, await selectUnarchivedOf(db, studentId))
  return (identity) => judgeAgain(db, records, identity)
}

/** What is concluded anew, from what was measured and who the student is by now. */
async function judgeAgain(
  db: Tx,
  records: readonly RecordForWriting[],
  { sex, birthDate }: { sex: number; birthDate: string },
): Promise<void> {
  if (records.length === 0) return
  const judged = records.map(({ recordId, stage, before, plan }) => ({
    id: recordId,
    concluded: concludedFrom(before, { stage, birthDate }, plan, plan.today),
  }))
  await updateConcluded(db, judged, sex)
}

/** `redated`: the student may have been screened last on an earlier day than is known. */
function writtenRecord(
  row: WritingRow,
  plan: WritingRules,
): { record: WrittenRecord; redated: boolean } | null {
  const { today } = plan
  const after = withDay(row.before, normalReading(row.after), plan)
  const changes = changesBetween(row.before, after)
  if (Object.keys(changes).length === 0) return null
  const fault = faultOfFields(row.before, after, plan)
  if (fault) throw new BizError(700, fault)
  const concluded = concludedFrom(after, row, plan, today)
  const had =
    row.before.checkedOn !== null &&
    judgedOn(row.before, row, plan, today).state !== RecordState.code.notScreened
  const redated =
    had && (row.before.checkedOn !== after.checkedOn || concluded.state === RecordState.code.notScreened)
  return { record: { id: row.recordId, version: row.version, fields: after, concluded, changes }, redated }
}

const TEETH = ['milkDecayed', 'milkMissing', 'milkFilled', 'decayed', 'missing', 'filled'] as const

/** The judgement of the values as they would be stored; on the day of screening, or today. */
export const judgedOn = (
  fields: StoredFields,
  { stage, birthDate }: Pick<WritingRow, 'stage' | 'birthDate'>,
  plan: JudgementRules,
  today: string,
): Judgement => judge(fields, { stage, age: ageOn(birthDate, fields.checkedOn ?? today) }, plan)

/** What a record would become: the judgement, and the whole of it as it is stored. */
export function previewResult(
  fields: StoredFields,
  record: Pick<RecordForWriting, 'stage' | 'birthDate' | 'plan'>,
  today: string,
): { judgement: Judgement; values: string } {
  const judgement = judgedOn(fields, record, record.plan, today)
  return { judgement, values: recordValues(fields, withTeeth(judgement, fields, record, record.plan, today)) }
}

const concludedFrom = (
  fields: StoredFields,
  row: Pick<WritingRow, 'stage' | 'birthDate'>,
  plan: JudgementRules,
  today: string,
): Concluded => withTeeth(judgedOn(fields, row, plan, today), fields, row, plan, today)

/** What follows from the fields for a student of this stage and age. */
export const concludedAt = (fields: StoredFields, subject: Subject, plan: JudgementRules): Concluded =>
  concludedWith(judge(fields, subject, plan), fields, subject.age, plan)

const withTeeth = (
  judgement: Judgement,
  fields: StoredFields,
  row: Pick<WritingRow, 'birthDate'>,
  plan: JudgementRules,
  today: string,
): Concluded => concludedWith(judgement, fields, ageOn(row.birthDate, fields.checkedOn ?? today), plan)

/** A judgement with the values that are stored with it. */
function concludedWith(
  judgement: Judgement,
  fields: StoredFields,
  age: number,
  plan: JudgementRules,
): Concluded {
  const counted = TEETH.filter((key) => fields[key] !== null)
  const teeth = counted.length > 0 ? withinPlan(fields, plan.items) : fields
  return Object.assign(judgement, {
    age,
    cariesChecked: counted.some((key) => teeth[key] !== null),
    caries: counted.some((key) => (teeth[key] ?? 0) > 0),
  })
}
