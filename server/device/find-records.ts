import { OrgType } from '#contract/core/codes.ts'
import type { DeviceReading } from '#contract/device/schemas.ts'
import { isNationalStudentNo, normalStudentNo } from '#contract/students/identity.ts'
import type { TxCtx } from '../core/context.ts'
import { documentHashes, studentNoHash } from '../students/sealed-student.ts'
import {
  countReadingsToday,
  type KnownDevice,
  lockReceivingTasks,
  type Sought,
  selectOpenTasks,
  selectSoughtRecords,
} from './intake-queries.ts'

/** The same for nobody and for somebody else's student. */
export const NOT_FOUND = '未找到学生'
/**
 * Readings of nobody on a list that an organisation's devices may send in a day before it looks like trying numbers out:
 * so many, or one for each five children examined.
 */
export const NOT_FOUND_PER_DAY = 100
const EXAMINED_FOR_EACH = 5
export const TOO_MANY_NOT_FOUND = '今天未找到学生的检查过多，请核对名单，或使用记录编号'
const NOBODY_NAMED = '请提供记录编号、身份证号或学籍号'
const SEVERAL = '找到多条记录，请注明任务编号或改用记录编号'
const TASK_NEEDED = '使用校内学号时请注明任务编号'

type Named = Pick<DeviceReading, 'recordId' | 'taskId' | 'idCard' | 'studentNo'>
export type FoundRecord = { recordId: number } | { fault: string }

/**
 * The record each reading is about, in tasks under way that the device's organisation carries out or that take place
 * at it; null where there is no reading. Sets, however many readings.
 */
export async function findRecords(
  ctx: TxCtx,
  device: KnownDevice,
  readings: readonly (Named | null)[],
): Promise<(FoundRecord | null)[]> {
  const schools = await schoolsOfTasks(ctx, device, readings)
  const today = await countReadingsToday(ctx.db, device.orgId, NOT_FOUND)
  const guessing = today.refused >= Math.max(NOT_FOUND_PER_DAY, today.examined / EXAMINED_FOR_EACH)
  const asked = readings.map((reading, nth) => {
    // Nobody is looked for by a number any more: the right one must not be told from the wrong ones.
    if (reading && guessing && reading.recordId === undefined) return { fault: TOO_MANY_NOT_FOUND }
    return reading && soughtBy(ctx, device, schools, reading, nth)
  })
  const matches = await matchesOf(
    ctx,
    device,
    asked.filter((each) => each !== null && 'nth' in each),
  )
  return asked.map((each) => (each && 'nth' in each ? foundAmong(matches.get(each.nth) ?? []) : each))
}

/** Looked for twice: only what is unchanged once the tasks are locked counts. */
async function matchesOf({ db }: TxCtx, { orgId }: KnownDevice, sought: readonly Sought[]) {
  const matches = new Map<number, number[]>()
  const before = sought.length > 0 ? await selectSoughtRecords(db, orgId, sought) : []
  if (before.length === 0) return matches
  const held = new Set(before.map(({ taskId }) => taskId))
  await lockReceivingTasks(db, [...held])
  for (const { nth, recordId, taskId } of await selectSoughtRecords(db, orgId, sought)) {
    if (held.has(taskId)) matches.set(nth, [...(matches.get(nth) ?? []), recordId])
  }
  return matches
}

function foundAmong([recordId, ...others]: number[]): FoundRecord {
  if (recordId === undefined) return { fault: NOT_FOUND }
  return others.length > 0 ? { fault: SEVERAL } : { recordId }
}

/** A school's own numbers are unique only together with the school. */
const isOwnNumber = (studentNo: string | undefined): studentNo is string =>
  !!studentNo && !isNationalStudentNo(normalStudentNo(studentNo))

async function schoolsOfTasks(ctx: TxCtx, device: KnownDevice, readings: readonly (Named | null)[]) {
  const taskIds = readings.flatMap((reading) =>
    reading?.taskId !== undefined && isOwnNumber(reading.studentNo) ? [reading.taskId] : [],
  )
  const tasks = taskIds.length > 0 ? await selectOpenTasks(ctx.db, device.orgId, taskIds) : []
  return new Map(tasks.map(({ id, schoolOrgId }) => [id, schoolOrgId]))
}

function soughtBy(
  { secrets }: TxCtx,
  device: KnownDevice,
  schools: ReadonlyMap<number, number>,
  { recordId, taskId, idCard, studentNo }: Named,
  nth: number,
): Sought | { fault: string } {
  if (recordId === undefined && !idCard && !studentNo) return { fault: NOBODY_NAMED }
  const own = device.orgType === OrgType.code.school ? device.orgId : device.schoolOrgId
  const school = taskId === undefined ? own : schools.get(taskId)
  if (isOwnNumber(studentNo) && !school) return { fault: taskId === undefined ? TASK_NEEDED : NOT_FOUND }
  const documents = idCard ? documentHashes(secrets, idCard) : null
  return {
    nth,
    recordId: recordId ?? null,
    taskId: taskId ?? null,
    idCard: documents?.idCard ?? null,
    passport: documents?.passport ?? null,
    studentNo: studentNo ? studentNoHash(secrets, normalStudentNo(studentNo), school ?? undefined) : null,
  }
}
