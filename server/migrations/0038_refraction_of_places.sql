-- A province has a hundred areas: added up from them its refraction took a third of a second at each question. Now every
-- district, city and province has its own rows, of the right eye; of the left one only its mean is shown.
drop table refraction;
drop table refraction_move;

create table refraction (
  plan_id bigint not null,
  -- a district, city or province that the school stands in
  place_id bigint not null,
  stage smallint not null,
  -- the year of school that others call so: a junior high of the five-four system begins with 0
  grade_no smallint not null,
  age smallint not null,
  -- of the right eye, thousandths of a dioptre, as in the record
  se smallint not null,
  records integer not null,
  primary key (plan_id, place_id, stage, grade_no, age, se)
) with (fillfactor = 70);

-- Eyes that were measured, with the sum of their equivalents, in the smallest area that the school stands in.
create table refraction_grade (
  plan_id bigint not null,
  area_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  stage smallint not null,
  grade_no smallint not null,
  right_eyes integer not null,
  right_sum bigint not null,
  left_eyes integer not null,
  left_sum bigint not null,
  primary key (plan_id, area_id, stage, grade_no)
) with (fillfactor = 70);

create unlogged table refraction_move (
  tx xid8 not null default pg_current_xact_id(),
  plan_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  stage smallint not null,
  grade_no smallint not null,
  age smallint not null,
  -- of the right eye, null where it was not measured
  se smallint,
  records integer not null,
  left_eyes integer not null,
  left_sum integer not null
);
create index refraction_move_tx on refraction_move (tx);

-- Whether its school begins junior high a year earlier: a record finds it where it finds its grade.
alter table task_class add column five_four boolean not null default false;
update task_class set five_four = true from school where school.org_id = task_class.school_org_id and school.school_system = 54;

-- One row for each transaction that counts something after its figures and warnings.
create unlogged table late_count (tx xid8 primary key default pg_current_xact_id());
drop trigger if exists letter_moves_applied on letter_due;
drop table letter_due;
drop trigger if exists class_feed_moves_applied on figure_due;
drop trigger if exists refraction_moves_applied on figure_due;
