-- Counters of every plan by class, school, area and task, kept in the transaction that changes a record: any figure of
-- any region is a sum over few rows. Level 1 class, 2 school by stage, 3 area by grade, 4 area by age, 5 task,
-- 6 area by stage, 7 area.
create table figure (
  plan_id bigint not null,
  level smallint not null,
  -- class, school, area or task
  place_id bigint not null,
  -- a class's school, a school's area
  parent_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  -- 0 where the level does not tell them apart
  stage smallint not null,
  grade_no smallint not null,
  sex smallint not null,
  age smallint not null,
  expected integer not null default 0, screened integer not null default 0, valid integer not null default 0,
  absent integer not null default 0, rated integer not null default 0, myopia integer not null default 0,
  myopia_low integer not null default 0, myopia_mid integer not null default 0, myopia_high integer not null default 0,
  pre_myopia integer not null default 0, high_risk integer not null default 0, poor integer not null default 0,
  poor_light integer not null default 0, poor_mid integer not null default 0, poor_heavy integer not null default 0,
  hyperopia integer not null default 0, astigmatism integer not null default 0,
  anisometropia integer not null default 0, refractive_error integer not null default 0,
  reserve_short integer not null default 0, glasses_frame integer not null default 0,
  glasses_contact integer not null default 0, ortho_k integer not null default 0,
  uncorrected integer not null default 0, under_corrected integer not null default 0,
  fully_corrected integer not null default 0, referral integer not null default 0, warning0 integer not null default 0,
  warning1 integer not null default 0, warning2 integer not null default 0, warning3 integer not null default 0,
  naked_right_eyes integer not null default 0, naked_left_eyes integer not null default 0,
  by_hand integer not null default 0, by_import integer not null default 0, by_device integer not null default 0,
  caries_checked integer not null default 0, caries integer not null default 0,
  naked_right_sum integer not null default 0, naked_left_sum integer not null default 0,
  primary key (plan_id, level, place_id, stage, grade_no, sex, age)
) with (fillfactor = 70);
create index figure_parent on figure (plan_id, level, parent_id);

-- How many were screened on which day; level 2 school, 3 area, 5 task.
create table figure_day (
  plan_id bigint not null,
  level smallint not null,
  place_id bigint not null,
  province_id text not null,
  city_id text,
  region_id text,
  day date not null,
  screened integer not null default 0,
  valid integer not null default 0,
  primary key (plan_id, level, place_id, day)
) with (fillfactor = 70);
-- a school's last screening, whatever the plan; without a counter in it, or every reading would rewrite it
create index figure_day_of_school on figure_day (place_id, day desc) where level = 2;

-- What a transaction changes in the figures, until it commits. Nobody else ever sees a row of it.
create unlogged table figure_move (
  tx xid8 not null default pg_current_xact_id(),
  plan_id bigint not null, task_id bigint not null, class_id bigint not null, school_org_id bigint not null,
  area_id bigint not null, province_id text not null, city_id text, region_id text,
  stage smallint not null, grade_no smallint not null, sex smallint not null, age smallint not null, day date,
  expected integer not null default 0, screened integer not null default 0, valid integer not null default 0,
  absent integer not null default 0, rated integer not null default 0, myopia integer not null default 0,
  myopia_low integer not null default 0, myopia_mid integer not null default 0, myopia_high integer not null default 0,
  pre_myopia integer not null default 0, high_risk integer not null default 0, poor integer not null default 0,
  poor_light integer not null default 0, poor_mid integer not null default 0, poor_heavy integer not null default 0,
  hyperopia integer not null default 0, astigmatism integer not null default 0,
  anisometropia integer not null default 0, refractive_error integer not null default 0,
  reserve_short integer not null default 0, glasses_frame integer not null default 0,
  glasses_contact integer not null default 0, ortho_k integer not null default 0,
  uncorrected integer not null default 0, under_corrected integer not null default 0,
  fully_corrected integer not null default 0, referral integer not null default 0, warning0 integer not null default 0,
  warning1 integer not null default 0, warning2 integer not null default 0, warning3 integer not null default 0,
  naked_right_eyes integer not null default 0, naked_left_eyes integer not null default 0,
  by_hand integer not null default 0, by_import integer not null default 0, by_device integer not null default 0,
  caries_checked integer not null default 0, caries integer not null default 0,
  naked_right_sum integer not null default 0, naked_left_sum integer not null default 0
);
create index figure_move_tx on figure_move (tx);

-- One row for each transaction that has moves: what the commit hangs on, once, however many moves there are.
create unlogged table figure_due (tx xid8 primary key default pg_current_xact_id());

-- What one record counts for: the only place where counting is defined. Small children of a kindergarten, and who was not
-- measured for it, are no part of myopia rates (rated).
create function record_counts(r screening_record, rated boolean) returns table (
  expected integer, screened integer, valid integer, absent integer, rated integer, myopia integer,
  myopia_low integer, myopia_mid integer, myopia_high integer, pre_myopia integer, high_risk integer,
  poor integer, poor_light integer, poor_mid integer, poor_heavy integer, hyperopia integer,
  astigmatism integer, anisometropia integer, refractive_error integer, reserve_short integer,
  glasses_frame integer, glasses_contact integer, ortho_k integer, uncorrected integer,
  under_corrected integer, fully_corrected integer, referral integer, warning0 integer, warning1 integer,
  warning2 integer, warning3 integer, naked_right_eyes integer, naked_left_eyes integer, by_hand integer,
  by_import integer, by_device integer, caries_checked integer, caries integer, naked_right_sum integer,
  naked_left_sum integer
) language sql immutable parallel safe as $$
  select
    1,
    (r.state <> 0)::int,
    (r.state = 2)::int,
    (r.state = 0 and r.absence is not null)::int,
    (r.state = 2 and j.judged)::int,
    (r.state = 2 and j.judged and r.myopia)::int,
    (r.state = 2 and j.judged and r.myopia and r.myopia_degree = 1)::int,
    (r.state = 2 and j.judged and r.myopia and r.myopia_degree = 2)::int,
    (r.state = 2 and j.judged and r.myopia and r.myopia_degree = 3)::int,
    (r.state = 2 and r.pre_myopia)::int,
    (r.state = 2 and r.high_risk)::int,
    (r.state = 2 and r.poor_vision)::int,
    (r.state = 2 and r.poor_degree = 1)::int,
    (r.state = 2 and r.poor_degree = 2)::int,
    (r.state = 2 and r.poor_degree = 3)::int,
    (r.state = 2 and r.hyperopia)::int,
    (r.state = 2 and r.astigmatism)::int,
    (r.state = 2 and r.anisometropia)::int,
    (r.state = 2 and r.refractive_error)::int,
    (r.state = 2 and r.reserve_short)::int,
    (r.state = 2 and r.glasses is not distinct from 2)::int,
    (r.state = 2 and r.glasses is not distinct from 3)::int,
    (r.state = 2 and r.glasses is not distinct from 4)::int,
    (r.state = 2 and r.correction = 1)::int,
    (r.state = 2 and r.correction = 2)::int,
    (r.state = 2 and r.correction = 3)::int,
    (r.state = 2 and r.referral)::int,
    (r.state = 2 and r.warning_level is not distinct from 0)::int,
    (r.state = 2 and r.warning_level is not distinct from 1)::int,
    (r.state = 2 and r.warning_level is not distinct from 2)::int,
    (r.state = 2 and r.warning_level is not distinct from 3)::int,
    (r.state = 2 and r.naked_right is not null)::int,
    (r.state = 2 and r.naked_left is not null)::int,
    (r.state <> 0 and r.source is not distinct from 1)::int,
    (r.state <> 0 and r.source is not distinct from 2)::int,
    (r.state <> 0 and r.source is not distinct from 3)::int,
    (r.caries_checked)::int,
    (r.caries)::int,
    case when r.state = 2 then coalesce(r.naked_right, 0) else 0 end,
    case when r.state = 2 then coalesce(r.naked_left, 0) else 0 end
  -- without vision and refraction of both eyes nobody knows whether a child is myopic
  from (select rated and (r.glasses is not distinct from 4
    or num_nulls(r.naked_right, r.naked_left, r.se_right, r.se_left) = 0) as judged) as j
$$;

-- A record whose class or task is no longer there (taken away by the same statement) has nowhere to be counted out of: the
-- left joins make that an error instead of a wrong figure.
create function note_figure_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_move (plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id, stage, grade_no, sex, age, day,
      expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid, myopia_high, pre_myopia,
      high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia,
      refractive_error, reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected,
      fully_corrected, referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes,
      by_hand, by_import, by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
    select (m.r).plan_id, (m.r).task_id, (m.r).class_id, t.school_org_id,
      coalesce(t.region_id, t.city_id, t.province_id)::bigint, t.province_id, t.city_id, t.region_id,
      c.stage, c.grade_no, (m.r).sex, (m.r).age, case when (m.r).state <> 0 then (m.r).checked_on end,
      sum(m.sign * k.expected), sum(m.sign * k.screened), sum(m.sign * k.valid), sum(m.sign * k.absent),
      sum(m.sign * k.rated), sum(m.sign * k.myopia), sum(m.sign * k.myopia_low), sum(m.sign * k.myopia_mid),
      sum(m.sign * k.myopia_high), sum(m.sign * k.pre_myopia), sum(m.sign * k.high_risk), sum(m.sign * k.poor),
      sum(m.sign * k.poor_light), sum(m.sign * k.poor_mid), sum(m.sign * k.poor_heavy),
      sum(m.sign * k.hyperopia), sum(m.sign * k.astigmatism), sum(m.sign * k.anisometropia),
      sum(m.sign * k.refractive_error), sum(m.sign * k.reserve_short), sum(m.sign * k.glasses_frame),
      sum(m.sign * k.glasses_contact), sum(m.sign * k.ortho_k), sum(m.sign * k.uncorrected),
      sum(m.sign * k.under_corrected), sum(m.sign * k.fully_corrected), sum(m.sign * k.referral),
      sum(m.sign * k.warning0), sum(m.sign * k.warning1), sum(m.sign * k.warning2), sum(m.sign * k.warning3),
      sum(m.sign * k.naked_right_eyes), sum(m.sign * k.naked_left_eyes), sum(m.sign * k.by_hand),
      sum(m.sign * k.by_import), sum(m.sign * k.by_device), sum(m.sign * k.caries_checked),
      sum(m.sign * k.caries), sum(m.sign * k.naked_right_sum), sum(m.sign * k.naked_left_sum)
    from (select 1 as sign, a::screening_record as r from after_rows as a) as m
    left join task_class as c on c.task_id = (m.r).task_id and c.class_id = (m.r).class_id
    left join task as t on t.id = (m.r).task_id
    cross join lateral record_counts(m.r, c.stage <> 1 or c.grade_no >= 3) as k
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
  elsif tg_op = 'DELETE' then
    insert into figure_move (plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id, stage, grade_no, sex, age, day,
      expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid, myopia_high, pre_myopia,
      high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia,
      refractive_error, reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected,
      fully_corrected, referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes,
      by_hand, by_import, by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
    select (m.r).plan_id, (m.r).task_id, (m.r).class_id, t.school_org_id,
      coalesce(t.region_id, t.city_id, t.province_id)::bigint, t.province_id, t.city_id, t.region_id,
      c.stage, c.grade_no, (m.r).sex, (m.r).age, case when (m.r).state <> 0 then (m.r).checked_on end,
      sum(m.sign * k.expected), sum(m.sign * k.screened), sum(m.sign * k.valid), sum(m.sign * k.absent),
      sum(m.sign * k.rated), sum(m.sign * k.myopia), sum(m.sign * k.myopia_low), sum(m.sign * k.myopia_mid),
      sum(m.sign * k.myopia_high), sum(m.sign * k.pre_myopia), sum(m.sign * k.high_risk), sum(m.sign * k.poor),
      sum(m.sign * k.poor_light), sum(m.sign * k.poor_mid), sum(m.sign * k.poor_heavy),
      sum(m.sign * k.hyperopia), sum(m.sign * k.astigmatism), sum(m.sign * k.anisometropia),
      sum(m.sign * k.refractive_error), sum(m.sign * k.reserve_short), sum(m.sign * k.glasses_frame),
      sum(m.sign * k.glasses_contact), sum(m.sign * k.ortho_k), sum(m.sign * k.uncorrected),
      sum(m.sign * k.under_corrected), sum(m.sign * k.fully_corrected), sum(m.sign * k.referral),
      sum(m.sign * k.warning0), sum(m.sign * k.warning1), sum(m.sign * k.warning2), sum(m.sign * k.warning3),
      sum(m.sign * k.naked_right_eyes), sum(m.sign * k.naked_left_eyes), sum(m.sign * k.by_hand),
      sum(m.sign * k.by_import), sum(m.sign * k.by_device), sum(m.sign * k.caries_checked),
      sum(m.sign * k.caries), sum(m.sign * k.naked_right_sum), sum(m.sign * k.naked_left_sum)
    from (select -1 as sign, b::screening_record as r from before_rows as b) as m
    left join task_class as c on c.task_id = (m.r).task_id and c.class_id = (m.r).class_id
    left join task as t on t.id = (m.r).task_id
    cross join lateral record_counts(m.r, c.stage <> 1 or c.grade_no >= 3) as k
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
  else
    insert into figure_move (plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id, stage, grade_no, sex, age, day,
      expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid, myopia_high, pre_myopia,
      high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia,
      refractive_error, reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected,
      fully_corrected, referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes,
      by_hand, by_import, by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
    select (m.r).plan_id, (m.r).task_id, (m.r).class_id, t.school_org_id,
      coalesce(t.region_id, t.city_id, t.province_id)::bigint, t.province_id, t.city_id, t.region_id,
      c.stage, c.grade_no, (m.r).sex, (m.r).age, case when (m.r).state <> 0 then (m.r).checked_on end,
      sum(m.sign * k.expected), sum(m.sign * k.screened), sum(m.sign * k.valid), sum(m.sign * k.absent),
      sum(m.sign * k.rated), sum(m.sign * k.myopia), sum(m.sign * k.myopia_low), sum(m.sign * k.myopia_mid),
      sum(m.sign * k.myopia_high), sum(m.sign * k.pre_myopia), sum(m.sign * k.high_risk), sum(m.sign * k.poor),
      sum(m.sign * k.poor_light), sum(m.sign * k.poor_mid), sum(m.sign * k.poor_heavy),
      sum(m.sign * k.hyperopia), sum(m.sign * k.astigmatism), sum(m.sign * k.anisometropia),
      sum(m.sign * k.refractive_error), sum(m.sign * k.reserve_short), sum(m.sign * k.glasses_frame),
      sum(m.sign * k.glasses_contact), sum(m.sign * k.ortho_k), sum(m.sign * k.uncorrected),
      sum(m.sign * k.under_corrected), sum(m.sign * k.fully_corrected), sum(m.sign * k.referral),
      sum(m.sign * k.warning0), sum(m.sign * k.warning1), sum(m.sign * k.warning2), sum(m.sign * k.warning3),
      sum(m.sign * k.naked_right_eyes), sum(m.sign * k.naked_left_eyes), sum(m.sign * k.by_hand),
      sum(m.sign * k.by_import), sum(m.sign * k.by_device), sum(m.sign * k.caries_checked),
      sum(m.sign * k.caries), sum(m.sign * k.naked_right_sum), sum(m.sign * k.naked_left_sum)
    from (select 1 as sign, a::screening_record as r from after_rows as a union all
          select -1, b::screening_record from before_rows as b) as m
    left join task_class as c on c.task_id = (m.r).task_id and c.class_id = (m.r).class_id
    left join task as t on t.id = (m.r).task_id
    cross join lateral record_counts(m.r, c.stage <> 1 or c.grade_no >= 3) as k
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    -- most changes of a record leave its counters as they were
    having (0 = all (array[
      sum(m.sign * k.expected), sum(m.sign * k.screened), sum(m.sign * k.valid), sum(m.sign * k.absent),
      sum(m.sign * k.rated), sum(m.sign * k.myopia), sum(m.sign * k.myopia_low), sum(m.sign * k.myopia_mid),
      sum(m.sign * k.myopia_high), sum(m.sign * k.pre_myopia), sum(m.sign * k.high_risk), sum(m.sign * k.poor),
      sum(m.sign * k.poor_light), sum(m.sign * k.poor_mid), sum(m.sign * k.poor_heavy), sum(m.sign * k.hyperopia),
      sum(m.sign * k.astigmatism), sum(m.sign * k.anisometropia), sum(m.sign * k.refractive_error),
      sum(m.sign * k.reserve_short), sum(m.sign * k.glasses_frame), sum(m.sign * k.glasses_contact),
      sum(m.sign * k.ortho_k), sum(m.sign * k.uncorrected), sum(m.sign * k.under_corrected),
      sum(m.sign * k.fully_corrected), sum(m.sign * k.referral), sum(m.sign * k.warning0), sum(m.sign * k.warning1),
      sum(m.sign * k.warning2), sum(m.sign * k.warning3), sum(m.sign * k.naked_right_eyes),
      sum(m.sign * k.naked_left_eyes), sum(m.sign * k.by_hand), sum(m.sign * k.by_import), sum(m.sign * k.by_device),
      sum(m.sign * k.caries_checked), sum(m.sign * k.caries), sum(m.sign * k.naked_right_sum),
      sum(m.sign * k.naked_left_sum)])) is not true;
  end if;
  if found then insert into figure_due default values on conflict do nothing; end if;
  return null;
end $$;
create trigger record_counted_in after insert on screening_record
  referencing new table as after_rows for each statement execute function note_figure_moves();
create trigger record_counted_out after delete on screening_record
  referencing old table as before_rows for each statement execute function note_figure_moves();
create trigger record_counted_over after update on screening_record
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_figure_moves();

-- At the commit, so that a long import holds the figures of a region for an instant and not for its whole time; from the
-- whole to the part and each in one order, so that two cannot wait for each other.
create function apply_figure_moves() returns trigger language plpgsql as $$
begin
  delete from figure_due where tx = pg_current_xact_id();
  with moved as (delete from figure_move where tx = pg_current_xact_id() returning *),
  days as (
    insert into figure_day as f (plan_id, level, place_id, province_id, city_id, region_id, day, screened, valid)
    select plan_id, l.level, l.place_id, province_id, city_id, region_id, day, sum(screened), sum(valid)
    from moved cross join lateral (values
      (2::smallint, school_org_id), (3::smallint, area_id), (5::smallint, task_id)) as l (level, place_id)
    where day is not null
    group by plan_id, l.level, l.place_id, province_id, city_id, region_id, day
    having sum(screened) <> 0 or sum(valid) <> 0
    order by plan_id, l.level desc, l.place_id, day
    on conflict (plan_id, level, place_id, day) do update set
      screened = f.screened + excluded.screened, valid = f.valid + excluded.valid
  )
  insert into figure as f (plan_id, level, place_id, parent_id, province_id, city_id, region_id,
    stage, grade_no, sex, age,
    expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid, myopia_high, pre_myopia,
    high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia, refractive_error,
    reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected, fully_corrected,
    referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes, by_hand, by_import,
    by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
  select plan_id, l.level, l.place_id, l.parent_id, province_id, city_id, region_id, l.stage, l.grade_no, l.sex, l.age,
    sum(expected), sum(screened), sum(valid), sum(absent), sum(rated), sum(myopia), sum(myopia_low),
    sum(myopia_mid), sum(myopia_high), sum(pre_myopia), sum(high_risk), sum(poor), sum(poor_light),
    sum(poor_mid), sum(poor_heavy), sum(hyperopia), sum(astigmatism), sum(anisometropia),
    sum(refractive_error), sum(reserve_short), sum(glasses_frame), sum(glasses_contact), sum(ortho_k),
    sum(uncorrected), sum(under_corrected), sum(fully_corrected), sum(referral), sum(warning0), sum(warning1),
    sum(warning2), sum(warning3), sum(naked_right_eyes), sum(naked_left_eyes), sum(by_hand), sum(by_import),
    sum(by_device), sum(caries_checked), sum(caries), sum(naked_right_sum), sum(naked_left_sum)
  from moved cross join lateral (values
    (1::smallint, class_id, school_org_id, moved.stage, moved.grade_no, moved.sex, 0::smallint),
    (2::smallint, school_org_id, area_id, moved.stage, 0::smallint, moved.sex, 0::smallint),
    (3::smallint, area_id, 0::bigint, moved.stage, moved.grade_no, moved.sex, 0::smallint),
    (4::smallint, area_id, 0::bigint, moved.stage, 0::smallint, moved.sex, moved.age),
    (5::smallint, task_id, school_org_id, 0::smallint, 0::smallint, 0::smallint, 0::smallint),
    (6::smallint, area_id, 0::bigint, moved.stage, 0::smallint, moved.sex, 0::smallint),
    (7::smallint, area_id, 0::bigint, 0::smallint, 0::smallint, moved.sex, 0::smallint)
  ) as l (level, place_id, parent_id, stage, grade_no, sex, age)
  group by plan_id, l.level, l.place_id, l.parent_id, province_id, city_id, region_id,
    l.stage, l.grade_no, l.sex, l.age
  having not 0 = all (array[
    sum(expected), sum(screened), sum(valid), sum(absent), sum(rated), sum(myopia), sum(myopia_low), sum(myopia_mid),
    sum(myopia_high), sum(pre_myopia), sum(high_risk), sum(poor), sum(poor_light), sum(poor_mid), sum(poor_heavy),
    sum(hyperopia), sum(astigmatism), sum(anisometropia), sum(refractive_error), sum(reserve_short),
    sum(glasses_frame), sum(glasses_contact), sum(ortho_k), sum(uncorrected), sum(under_corrected),
    sum(fully_corrected), sum(referral), sum(warning0), sum(warning1), sum(warning2), sum(warning3),
    sum(naked_right_eyes), sum(naked_left_eyes), sum(by_hand), sum(by_import), sum(by_device), sum(caries_checked),
    sum(caries), sum(naked_right_sum), sum(naked_left_sum)])
  order by plan_id, l.level desc, l.place_id, l.stage, l.grade_no, l.sex, l.age
  on conflict (plan_id, level, place_id, stage, grade_no, sex, age) do update set
    expected = f.expected + excluded.expected, screened = f.screened + excluded.screened,
    valid = f.valid + excluded.valid, absent = f.absent + excluded.absent, rated = f.rated + excluded.rated,
    myopia = f.myopia + excluded.myopia, myopia_low = f.myopia_low + excluded.myopia_low,
    myopia_mid = f.myopia_mid + excluded.myopia_mid, myopia_high = f.myopia_high + excluded.myopia_high,
    pre_myopia = f.pre_myopia + excluded.pre_myopia, high_risk = f.high_risk + excluded.high_risk,
    poor = f.poor + excluded.poor, poor_light = f.poor_light + excluded.poor_light,
    poor_mid = f.poor_mid + excluded.poor_mid, poor_heavy = f.poor_heavy + excluded.poor_heavy,
    hyperopia = f.hyperopia + excluded.hyperopia, astigmatism = f.astigmatism + excluded.astigmatism,
    anisometropia = f.anisometropia + excluded.anisometropia,
    refractive_error = f.refractive_error + excluded.refractive_error,
    reserve_short = f.reserve_short + excluded.reserve_short,
    glasses_frame = f.glasses_frame + excluded.glasses_frame,
    glasses_contact = f.glasses_contact + excluded.glasses_contact, ortho_k = f.ortho_k + excluded.ortho_k,
    uncorrected = f.uncorrected + excluded.uncorrected,
    under_corrected = f.under_corrected + excluded.under_corrected,
    fully_corrected = f.fully_corrected + excluded.fully_corrected, referral = f.referral + excluded.referral,
    warning0 = f.warning0 + excluded.warning0, warning1 = f.warning1 + excluded.warning1,
    warning2 = f.warning2 + excluded.warning2, warning3 = f.warning3 + excluded.warning3,
    naked_right_eyes = f.naked_right_eyes + excluded.naked_right_eyes,
    naked_left_eyes = f.naked_left_eyes + excluded.naked_left_eyes, by_hand = f.by_hand + excluded.by_hand,
    by_import = f.by_import + excluded.by_import, by_device = f.by_device + excluded.by_device,
    caries_checked = f.caries_checked + excluded.caries_checked, caries = f.caries + excluded.caries,
    naked_right_sum = f.naked_right_sum + excluded.naked_right_sum,
    naked_left_sum = f.naked_left_sum + excluded.naked_left_sum;
  return null;
end $$;
create constraint trigger figure_moves_applied after insert on figure_due
  deferrable initially deferred for each row execute function apply_figure_moves();

-- Second examinations of a task.
create table figure_retest (
  task_id bigint primary key,
  plan_id bigint not null,
  drawn integer not null default 0,
  done integer not null default 0,
  items integer not null default 0,
  errors integer not null default 0
) with (fillfactor = 70);
create function count_retests() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_retest as f (task_id, plan_id, drawn, done, items, errors)
    select task_id, plan_id, count(*), count(entered_at), sum(items), sum(errors)
    from after_rows group by task_id, plan_id order by task_id
    on conflict (task_id) do update set drawn = f.drawn + excluded.drawn, done = f.done + excluded.done,
      items = f.items + excluded.items, errors = f.errors + excluded.errors;
  elsif tg_op = 'DELETE' then
    insert into figure_retest as f (task_id, plan_id, drawn, done, items, errors)
    select task_id, plan_id, -count(*), -count(entered_at), -sum(items), -sum(errors)
    from before_rows group by task_id, plan_id order by task_id
    on conflict (task_id) do update set drawn = f.drawn + excluded.drawn, done = f.done + excluded.done,
      items = f.items + excluded.items, errors = f.errors + excluded.errors;
  else
    insert into figure_retest as f (task_id, plan_id, drawn, done, items, errors)
    select task_id, plan_id, sum(sign), coalesce(sum(sign) filter (where entered_at is not null), 0),
      sum(sign * items), sum(sign * errors)
    from (select 1 as sign, task_id, plan_id, entered_at, items, errors from after_rows union all
          select -1, task_id, plan_id, entered_at, items, errors from before_rows) as moves
    group by task_id, plan_id order by task_id
    on conflict (task_id) do update set drawn = f.drawn + excluded.drawn, done = f.done + excluded.done,
      items = f.items + excluded.items, errors = f.errors + excluded.errors;
  end if;
  return null;
end $$;
create trigger retest_counted_in after insert on retest
  referencing new table as after_rows for each statement execute function count_retests();
create trigger retest_counted_out after delete on retest
  referencing old table as before_rows for each statement execute function count_retests();
create trigger retest_counted_over after update on retest
  referencing old table as before_rows new table as after_rows for each statement execute function count_retests();

-- What records are counted under stays as long as there are records.
create function keep_counted_place() returns trigger language plpgsql as $$
begin
  if exists (select from screening_record as r where r.task_id = old.task_id and r.class_id = old.class_id) then
    raise exception 'class % of task % has records: its stage and grade stay', old.class_id, old.task_id;
  end if;
  return new;
end $$;
create trigger task_class_stays before update of school_org_id, stage, grade_no on task_class for each row
  when ((old.school_org_id, old.stage, old.grade_no) is distinct from (new.school_org_id, new.stage, new.grade_no))
  execute function keep_counted_place();
create function keep_counted_task() returns trigger language plpgsql as $$
begin
  if exists (select from screening_record as r where r.task_id = old.id) then
    raise exception 'task % has records: its plan, school and area stay', old.id;
  end if;
  return new;
end $$;
create trigger task_stays before update of plan_id, school_org_id, province_id, city_id, region_id on task for each row
  when ((old.plan_id, old.school_org_id, old.province_id, old.city_id, old.region_id)
    is distinct from (new.plan_id, new.school_org_id, new.province_id, new.city_id, new.region_id))
  execute function keep_counted_task();
