// Which entries concern one child: those that name it, and those on a class, a task, a school or an area it was in.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditWhole } from '#contract/audit/schemas.ts'
import type { AuditAction } from '#contract/core/audit-actions.ts'

const chineseMidnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Asia/Shanghai'`

/** Acts on a task that reach everybody on its list; saving results reaches those alone whose records say so. */
const OF_TASK: AuditAction[] = [
  'import.template',
  'record.fillNumbers',
  'record.list',
  'record.view',
  'task.complete',
  'task.reopen',
  'task.start',
  'task.sync',
]
/** Acts on a school that reach every child of it. */
const OF_SCHOOL: AuditAction[] = ['import.template', 'student.advance', 'student.undoAdvance']

const SINCE = chineseMidnight(sql`e.from_on`)
/** The day on which it moved counts for both classes: what happened first is not known. */
const UNTIL = sql`coalesce(${chineseMidnight(sql`e.to_on + 1`)}, 'infinity')`

/** Pairs of type and id as entries name them, with the width of the act. */
type Named = [type: string, id: RawBuilder<unknown>, whole: AuditWhole]
const pairs = (...named: Named[]) =>
  sql`(values ${sql.join(named.map(([type, id, whole]) => sql`(${type}::text, (${id})::text, ${whole}::text)`))})
    as named (type, id, whole)`

const AREAS = (table: 'org' | 'task'): Named[] =>
  ['region_id', 'city_id', 'province_id'].map((column) => [
    'export',
    sql`'area:' || ${sql.ref(`${table}.${column}`)}`,
    'area',
  ])

/**
 * Everything that stood for the child: type and id, since when and until when, of which plan, and whether the child
 * had left by then (lists of former students).
 */
const standingFor = (studentId: number): RawBuilder<unknown> => sql`
  select 'student' as type, ${String(studentId)} as id, '-infinity'::timestamptz as since,
    'infinity'::timestamptz as until, null::text as plan_id, false as gone, null::text as whole
  union all
  select named.type, named.id, ${SINCE}, ${UNTIL}, null, false, named.whole
  from enrolment e join org on org.id = e.org_id cross join lateral ${pairs(
    ['class', sql`e.class_id`, 'class'],
    ['org', sql`e.org_id`, 'school'],
    ['export', sql`'class:' || e.class_id`, 'class'],
    ['export', sql`'org:' || e.org_id`, 'school'],
    ...AREAS('org'),
  )}
  where e.student_id = ${studentId}
  union all
  select 'export', 'grade:' || p.grade_id, greatest(${SINCE}, ${chineseMidnight(sql`p.from_on`)}),
    least(${UNTIL}, coalesce(${chineseMidnight(sql`p.to_on + 1`)}, 'infinity')), null, false, 'grade'
  from enrolment e join class_period p on p.class_id = e.class_id
  where e.student_id = ${studentId}
  union all
  select named.type, named.id, ${chineseMidnight(sql`e.to_on`)}, 'infinity', null, true, named.whole
  from enrolment e join org on org.id = e.org_id cross join lateral ${pairs(
    ['export', sql`'class:' || e.class_id`, 'class'],
    ['export', sql`'grade:' || e.grade_id`, 'grade'],
    ['export', sql`'org:' || e.org_id`, 'school'],
    ...AREAS('org'),
  )}
  where e.student_id = ${studentId} and e.history_type is not null
  union all
  select named.type, named.id, '-infinity', 'infinity', r.plan_id::text, false, named.whole
  from screening_record r
    join task on task.id = r.task_id
    join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
    cross join lateral ${pairs(
      ['task', sql`r.task_id`, 'task'],
      ['export', sql`'task:' || r.task_id`, 'task'],
      ['export', sql`'class:' || r.class_id`, 'class'],
      ['export', sql`'grade:' || c.grade_id`, 'grade'],
      ['export', sql`'org:' || task.school_org_id`, 'school'],
      ['export', sql`'org:' || task.org_id`, 'task'],
      ...AREAS('task'),
    )}
  where r.student_id = ${studentId}
  union all
  select 'frozenReport', f.report_no, f.frozen_at, 'infinity', null, false, 'class'
  from screening_record r join frozen_report f on f.plan_id = r.plan_id and f.class_id = r.class_id
  where r.student_id = ${studentId}`

const anyAction = (actions: AuditAction[]) => sql`a.action = any(${actions}::text[])`

/** Of entries (as `a`) those on something that stood for the child (as `s`). */
export const namesStanding = sql<SqlBool>`(
  a.object_type = s.type and a.object_id = s.id and a.at >= s.since and a.at < s.until
  and case s.type
    when 'task' then ${anyAction(OF_TASK)} and a.detail ->> 'classId' is null
    when 'org' then ${anyAction(OF_SCHOOL)}
    when 'export' then (a.detail ->> 'planId') is not distinct from s.plan_id
      and (a.detail ->> 'item' is not distinct from 'history') = s.gone
    else true end)`

/** As in the index `audit_log_class`. */
const CLASS_OF = sql`coalesce(a.detail ->> 'classId', a.detail -> 'query' ->> 'classId')`

/**
 * Of entries (as `a`) those on a class whose list in a plan the child (its record as `r`) is on. Plan and task are
 * compared in one word, so that the index of the class is taken: of one plan there are a hundred thousand entries.
 */
export const namesClass = sql<SqlBool>`(
  ${CLASS_OF} = r.class_id::text
  and concat(a.object_type, ' ', a.object_id) in (concat('plan ', r.plan_id), concat('task ', r.task_id)))`

/**
 * The newest entries about a child, each once. Whatever stood for it is looked up by the index of its own, the newest
 * of each, so that it does not matter how many entries there are.
 */
export const entriesOfStudent = (
  studentId: number,
  byObject: RawBuilder<unknown>,
  byClass: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<unknown> => sql`
  with standing as materialized (${standingFor(studentId)}),
  listed as materialized (
    select distinct r.class_id, r.plan_id, r.task_id from screening_record r where r.student_id = ${studentId}),
  found as (
    select a.*, s.whole from standing s cross join lateral (${byObject}) as a
    union all
    select a.*, 'class' from listed r cross join lateral (${byClass}) as a)
  select * from (select distinct on (at, id) * from found order by at desc, id desc, whole nulls first) as once
  order by at desc, id desc limit ${limit} offset ${offset}`
