-- Which schools belong to the range of a plan that is not over, and how many tasks each has there: found out anew at each
-- question it would take time with every school of a province. Kept by the triggers of plan-range-school.sql.ts.
create table plan_range_school (
  plan_id bigint not null references plan on delete cascade,
  org_id bigint not null references school on delete cascade,
  -- by its areas and stages, with a task or without
  reached boolean not null default false,
  tasks integer not null default 0,
  -- that have taken their lists
  begun integer not null default 0,
  -- that have taken their lists or are for some classes only
  apart integer not null default 0,
  primary key (plan_id, org_id)
) with (fillfactor = 80);
create index plan_range_school_org on plan_range_school (org_id);

-- Of a plan that is over all its schools are stored, as they were at its end; until now only those that had not begun.
alter table plan_end_school add column begun boolean not null default false;
insert into plan_end_school (plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task)
select task.plan_id, task.school_org_id, min(task.province_id), min(task.city_id), min(task.region_id), school.stages, true, true
from plan join task on task.plan_id = plan.id join school on school.org_id = task.school_org_id
where plan.range_stored and task.synced_at is not null
group by task.plan_id, task.school_org_id, school.stages
on conflict (plan_id, org_id) do nothing;
