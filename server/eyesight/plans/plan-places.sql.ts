import { TaskStatus } from '#contract/plans/statuses.ts'
import { ORDER_LATE_COUNT } from '../../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../../core/db/repeatable-sql.ts'

export const COUNT_LATE_PLAN_PLACES = 'count_late_plan_places'

const { waiting, underWay, completed } = TaskStatus.code
const COLUMNS = 'id, plan_id, province_id, city_id, region_id, school_org_id, status'
const insertPlaces = (rows: string): string => `
    insert into plan_place_move (plan_id, area_id)
    select distinct plan_id, area_of(province_id, city_id, region_id) from ${rows} as touched`
const otherThan = (rows: string, others: string): string =>
  `(select ${COLUMNS} from ${rows} except select ${COLUMNS} from ${others})`
const inStatus = (status: number): string => `count(*) filter (where t.status = ${status})`

/** Where a plan takes place: schools and tasks of each area. */
export const PLAN_PLACES_SQL: RepeatableSql = {
  name: 'plan-places',
  text: `
create or replace function note_plan_places() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${insertPlaces('after_rows')};
  elsif tg_op = 'DELETE' then${insertPlaces('before_rows')};
  else${insertPlaces(`(${otherThan('after_rows', 'before_rows')}
      union all ${otherThan('before_rows', 'after_rows')})`)};
  end if;
  ${ORDER_LATE_COUNT}
  return null;
end $$;
create or replace trigger task_placed_in after insert on task
  referencing new table as after_rows for each statement execute function note_plan_places();
create or replace trigger task_placed_out after delete on task
  referencing old table as before_rows for each statement execute function note_plan_places();
create or replace trigger task_placed_over after update on task
  referencing old table as before_rows new table as after_rows for each statement execute function note_plan_places();
drop function if exists count_plan_places();
create or replace function ${COUNT_LATE_PLAN_PLACES}() returns void language plpgsql as $$
declare
  plans bigint[];
  areas bigint[];
begin
  with moved as (delete from plan_place_move where tx = pg_current_xact_id() returning plan_id, area_id)
  select array_agg(plan_id), array_agg(area_id) into plans, areas from (select distinct * from moved) as touched;
  if plans is null then return; end if;
  insert into plan_place (plan_id, area_id, province_id, city_id, region_id)
  select distinct t.plan_id, c.area_id, t.province_id, t.city_id, t.region_id
  from unnest(plans, areas) as c (plan_id, area_id)
    join task as t on t.plan_id = c.plan_id and area_of(t.province_id, t.city_id, t.region_id) = c.area_id
  order by 1, 2 on conflict do nothing;
  -- locked before they are counted: whoever changed tasks of the same area meanwhile is then seen
  perform 1 from plan_place as p join unnest(plans, areas) as c (plan_id, area_id) using (plan_id, area_id)
  order by p.plan_id, p.area_id for update of p;
  update plan_place as p set schools = n.schools, waiting = n.waiting, under_way = n.under_way, completed = n.completed
  from (
    select c.plan_id, c.area_id, count(distinct t.school_org_id) as schools, ${inStatus(waiting)} as waiting,
      ${inStatus(underWay)} as under_way, ${inStatus(completed)} as completed
    from unnest(plans, areas) as c (plan_id, area_id)
      left join task as t on t.plan_id = c.plan_id and area_of(t.province_id, t.city_id, t.region_id) = c.area_id
    group by c.plan_id, c.area_id) as n
  where p.plan_id = n.plan_id and p.area_id = n.area_id;
  delete from plan_place as p using unnest(plans, areas) as c (plan_id, area_id)
  where p.plan_id = c.plan_id and p.area_id = c.area_id and p.schools = 0;
end $$;
`,
}
