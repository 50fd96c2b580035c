-- Regions, organisations, accounts, permissions, sessions, codes, audit, jobs.

create table setting (
  key text primary key,
  value jsonb not null
);

create table area (
  id text primary key,
  parent_id text references area,
  name text not null,
  level smallint not null check (level between 1 and 4),
  full_name text not null,
  full_id text not null
);
create index area_parent on area (parent_id);

-- The catalogue as this database last saw it, so that an upgrade grants only what is new.
create table permission (
  id integer primary key,
  name text not null unique
);

create table permission_group (
  id integer generated always as identity primary key,
  code text not null unique,
  name text not null unique,
  super_admin_limit integer not null,
  admin_limit integer not null,
  screener_limit integer not null
);

create table permission_group_item (
  group_id integer not null references permission_group,
  role_type smallint not null,
  permission_id integer not null references permission,
  primary key (group_id, role_type, permission_id)
);

create table org (
  id bigint generated always as identity primary key,
  name text not null,
  org_type smallint not null check (org_type in (10, 20, 30, 40)),
  property smallint not null,
  province_id text not null references area,
  city_id text references area,
  region_id text references area,
  address text,
  contact_name text,
  contact_phone_enc bytea,
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- last valid day
  expires_on date,
  permission_group_id integer references permission_group,
  -- null: as the permission group says
  super_admin_limit integer,
  admin_limit integer,
  screener_limit integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index org_name_in_region
  on org (province_id, coalesce(city_id, ''), coalesce(region_id, ''), name);
create index org_province on org (province_id, org_type);
create index org_city on org (city_id, org_type);
create index org_region on org (region_id, org_type);

create table school (
  org_id bigint primary key references org on delete cascade,
  stages smallint[] not null default '{}',
  school_type smallint,
  school_level smallint,
  city_property smallint,
  area_grade smallint
);

create table hospital (
  org_id bigint primary key references org on delete cascade,
  hospital_type smallint,
  hospital_level smallint,
  ownership smallint
);

create table app_user (
  id bigint generated always as identity primary key,
  account text not null,
  -- folded in width and case, so that look-alikes cannot stand beside each other
  account_key text not null unique,
  real_name text not null,
  phone_enc bytea,
  phone_hash bytea unique,
  -- what lists show: they have no business with the number itself
  phone_mask text,
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  must_change_password boolean not null default false,
  one_time_until timestamptz,
  org_id bigint references org,
  role_type smallint not null check (role_type in (20, 30, 40, 45)),
  is_super boolean not null default false,
  data_range_type smallint not null check (data_range_type between 1 and 4),
  data_range_province_id text references area,
  data_range_city_id text references area,
  data_range_region_id text references area,
  enabled boolean not null default true,
  last_login_at timestamptz,
  last_login_ip text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index app_user_org on app_user (org_id, role_type);

create table user_permission_override (
  user_id bigint not null references app_user on delete cascade,
  permission_id integer not null references permission,
  -- true: held beyond the role; false: taken away from the role
  granted boolean not null,
  primary key (user_id, permission_id)
);

create table session (
  token_hash bytea primary key,
  user_id bigint not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- set when the session was ended from our side: the code its next call is answered with
  revoked_code smallint,
  ip text not null,
  device text not null
) with (fillfactor = 80);
create index session_of_user on session (user_id, created_at);

create table login_failure (
  id bigint generated always as identity primary key,
  account_key text not null,
  ip text not null,
  at timestamptz not null default now()
);
create index login_failure_account on login_failure (account_key, at);
create index login_failure_ip on login_failure (ip, at);

create table login_lock (
  account_key text primary key,
  locked_until timestamptz not null
);

create table sms_code (
  id bigint generated always as identity primary key,
  phone_hash bytea not null,
  type smallint not null,
  -- what the code proves; a code asked for one purpose is worthless for another
  purpose text not null,
  code_hash bytea not null,
  ip text not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries smallint not null default 0,
  verified_at timestamptz,
  used_at timestamptz
);
create index sms_code_phone on sms_code (phone_hash, sent_at);
create index sms_code_ip on sms_code (ip, sent_at);

create table captcha (
  id uuid primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  account text,
  org_id bigint,
  ip text not null,
  action text not null,
  object_type text,
  object_id text,
  success boolean not null,
  code integer not null,
  detail jsonb,
  request_id text not null
);
create index audit_log_user on audit_log (user_id, at desc);
create index audit_log_at on audit_log (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  -- the same key is queued once
  key text unique,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null default 3,
  lease_token uuid,
  lease_until timestamptz,
  progress integer not null default 0,
  total integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index job_ready on job (run_at) where state in ('queued', 'running');
