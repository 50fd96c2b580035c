import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../../core/db/connect.ts'
import { BATCH, insertRows, reserveIds } from '../demo-queries.ts'
import { dropForBulk, restoreAfterBulk } from '../grow/grow-queries.ts'
import { plusDays } from './demo-screening-plans.ts'
import { copyRecords, copyRetests, recordLine, retestLine } from './demo-screening-queries.ts'
import { demoRecordOf, momentOf } from './demo-screening-records.ts'
import { retestOf } from './demo-screening-retests.ts'
import type { DemoTask, DemoTaskClass, Member } from './demo-screening-tasks.ts'

/** Somebody on the list of a class of a task. */
export type Listed = { task: DemoTask; at: DemoTaskClass; member: Member }
/** Lines to store, and the day on which each was examined. */
export type Screened = { records: string[]; retests: string[]; days: (string | null)[] }

/** Stores tasks with the classes they took, and gives them their ids. */
export async function insertDemoTasks(
  db: Tx,
  tasks: readonly Omit<DemoTask, 'id'>[],
  createdBy: number | null,
): Promise<DemoTask[]> {
  const first = await reserveIds(db, 'task', tasks.length)
  const made = tasks.map((task, index): DemoTask => ({ ...task, id: first + index }))
  await insertRows(
    db,
    'task',
    made.map((task) => ({
      id: task.id,
      planId: task.plan.id,
      schoolOrgId: task.school.orgId,
      orgId: task.executor.orgId,
      status: task.status,
      createdAt: plusDays(task.plan.startsOn, -10),
      startsOn: task.startsOn,
      endsOn: task.endsOn,
      provinceId: task.school.provinceId,
      cityId: task.school.cityId,
      regionId: task.school.regionId,
      syncedAt: task.state === 'waiting' ? null : momentOf(task, task.startsOn, 0, 0),
      completedAt: task.completedOn && momentOf(task, task.completedOn, 19, 0),
      createdBy,
    })),
  )
  await insertRows(db, 'taskClass', made.flatMap(classRows))
  return made
}

const classRows = ({ id, plan, school, classes }: DemoTask) =>
  classes.map(({ classId, stage, gradeId, gradeNo, className, classNo }) => ({
    taskId: id,
    classId,
    planId: plan.id,
    schoolOrgId: school.orgId,
    stage,
    gradeId,
    gradeNo,
    className,
    classNo,
  }))

/** Examines them, with ids from `first` on; nothing is stored yet. */
export async function screen(first: number, listed: readonly Listed[]): Promise<Screened> {
  const made: Screened = { records: [], retests: [], days: [] }
  for (const { task, at, member } of listed) {
    const record = demoRecordOf(first + made.days.length, task, at, member)
    const retest = retestOf(task, record)
    made.records.push(recordLine(record))
    if (retest) made.retests.push(retestLine(retest))
    made.days.push(record.entry.checkedOn)
    // The connection has to be served in between.
    if (made.days.length % 200 === 0) await setImmediate()
  }
  return made
}

export async function writeScreened(db: Tx, { records, retests }: Screened): Promise<void> {
  await copyRecords(db, records)
  await copyRetests(db, retests)
}

/** While one batch is stored the next is made. */
export async function writeListed(db: Tx, listed: readonly Listed[]): Promise<void> {
  const first = await reserveIds(db, 'screening_record', listed.length)
  let writing = Promise.resolve()
  for (let start = 0; start < listed.length; start += BATCH) {
    const made = await screen(first + start, listed.slice(start, start + BATCH))
    await writing
    writing = writeScreened(db, made)
    // Handled at the next `await`; silences unhandledRejection.
    writing.catch(() => undefined)
  }
  await writing
}

/** Loads with indexes and foreign keys dropped; triggers maintain the figures all the same. */
const without =
  (...tables: Parameters<typeof dropForBulk>[1]) =>
  async (db: Tx, load: () => Promise<void>): Promise<void> => {
    const dropped = await dropForBulk(db, tables)
    await load()
    await restoreAfterBulk(db, dropped)
  }

export const withoutRecordIndexes = without('screening_record', 'retest')
export const withoutLetterIndexes = without('letter')
