-- What big screens show of refraction, of letters and of the classes at work, counted with what it counts.

-- Valid records of each area (the smallest one that the school stands in) by spherical equivalent, for each eye. Which
-- city and province an area belongs to stands in plan_place: a row here is written with every result.
create table refraction (
  plan_id bigint not null,
  area_id bigint not null,
  stage smallint not null,
  grade_no smallint not null,
  age smallint not null,
  -- 1 right, 2 left
  eye smallint not null,
  -- thousandths of a dioptre, as in the record
  se smallint not null,
  records integer not null,
  primary key (plan_id, area_id, stage, grade_no, age, eye, se)
) with (fillfactor = 70);

create unlogged table refraction_move (
  tx xid8 not null default pg_current_xact_id(),
  plan_id bigint not null,
  area_id bigint not null,
  stage smallint not null,
  grade_no smallint not null,
  age smallint not null,
  eye smallint not null,
  se smallint not null,
  records integer not null
);
create index refraction_move_tx on refraction_move (tx);

-- The last results of each class that were written one soon after the other.
create table class_feed (
  task_id bigint not null,
  class_id bigint not null,
  plan_id bigint not null,
  school_org_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  -- from the first of them to the last
  started_at timestamptz not null,
  at timestamptz not null,
  -- by which the list is sorted: seconds behind `at`, so that not every result writes the indexes again
  listed_at timestamptz not null,
  students integer not null,
  primary key (task_id, class_id),
  foreign key (task_id, class_id) references task_class on delete cascade
) with (fillfactor = 70);
create index class_feed_province on class_feed (plan_id, province_id, listed_at desc);
create index class_feed_city on class_feed (plan_id, city_id, listed_at desc);
create index class_feed_region on class_feed (plan_id, region_id, listed_at desc);
create index class_feed_school on class_feed (plan_id, school_org_id);

create unlogged table class_feed_move (
  tx xid8 not null default pg_current_xact_id(),
  task_id bigint not null,
  class_id bigint not null,
  started_at timestamptz not null,
  at timestamptz not null,
  -- below nought: results that are gone
  students integer not null
);
create index class_feed_move_tx on class_feed_move (tx);

-- A letter is counted where its record is, also when the record is deleted and the letter with it.
alter table letter add column task_id bigint;
update letter set task_id = r.task_id from screening_record as r where r.id = letter.record_id;
alter table letter alter column task_id set not null;
-- Without it every deleted record read all letters.
create index letter_any_of_record on letter (record_id);

-- Letters that were printed and not withdrawn.
create table letter_tally (
  task_id bigint primary key references task on delete cascade,
  plan_id bigint not null,
  school_org_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  letters integer not null,
  opened integer not null,
  acknowledged integer not null
) with (fillfactor = 70);
create index letter_tally_plan on letter_tally (plan_id);

create unlogged table letter_move (
  tx xid8 not null default pg_current_xact_id(),
  task_id bigint not null,
  letters integer not null,
  opened integer not null,
  acknowledged integer not null
);
create index letter_move_tx on letter_move (tx);
create unlogged table letter_due (tx xid8 primary key default pg_current_xact_id());
