-- Time-based codes as a second step, recovery codes, and the policy that says who must have one, by versions.

-- The device of an account that makes codes. A step (30 seconds) that was used, and every one before it, is never
-- accepted again.
create table totp (
  user_id bigint primary key references app_user on delete cascade,
  secret_enc bytea not null,
  last_step bigint not null,
  since timestamptz not null default now()
);

-- A secret that was shown and waits for its first code.
create table totp_enrolment (
  user_id bigint primary key references app_user on delete cascade,
  secret_enc bytea not null,
  expires_at timestamptz not null
);

create table recovery_code (
  user_id bigint not null references app_user on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Of somebody who must have a second step and has none yet: such a session can do nothing but set one up.
alter table session add column must_enrol boolean not null default false;

create table second_step_policy (
  version integer primary key,
  rules jsonb not null,
  changed_at timestamptz not null default now(),
  -- null: taken over from the setting of earlier versions, or part of the demo
  changed_by bigint references app_user on delete set null
);
insert into second_step_policy (version, rules) select 1, value from setting where key = 'smsPolicy';
delete from setting where key = 'smsPolicy';
