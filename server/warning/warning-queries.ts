import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PageQuery } from '#contract/core/envelope.ts'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import type { StoredReason } from '#contract/warning/reason-words.ts'
import { type WarningLevelCode, WarningScope, type WarningScopeCode } from '#contract/warning/rules.ts'
import {
  Counting,
  WarningEnd,
  type WarningFilter,
  WarningStatus,
  type WarningStatusCode,
  type WarningTally,
} from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { formerOf, KNOWN_BIRTH_DATE, KNOWN_NAME } from '../core/db/known-student.ts'
import { nameFound } from '../core/db/name-search.ts'
import { type RosterColumns, withinRoster, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import { TODAY } from '../core/db/today.ts'
import type { Place } from '../eyesight/figures/unit.ts'
import { type ScreeningScope, withinRecords } from '../eyesight/plans/access-queries.ts'
import { isAtSchool, visitsWithin } from '../eyesight/records/student-records-queries.ts'
import { type BlindViewer, isBlind } from '../eyesight/retests/blind-queries.ts'

const { student, class: klass, school, region, city } = codeLiterals(WarningScope)
const { acted, closed } = codeLiterals(WarningStatus)
const { fine, continued } = codeLiterals(WarningEnd)

export type WarningRowData = {
  id: number
  scope: WarningScopeCode
  level: WarningLevelCode
  planId: number
  planName: string
  studentId: number | null
  recordId: number | null
  taskId: number | null
  classId: number | null
  schoolOrgId: number | null
  provinceId: string
  cityId: string | null
  regionId: string | null
  name: string | null
  sex: number | null
  birthDate: string | null
  age: number | null
  schoolName: string | null
  schoolSystem: CodeOf<typeof SchoolSystem> | null
  stage: number | null
  gradeNo: number | null
  className: string | null
  reasons: StoredReason[]
  status: WarningStatusCode
  ended: CodeOf<typeof WarningEnd> | null
  raisedOn: string
  dueOn: string
  overdue: boolean
  closeReason: number | null
  reminders: number
  referral: boolean | null
  letterId: number | null
  printedAt: Date | null
  printedBy: string | null
  openedAt: Date | null
  acknowledgedAt: Date | null
  visitedOn: string | null
  version: number
}

export const UNIT_COLUMNS: RosterColumns = {
  province: 'w.provinceId',
  city: 'w.cityId',
  region: 'w.regionId',
  org: 'w.schoolOrgId',
  class: 'w.classId',
}

/** Warnings (as `w`, with what `WARNINGS_FROM` joins) that the caller may see. Who carries out tasks knows children, no units. */
export function withinWarnings(who: ScreeningScope, students: boolean): RawBuilder<SqlBool> {
  const ofStudents = students ? sql`w.scope = ${student} and ${withinRecords(who)}` : sql`false`
  if (who.carriesOut !== null) return sql<SqlBool>`(${ofStudents})`
  return sql<SqlBool>`((${ofStudents})
    or (w.scope = ${klass} and ${withinRoster(who.scope, UNIT_COLUMNS)})
    or (w.scope = ${school} and ${withinWholeSchools(who)})
    or (w.scope in (${region}, ${city}) and ${withinAreas(who)}))`
}

/** A teacher or grade head has no school. */
const withinWholeSchools = ({ scope }: ScreeningScope): RawBuilder<SqlBool> =>
  scope.kind === 'org' && scope.only ? sql<SqlBool>`false` : withinScope(scope, UNIT_COLUMNS)

const withinAreas = ({ scope }: ScreeningScope): RawBuilder<SqlBool> =>
  scope.kind === 'org' ? sql<SqlBool>`false` : withinScope(scope, UNIT_COLUMNS)

/** Past its day without anything done but a word to the family. */
export const OVERDUE = sql<boolean>`(w.ended is null and w.status < ${acted} and w.due_on < ${TODAY})`

export const WARNINGS_FROM = sql`from warning as w join plan on plan.id = w.plan_id
  left join task on task.id = w.task_id
  left join task_class on task_class.task_id = w.task_id and task_class.class_id = w.class_id
  left join student on student.id = w.student_id
  left join ${formerOf('w.schoolOrgId')}
  left join screening_record as r on r.id = w.record_id
  left join letter on letter.record_id = w.record_id and letter.withdrawn_at is null
  left join org as so on so.id = w.school_org_id
  left join school on school.org_id = w.school_org_id`

/** How a later screening turned out is not said to who sees nothing of it, only that there was one. */
function knownEnd({ scope, carriesOut }: ScreeningScope): RawBuilder<CodeOf<typeof WarningEnd> | null> {
  const seen = carriesOut === null ? isAtSchool(scope, 'w.studentId') : sql`false`
  return sql`case when w.ended = ${fine} and not ${seen} then ${continued} else w.ended end`
}

export const columnsFor = ({
  who,
  viewer,
}: WarningViewer) => sql`w.id, w.scope, w.level, w.plan_id, plan.name as plan_name, w.student_id, w.record_id, w.task_id,
  w.class_id, w.school_org_id, w.province_id, w.city_id, w.region_id, ${KNOWN_NAME} as name, r.sex,
  ${KNOWN_BIRTH_DATE} as birth_date, r.age, so.name as school_name, school.school_system, task_class.stage,
  task_class.grade_no, task_class.class_name, w.reasons, w.status, ${knownEnd(who)} as ended, w.raised_on, w.due_on, ${OVERDUE} as overdue,
  w.close_reason, w.reminders, r.referral, letter.id as letter_id, letter.printed_at, letter.opened_at,
  letter.acknowledged_at, w.version, (select real_name from app_user where id = letter.printed_by) as printed_by,
  (select min(v.visited_on) from visit as v where v.student_id = w.student_id and v.withdrawn_at is null
    and v.visited_on >= r.checked_on and ${visitsWithin(who, viewer)}) as visited_on`

/** Where a unit lies, by the columns of a warning. */
export function withinPlace(place: Place): RawBuilder<SqlBool> {
  switch (place.level) {
    case 'province':
      return sql<SqlBool>`w.province_id = ${place.areaId}`
    case 'city':
      return sql<SqlBool>`w.city_id = ${place.areaId}`
    case 'region':
      return sql<SqlBool>`w.region_id = ${place.areaId}`
    case 'range':
      return sql<SqlBool>`true`
    case 'school':
      return sql<SqlBool>`w.school_org_id = ${place.orgId}`
    case 'grade':
      return sql<SqlBool>`(w.school_org_id = ${place.orgId} and task_class.stage = ${place.stage}
        and task_class.grade_no = ${place.gradeNo})`
    case 'class':
      return sql<SqlBool>`(w.school_org_id = ${place.orgId} and w.class_id = ${place.classId})`
  }
}

/** The same for what a filter names, which the caller may see: without anything named the whole range. */
function withinUnit({ areaId, orgId, prefix, gradeNo, classId }: UnitKey): RawBuilder<SqlBool>[] {
  return [
    ...(areaId === undefined ? [] : [sql<SqlBool>`${areaId} in (w.province_id, w.city_id, w.region_id)`]),
    ...(orgId === undefined ? [] : [sql<SqlBool>`w.school_org_id = ${orgId}`]),
    ...(prefix === undefined ? [] : [sql<SqlBool>`task_class.stage = ${prefix}`]),
    ...(gradeNo === undefined ? [] : [sql<SqlBool>`task_class.grade_no = ${gradeNo}`]),
    ...(classId === undefined ? [] : [sql<SqlBool>`w.class_id = ${classId}`]),
  ]
}

export type WarningViewer = { who: ScreeningScope; students: boolean; viewer: BlindViewer }
export type AskedWarnings = WarningViewer & { filter: z.output<typeof WarningFilter> }

/** Sees whole schools or areas, so that the tallies apply. */
export const seesWhole = ({ who: { scope, carriesOut } }: WarningViewer): boolean =>
  carriesOut === null && !(scope.kind === 'org' && scope.only)

/** Until a second examination is done, who could do it learns nothing of the first one. */
export const visible = ({ who, students, viewer }: WarningViewer): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${withinWarnings(who, students)} and (w.record_id is null or not ${isBlind(viewer)}))`

/** The rows of the list, and of its file. */
export function matching({ filter, ...viewer }: AskedWarnings): RawBuilder<SqlBool> {
  const { planId, scope, level, status, indicator, counting, overdue, keyword } = filter
  const { open, active, ended } = Counting.code
  const areas = scope === WarningScope.code.region
  const conditions = [
    visible(viewer),
    sql`w.plan_id = ${planId}`,
    areas ? sql`w.scope in (${region}, ${city})` : sql`w.scope = ${scope}`,
    ...withinUnit(filter),
    level !== undefined && sql`w.level = ${level}`,
    status !== undefined && sql`w.status = ${status}`,
    indicator !== undefined && sql`${indicator} = any (w.indicators)`,
    (counting === open || counting === active) && sql`w.ended is null`,
    counting === open && status === undefined && sql`w.status < ${closed}`,
    counting === ended && sql`w.ended is not null`,
    overdue && OVERDUE,
    keyword !== undefined &&
      keyword !== '' &&
      (scope === WarningScope.code.student
        ? sql`(${nameFound(viewer.who.scope, KNOWN_NAME, keyword)} or so.name like ${likePattern(keyword)})`
        : sql`so.name like ${likePattern(keyword)}`),
  ].filter((condition) => condition !== false)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The gravest first. */
export const LIST_ORDER = sql`w.level desc, w.status, w.due_on, w.id`

export async function selectWarnings(db: Db, asked: AskedWarnings, { pageNum, pageSize }: PageQuery) {
  const { rows } = await sql<WarningRowData>`
    select ${columnsFor(asked)} ${WARNINGS_FROM} where ${matching(asked)}
    order by ${LIST_ORDER} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { rows, total: await countMatching(db, asked) }
}

export async function countMatching(db: Db, asked: AskedWarnings): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${WARNINGS_FROM} where ${matching(asked)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function selectWarning(db: Db, viewer: WarningViewer, warningId: number) {
  const { rows } = await sql<WarningRowData>`
    select ${columnsFor(viewer)} ${WARNINGS_FROM} where w.id = ${warningId} and ${visible(viewer)}`.execute(
    db,
  )
  return rows[0]
}

/** In the order in which data changes them. Those the caller may not see are missing. */
export async function lockWarnings(db: Tx, viewer: WarningViewer, warningIds: readonly number[]) {
  await sql`select 1 from warning as w where w.id = any (${[...warningIds]}::bigint[])
    order by w.student_id, w.plan_id, w.id for no key update`.execute(db)
  const { rows } = await sql<WarningRowData>`
    select ${columnsFor(viewer)} ${WARNINGS_FROM} where w.id = any (${[...warningIds]}::bigint[]) and ${visible(viewer)}
    order by w.student_id, w.plan_id, w.id`.execute(db)
  return rows
}

/** How many count in an area or a school, from the tallies. */
export async function selectTalliesOf(db: Db, planId: number, place: Place): Promise<WarningTally[]> {
  const { rows } = await sql<WarningTally>`
    select scope, level, status, sum(warnings)::int as warnings from warning_tally as w
    where w.plan_id = ${planId} and ${withinPlace(place)} group by scope, level, status having sum(warnings) > 0
    order by scope, level, status`.execute(db)
  return rows
}

/** The same by looking at each, for who sees some classes or children of some tasks. */
export async function countWarnings(db: Db, viewer: WarningViewer, planId: number, place: Place) {
  const { rows } = await sql<WarningTally>`
    select w.scope, w.level, w.status, count(*)::int as warnings ${WARNINGS_FROM}
    where w.plan_id = ${planId} and w.ended is null and ${withinPlace(place)} and ${visible(viewer)}
    group by w.scope, w.level, w.status order by w.scope, w.level, w.status`.execute(db)
  return rows
}

export async function countOverdue(db: Db, viewer: WarningViewer, planId: number, place: Place) {
  const { rows } = await sql<{ scope: WarningScopeCode; warnings: number }>`
    select w.scope, count(*)::int as warnings ${WARNINGS_FROM}
    where w.plan_id = ${planId} and ${OVERDUE} and ${withinPlace(place)} and ${visible(viewer)}
    group by w.scope order by w.scope`.execute(db)
  return rows
}

export type EventRow = {
  at: Date
  kind: string
  userName: string | null
  orgName: string | null
  detail: Record<string, unknown>
}

export async function selectEvents(db: Db, warningId: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select at, kind, user_name, org_name, detail from warning_event where warning_id = ${warningId} order by id`.execute(
    db,
  )
  return rows
}
