-- The monitoring of common diseases knows a child by 16 digits: those of the place and grade, two of the school and four of
-- the child. The last two are given by people: the school's stays with it, the child's belongs to one list of one plan.
alter table school add column monitoring_code text check (monitoring_code ~ '^[0-9]{2}$');

create table monitoring_number (
  record_id bigint primary key references screening_record on delete cascade,
  task_id bigint not null,
  -- it is told apart within the grade: a child keeps it in another class, in another grade it counts no longer
  stage smallint not null,
  grade_no smallint not null,
  number smallint not null check (number between 1 and 9999)
);
create unique index monitoring_number_once on monitoring_number (task_id, stage, grade_no, number);
