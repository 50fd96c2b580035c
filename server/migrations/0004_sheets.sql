-- Spreadsheets: files kept for a while, imports with every row that was read, exports made in the background.

-- The day of the last screening with a result; whoever has one keeps the identity it was recorded under.
alter table student add column last_screened_on date;

-- Contents are sealed, in parts, and in the database: every node can go on with another one's work.
create table stored_file (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  bytes bigint not null default 0,
  complete boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index stored_file_expiry on stored_file (expires_at);
create table stored_file_part (
  file_id uuid not null references stored_file on delete cascade,
  part_no integer not null,
  content_enc bytea not null,
  primary key (file_id, part_no)
);
-- sealed bytes cannot be packed any further
alter table stored_file_part alter column content_enc set storage external;

create table import_task (
  id bigint generated always as identity primary key,
  -- 0 roster, 1 class division, 2 caries, 3 screening data
  kind smallint not null check (kind between 0 and 3),
  -- the school whose students the file is about
  org_id bigint not null references school on delete cascade,
  user_id bigint references app_user on delete set null,
  login_org_id bigint not null references org on delete cascade,
  student_type smallint check (student_type in (1, 2, 3)),
  stage smallint check (stage between 1 and 7),
  class_year smallint,
  class_id bigint references class on delete set null,
  screening_task_id bigint references task on delete set null,
  file_name text not null,
  file_id uuid references stored_file on delete set null,
  file_hash bytea not null,
  -- whether a person looks at it before anything is written
  previewed boolean not null,
  state text not null default 'queued' check (state in
    ('queued', 'reading', 'preview', 'writing', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  -- the rows that count; an interrupted reading leaves others behind
  batch_id bigint,
  -- rows of earlier rounds are written; those corrected since are of this one
  round smallint not null default 0,
  layout jsonb,
  total integer not null default 0,
  progress integer not null default 0,
  counts jsonb,
  error_msg text,
  cancel_wanted boolean not null default false,
  shown boolean not null default true,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  written_at timestamptz,
  undone_at timestamptz,
  undone_by bigint references app_user on delete set null,
  expires_at timestamptz not null
);
create index import_task_list on import_task (login_org_id, id desc);
create index import_task_school on import_task (org_id, id desc);
create index import_task_class on import_task (class_id) where class_id is not null;
create index import_task_expiry on import_task (expires_at);
create index import_task_file on import_task (file_id) where file_id is not null;
create sequence import_batch;

-- One row of a sheet: what stood there (sealed), what came of it, and what is written when it is confirmed.
create table import_row (
  batch_id bigint not null,
  row_no integer not null,
  round smallint not null default 0,
  outcome smallint not null,
  issues jsonb,
  cells_enc bytea not null,
  -- the one that is meant, or the number kept for a new one
  student_id bigint,
  student_version integer,
  class_id bigint,
  name text,
  sex smallint,
  birth_date date,
  student_type smallint,
  status smallint,
  id_card_enc bytea,
  id_card_hash bytea,
  id_card_mask text,
  passport_enc bytea,
  passport_hash bytea,
  passport_mask text,
  student_no_enc bytea,
  student_no_hash bytea,
  student_no_mask text,
  nation text,
  native_place text,
  parent_name text,
  parent_phone_enc bytea,
  parent_phone_mask text,
  -- what a change touches
  changed text[],
  -- the student before it was written, for undoing
  before jsonb,
  primary key (batch_id, row_no)
);
create index import_row_outcome on import_row (batch_id, outcome, row_no);

create table export_task (
  id bigint generated always as identity primary key,
  item text not null,
  user_id bigint not null references app_user on delete cascade,
  login_org_id bigint not null references org on delete cascade,
  parameters jsonb not null,
  reason text not null,
  file_name text not null,
  file_id uuid references stored_file on delete set null,
  state text not null default 'queued' check (state in ('queued', 'writing', 'done', 'failed', 'cancelled')),
  total integer not null default 0,
  progress integer not null default 0,
  error_msg text,
  cancel_wanted boolean not null default false,
  shown boolean not null default true,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index export_task_list on export_task (user_id, id desc);
create index export_task_expiry on export_task (expires_at);
create index export_task_file on export_task (file_id) where file_id is not null;

-- Messages that people send.
alter table message
  add column sender_user_id bigint references app_user on delete set null,
  add column sender_org_id bigint references org on delete set null,
  -- made up by who sends: the same message sent again is not another one
  add column client_key text,
  -- those who get it are settled when it is sent
  add column recipient_count integer not null default 0;
create unique index message_client_key on message (sender_user_id, client_key) where client_key is not null;
create index message_sent on message (sender_user_id, id desc) where sender_user_id is not null;
create index message_sender_org on message (sender_org_id) where sender_org_id is not null;
create index message_receipts on message_recipient (message_id, read_at, user_id);
