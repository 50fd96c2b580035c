import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { LeaveStudents, MoveStudents, RecoverStudents } from '#contract/students/schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { selectToday } from '../../core/db/today.ts'
import { nameFor } from '../../core/private-names.ts'
import { gradeNameOf, requireOpenClass } from '../../schools/roster.ts'
import { lockRosters } from '../../schools/roster-queries.ts'
import { blockedFrom, guardStudent, requireLockedStudents } from '../student.ts'
import { lockStudents } from '../student-queries.ts'
import {
  endEnrolments,
  openEnrolments,
  placeStudents,
  type Seat,
  seatStudents,
  updateToLeft,
} from './enrolment-queries.ts'
import { markRecovered, selectRecords } from './history-queries.ts'

/** Within a school at once; between schools only by an application. */
export async function moveStudents(ctx: UserTxCtx, input: z.output<typeof MoveStudents>) {
  noteStudents(ctx, input.studentIds, { newClassId: input.newClassId })
  const target = await requireOpenClass(ctx, input.newClassId)
  await lockRosters(ctx.db, [target.orgId], 'share')
  const students = await requireLockedStudents(ctx, input.studentIds)
  // Under the lock the class can no longer graduate or be closed.
  await requireOpenClass(ctx, input.newClassId)
  if (students.some(({ orgId }) => orgId !== target.orgId)) {
    throw new BizError(700, '只能在本校内调班，跨校请提交转学申请')
  }
  const moving = students.filter(({ classId }) => classId !== target.classId).map(({ id }) => id)
  if (moving.length === 0) return { changed: 0 }
  const today = await selectToday(ctx.db)
  await endEnrolments(ctx.db, moving, {
    on: today,
    historyType: null,
    by: ctx.caller.userId,
    reason: '校内调班',
  })
  await placeStudents(ctx.db, moving, { orgId: target.orgId, classId: target.classId })
  await openEnrolments(ctx.db, moving, { orgId: target.orgId, classId: target.classId, from: today })
  return { changed: moving.length }
}

/** Out of school: transferred or graduated. The record stays with the school and can be taken back. */
export async function leaveStudents(ctx: UserTxCtx, input: z.output<typeof LeaveStudents>) {
  noteStudents(ctx, input.studentIds, { historyType: input.historyType })
  const students = await requireLockedStudents(ctx, input.studentIds)
  const [blocked] = await blockedFrom(ctx, 'leave', students)
  if (blocked) throw new Refusal('notInThisState', `${nameFor(ctx, blocked.name)}：${blocked.reason}`)
  const today = await selectToday(ctx.db)
  const leftOn = input.leftOn ?? today
  if (leftOn > today) {
    const message = '离校日期不能晚于今天'
    throw new BizError(700, message, [{ path: ['leftOn'], message }])
  }
  const ids = students.map(({ id }) => id)
  const { historyType, reason } = input
  await endEnrolments(ctx.db, ids, { on: leftOn, historyType, by: ctx.caller.userId, reason })
  await updateToLeft(ctx.db, ids)
  return { changed: ids.length }
}

/** Back into the old class, or into another of the same school where that one is gone. */
export async function recoverStudents(ctx: UserTxCtx, input: z.output<typeof RecoverStudents>) {
  const recordIds = [...new Set(input.recordIds)]
  ctx.note({
    objectType: 'record',
    objectId: recordIds.join(',').slice(0, 200),
    detail: { count: recordIds.length },
  })
  const seen = await selectRecords(ctx.db, ctx.scope, recordIds)
  if (seen.length < recordIds.length) throw new BizError(650)
  const orgIds = [...new Set(seen.map(({ orgId }) => orgId))]
  if (orgIds.length > 1) throw new BizError(700, '请按学校分别恢复学生')
  await lockRosters(ctx.db, orgIds, 'share')
  await lockStudents(
    ctx.db,
    seen.map(({ studentId }) => studentId),
  )
  const records = await selectRecords(ctx.db, ctx.scope, recordIds)
  if (records.length < recordIds.length) throw new Refusal('changedMeanwhile', '学生已被他人恢复，请刷新')
  const gone = records.find(({ recoverable }) => !recoverable)
  if (gone)
    throw new Refusal('notInThisState', `${nameFor(ctx, gone.name)}已在校就读或另有更近的离校记录，不能恢复`)
  const orgId = orgIds[0] as number
  const seats = await seatsOf(ctx, records, input.classId)
  await guardStudent(seatStudents(ctx.db, orgId, seats))
  const today = await selectToday(ctx.db)
  for (const classId of new Set(seats.map((seat) => seat.classId))) {
    const studentIds = seats.filter((seat) => seat.classId === classId).map(({ studentId }) => studentId)
    await openEnrolments(ctx.db, studentIds, { orgId, classId, from: today })
  }
  await markRecovered(ctx.db, recordIds)
  return { changed: records.length }
}

type Records = Awaited<ReturnType<typeof selectRecords>>

/** The class that each student comes back to. */
async function seatsOf(ctx: UserTxCtx, records: Records, classId: number | undefined): Promise<Seat[]> {
  if (classId !== undefined) {
    const target = await requireOpenClass(ctx, classId)
    if (target.orgId !== records[0]?.orgId) throw new BizError(700, '只能恢复到原学校的班级')
    return records.map(({ studentId }) => ({ studentId, classId }))
  }
  const closed = records.find((record) => record.classClosedOn !== null)
  if (closed) {
    const message = `${nameFor(ctx, closed.name)}的原班级（${gradeNameOf(closed)}${closed.className}）已毕业或停用，请选择班级`
    throw new BizError(700, message, [{ path: ['classId'], message }])
  }
  return records
}

function noteStudents(ctx: UserTxCtx, studentIds: number[], detail: object) {
  const count = studentIds.length
  ctx.note({
    objectType: 'student',
    objectId: studentIds.join(',').slice(0, 200),
    detail: { count, ...detail },
  })
}
