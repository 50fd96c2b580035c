import type { Db, Tx } from '../core/db/connect.ts'
import { startTasks } from './snapshot-queries.ts'
import {
  beginPlans,
  countDueTasks,
  endPlans,
  holdDueTasks,
  holdEndedPlans,
  holdTasksOf,
  isAnythingDue,
  type Step,
  selectDueTasks,
} from './turn-queries.ts'

export { isAnythingDue } from './turn-queries.ts'

/** What a request may do by the way; the rest is left to the next ones and to the hourly job. */
const BY_THE_WAY: Step = { heads: 3_000, largeToo: false }

/** Moves plans and tasks whose day has come; nearly always there is nothing to do. */
export async function turnDue(db: Db): Promise<void> {
  if (!(await isAnythingDue(db))) return
  if (db.isTransaction) await turnSome(db as Tx)
  else await db.transaction().execute((tx) => turnSome(tx))
}

/** One step; answers how much was moved, nothing where all is done or others are at it. */
export async function turnSome(db: Tx, step: Step = BY_THE_WAY): Promise<number> {
  const begun = await beginPlans(db)
  const over = await holdEndedPlans(db)
  const ended = over.length > 0 ? await holdTasksOf(db, over) : []
  if (ended.length > 0) await endPlans(db, ended)
  return begun + ended.length + (await startDue(db, step))
}

/** Starts those of the tasks whose day has come, as many as a request may; answers how many, and how many are left. */
export async function startAmong(db: Tx, taskIds: readonly number[]) {
  const started = await startDue(db, BY_THE_WAY, taskIds)
  return { started, left: await countDueTasks(db, taskIds) }
}

async function startDue(db: Tx, step: Step, among: readonly number[] | null = null): Promise<number> {
  const due = await selectDueTasks(db, step, among)
  const held = due.length > 0 ? await holdDueTasks(db, due) : []
  if (held.length > 0) await startTasks(db, held)
  return held.length
}
