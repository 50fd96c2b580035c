import { BizError } from '#contract/core/error-codes.ts'
import type { Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import { selectPlansUnderWay } from '../../plans/plan-queries.ts'
import { lockRosters } from '../../schools/roster-queries.ts'
import { hasAdvancedSince, type ImportTaskRecord } from '../task/import-task-queries.ts'
import { dependentsMessage } from './dependents.ts'
import {
  deleteInserted,
  lockWritten,
  restoreEnrolments,
  restoreUpdated,
  selectDependents,
} from './undo-queries.ts'
import {
  endMovedEnrolments,
  failStaleRows,
  failTakenNumbers,
  type ImportRound,
  insertStudents,
  lockMatched,
  lockScreenedRows,
  moveImportedStudents,
  openArrivals,
  saveBefore,
  updateStudents,
} from './write-queries.ts'

const roundOf = ({ orgId, batchId, round }: ImportTaskRecord): ImportRound => ({
  orgId,
  batchId: batchId ?? 0,
  round,
})

/**
 * Locks the school, so that nobody changes its roster until the transaction ends. Whether a screening under way
 * forbids changes was checked at the upload and is checked again here, this time for good.
 */
export async function lockSchoolRoster(db: Tx, orgId: number): Promise<void> {
  await lockRosters(db, [orgId], 'update')
  const plans = await selectPlansUnderWay(db, orgId, 'school')
  if (plans.length > 0) throw new BizError(700, planIncomplete(plans))
}

/** After a promotion the name of a grade means other classes: what was read before has to be read again. */
async function assertNotPromotedSince(db: Tx, { orgId, round, startedAt }: ImportTaskRecord) {
  if (round > 0 || startedAt === null || !(await hasAdvancedSince(db, orgId, startedAt))) return
  throw new BizError(700, '检查之后学校办理或撤销了升级，年级已经改变，请重新检查后再确认')
}

export const planIncomplete = (plans: readonly string[]): string =>
  `筛查计划${plans.map((name) => `“${name}”`).join('、')}未完成，暂不能导入，请在计划结束后重试`

/** Sets, not rows: as many statements for a class as for a city. */
export async function writeRoster(db: Tx, task: ImportTaskRecord): Promise<void> {
  await assertNotPromotedSince(db, task)
  const round = roundOf(task)
  const today = await selectToday(db)
  await lockMatched(db, round)
  await failStaleRows(db, round)
  await lockScreenedRows(db, round)
  await failTakenNumbers(db, round)
  await saveBefore(db, round)
  await endMovedEnrolments(db, round, task.userId, today)
  await updateStudents(db, round)
  await insertStudents(db, round)
  await openArrivals(db, round, today)
}

export async function writeDivision(db: Tx, task: ImportTaskRecord): Promise<void> {
  await assertNotPromotedSince(db, task)
  const round = roundOf(task)
  const today = await selectToday(db)
  await lockMatched(db, round)
  await failStaleRows(db, round, 'newClass')
  await saveBefore(db, round)
  await endMovedEnrolments(db, round, task.userId, today)
  await moveImportedStudents(db, round)
  await openArrivals(db, round, today)
}

/** All of it or nothing: one student to whom something happened since keeps the whole batch. */
export async function undoRows(db: Tx, task: ImportTaskRecord): Promise<void> {
  const round = roundOf(task)
  await lockWritten(db, round)
  const dependents = await selectDependents(db, round)
  if (dependents.length > 0) throw new BizError(700, dependentsMessage(dependents))
  await deleteInserted(db, round)
  await restoreEnrolments(db, round)
  await restoreUpdated(db, round)
}

export { roundOf }
