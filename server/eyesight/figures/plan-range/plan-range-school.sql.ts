import { AreaTier } from '#contract/areas/schemas.ts'
import { ApprovalStatus, YesNo } from '#contract/core/codes.ts'
import type { RepeatableSql } from '../../../core/db/repeatable-sql.ts'

/**
 * Whether a plan reaches a school (`plan`, `org`, `school`) by its areas and stages. A school directly under the province
 * or under a city that has districts is reached only where the plan includes such schools.
 */
export const REACHED = `(org.status = ${ApprovalStatus.code.passed} and school.stages && plan.stages
    and exists (select from plan_area as a where a.plan_id = plan.id
      and a.area_id in (org.region_id, org.city_id, org.province_id))
    and (plan.include_direct = ${YesNo.code.yes} or (org.city_id is not null and (org.region_id is not null
      or not exists (select from area where area.parent_id = org.city_id and area.level = ${AreaTier.code.region})))))`

const SCHOOLS_OF_OPEN_PLANS =
  'plan cross join org join school on school.org_id = org.id where not plan.range_stored'

/** Notes which schools are reached, among those of a condition on `plan` and `org`. */
const noteReached = (condition: string): string => `
  update plan_range_school as r set reached = false
  from ${SCHOOLS_OF_OPEN_PLANS} and ${condition}
    and r.plan_id = plan.id and r.org_id = org.id and r.reached and not ${REACHED};
  insert into plan_range_school as r (plan_id, org_id, reached)
  select plan.id, org.id, true from ${SCHOOLS_OF_OPEN_PLANS} and ${condition} and ${REACHED}
  order by plan.id, org.id
  on conflict (plan_id, org_id) do update set reached = true where not r.reached;`

/**
 * A change of a plan waits for those of schools and the other way round: two at the same time would each see the other's
 * former state. Changes of different schools do not wait for each other; two of one school do, by its row.
 */
const LOCK = "hashtextextended('plan range', 0)"
const NOTE_REACHED = `
create or replace function note_reached_by_plans(changed bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${LOCK});${noteReached('plan.id = any (changed)')}
end $$;
create or replace function note_reached_schools(changed bigint[]) returns void language plpgsql as $$
begin
  perform from school where org_id = any (changed) order by org_id for no key update;
  perform pg_advisory_xact_lock_shared(${LOCK});${noteReached('org.id = any (changed)')}
end $$;
`

type Trigger = { table: string; name: string; event: string; does: string }

/** By statement: many come at once. */
const inserted = (table: string, does: string): Trigger => ({
  table,
  name: 'in',
  event: `after insert on ${table} referencing new table as after_rows for each statement`,
  does,
})
const deleted = (table: string, does: string): Trigger => ({
  table,
  name: 'out',
  event: `after delete on ${table} referencing old table as before_rows for each statement`,
  does,
})
/** By row: most changes leave these columns as they were, and then nothing is called. */
const updated = (table: string, columns: readonly string[], does: string): Trigger => ({
  table,
  name: 'over',
  event: `after update of ${columns.join(', ')} on ${table} for each row
  when ((${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${columns.map((column) => `new.${column}`).join(', ')}))`,
  does,
})

const byPlans = (from: string): string =>
  `perform note_reached_by_plans(array_agg(distinct plan_id)) from ${from} having count(*) > 0;`
/** Whether a city has districts decides about the schools directly under it. */
const schoolsDirectlyUnder = (
  cities: string,
): string => `perform note_reached_schools(array_agg(org.id)) from org
    where org.city_id in (${cities}) and org.region_id is null having count(*) > 0;`

/** A task that has taken its lists. */
const begun = (task: string): string => `(${task}.synced_at is not null)::int`
/** A task that has taken its lists or is for some classes only: the classes of its school do not all wait together. */
const apart = (task: string): string =>
  `(${task}.synced_at is not null or ${task}.selection is not null)::int`
const taskSums = (rows: string): string => `select t.plan_id, t.school_org_id, count(*) as tasks,
        sum(${begun('t')}) as begun, sum(${apart('t')}) as apart
      from ${rows} as t group by t.plan_id, t.school_org_id order by t.plan_id, t.school_org_id`

const TRIGGERS: Trigger[] = [
  inserted('plan_area', byPlans('after_rows')),
  // With a plan its areas go, and what it reached as well.
  deleted('plan_area', byPlans('before_rows')),
  updated(
    'plan',
    ['stages', 'include_direct', 'range_stored'],
    'perform note_reached_by_plans(array[new.id]);',
  ),
  inserted('school', 'perform note_reached_schools(array_agg(org_id)) from after_rows having count(*) > 0;'),
  updated('school', ['stages'], 'perform note_reached_schools(array[new.org_id]);'),
  updated(
    'org',
    ['status', 'province_id', 'city_id', 'region_id'],
    'perform note_reached_schools(array[new.id]);',
  ),
  inserted('area', schoolsDirectlyUnder('select parent_id from after_rows')),
  updated('area', ['parent_id', 'level'], schoolsDirectlyUnder('old.parent_id, new.parent_id')),
  deleted('area', schoolsDirectlyUnder('select parent_id from before_rows')),
  inserted(
    'task',
    `insert into plan_range_school as r (plan_id, org_id, tasks, begun, apart)
    ${taskSums('after_rows')}
    on conflict (plan_id, org_id) do update set
      tasks = r.tasks + excluded.tasks, begun = r.begun + excluded.begun, apart = r.apart + excluded.apart;`,
  ),
  updated(
    'task',
    ['synced_at', 'selection'],
    `update plan_range_school set begun = begun + ${begun('new')} - ${begun('old')},
      apart = apart + ${apart('new')} - ${apart('old')}
    where plan_id = new.plan_id and org_id = new.school_org_id;`,
  ),
  deleted(
    'task',
    `update plan_range_school as r set tasks = r.tasks - d.tasks, begun = r.begun - d.begun, apart = r.apart - d.apart
    from (${taskSums('before_rows')}) as d
    where r.plan_id = d.plan_id and r.org_id = d.school_org_id;`,
  ),
]

const createTrigger = ({ table, name, event, does }: Trigger): string => `
create or replace function ${table}_range_${name}() returns trigger language plpgsql as $$
begin
    ${does}
  return null;
end $$;
create or replace trigger ${table}_range_${name} ${event}
  execute function ${table}_range_${name}();
`

/** Counts all anew; creating the triggers has locked every table that it reads. */
const FILL = `
delete from plan_range_school;
insert into plan_range_school (plan_id, org_id, tasks, begun, apart)
  ${taskSums('task')};
${noteReached('true')}
`

/** Which schools belong to the range of plans: kept whenever a plan, a school, an area or a task changes. */
export const PLAN_RANGE_SCHOOL_SQL: RepeatableSql = {
  name: 'plan-range-school',
  text: [NOTE_REACHED, ...TRIGGERS.map(createTrigger), FILL].join(''),
}
