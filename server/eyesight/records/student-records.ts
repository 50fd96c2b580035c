// One student through all screenings.
import type { z } from 'zod'
import { Glasses } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { Season } from '#contract/eyesight/plan-schemas.ts'
import {
  RecordState,
  type StudentHistory,
  type StudentHistoryPoint,
  type StudentRecord,
  type StudentRecordQuery,
} from '#contract/eyesight/record-schemas.ts'
import { gradeName, schoolYearName } from '#contract/schools/grades.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { scopeCoversOrg } from '../../core/scope.ts'
import { selectStudent } from '../../students/student-queries.ts'
import { requirePlan, screeningScope } from '../plans/access.ts'
import { shownOf } from './record-row.ts'
import {
  type Sight,
  type StudentRecordData,
  selectLeft,
  selectStudentOfTasks,
  selectStudentRecords,
} from './student-records-queries.ts'

export async function listStudentRecords(
  ctx: UserTxCtx,
  query: z.output<typeof StudentRecordQuery>,
): Promise<StudentRecord[]> {
  ctx.note({ objectType: 'student', objectId: query.studentId })
  const { sight } = await requireInSight(ctx, query.studentId)
  const rows = await selectStudentRecords(
    ctx.db,
    sight,
    { studentIds: [query.studentId], planId: query.planId },
    ctx,
  )
  // A plan without the student may be one that is none of the caller's business.
  if (rows.length === 0 && query.planId !== undefined) await requirePlan(ctx, query.planId)
  return rows.map((row) => present(ctx, row))
}

/**
 * A student at school in the range with the whole history; one who left with what was known until then; to those who
 * carry out tasks only what belongs to these.
 */
export async function requireInSight(
  ctx: UserCtx,
  studentId: number,
): Promise<{ sight: Sight; name: string }> {
  const seen = await findInSight(ctx, studentId)
  if (!seen) throw new BizError(650)
  return seen
}

async function findInSight(
  ctx: UserCtx,
  studentId: number,
): Promise<{ sight: Sight; name: string } | undefined> {
  const who = screeningScope(ctx)
  if (who.carriesOut !== null) {
    const student = await selectStudentOfTasks(ctx.db, who, studentId)
    return student && { sight: { who, also: 'nothing' }, name: student.name }
  }
  const present = await selectStudent(ctx.db, ctx.scope, studentId)
  if (present) return { sight: { who, also: 'everything' }, name: present.name }
  const left = await selectLeft(ctx.db, ctx.scope, studentId)
  return left && { sight: { who, also: { until: left.leftOn } }, name: left.name }
}

/** Of a student one of whose records is in the range: where the student is not, the records of the own classes alone. */
export const findSight = async (ctx: UserCtx, studentId: number): Promise<Sight> =>
  (await findInSight(ctx, studentId))?.sight ?? { who: screeningScope(ctx), also: 'nothing' }

/** Whose eyes a file is read with, of a request or of a job. */
type Reader = Pick<UserCtx, 'db' | 'scope' | 'caller' | 'config'>

/** Where a child was screened outside the range is not disclosed, only that it was. */
function isElsewhere(ctx: Reader, row: StudentRecordData): boolean {
  if (screeningScope(ctx).carriesOut !== null || ctx.caller.orgId === row.schoolOrgId) return false
  return !scopeCoversOrg(ctx.scope, { ...row, id: row.schoolOrgId })
}

const planNameOf = (ctx: Reader, row: StudentRecordData): string =>
  isElsewhere(ctx, row) ? `${schoolYearName(row.schoolYear)}${Season.label(row.season)}筛查` : row.planName

function present(ctx: Reader, row: StudentRecordData): StudentRecord {
  const elsewhere = isElsewhere(ctx, row)
  return {
    recordId: row.id,
    planId: row.planId,
    planName: planNameOf(ctx, row),
    season: row.season,
    schoolYear: row.schoolYear,
    schoolName: elsewhere ? '其他学校' : row.schoolName,
    gradeName: gradeName(row.stage, row.gradeNo, row.schoolSystem),
    className: elsewhere ? '' : row.className,
    executorName: elsewhere ? '其他机构' : row.executorName,
    age: row.age,
    ...shownOf(row),
    source: row.source as StudentRecord['source'],
  }
}

const DAY = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY

export async function findStudentHistory(
  ctx: UserTxCtx,
  { studentId }: { studentId: number },
): Promise<StudentHistory> {
  ctx.note({ objectType: 'student', objectId: studentId })
  const { sight, name } = await requireInSight(ctx, studentId)
  const latestFirst = await selectStudentRecords(ctx.db, sight, { studentIds: [studentId] }, ctx)
  return { studentId, studentName: name, ...curvesOf(ctx, latestFirst) }
}

function curvesOf(
  ctx: Reader,
  latestFirst: readonly StudentRecordData[],
): Omit<StudentHistory, 'studentId' | 'studentName'> {
  const rows = latestFirst
    .toReversed()
    .filter(({ state, checkedOn }) => state !== RecordState.code.notScreened && checkedOn !== null)
  return {
    points: rows.map((row) => pointOf(ctx, row)),
    progressionPerYear: progressionOf(
      rows.filter(({ state, blind }) => state === RecordState.code.valid && !blind),
    ),
  }
}

export type ScreeningFile = Omit<StudentHistory, 'studentId' | 'studentName'> & { records: StudentRecord[] }

/**
 * The screenings of many at once, as each of them alone would show them. That the caller knows these children was
 * checked: `atSchool` are in the range today, of the others there is what belongs to the own tasks, and of who left what
 * was known until then.
 */
export async function findScreeningFiles(
  ctx: Reader,
  { atSchool, others }: { atSchool: readonly number[]; others: readonly number[] },
): Promise<Map<number, ScreeningFile>> {
  const who = screeningScope(ctx)
  const read = (sight: Sight, studentIds: readonly number[]) =>
    selectStudentRecords(ctx.db, sight, { studentIds }, ctx)
  const rows = await read({ who, also: 'everything' }, atSchool)
  if (who.carriesOut !== null) rows.push(...(await read({ who, also: 'nothing' }, others)))
  for (const studentId of who.carriesOut === null ? others : []) {
    const left = await selectLeft(ctx.db, ctx.scope, studentId)
    rows.push(...(await read({ who, also: left ? { until: left.leftOn } : 'nothing' }, [studentId])))
  }
  const files = new Map<number, StudentRecordData[]>()
  for (const row of rows) files.set(row.studentId, [...(files.get(row.studentId) ?? []), row])
  return new Map(
    [...files].map(([studentId, own]) => [
      studentId,
      { ...curvesOf(ctx, own), records: own.map((row) => present(ctx, row)) },
    ]),
  )
}

function pointOf(ctx: Reader, row: StudentRecordData): z.infer<typeof StudentHistoryPoint> {
  const { fields, conclusion } = shownOf(row)
  const { nakedRight, nakedLeft, glasses } = fields
  const checkedOn = row.checkedOn ?? ''
  return {
    recordId: row.id,
    planName: planNameOf(ctx, row),
    checkedOn,
    age: Math.round((daysBetween(row.birthDate, checkedOn) / 365.25) * 100) / 100,
    nakedRight,
    nakedLeft,
    seRight: conclusion.seRight,
    seLeft: conclusion.seLeft,
    glasses,
    conclusionText: conclusion.text,
  }
}

type Measured = Pick<StudentRecordData, 'checkedOn' | 'seRight' | 'seLeft' | 'glasses'>

/** Within less than this what was measured differs by chance. */
const DAYS_MIN = 90

/**
 * Change per year of the eye that is worse now, between the last two; null where it cannot be determined. Under
 * ortho-K the cornea is shaped, so that the measurement says nothing about the eye.
 */
export function progressionOf(oldestFirst: readonly Measured[]): number | null {
  const [before, now] = oldestFirst.filter(({ glasses }) => glasses !== Glasses.code.orthoK).slice(-2)
  if (!before?.checkedOn || !now?.checkedOn || now.seRight === null || now.seLeft === null) return null
  const eye = now.seRight <= now.seLeft ? 'seRight' : 'seLeft'
  const days = daysBetween(before.checkedOn, now.checkedOn)
  const earlier = before[eye]
  if (earlier === null || days < DAYS_MIN) return null
  const change = (((now[eye] ?? 0) - earlier) / 1000 / days) * 365
  return Math.round(change * 100) / 100
}
