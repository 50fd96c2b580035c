-- A plan of assessment: a body assesses units of its area. Its indicators are read and written whole.
create table assess_plan (
  id bigint generated always as identity primary key,
  name text not null,
  year smallint not null,
  -- who is assessed: 1 cities, 2 districts, 3 schools, 4 screening organisations
  object smallint not null check (object between 1 and 4),
  -- 0 draft, 1 published, 2 closed
  status smallint not null default 0 check (status between 0 and 2),
  owner_org_id bigint not null references org,
  -- the other body of the same area, whose people review as well
  co_org_id bigint references org,
  province_id text not null references area,
  city_id text references area,
  region_id text references area,
  starts_on date not null,
  ends_on date not null,
  appeal_days smallint not null,
  two_reviewers boolean not null,
  ranking_for_units boolean not null,
  bonus_limit double precision not null,
  screening_plan_id bigint references plan on delete set null,
  last_plan_id bigint references assess_plan on delete set null,
  indicators jsonb not null,
  grades jsonb not null,
  -- before it is published; afterwards each unit has its application
  draft_org_ids bigint[] not null default '{}',
  client_key text,
  version integer not null default 1,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  reminded_at timestamptz,
  closed_at timestamptz,
  -- moment of the figures that count
  measured_at timestamptz,
  results_at timestamptz,
  appeals_until date,
  check (ends_on >= starts_on),
  constraint assess_plan_once unique (owner_org_id, client_key)
);
create index assess_plan_list on assess_plan (province_id, year desc, id desc);
create index assess_plan_due on assess_plan (ends_on) where status = 1;
create index assess_plan_unmeasured on assess_plan (id) where status = 2 and measured_at is null;

-- One unit in one plan.
create table assess_application (
  id bigint generated always as identity primary key,
  plan_id bigint not null references assess_plan,
  org_id bigint not null references org,
  -- 0 draft, 1 submitted, 2 returned, 3 passed by the first reviewer, 4 passed
  status smallint not null default 0 check (status between 0 and 4),
  -- something was entered
  touched boolean not null default false,
  submissions smallint not null default 0,
  submitted_at timestamptz,
  -- until when what was handed back, or not handed in at all, may be handed in
  late_until date,
  return_reason text,
  first_reviewer_id bigint,
  -- as published
  total double precision,
  bonus double precision,
  place smallint,
  grade text,
  unique (plan_id, org_id)
);
create index assess_application_of_org on assess_application (org_id, id desc);

-- What a unit says of itself to one indicator.
create table assess_answer (
  application_id bigint not null references assess_application on delete cascade,
  leaf_key text not null,
  version integer not null default 1,
  self_score double precision,
  text text not null default '',
  saved_by bigint not null,
  saved_by_name text not null,
  saved_at timestamptz not null default now(),
  primary key (application_id, leaf_key)
);

create table assess_file (
  file_id uuid primary key references stored_file on delete cascade,
  application_id bigint not null references assess_application on delete cascade,
  leaf_key text not null,
  name text not null,
  type text not null,
  bytes integer not null,
  uploaded_by bigint not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null default now()
);
create index assess_file_of_application on assess_file (application_id, leaf_key, uploaded_at);

-- Computed indicators: the last reading before the closing, and then the one that counts.
create table assess_measure (
  application_id bigint not null references assess_application on delete cascade,
  leaf_key text not null,
  measured jsonb not null,
  -- null where it is left out
  score double precision,
  measured_at timestamptz not null,
  primary key (application_id, leaf_key)
);

create table assess_score (
  application_id bigint not null references assess_application on delete cascade,
  leaf_key text not null,
  -- 1 first, 2 second reviewer, 3 corrected by the answer to an objection
  round smallint not null check (round between 1 and 3),
  version integer not null default 1,
  score double precision not null,
  reason text,
  reviewer_id bigint not null,
  reviewer_name text not null,
  scored_at timestamptz not null default now(),
  primary key (application_id, leaf_key, round)
);

create table assess_appeal (
  application_id bigint primary key references assess_application on delete cascade,
  -- 0 open, 1 accepted, 2 declined
  status smallint not null default 0 check (status between 0 and 2),
  text text not null,
  by_id bigint not null,
  by_name text not null,
  created_at timestamptz not null default now(),
  answer text,
  answered_by text,
  answered_at timestamptz
);

-- What happened to a plan or an application; nothing of it is changed or removed.
create table assess_event (
  id bigint generated always as identity primary key,
  plan_id bigint not null references assess_plan on delete cascade,
  application_id bigint references assess_application on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  user_id bigint,
  user_name text,
  org_name text,
  detail jsonb not null default '{}'
);
create index assess_event_of_plan on assess_event (plan_id, id);
create index assess_event_of_application on assess_event (application_id, id) where application_id is not null;

alter table approval add column application_id bigint references assess_application on delete cascade;
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind in ('org', 'transfer', 'correction', 'assessment'));
alter table approval add check ((kind = 'assessment') = (application_id is not null));
create unique index approval_assessment_open on approval (application_id) where status = 0 and kind = 'assessment';
create index approval_of_application on approval (application_id) where application_id is not null;
