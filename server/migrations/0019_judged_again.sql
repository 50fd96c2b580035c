-- A migration that comes with other rules of judging orders it here: a job judges the records up to last_id again, from done_id on.
create table rejudging (
  id bigint generated always as identity primary key,
  ordered_at timestamptz not null default now(),
  last_id bigint not null,
  done_id bigint not null default 0,
  finished_at timestamptz
);
-- referral, hyperopia under four years, a cylinder without axis; positive cylinders and ortho-K lenses of power 0
insert into rejudging (last_id) select max(id) from screening_record having max(id) is not null;

-- 6: written in the normal way of writing, by an upgrade; the values before were 1 to 5, so there is nothing to look through
alter table record_change drop constraint record_change_source_check;
alter table record_change add constraint record_change_source_check check (source between 1 and 6) not valid;

-- Rows of sheets that wait to be confirmed were judged by the rules of before: with the version of no record they are judged once
-- more when they are written.
update import_row set record_version = 0 where record_version is not null;
