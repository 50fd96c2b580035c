-- What an organisation writes itself into the report of an area or a school: one text for each plan, unit and
-- organisation. An earlier wording is not stored; a frozen report has its own.
create table report_text (
  id bigint generated always as identity primary key,
  plan_id bigint not null references plan on delete cascade,
  -- one of the two: whose report it is
  area_id text,
  school_org_id bigint references org on delete cascade,
  -- who wrote it
  org_id bigint not null references org on delete cascade,
  work text not null check (char_length(work) <= 2000),
  problems text not null check (char_length(problems) <= 2000),
  next text not null check (char_length(next) <= 2000),
  revision integer not null default 1 check (revision > 0),
  saved_by bigint not null,
  saved_by_name text not null,
  saved_at timestamptz not null default now(),
  check (num_nonnulls(area_id, school_org_id) = 1),
  constraint report_text_once unique nulls not distinct (plan_id, area_id, school_org_id, org_id)
);
create index report_text_school on report_text (school_org_id) where school_org_id is not null;
create index report_text_org on report_text (org_id);
