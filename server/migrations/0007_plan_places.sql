-- Where a plan takes place: schools and tasks of each area, so that a province is told from its districts and not from
-- thousands of tasks. Kept with the tasks.
create table plan_place (
  plan_id bigint not null,
  -- the district, or the city or province of schools that stand right in it
  area_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  schools integer not null default 0,
  waiting integer not null default 0,
  under_way integer not null default 0,
  completed integer not null default 0,
  primary key (plan_id, area_id)
);

create function area_of(province_id text, city_id text, region_id text) returns bigint language sql immutable as $$
  select coalesce(region_id, city_id, province_id)::bigint
$$;

create function count_plan_places() returns trigger language plpgsql as $$
declare
  plans bigint[];
  areas bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(plan_id), array_agg(area_id) into plans, areas from (
      select distinct plan_id, area_of(province_id, city_id, region_id) as area_id from after_rows) as touched;
  elsif tg_op = 'DELETE' then
    select array_agg(plan_id), array_agg(area_id) into plans, areas from (
      select distinct plan_id, area_of(province_id, city_id, region_id) as area_id from before_rows) as touched;
  else
    select array_agg(plan_id), array_agg(area_id) into plans, areas from (
      select plan_id, area_of(province_id, city_id, region_id) as area_id from (
        (select id, plan_id, province_id, city_id, region_id, school_org_id, status from after_rows except
         select id, plan_id, province_id, city_id, region_id, school_org_id, status from before_rows)
        union all
        (select id, plan_id, province_id, city_id, region_id, school_org_id, status from before_rows except
         select id, plan_id, province_id, city_id, region_id, school_org_id, status from after_rows)) as changed
      group by 1, 2) as touched;
  end if;
  if plans is null then return null; end if;
  insert into plan_place (plan_id, area_id, province_id, city_id, region_id)
  select distinct t.plan_id, c.area_id, t.province_id, t.city_id, t.region_id
  from unnest(plans, areas) as c (plan_id, area_id)
    join task as t on t.plan_id = c.plan_id and area_of(t.province_id, t.city_id, t.region_id) = c.area_id
  order by 1, 2 on conflict do nothing;
  -- held before they are counted: whoever changed tasks of the same area meanwhile is then seen
  perform 1 from plan_place as p join unnest(plans, areas) as c (plan_id, area_id) using (plan_id, area_id)
  order by p.plan_id, p.area_id for update of p;
  update plan_place as p set schools = n.schools, waiting = n.waiting, under_way = n.under_way, completed = n.completed
  from (
    select c.plan_id, c.area_id, count(distinct t.school_org_id) as schools, count(*) filter (where t.status = 0) as waiting,
      count(*) filter (where t.status = 1) as under_way, count(*) filter (where t.status = 2) as completed
    from unnest(plans, areas) as c (plan_id, area_id)
      left join task as t on t.plan_id = c.plan_id and area_of(t.province_id, t.city_id, t.region_id) = c.area_id
    group by c.plan_id, c.area_id) as n
  where p.plan_id = n.plan_id and p.area_id = n.area_id;
  delete from plan_place as p using unnest(plans, areas) as c (plan_id, area_id)
  where p.plan_id = c.plan_id and p.area_id = c.area_id and p.schools = 0;
  return null;
end $$;
create trigger task_placed_in after insert on task
  referencing new table as after_rows for each statement execute function count_plan_places();
create trigger task_placed_out after delete on task
  referencing old table as before_rows for each statement execute function count_plan_places();
create trigger task_placed_over after update on task
  referencing old table as before_rows new table as after_rows for each statement execute function count_plan_places();
