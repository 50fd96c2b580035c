import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Season } from '#contract/eyesight/plan-schemas.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { KNOWN_BIRTH_DATE, KNOWN_NAME } from '../../core/db/known-student.ts'
import { ORG_COLUMNS, withinRoster } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'
import { type ScreeningScope, withinTaskClasses } from '../plans/access-queries.ts'
import { type BlindViewer, isBlind } from '../retests/blind-queries.ts'
import { recordsWithin } from './record-queries.ts'

const { notScreened } = codeLiterals(RecordState)

const LEFT_COLUMNS = { ...ORG_COLUMNS, class: 'enrolment.classId' }

/** The last day on which a student who left was in a school of the range (in a teacher's own classes), and the name then. */
export function selectLeft(db: Db, scope: Scope, studentId: number) {
  return db
    .selectFrom('enrolment')
    .innerJoin('org', 'org.id', 'enrolment.orgId')
    .innerJoin('student', 'student.id', 'enrolment.studentId')
    .leftJoin('leftStudent as former', (join) =>
      join
        .onRef('former.studentId', '=', 'enrolment.studentId')
        .onRef('former.orgId', '=', 'enrolment.orgId'),
    )
    .where('enrolment.studentId', '=', studentId)
    .where('enrolment.historyType', 'is not', null)
    .where('enrolment.recoveredAt', 'is', null)
    .where(withinRoster(scope, LEFT_COLUMNS))
    .select(sql<string>`enrolment.to_on`.as('leftOn'))
    .select(KNOWN_NAME.as('name'))
    .orderBy('enrolment.toOn', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Which of a student's records a caller may see: those of the own tasks, in addition nothing, everything, or all up
 * to a day.
 */
export type Sight = { who: ScreeningScope; also: 'nothing' | 'everything' | { until: string } }

export function inSight({ who, also }: Sight): RawBuilder<SqlBool> {
  if (also === 'everything') return sql<SqlBool>`true`
  const own = withinTaskClasses(who)
  return also === 'nothing' ? own : sql<SqlBool>`(${own} or r.checked_on <= ${also.until}::date)`
}

/** Whether a child is at a school of the range today, so that the whole history is seen. */
export const isAtSchool = (scope: Scope, studentId: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from student as seen join class on class.id = seen.class_id join org on org.id = seen.org_id
  where seen.id = ${sql.ref(studentId)} and ${withinRoster(scope)})`

/**
 * Visits (as `v`) in lists of many children, as `Sight` has them of one: all of a child in the range, those until the
 * last day of one who left it, otherwise what the own organisation recorded.
 */
export function visitsWithin(
  { scope, carriesOut }: ScreeningScope,
  viewer: BlindViewer,
): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`v.org_id = ${viewer.caller.orgId}::bigint`
  if (carriesOut !== null) return own
  const until = sql`(
    select max(enrolment.to_on) from enrolment join org on org.id = enrolment.org_id
    where enrolment.student_id = v.student_id and enrolment.history_type is not null and enrolment.recovered_at is null
      and ${withinRoster(scope, LEFT_COLUMNS)})`
  return sql<SqlBool>`(${isAtSchool(scope, 'v.studentId')} or coalesce(v.visited_on <= ${until}, ${own}))`
}

/** The latest first; plans in which nothing was said about the student are left out. */
export function selectStudentRecords(
  db: Db,
  sight: Sight,
  { studentIds, planId }: { studentIds: readonly number[]; planId?: number },
  viewer: BlindViewer,
) {
  let records = recordsWithin(db, null)
    .where('r.studentId', '=', sql<number>`any (${[...studentIds]}::bigint[])`)
    .where(inSight(sight))
    .where(sql<SqlBool>`(r.state <> ${notScreened} or r.absence is not null)`)
  if (planId !== undefined) records = records.where('r.planId', '=', planId)
  return records
    .innerJoin('org as so', 'so.id', 'task.schoolOrgId')
    .innerJoin('org as eo', 'eo.id', 'task.orgId')
    .innerJoin('school', 'school.orgId', 'task.schoolOrgId')
    .selectAll('r')
    .select(['plan.name as planName', 'plan.items', 'so.name as schoolName', 'eo.name as executorName'])
    .select(sql<CodeOf<typeof Season>>`plan.season`.as('season'))
    .select(sql<number>`plan.school_year`.as('schoolYear'))
    .select(['task.schoolOrgId', 'task.provinceId', 'task.cityId', 'task.regionId'])
    .select(['taskClass.stage', 'taskClass.gradeNo', 'taskClass.className', 'school.schoolSystem'])
    .select([KNOWN_NAME.as('studentName'), KNOWN_BIRTH_DATE.as('birthDate'), isBlind(viewer).as('blind')])
    .orderBy(sql`coalesce(r.checked_on, plan.starts_on)`, 'desc')
    .orderBy('r.id', 'desc')
    .execute()
}
export type StudentRecordData = Awaited<ReturnType<typeof selectStudentRecords>>[number]

/** Whether an organisation that carries out tasks has the student in one of them. */
export async function selectStudentOfTasks(db: Db, who: ScreeningScope, studentId: number) {
  return recordsWithin(db, who)
    .where('r.studentId', '=', studentId)
    .select(KNOWN_NAME.as('name'))
    .limit(1)
    .executeTakeFirst()
}
