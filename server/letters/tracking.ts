// What became of the letters of a class, and what a school can do about it.
import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { ScreeningFilter } from '#contract/exports/screening-filter.ts'
import { LetterState } from '#contract/eyesight/letter-state.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { LetterClass, LetterStudent, LetterStudentQuery } from '#contract/letters/letter-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { assertScreeningRange } from '../exports/sources/screening-source.ts'
import { requireTask, screeningScope } from '../eyesight/plans/access.ts'
import { conclusionOf, HIDDEN_UNTIL_RETEST } from '../eyesight/records/record-row.ts'
import { sendMessage } from '../messages/message.ts'
import { letterNumber } from './make-letters.ts'
import {
  type ClassRow,
  lockOwnLetters,
  type StudentLetterRow,
  selectLetterClasses,
  selectStudentLetters,
  selectTeachers,
  withdrawLetters as updateWithdrawn,
  upsertReminder,
} from './tracking-queries.ts'

export async function listLetterClasses(
  ctx: UserCtx,
  filter: z.output<typeof ScreeningFilter>,
): Promise<LetterClass[]> {
  await assertScreeningRange(ctx, filter)
  return (await selectLetterClasses(ctx.db, screeningScope(ctx), filter)).map(presentClass)
}

const presentClass = ({ stage, gradeNo, schoolSystem, remindedAt, ...row }: ClassRow): LetterClass => ({
  ...row,
  className: `${gradeName(stage, gradeNo, schoolSystem)}${row.className}`,
  remindedAt: remindedAt?.toISOString() ?? null,
})

type ClassQuery = z.output<typeof LetterStudentQuery>

/** A class that is not of this task, or not of the caller, counts as missing. */
async function requireClass(ctx: UserCtx, query: ClassQuery): Promise<StudentLetterRow[]> {
  await requireTask(ctx, query.taskId)
  const rows = await selectStudentLetters(ctx.db, screeningScope(ctx), query, ctx)
  if (rows.length === 0) throw new BizError(650)
  return rows
}

export async function listLetterStudents(ctx: UserTxCtx, query: ClassQuery): Promise<LetterStudent[]> {
  const rows = await requireClass(ctx, query)
  ctx.note({ objectType: 'class', objectId: query.classId, detail: { rows: rows.length } })
  return rows.filter(({ state }) => state !== RecordState.code.notScreened).map(presentStudent)
}

const { none, printed, opened, acknowledged } = LetterState.code

function stateOf({ printedAt, openedAt, acknowledgedAt }: StudentLetterRow): LetterStudent['state'] {
  if (acknowledgedAt) return acknowledged
  if (openedAt) return opened
  return printedAt ? printed : none
}

function presentStudent(row: StudentLetterRow): LetterStudent {
  const conclusion = row.blind ? null : conclusionOf(row)
  return {
    studentId: row.studentId,
    name: row.studentName,
    letterId: row.letterId,
    letterNo: row.letterId === null ? null : letterNumber(row.letterId),
    state: stateOf(row),
    conclusion: conclusion?.text ?? HIDDEN_UNTIL_RETEST,
    referral: conclusion?.referral ?? false,
    printedAt: row.printedAt?.toISOString() ?? null,
    openedAt: row.openedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    visitedOn: row.visitedOn,
    corrected: row.corrected,
    locked: row.lockedAt !== null,
  }
}

/** A foreign letter refuses them all; what was withdrawn before stays so. */
export async function withdrawLetters(ctx: UserTxCtx, { letterIds }: { letterIds: number[] }) {
  const wanted = new Set(letterIds)
  const own = await lockOwnLetters(ctx.db, screeningScope(ctx), [...wanted])
  if (own.length < wanted.size) throw new BizError(650)
  const withdrawn = await updateWithdrawn(ctx.db, ctx.caller.userId, [...wanted])
  ctx.note({ objectType: 'letter', detail: { letters: [...wanted], withdrawn } })
  await writeForStudents(
    ctx,
    'letter.withdraw',
    own.map(({ studentId }) => studentId),
    {},
  )
  return { withdrawn }
}

/** Those who look after the class are asked to talk to the families that have not answered. */
export async function remindFamilies(ctx: UserTxCtx, query: ClassQuery) {
  const rows = await requireClass(ctx, query)
  const families = rows.filter(({ printedAt, acknowledgedAt }) => printedAt && !acknowledgedAt)
  ctx.note({ objectType: 'class', objectId: query.classId, detail: { families: families.length } })
  if (families.length === 0) throw new Refusal('notInThisState', '没有等待确认的家庭，不需要提醒')
  const teachers = await selectTeachers(ctx.db, query.classId)
  const [row] = await selectLetterClasses(ctx.db, screeningScope(ctx), {
    ...query,
    planId: (await requireTask(ctx, query.taskId)).planId,
  })
  const className = row ? presentClass(row).className : ''
  const referred = families.filter((family) => !family.blind && conclusionOf(family).referral).length
  await sendMessage(
    ctx,
    {
      kind: 'letter',
      title: `${className}：${families.length} 个家庭尚未确认告知书`,
      body: `请联系家长查看并确认视力筛查结果告知书${referred > 0 ? `，其中 ${referred} 名学生建议就诊` : ''}。`,
      link: `/letters/letter-tracking?taskId=${query.taskId}&classId=${query.classId}`,
    },
    teachers.length > 0 ? { userIds: teachers } : { userIds: [ctx.caller.userId] },
  )
  await upsertReminder(ctx.db, query, ctx.caller.userId)
  return { teachers: teachers.length, families: families.length }
}
