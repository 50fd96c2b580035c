-- Schools with grades and classes, students and where they were when, transfers, approvals, messages.

-- 63: six years of primary and three of junior high, 54: five and four
alter table school add column school_system smallint not null default 63 check (school_system in (63, 54));

insert into school (org_id) select id from org where org_type = 10 on conflict do nothing;

create table grade (
  id bigint generated always as identity primary key,
  org_id bigint not null references school on delete cascade,
  stage smallint not null check (stage between 1 and 7),
  grade_no smallint not null check (grade_no between 0 and 6),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint grade_in_school unique (org_id, stage, grade_no)
);

create table class (
  id bigint generated always as identity primary key,
  org_id bigint not null references school on delete cascade,
  -- the grade's, kept here so that a class that moves takes its figures along
  stage smallint not null,
  grade_id bigint not null references grade,
  name text not null,
  class_no smallint not null,
  -- the school year in which the class entered its stage
  entry_year smallint not null,
  student_count integer not null default 0 check (student_count >= 0),
  male_count integer not null default 0 check (male_count >= 0),
  closed_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- promotion moves all classes at once: names are compared when they have all arrived
  constraint class_name_in_grade exclude using btree (grade_id with =, name with =)
    where (closed_on is null) deferrable initially immediate
) with (fillfactor = 80);
create index class_of_school on class (org_id, grade_id);
create index class_of_grade on class (grade_id);

-- In which grade a class was, when.
create table class_period (
  class_id bigint not null references class on delete cascade,
  grade_id bigint not null references grade,
  school_year smallint not null,
  from_on date not null,
  to_on date,
  primary key (class_id, from_on, grade_id)
);

create index class_period_grade on class_period (grade_id);

-- What lists and totals of any region are summed from; kept by the triggers below.
create table school_stage (
  org_id bigint not null references school on delete cascade,
  stage smallint not null,
  class_count integer not null default 0,
  student_count integer not null default 0,
  male_count integer not null default 0,
  primary key (org_id, stage)
) with (fillfactor = 80);

create table student (
  id bigint generated always as identity primary key,
  -- the school, or the last one where the student has left
  org_id bigint not null references school,
  -- null: not in school
  class_id bigint references class,
  name text not null,
  sex smallint not null check (sex in (1, 2)),
  birth_date date not null,
  student_type smallint not null check (student_type in (1, 2, 3)),
  status smallint not null default 10 check (status in (10, 15, 20)),
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
  face_collected smallint not null default 0,
  -- guardian's consent to a face photo
  face_consent boolean not null default false,
  -- 10 transferred out, 20 graduated
  left_as smallint check (left_as in (10, 20)),
  left_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((class_id is null) = (left_as is not null)),
  check (student_type <> 1 or id_card_hash is not null),
  check (student_type <> 2 or passport_hash is not null)
);
create unique index student_id_card on student (id_card_hash) where id_card_hash is not null;
create unique index student_passport on student (passport_hash) where passport_hash is not null;
create unique index student_number on student (student_no_hash) where student_no_hash is not null;
-- who has no document is known by school, name, sex and birth date
create unique index student_without_document on student (org_id, name, sex, birth_date)
  where student_type = 3 and class_id is not null;
create index student_of_class on student (class_id, id) where class_id is not null;
create index student_of_school on student (org_id);
-- what few have is found among the few
create index student_rare_type on student (student_type) where student_type <> 1;
create index student_rare_status on student (status) where status <> 10;
create index student_with_face on student (id) where face_collected = 1;

-- Chinese names are two or three characters: trigrams are no help, single characters and pairs are.
create function name_grams(name text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(n, i, len)), '{}')
  from (select lower(name) as n) as folded, generate_series(1, char_length(name)) as i, generate_series(1, 2) as len
  where i + len - 1 <= char_length(name)
$$;
create index student_name on student using gin (name_grams(name));

-- Where a student was, when. An ended row with a history type is a record of the spec.
create table enrolment (
  id bigint generated always as identity primary key,
  student_id bigint not null references student on delete cascade,
  org_id bigint not null references school,
  class_id bigint not null references class,
  from_on date not null,
  to_on date,
  -- the grade the class was in at the end; null while it goes on
  grade_id bigint references grade,
  -- 10 transferred out, 20 graduated; null: moved to another class of the school
  history_type smallint check (history_type in (10, 20)),
  -- where an approved transfer led to
  moved_to_org_id bigint references org on delete set null,
  reason text,
  ended_by bigint references app_user on delete set null,
  recovered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((to_on is null) = (grade_id is null))
);
create unique index enrolment_open on enrolment (student_id) where to_on is null;
create index enrolment_of_student on enrolment (student_id, from_on);
create index enrolment_history on enrolment (org_id, history_type, to_on desc, id)
  where history_type is not null and recovered_at is null;
create index enrolment_of_class on enrolment (class_id);
create index enrolment_grade on enrolment (grade_id) where grade_id is not null;

create table student_face (
  student_id bigint primary key references student on delete cascade,
  photo_enc bytea not null,
  taken_at timestamptz not null default now(),
  taken_by bigint references app_user on delete set null
);

create table student_consent (
  id bigint generated always as identity primary key,
  student_id bigint not null references student on delete cascade,
  kind text not null check (kind in ('face')),
  given boolean not null,
  guardian_name text,
  channel text not null,
  recorded_by bigint references app_user on delete set null,
  at timestamptz not null default now()
);
create index student_consent_of on student_consent (student_id, at);

-- One promotion of a whole school per school year, until it is undone.
create table advance (
  id bigint generated always as identity primary key,
  org_id bigint not null references school on delete cascade,
  school_year smallint not null,
  done_by bigint references app_user on delete set null,
  done_at timestamptz not null default now(),
  promoted_count integer not null,
  graduated_count integer not null,
  undone_at timestamptz,
  undone_by bigint references app_user on delete set null
);
create unique index advance_once on advance (org_id, school_year) where undone_at is null;

create table advance_class (
  advance_id bigint not null references advance on delete cascade,
  class_id bigint not null references class on delete cascade,
  from_grade_id bigint not null references grade,
  -- null: the class graduated
  to_grade_id bigint references grade,
  primary key (advance_id, class_id)
);
create index advance_class_class on advance_class (class_id);
create index advance_class_from on advance_class (from_grade_id);
create index advance_class_to on advance_class (to_grade_id);

-- The classes and grades a teacher or grade head answers for.
create table user_class (
  user_id bigint not null references app_user on delete cascade,
  class_id bigint not null references class on delete cascade,
  primary key (user_id, class_id)
);
create index user_class_class on user_class (class_id);
create table user_grade (
  user_id bigint not null references app_user on delete cascade,
  grade_id bigint not null references grade on delete cascade,
  primary key (user_id, grade_id)
);
create index user_grade_grade on user_grade (grade_id);

-- Which schools a hospital or social screening organisation serves.
create table org_binding (
  org_id bigint not null references org on delete cascade,
  school_org_id bigint not null references school on delete cascade,
  bound_by bigint references app_user on delete set null,
  bound_at timestamptz not null default now(),
  primary key (org_id, school_org_id)
);
create index org_binding_school on org_binding (school_org_id);

-- Plans and tasks: for now what decides whether a school's roster may be worked on.
create table plan (
  id bigint generated always as identity primary key,
  name text not null,
  -- 0 draft, 1 published, 2 under way, 3 ended, 4 archived
  status smallint not null default 0 check (status between 0 and 4),
  owner_org_id bigint not null references org,
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default now()
);
create table task (
  id bigint generated always as identity primary key,
  plan_id bigint not null references plan,
  school_org_id bigint not null references school,
  -- who carries it out
  org_id bigint not null references org,
  -- 0 not started, 1 under way, 2 completed
  status smallint not null default 0 check (status between 0 and 2),
  created_at timestamptz not null default now()
);
create index task_of_school on task (school_org_id, status);
create index task_of_org on task (org_id, status);

create table approval (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('org', 'transfer')),
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- the area that an approver's range must cover; a part where two schools differ is null
  province_id text references area,
  city_id text references area,
  region_id text references area,
  org_id bigint references org on delete cascade,
  student_id bigint references student on delete cascade,
  from_org_id bigint references org on delete cascade,
  to_org_id bigint references org on delete cascade,
  to_grade_id bigint references grade on delete set null,
  to_class_id bigint references class on delete set null,
  applicant_user_id bigint references app_user on delete set null,
  applicant_org_id bigint references org on delete set null,
  apply_reason text,
  created_at timestamptz not null default now(),
  decided_by bigint references app_user on delete set null,
  decided_at timestamptz,
  decide_reason text,
  check ((kind = 'org') = (org_id is not null)),
  check ((kind = 'transfer') = (student_id is not null))
);
create unique index approval_org_open on approval (org_id) where status = 0 and kind = 'org';
create unique index approval_transfer_open on approval (student_id, to_org_id) where status = 0 and kind = 'transfer';
create index approval_list on approval (kind, status, id desc);
create index approval_of_student on approval (student_id) where student_id is not null;
create index approval_from on approval (from_org_id) where from_org_id is not null;
create index approval_to on approval (to_org_id) where to_org_id is not null;
create index approval_to_class on approval (to_class_id) where to_class_id is not null;
create index approval_to_grade on approval (to_grade_id) where to_grade_id is not null;

-- Organisations that were waiting before there was a list of approvals.
insert into approval (kind, province_id, city_id, region_id, org_id, applicant_org_id, created_at)
select 'org', province_id, city_id, region_id, id, id, created_at from org where status = 0;

create table message (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  body text not null,
  -- a page of the console that the message is about
  link text,
  created_at timestamptz not null default now()
);
create table message_recipient (
  message_id bigint not null references message on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  read_at timestamptz,
  primary key (user_id, message_id)
);
create index message_unread on message_recipient (user_id) where read_at is null;

create index audit_log_object on audit_log (object_type, object_id, at desc) where object_id is not null;

-- Counters. Statement by statement, so that a thousand rows cost one update per class. Locked from the whole to the
-- part and each in one order: nobody who holds a class still waits for its school's figures, so that two who work on
-- several classes of a school, in one statement or in many, cannot wait for each other.
create function count_students() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct class_id) into touched from after_rows where class_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct class_id) into touched from before_rows where class_id is not null;
  else
    select array_agg(class_id) into touched
    from (select class_id
          from (select class_id, sex, 1 as one from after_rows union all
                select class_id, sex, -1 from before_rows) as moves
          where class_id is not null group by class_id
          having sum(one) <> 0 or sum(one) filter (where sex = 1) <> 0) as changed;
  end if;
  if touched is null then return null; end if;
  perform 1 from school_stage where (org_id, stage) in (select org_id, stage from class where id = any (touched))
  order by org_id, stage for no key update;
  perform 1 from class where id = any (touched) order by id for no key update;
  if tg_op = 'INSERT' then
    update class set student_count = student_count + d.students, male_count = male_count + d.males
    from (select class_id, count(*) as students, count(*) filter (where sex = 1) as males
          from after_rows where class_id is not null group by class_id) as d
    where class.id = d.class_id;
  elsif tg_op = 'DELETE' then
    update class set student_count = student_count - d.students, male_count = male_count - d.males
    from (select class_id, count(*) as students, count(*) filter (where sex = 1) as males
          from before_rows where class_id is not null group by class_id) as d
    where class.id = d.class_id;
  else
    update class set student_count = student_count + d.students, male_count = male_count + d.males
    from (select class_id, sum(one) as students, coalesce(sum(one) filter (where sex = 1), 0) as males
          from (select class_id, sex, 1 as one from after_rows union all
                select class_id, sex, -1 from before_rows) as moves
          where class_id is not null group by class_id) as d
    where class.id = d.class_id and (d.students <> 0 or d.males <> 0);
  end if;
  return null;
end $$;
create trigger student_counted_in after insert on student
  referencing new table as after_rows for each statement execute function count_students();
create trigger student_counted_out after delete on student
  referencing old table as before_rows for each statement execute function count_students();
create trigger student_counted_over after update on student
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_students();

create function count_classes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into school_stage as s (org_id, stage, class_count, student_count, male_count)
    select org_id, stage, count(*) filter (where closed_on is null), sum(student_count), sum(male_count)
    from after_rows group by org_id, stage order by org_id, stage
    on conflict (org_id, stage) do update set
      class_count = s.class_count + excluded.class_count,
      student_count = s.student_count + excluded.student_count,
      male_count = s.male_count + excluded.male_count;
  elsif tg_op = 'DELETE' then
    update school_stage as s set class_count = s.class_count - d.classes,
      student_count = s.student_count - d.students, male_count = s.male_count - d.males
    from (select org_id, stage, count(*) filter (where closed_on is null) as classes,
            sum(student_count) as students, sum(male_count) as males
          from before_rows group by org_id, stage) as d
    where s.org_id = d.org_id and s.stage = d.stage;
  else
    insert into school_stage as s (org_id, stage, class_count, student_count, male_count)
    select org_id, stage, sum(classes), sum(students), sum(males)
    from (select org_id, stage, (closed_on is null)::int as classes, student_count as students,
            male_count as males from after_rows
          union all
          select org_id, stage, -(closed_on is null)::int, -student_count, -male_count from before_rows) as moves
    group by org_id, stage
    having sum(classes) <> 0 or sum(students) <> 0 or sum(males) <> 0
    order by org_id, stage
    on conflict (org_id, stage) do update set
      class_count = s.class_count + excluded.class_count,
      student_count = s.student_count + excluded.student_count,
      male_count = s.male_count + excluded.male_count;
  end if;
  return null;
end $$;
create trigger class_counted_in after insert on class
  referencing new table as after_rows for each statement execute function count_classes();
create trigger class_counted_out after delete on class
  referencing old table as before_rows for each statement execute function count_classes();
create trigger class_counted_over after update on class
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_classes();
