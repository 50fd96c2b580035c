-- Reports that are numbered and kept as they were. A row outlives its plan, its school and whoever froze it: it refers to
-- none of them by a foreign key and carries their names itself.

-- How many numbers of a series are given; held until the report that takes the next one is there.
create table frozen_series (
  series text primary key,
  last_no integer not null default 0 check (last_no >= 0)
);

create table frozen_report (
  id bigint generated always as identity primary key,
  report_no text not null unique,
  kind text not null,
  title text not null,
  unit_name text not null,
  plan_id bigint not null,
  plan_name text not null,
  last_plan_id bigint,
  -- where the unit lay then; of an area nothing below it, of a school neither grade nor class
  province_id text not null,
  city_id text,
  region_id text,
  school_org_id bigint,
  stage smallint,
  grade_no smallint,
  grade_id bigint,
  class_id bigint,
  -- what was asked for, with every default filled in
  request jsonb not null,
  -- the report as it was sent, letter by letter: jsonb would put it in an order of its own
  content text not null,
  content_version smallint not null default 1,
  sha256 text not null,
  -- of the figures without the moment they were read: the same ones are not numbered twice
  figures_sha256 text not null,
  -- made for somebody who may see students: nothing is hidden in it
  told_all boolean not null,
  -- how wide the range of who froze it was; what is hidden depends on it
  range_kind text not null check (range_kind in ('province', 'city', 'region', 'org', 'grade', 'class')),
  frozen_by bigint not null,
  frozen_by_name text not null,
  org_id bigint not null,
  org_name text not null,
  frozen_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  withdrawn_by_name text,
  withdrawn_reason text,
  constraint frozen_report_intact check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  check (num_nulls(withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) in (0, 4))
);
create index frozen_report_figures on frozen_report (figures_sha256);
create index frozen_report_plan on frozen_report (plan_id);
create index frozen_report_place on frozen_report (province_id, city_id, region_id);
create index frozen_report_school on frozen_report (school_org_id) where school_org_id is not null;

-- Of a frozen report nothing changes but that it is withdrawn, once; the owner of the table is refused as well.
create function keep_frozen() returns trigger language plpgsql as $$
declare
  parts text[] := array['withdrawn_at', 'withdrawn_by', 'withdrawn_by_name', 'withdrawn_reason'];
begin
  if old.withdrawn_at is not null or to_jsonb(new) - parts is distinct from to_jsonb(old) - parts then
    raise exception 'frozen_report % cannot be changed', old.report_no;
  end if;
  return new;
end $$;
create trigger frozen_report_kept before update on frozen_report for each row execute function keep_frozen();
create trigger frozen_report_stays before delete or truncate on frozen_report
  for each statement execute function refuse_change();
