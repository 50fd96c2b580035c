import type { Db, Tx } from '../core/db/connect.ts'
import {
  beginPlans,
  countDueTasks,
  endPlans,
  isAnythingDue,
  lockDueTasks,
  lockEndedPlans,
  lockTasksOfPlans,
  selectDueTasks,
  type TransitionStep,
} from './due-transition-queries.ts'
import { startTasks } from './snapshot-queries.ts'

export { isAnythingDue } from './due-transition-queries.ts'

/** The share of due transitions that a request applies; the rest is left to the next ones and to the hourly job. */
const PER_REQUEST: TransitionStep = { heads: 3_000, largeToo: false }

/** Starts and ends plans and tasks whose day has come; nearly always there is nothing to do. */
export async function applyDueTransitions(db: Db): Promise<void> {
  if (!(await isAnythingDue(db))) return
  if (db.isTransaction) await applyTransitionStep(db as Tx)
  else await db.transaction().execute((tx) => applyTransitionStep(tx))
}

/** One step; returns how many changed, 0 where all is done or other transactions hold the rest. */
export async function applyTransitionStep(db: Tx, step: TransitionStep = PER_REQUEST): Promise<number> {
  const begun = await beginPlans(db)
  const over = await lockEndedPlans(db)
  const ended = over.length > 0 ? await lockTasksOfPlans(db, over) : []
  if (ended.length > 0) await endPlans(db, ended)
  return begun + ended.length + (await startDue(db, step))
}

/** Starts those of the tasks whose day has come, as many as a request may; returns how many, and how many are left. */
export async function startDueAmong(db: Tx, taskIds: readonly number[]) {
  const started = await startDue(db, PER_REQUEST, taskIds)
  return { started, left: await countDueTasks(db, taskIds) }
}

async function startDue(
  db: Tx,
  step: TransitionStep,
  among: readonly number[] | null = null,
): Promise<number> {
  const due = await selectDueTasks(db, step, among)
  const locked = due.length > 0 ? await lockDueTasks(db, due) : []
  if (locked.length > 0) await startTasks(db, locked)
  return locked.length
}
