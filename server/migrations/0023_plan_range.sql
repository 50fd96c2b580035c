-- What of a plan's range was on no list when the plan ended: until then it is read from the schools as they are, afterwards
-- the schools go on without it.
create table plan_end_school (
  plan_id bigint not null references plan on delete cascade,
  org_id bigint not null references org on delete cascade,
  province_id text not null,
  city_id text,
  region_id text,
  stages smallint[] not null,
  -- a task that never began; else none at all
  has_task boolean not null,
  primary key (plan_id, org_id)
);
create table plan_end_class (
  plan_id bigint not null references plan on delete cascade,
  class_id bigint not null references class on delete cascade,
  school_org_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  stage smallint not null,
  grade_id bigint not null,
  grade_no smallint not null,
  class_name text not null,
  class_no smallint not null,
  -- of a task that never began
  task_id bigint references task on delete set null,
  executor_org_id bigint,
  male integer not null,
  female integer not null,
  primary key (plan_id, class_id)
);
create index plan_end_school_org on plan_end_school (org_id);
create index plan_end_class_class on plan_end_class (class_id);
create index plan_end_class_task on plan_end_class (task_id) where task_id is not null;

-- Whether the two tables above hold what was missing at the plan's end.
alter table plan add column range_stored boolean not null default false;

-- How many of its open classes a school has on the lists of a plan, by their stage of today. Where that is all it has,
-- nobody need look for classes on no list.
create table plan_listed (
  plan_id bigint not null,
  school_org_id bigint not null,
  stage smallint not null,
  classes integer not null,
  primary key (plan_id, school_org_id, stage)
) with (fillfactor = 80);
insert into plan_listed (plan_id, school_org_id, stage, classes)
select l.plan_id, l.school_org_id, class.stage, count(*) from task_class as l join class on class.id = l.class_id
where class.closed_on is null group by 1, 2, 3;

create function count_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into plan_listed as p (plan_id, school_org_id, stage, classes)
    select l.plan_id, l.school_org_id, class.stage, count(*) from after_rows as l join class on class.id = l.class_id
    where class.closed_on is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (plan_id, school_org_id, stage) do update set classes = p.classes + excluded.classes;
  else
    update plan_listed as p set classes = p.classes - d.classes
    from (select l.plan_id, l.school_org_id, class.stage, count(*) as classes
          from before_rows as l join class on class.id = l.class_id where class.closed_on is null group by 1, 2, 3) as d
    where p.plan_id = d.plan_id and p.school_org_id = d.school_org_id and p.stage = d.stage;
  end if;
  return null;
end $$;
create trigger task_class_listed_in after insert on task_class
  referencing new table as after_rows for each statement execute function count_listed();
create trigger task_class_listed_out after delete on task_class
  referencing old table as before_rows for each statement execute function count_listed();

create function move_listed() returns trigger language plpgsql as $$
begin
  insert into plan_listed as p (plan_id, school_org_id, stage, classes)
  select l.plan_id, l.school_org_id, moved.stage, sum(moved.classes)
  from (select a.id, a.stage, (a.closed_on is null)::int as classes from after_rows as a join before_rows as b using (id)
        where (a.stage, a.closed_on is null) <> (b.stage, b.closed_on is null)
        union all
        select b.id, b.stage, -(b.closed_on is null)::int from after_rows as a join before_rows as b using (id)
        where (a.stage, a.closed_on is null) <> (b.stage, b.closed_on is null)) as moved
    join task_class as l on l.class_id = moved.id
  group by 1, 2, 3 having sum(moved.classes) <> 0 order by 1, 2, 3
  on conflict (plan_id, school_org_id, stage) do update set classes = p.classes + excluded.classes;
  return null;
end $$;
create trigger class_listed_over after update on class
  referencing old table as before_rows new table as after_rows for each statement execute function move_listed();
