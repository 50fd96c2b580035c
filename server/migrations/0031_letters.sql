-- Templates of letters to parents: every version of an area and kind. Without content: the area gave up its own.
create table letter_template (
  id bigint generated always as identity primary key,
  area_id text not null,
  kind text not null check (kind in ('notice', 'result')),
  version integer not null check (version > 0),
  content jsonb,
  org_id bigint not null references org on delete cascade,
  org_name text not null,
  saved_by bigint not null,
  saved_by_name text not null,
  saved_at timestamptz not null default now(),
  constraint letter_template_once unique (area_id, kind, version)
);

-- A result letter: who opens it needs its ticket and the child's birth date. One that counts for each record; those
-- that were withdrawn stay.
create table letter (
  id bigint generated always as identity primary key,
  record_id bigint not null references screening_record on delete cascade,
  student_id bigint not null references student on delete cascade,
  ticket_hash bytea not null unique,
  ticket_enc bytea not null,
  issued_at timestamptz not null default now(),
  -- by which template, and with which result; null until it has been printed
  template_id bigint references letter_template on delete set null,
  sample text,
  printed_mark text,
  printed_at timestamptz,
  printed_by bigint,
  prints integer not null default 0,
  failures smallint not null default 0,
  locked_at timestamptz,
  opened_at timestamptz,
  acknowledged_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by bigint
);
create unique index letter_of_record on letter (record_id) where withdrawn_at is null;
create index letter_of_student on letter (student_id);
create index letter_of_template on letter (template_id) where template_id is not null;

-- When the teachers of a class were last asked to remind the families.
create table letter_reminder (
  task_id bigint not null,
  class_id bigint not null,
  at timestamptz not null default now(),
  by_user bigint not null,
  primary key (task_id, class_id),
  foreign key (task_id, class_id) references task_class on delete cascade
);
