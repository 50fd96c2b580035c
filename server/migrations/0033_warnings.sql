-- Rules of an area: every version, as its own rows; what it does not change it has from above.
create table warning_setting (
  id bigint generated always as identity primary key,
  area_id text not null,
  version integer not null check (version > 0),
  rules jsonb not null,
  org_id bigint not null references org on delete cascade,
  org_name text not null,
  saved_by bigint not null,
  saved_by_name text not null,
  saved_at timestamptz not null default now(),
  constraint warning_setting_once unique (area_id, version)
);

-- The rules that hold, whole for each area that has its own and, under the empty id, for all others. Thresholds in
-- thousandths of their unit.
create table warning_rule_set (area_id text primary key, changed_at timestamptz not null default now());
create table warning_rule (
  area_id text not null references warning_rule_set on delete cascade,
  rule_key text not null,
  scope smallint not null,
  stage smallint not null,
  indicator text not null,
  threshold integer not null,
  level smallint not null,
  min_valid integer not null,
  notify text[] not null,
  primary key (area_id, rule_key)
);

-- What rules ask about a student: the last valid result, against earlier ones.
create table warning_fact (
  student_id bigint primary key,
  record_id bigint not null,
  plan_id bigint not null,
  task_id bigint not null,
  class_id bigint not null,
  school_org_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  stage smallint not null,
  checked_on date not null,
  level smallint,
  referral boolean not null,
  -- rows of vision lost since the result before, in the eye (1 right, 2 left)
  fell smallint,
  fell_eye smallint,
  -- thousandths of a dioptre a year
  progression numeric(12, 4),
  progression_eye smallint,
  newly_myopic boolean not null,
  newly_high boolean not null,
  rows_apart smallint,
  anisometropia boolean not null,
  before_id bigint,
  year_before_id bigint,
  -- thousandths of a millimetre a year; that of a young eye has to be above a limit by the margin
  axial_growth numeric(12, 4),
  axial_eye smallint,
  axial_margin integer
);

-- Children with a result in a plan who were without myopia about a year before it, whatever results came later.
create table child_at_risk (
  student_id bigint not null,
  plan_id bigint not null,
  task_id bigint not null,
  class_id bigint not null,
  -- myopic now
  incident boolean not null,
  primary key (student_id, plan_id)
);
-- How many those are in each class.
create table class_at_risk (
  plan_id bigint not null,
  task_id bigint not null,
  class_id bigint not null,
  at_risk integer not null,
  incident integer not null,
  primary key (plan_id, task_id, class_id)
);

-- What a child was told at a hospital, or that it was there: seen from a screening, whose readings it never changes.
create table visit (
  id bigint generated always as identity primary key,
  student_id bigint not null references student on delete cascade,
  record_id bigint references screening_record on delete set null,
  visited_on date not null,
  -- 1 by the hospital, 2 by the family, 3 by the school
  source smallint not null check (source between 1 and 3),
  org_id bigint references org on delete set null,
  hospital_name text not null,
  cycloplegic boolean,
  sphere_right smallint,
  sphere_left smallint,
  cylinder_right smallint,
  cylinder_left smallint,
  axis_right smallint,
  axis_left smallint,
  corrected_right smallint,
  corrected_left smallint,
  -- hundredths of a millimetre
  axial_right smallint,
  axial_left smallint,
  diagnosis text,
  treatments smallint[] not null default '{}',
  next_on date,
  remark text,
  client_key text,
  user_id bigint,
  user_name text,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  withdraw_reason text,
  constraint visit_once unique (student_id, client_key)
);
create index visit_of_student on visit (student_id, visited_on);
create index visit_of_record on visit (record_id) where record_id is not null;
-- The visits that one hospital recorded, the newest first: without it every page of that list read all visits.
create index visit_of_hospital on visit (org_id, visited_on desc, id desc) where source = 1;
-- A family says once for each screening that it was there.
create unique index visit_of_family on visit (record_id) where source = 2 and withdrawn_at is null;
-- Wrong birth dates with the number of a letter, apart from those at the page of the family.
alter table letter add column visit_failures smallint not null default 0, add column visit_locked_at timestamptz;

-- Days from the screening to the first visit after it, as long as one counts.
alter table screening_record add column visit_days smallint;
alter table figure add column visited integer not null default 0, add column visited30 integer not null default 0, add column visited90 integer not null default 0;
alter table figure_move add column visited integer not null default 0, add column visited30 integer not null default 0, add column visited90 integer not null default 0;

-- Units are judged by second examinations of each stage; looked up one by one in the records of a province it took seconds.
alter table retest add column stage smallint;
update retest set stage = c.stage from screening_record as r join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
where r.id = retest.record_id;
create index retest_counted on retest (plan_id, task_id, stage) include (entered_at, items, errors);

-- Students whose results a transaction changed, a row for each statement: looked at when it commits.
create unlogged table warning_move (tx xid8 not null default pg_current_xact_id(), student_ids bigint[] not null);
create index warning_move_of on warning_move (tx);

create unlogged table warning_refresh (tx xid8 primary key default pg_current_xact_id());

-- A warning: of a student and a plan, or of a unit and a plan. Its reasons come and go with the data; what people did
-- stays. It goes with the student, and what happened to it with the warning, by triggers: foreign keys would be looked up
-- for each row, a third of what raising many warnings takes.
create table warning (
  id bigint generated always as identity primary key,
  scope smallint not null check (scope between 1 and 5),
  plan_id bigint not null,
  student_id bigint,
  record_id bigint,
  task_id bigint,
  class_id bigint,
  school_org_id bigint,
  province_id text not null,
  city_id text,
  region_id text,
  level smallint not null check (level between 1 and 3),
  reasons jsonb not null,
  indicators text[] not null,
  -- of a unit: a hash of its reasons
  digest bigint,
  -- 1 waiting, 2 notified, 3 acted on, 4 closed
  status smallint not null default 1 check (status between 1 and 4),
  -- 1 the reason is gone, 2 a later result is fine, 3 a later plan warns in its place
  ended smallint check (ended between 1 and 3),
  raised_at timestamptz not null default now(),
  raised_on date not null default (now() at time zone 'Asia/Shanghai')::date,
  due_on date not null,
  close_reason smallint,
  reminders smallint not null default 0,
  reminded_on date,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  check ((scope = 1) = (student_id is not null)),
  check (scope <> 2 or class_id is not null),
  check (scope <> 3 or school_org_id is not null),
  check (scope <> 4 or region_id is not null),
  check (scope <> 5 or city_id is not null)
);
create unique index warning_of_student on warning (student_id, plan_id) where scope = 1;
create unique index warning_of_class on warning (plan_id, class_id) where scope = 2;
create unique index warning_of_school on warning (plan_id, school_org_id) where scope = 3;
create unique index warning_of_region on warning (plan_id, region_id) where scope = 4;
create unique index warning_of_city on warning (plan_id, city_id) where scope = 5;
create index warning_listed on warning (plan_id, scope, level desc, id desc);
create index warning_in_school on warning (school_org_id, plan_id);
create index warning_due on warning (due_on) where ended is null and status < 4;

-- What happened to it: by the data (no user), and by people.
create table warning_event (
  id bigint generated always as identity primary key,
  warning_id bigint not null,
  at timestamptz not null default now(),
  kind text not null,
  user_id bigint,
  user_name text,
  org_name text,
  detail jsonb not null default '{}'
);
create index warning_event_of on warning_event (warning_id, id);

-- Up to which level people know of a warning by message: 1 those of the school, 2 the bodies above it.
create table warning_noticed (
  warning_id bigint not null references warning on delete cascade,
  audience smallint not null check (audience in (1, 2)),
  level smallint not null,
  noticed_at timestamptz not null default now(),
  primary key (warning_id, audience)
);

-- How many warnings count (are not ended), per school; units under their own area.
create table warning_tally (
  plan_id bigint not null,
  scope smallint not null,
  school_org_id bigint not null,
  province_id text not null,
  city_id text not null,
  region_id text not null,
  level smallint not null,
  status smallint not null,
  warnings integer not null,
  primary key (plan_id, scope, school_org_id, province_id, city_id, region_id, level, status)
);

-- Students to be looked at again, in the order of ids: those of an area whose rules changed, or (no area) everybody.
create table warning_review (
  area_id text primary key,
  done_id bigint not null default 0,
  ordered_at timestamptz not null default now()
);

-- The last day on which those who wait for a visit were looked at.
create table warning_day (day date primary key);
