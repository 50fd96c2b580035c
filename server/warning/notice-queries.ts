import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  ApprovalStatus,
  OrgType,
  RoleType,
  type SchoolStage,
  type SchoolSystem,
} from '#contract/core/codes.ts'
import { type CodeOf, codeEnum } from '#contract/core/enums.ts'
import { Notified, type NotifiedCode, WarningScope } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'

const scope = codeLiterals(WarningScope)
const { closed } = codeLiterals(WarningStatus)
const { admin } = codeLiterals(RoleType)
const { government } = codeLiterals(OrgType)
const { passed } = codeLiterals(ApprovalStatus)

/** People of the school, and the bodies above it: each learn of a warning at a time of their own. */
const Audience = codeEnum({ school: [1, '学校'], above: [2, '主管部门'] })
const audience = codeLiterals(Audience)
const role = Object.fromEntries(
  Object.values(Notified.code).map((name) => [name, sql`${name}::text`]),
) as Record<NotifiedCode, RawBuilder<unknown>>

/** One message: to the teachers of a class, the heads of a grade, or the administrators of a school or an area. */
export type NoticeGroup = {
  planId: number
  planName: string
  group: NotifiedCode
  /** Of a class or a school. */
  schoolName: string | null
  schoolSystem: CodeOf<typeof SchoolSystem> | null
  /** Of a class. */
  classId: number | null
  stage: CodeOf<typeof SchoolStage> | null
  gradeNo: number | null
  className: string | null
  students: number
  classes: number
  schools: number
  regions: number
  cities: number
  /** The highest one. */
  level: number
  userIds: number[]
}

export async function lockNotices(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('warning notices', 0))`.execute(db)
}

/** Warnings (`w`) of which an audience does not know, or only at a lower level. */
const unknownTo = (who: RawBuilder<unknown>, planIds: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(w.plan_id = any (${[...planIds]}::bigint[]) and w.ended is null and w.status < ${closed}
    and not exists (select from warning_noticed as n
      where n.warning_id = w.id and n.audience = ${who} and n.level >= w.level))`

const OF_SCHOOLS = sql`w.scope in (${scope.student}, ${scope.class}, ${scope.school})`

/** Schools with a warning that its people do not know of. */
export async function selectSchoolsToNotify(db: Db, planIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ orgId: number }>`
    select distinct w.school_org_id as org_id from warning as w
    where ${OF_SCHOOLS} and ${unknownTo(audience.school, planIds)} order by 1`.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** Whom the rules behind a warning (`w`) name. */
const ROLES = sql`cross join lateral (
    select array_agg(distinct named.role) as roles
    from jsonb_array_elements(w.reasons) as reason
      join warning_rule as rule on rule.rule_key = reason ->> 'rule' and rule.area_id = coalesce(
        (select area_id from warning_rule_set where area_id = w.region_id),
        (select area_id from warning_rule_set where area_id = w.city_id),
        (select area_id from warning_rule_set where area_id = w.province_id), '')
      cross join unnest(rule.notify) as named (role)) as given`

/** The warnings of a condition are known to an audience from now on. */
const noted = (who: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) => sql`
    due as materialized (
      select w.id, w.plan_id, w.scope, w.level, w.task_id, w.class_id, w.school_org_id, w.region_id, w.city_id,
        coalesce(given.roles, '{}') as roles
      from warning as w ${ROLES} where ${condition}),
    noted as (
      insert into warning_noticed (warning_id, audience, level) select id, ${who}, level from due order by id
      on conflict (warning_id, audience) do update set level = excluded.level, noticed_at = now())`

const COUNTS = sql`count(*) filter (where d.scope = ${scope.student})::int as students,
      count(*) filter (where d.scope = ${scope.class})::int as classes,
      count(*) filter (where d.scope = ${scope.school})::int as schools,
      count(*) filter (where d.scope = ${scope.region})::int as regions,
      count(*) filter (where d.scope = ${scope.city})::int as cities, max(d.level) as level`
const ADMINS = sql`select u.id from app_user as u where u.org_id = g.place and u.role_type = ${admin} and u.enabled`

/**
 * Who teaches a class learns of its children and of the class itself, the heads of a grade of those of the grade, the
 * administrators of a school of the school. Without a teacher or head the administrators are asked.
 */
export async function insertSchoolNotices(
  db: Tx,
  planIds: readonly number[],
  schoolIds: readonly number[],
): Promise<NoticeGroup[]> {
  const { rows } = await sql<NoticeGroup>`
    with ${noted(
      audience.school,
      sql<SqlBool>`${OF_SCHOOLS} and w.school_org_id = any (${[...schoolIds]}::bigint[]) and ${unknownTo(audience.school, planIds)}`,
    )},
    taught as (
      select class_id as place, array_agg(u.id order by u.id) as user_ids
      from user_class join app_user as u on u.id = user_class.user_id and u.enabled
      where class_id in (select class_id from due) group by class_id),
    headed as (
      select grade_id as place, array_agg(u.id order by u.id) as user_ids
      from user_grade join app_user as u on u.id = user_grade.user_id and u.enabled
      where grade_id in (select grade_id from class where id in (select class_id from due)) group by grade_id),
    addressed as (
      select d.*, case when taught.place is null then ${role.school} else ${role.teacher} end as audience,
        coalesce(taught.place, d.school_org_id) as place
      from due as d left join taught on taught.place = d.class_id
      where ${role.teacher} = any (d.roles) and d.class_id is not null
      union
      select d.*, case when headed.place is null then ${role.school} else ${role.gradeHead} end,
        coalesce(headed.place, d.school_org_id)
      from due as d join class on class.id = d.class_id left join headed on headed.place = class.grade_id
      where ${role.gradeHead} = any (d.roles)
      union
      select d.*, ${role.school}, d.school_org_id from due as d where ${role.school} = any (d.roles)),
    g as (
      select d.plan_id, d.audience, d.place, max(d.school_org_id) as school_org_id,
        max(d.class_id) filter (where d.audience = ${role.teacher}) as class_id, ${COUNTS}
      from addressed as d group by d.plan_id, d.audience, d.place)
    select g.plan_id, plan.name as plan_name, g.audience as "group", org.name as school_name, school.school_system,
      g.class_id, c.stage, c.grade_no, c.class_name, g.students, g.classes, g.schools, g.regions, g.cities, g.level,
      to_jsonb(case g.audience when ${role.teacher} then taught.user_ids when ${role.gradeHead} then headed.user_ids
        else array(${ADMINS}) end) as user_ids
    from g join plan on plan.id = g.plan_id join org on org.id = g.school_org_id join school on school.org_id = org.id
      left join taught on g.audience = ${role.teacher} and taught.place = g.place
      left join headed on g.audience = ${role.gradeHead} and headed.place = g.place
      left join task_class as c on c.plan_id = g.plan_id and c.class_id = g.class_id
    order by g.plan_id, g.audience, g.place`.execute(db)
  return rows
}

/** The administrators of government bodies of districts and cities learn of units, never of children. */
export async function insertAreaNotices(db: Tx, planIds: readonly number[]): Promise<NoticeGroup[]> {
  const { rows } = await sql<NoticeGroup>`
    with ${noted(audience.above, sql<SqlBool>`w.scope <> ${scope.student} and ${unknownTo(audience.above, planIds)}`)},
    g as (
      select d.plan_id, a.audience, a.area_id, ${COUNTS}
      from due as d cross join lateral (values (${role.region}, d.region_id), (${role.city}, d.city_id)) as a (audience, area_id)
      where a.audience = any (d.roles) and a.area_id is not null
      group by d.plan_id, a.audience, a.area_id)
    select g.plan_id, plan.name as plan_name, g.audience as "group", null as school_name, null as school_system,
      null as class_id, null as stage, null as grade_no, null as class_name, g.students, g.classes, g.schools, g.regions,
      g.cities, g.level,
      to_jsonb(array(select u.id from org join app_user as u on u.org_id = org.id and u.role_type = ${admin} and u.enabled
        where org.org_type = ${government} and org.status = ${passed} and case g.audience
          when ${role.region} then org.region_id = g.area_id
          else org.city_id = g.area_id and org.region_id is null end order by u.id)) as user_ids
    from g join plan on plan.id = g.plan_id order by g.plan_id, g.audience, g.area_id`.execute(db)
  return rows
}

export type Digest = { key: string; title: string; body: string; link: string; userIds: readonly number[] }

/** Many messages by one statement; a digest finds its message by its key. */
export async function insertDigests(db: Tx, digests: readonly Digest[]): Promise<void> {
  if (digests.length === 0) return
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(digests)}::jsonb) as d(key text, title text, body text, link text,
        "userIds" bigint[])),
    letter as (
      insert into message (kind, title, body, link, client_key) select 'warning', title, body, link, key from given
      returning id, client_key)
    insert into message_recipient (message_id, user_id)
    select letter.id, app_user.id from given join letter on letter.client_key = given.key
      join app_user on app_user.id = any (given."userIds")`.execute(db)
}
