-- Screening: plans, tasks with the classes they took, one record per student and plan, devices.

-- ---------------------------------------------------------------------------------------------- plans and tasks
alter table plan
  add column school_year smallint,
  -- 1 spring, 2 autumn
  add column season smallint check (season in (1, 2)),
  -- 1 routine, 2 general survey
  add column kind smallint not null default 1 check (kind in (1, 2)),
  -- whether schools directly under a city or the province take part
  add column include_direct smallint not null default 1 check (include_direct in (0, 1)),
  add column stages smallint[] not null default '{}',
  -- what is examined: item -> 0 left out, 1 mandatory, 2 optional
  add column items jsonb not null default '{}',
  -- how readings are judged; frozen when the plan is published
  add column profile jsonb not null default '{}',
  add column last_plan_id bigint references plan on delete set null,
  -- percent
  add column retest_ratio double precision not null default 5 check (retest_ratio between 0 and 100),
  add column error_cap double precision not null default 5 check (error_cap between 0 and 100),
  add column target_rate double precision not null default 95 check (target_rate between 0 and 100),
  -- whether a school may add a task for itself
  add column school_may_add boolean not null default false,
  add column remark text,
  -- made once by the form: sent again it is the same plan
  add column client_key uuid,
  add column created_by bigint references app_user on delete set null,
  add column published_at timestamptz,
  add column ended_at timestamptz,
  add column archived_at timestamptz,
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1,
  add check (starts_on <= ends_on);
create index plan_owner on plan (owner_org_id);
create unique index plan_made_once on plan (created_by, client_key) where client_key is not null;
create index plan_last on plan (last_plan_id) where last_plan_id is not null;
-- the few whose date may come
create index plan_due on plan (status) where status in (1, 2);

-- Where a plan takes place; a part that is null means all of it.
create table plan_area (
  plan_id bigint not null references plan on delete cascade,
  area_id text not null references area,
  province_id text not null references area,
  city_id text references area,
  region_id text references area,
  primary key (plan_id, area_id)
);
create index plan_area_province on plan_area (province_id, city_id, region_id);

alter table task
  add column starts_on date,
  add column ends_on date,
  -- which part of the school: {"stages":[],"gradeIds":[],"classIds":[]}; null: all stages of the plan
  add column selection jsonb,
  -- where the school stood when the task was made: figures of a region stay where they were
  add column province_id text references area,
  add column city_id text references area,
  add column region_id text references area,
  -- when the class lists were taken
  add column synced_at timestamptz,
  add column completed_at timestamptz,
  -- ended together with its plan: opened again together with it
  add column ended_with_plan boolean not null default false,
  add column created_by bigint references app_user on delete set null,
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
update task set starts_on = plan.starts_on, ends_on = plan.ends_on, province_id = org.province_id,
  city_id = org.city_id, region_id = org.region_id
from plan, org where plan.id = task.plan_id and org.id = task.school_org_id;
alter table task alter column starts_on set not null, alter column ends_on set not null,
  alter column province_id set not null, add check (starts_on <= ends_on);
create index task_of_plan on task (plan_id, school_org_id);
-- which schools of an area take part, without the tasks themselves
create index task_places on task (plan_id, province_id, city_id, region_id, school_org_id);
create index task_due on task (starts_on) where status = 0;

-- The classes a task took at its start, as they stood then.
create table task_class (
  task_id bigint not null references task on delete cascade,
  class_id bigint not null references class,
  plan_id bigint not null references plan,
  school_org_id bigint not null references school,
  stage smallint not null,
  grade_id bigint not null references grade,
  grade_no smallint not null,
  class_name text not null,
  class_no smallint not null,
  primary key (task_id, class_id)
);
-- a class is screened once in a plan
create unique index task_class_once on task_class (plan_id, class_id);
create index task_class_class on task_class (class_id);
create index task_class_grade on task_class (grade_id);

-- ---------------------------------------------------------------------------------------------- devices
create table device (
  id bigint generated always as identity primary key,
  org_id bigint not null references org on delete cascade,
  name text not null,
  -- 1 refractor, 2 vision chart, 3 other
  kind smallint not null check (kind in (1, 2, 3)),
  model text,
  serial_no text not null unique,
  -- the school it stands at, where it stands at one
  school_org_id bigint references school on delete set null,
  key_id text not null unique,
  key_enc bytea not null,
  key_made_at timestamptz not null default now(),
  status smallint not null default 1 check (status in (0, 1)),
  calibrated_on date,
  calibration_months smallint not null default 12 check (calibration_months between 1 and 60),
  last_seen_at timestamptz,
  last_ip text,
  reading_count bigint not null default 0,
  remark text,
  created_by bigint references app_user on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index device_org on device (org_id);
create index device_school on device (school_org_id) where school_org_id is not null;

-- A message of a device is taken once, whoever repeats it.
create table device_nonce (
  device_id bigint not null references device on delete cascade,
  nonce text not null,
  at timestamptz not null default now(),
  primary key (device_id, nonce)
);
create index device_nonce_age on device_nonce (at);

-- ---------------------------------------------------------------------------------------------- records
create table screening_record (
  id bigint generated always as identity primary key,
  plan_id bigint not null references plan,
  task_id bigint not null,
  -- the class at the time of screening
  class_id bigint not null,
  student_id bigint not null references student,
  sex smallint not null,
  -- completed years on the day of screening, before that on the day the list was taken
  age smallint not null,
  -- 0 not screened, 2 valid, 3 invalid
  state smallint not null default 0 check (state in (0, 2, 3)),
  glasses smallint,
  -- vision in tenths, dioptres in hundredths, axis and ortho-K in whole degrees
  naked_right smallint, naked_left smallint, corrected_right smallint, corrected_left smallint,
  sphere_right smallint, sphere_left smallint, cylinder_right smallint, cylinder_left smallint,
  axis_right smallint, axis_left smallint, ortho_k_right smallint, ortho_k_left smallint,
  unable_right boolean not null default false, unable_left boolean not null default false,
  uncooperative boolean not null default false,
  position smallint, colour smallint,
  milk_decayed smallint, milk_missing smallint, milk_filled smallint,
  decayed smallint, missing smallint, filled smallint,
  -- tenths of a centimetre and of a kilogram
  height smallint, weight smallint,
  -- why the student was not screened
  absence smallint,
  remark text,
  checked_on date,
  -- what is concluded; thousandths of a dioptre
  se_right smallint, se_left smallint,
  poor_vision boolean not null default false,
  poor_degree smallint not null default 0,
  myopia boolean not null default false,
  myopia_degree smallint not null default 0,
  pre_myopia boolean not null default false,
  high_risk boolean not null default false,
  hyperopia boolean not null default false,
  hyperopia_degree smallint not null default 0,
  astigmatism boolean not null default false,
  astigmatism_degree smallint not null default 0,
  anisometropia boolean not null default false,
  refractive_error boolean not null default false,
  reserve_short boolean not null default false,
  correction smallint not null default 0,
  referral boolean not null default false,
  warning_level smallint,
  category text,
  caries_checked boolean not null default false,
  caries boolean not null default false,
  -- 1 by hand, 2 by import, 3 by device: where the first reading came from
  source smallint check (source in (1, 2, 3)),
  device_id bigint references device on delete set null,
  -- users stay: nothing to look after, and a check less for each result
  entered_by bigint,
  entered_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  foreign key (task_id, class_id) references task_class
-- a list is taken empty and filled later: each result fits beside its empty record, and no index is written again
) with (fillfactor = 40);
create unique index screening_record_once on screening_record (plan_id, student_id);
create index screening_record_class on screening_record (task_id, class_id);
create index screening_record_student on screening_record (student_id);
create index screening_record_device on screening_record (device_id) where device_id is not null;

-- Every change of a record: who, when, by what way, old and new values of what changed.
create table record_change (
  id bigint generated always as identity primary key,
  record_id bigint not null references screening_record on delete cascade,
  at timestamptz not null default now(),
  -- who and what it was then; not tied to what is there now: a history keeps what it says
  user_id bigint,
  org_id bigint,
  -- 1 by hand, 2 by import, 3 by device, 4 by an approved correction, 5 import taken back
  source smallint not null check (source between 1 and 5),
  device_id bigint,
  import_task_id bigint,
  approval_id bigint,
  -- the record's after the change
  version integer not null,
  -- field -> [old, new]
  changes jsonb not null
);
create index record_change_record on record_change (record_id, id);
create index record_change_import on record_change (import_task_id) where import_task_id is not null;

-- What a device sent, by its own number: sent again it is answered again and nothing else.
create table device_reading (
  device_id bigint not null references device on delete cascade,
  reading_no text not null,
  record_id bigint references screening_record on delete set null,
  -- taken, same, conflict, refused
  outcome text not null,
  message text,
  at timestamptz not null default now(),
  primary key (device_id, reading_no)
);
create index device_reading_recent on device_reading (device_id, at desc);
create index device_reading_record on device_reading (record_id) where record_id is not null;

-- A reading that contradicts one from elsewhere waits for a person.
create table reading_conflict (
  id bigint generated always as identity primary key,
  record_id bigint not null references screening_record on delete cascade,
  plan_id bigint not null references plan,
  school_org_id bigint not null references school,
  source smallint not null check (source in (2, 3)),
  device_id bigint references device on delete set null,
  import_task_id bigint references import_task on delete set null,
  -- stored whole numbers of the fields that came
  reading jsonb not null,
  checked_on date,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by bigint references app_user on delete set null,
  -- whether the new reading was taken
  taken boolean
);
create index reading_conflict_open on reading_conflict (plan_id, school_org_id) where resolved_at is null;
create index reading_conflict_record on reading_conflict (record_id);
create index reading_conflict_device on reading_conflict (device_id) where device_id is not null;

-- The second examination of a few, by somebody who does not see the first.
create table retest (
  record_id bigint primary key references screening_record on delete cascade,
  plan_id bigint not null references plan,
  task_id bigint not null references task,
  school_org_id bigint not null references school,
  drawn_at timestamptz not null default now(),
  drawn_by bigint references app_user on delete set null,
  -- stored whole numbers; null until it is done
  reading jsonb,
  -- the first reading as it stood when the second was entered
  first_reading jsonb,
  items smallint not null default 0,
  errors smallint not null default 0,
  entered_by bigint references app_user on delete set null,
  entered_at timestamptz
);
create index retest_school on retest (plan_id, school_org_id);
create index retest_task on retest (task_id);

-- Corrections after a task is completed wait in the list of approvals.
create table record_correction (
  id bigint generated always as identity primary key,
  record_id bigint not null references screening_record on delete cascade,
  -- field -> [old, new], as asked for
  changes jsonb not null,
  created_at timestamptz not null default now()
);
create index record_correction_record on record_correction (record_id);
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind in ('org', 'transfer', 'correction'));
alter table approval add column correction_id bigint references record_correction on delete cascade;
alter table approval add check ((kind = 'correction') = (correction_id is not null));
create unique index approval_correction on approval (correction_id) where correction_id is not null;

-- The day of the last screening with a result. Apart from the student: every result would write that row and its
-- indexes again.
create table student_screened (
  student_id bigint primary key references student on delete cascade,
  last_on date
) with (fillfactor = 80);
insert into student_screened select id, last_screened_on from student where last_screened_on is not null;
alter table student drop column last_screened_on;

-- What a record becomes when readings are written: the columns of screening_record that a writing sets.
create type record_values as (
  glasses smallint, naked_right smallint, naked_left smallint, corrected_right smallint, corrected_left smallint,
  sphere_right smallint, sphere_left smallint, cylinder_right smallint, cylinder_left smallint,
  axis_right smallint, axis_left smallint, ortho_k_right smallint, ortho_k_left smallint,
  unable_right boolean, unable_left boolean, uncooperative boolean, position smallint, colour smallint,
  milk_decayed smallint, milk_missing smallint, milk_filled smallint, decayed smallint, missing smallint,
  filled smallint, height smallint, weight smallint, absence smallint, remark text, checked_on date,
  age smallint, state smallint, se_right smallint, se_left smallint, poor_vision boolean, poor_degree smallint,
  myopia boolean, myopia_degree smallint, pre_myopia boolean, high_risk boolean, hyperopia boolean,
  hyperopia_degree smallint, astigmatism boolean, astigmatism_degree smallint, anisometropia boolean,
  refractive_error boolean, reserve_short boolean, correction smallint, referral boolean, warning_level smallint,
  category text, caries_checked boolean, caries boolean
);

-- What a row of screening data brings, the record it is for, and what that becomes.
alter table import_row
  add column record_id bigint,
  add column record_version integer,
  -- field -> value, as people write it
  add column reading jsonb,
  add column result record_values;
