-- Large sheets of results are read and written in less time.

-- Cells of a file as they were read, some dozens of rows together: sealing each row by itself took as long as judging it.
create table import_cells (
  batch_id bigint not null,
  first_row integer not null,
  cells_enc bytea not null,
  primary key (batch_id, first_row)
);
-- From now on only of rows that were corrected since.
alter table import_row alter column cells_enc drop not null;

-- As before, what changed rows count for, now each side by itself: of a row that the planner takes apart it reads the
-- columns, of a record handed on whole it looks for each of forty counters anew. A record whose class or task is no longer
-- there (taken away by the same statement) has nowhere to be counted out of: the left joins make that an error instead of
-- a wrong figure.
create or replace function note_figure_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_move (plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day, expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid,
      myopia_high, pre_myopia, high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia,
      refractive_error, reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected,
      fully_corrected, referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes,
      by_hand, by_import, by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
    select plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day,
      sum(expected), sum(screened), sum(valid), sum(absent), sum(rated), sum(myopia), sum(myopia_low),
      sum(myopia_mid), sum(myopia_high), sum(pre_myopia), sum(high_risk), sum(poor), sum(poor_light),
      sum(poor_mid), sum(poor_heavy), sum(hyperopia), sum(astigmatism), sum(anisometropia),
      sum(refractive_error), sum(reserve_short), sum(glasses_frame), sum(glasses_contact), sum(ortho_k),
      sum(uncorrected), sum(under_corrected), sum(fully_corrected), sum(referral), sum(warning0), sum(warning1),
      sum(warning2), sum(warning3), sum(naked_right_eyes), sum(naked_left_eyes), sum(by_hand), sum(by_import),
      sum(by_device), sum(caries_checked), sum(caries), sum(naked_right_sum), sum(naked_left_sum)
    from (
      select r.plan_id, r.task_id, r.class_id, t.school_org_id,
        coalesce(t.region_id, t.city_id, t.province_id)::bigint as area_id, t.province_id, t.city_id, t.region_id,
        c.stage, c.grade_no, r.sex, r.age, case when r.state <> 0 then r.checked_on end as day,
        k.expected, k.screened, k.valid, k.absent, k.rated, k.myopia, k.myopia_low, k.myopia_mid, k.myopia_high,
        k.pre_myopia, k.high_risk, k.poor, k.poor_light, k.poor_mid, k.poor_heavy, k.hyperopia, k.astigmatism,
        k.anisometropia, k.refractive_error, k.reserve_short, k.glasses_frame, k.glasses_contact, k.ortho_k,
        k.uncorrected, k.under_corrected, k.fully_corrected, k.referral, k.warning0, k.warning1, k.warning2,
        k.warning3, k.naked_right_eyes, k.naked_left_eyes, k.by_hand, k.by_import, k.by_device,
        k.caries_checked, k.caries, k.naked_right_sum, k.naked_left_sum
      from after_rows as r
      left join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      left join task as t on t.id = r.task_id
      cross join lateral record_counts(row(r.*)::screening_record, c.stage <> 1 or c.grade_no >= 3) as k
    ) as moved
    group by plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day;
  elsif tg_op = 'DELETE' then
    insert into figure_move (plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day, expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid,
      myopia_high, pre_myopia, high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia,
      refractive_error, reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected,
      fully_corrected, referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes,
      by_hand, by_import, by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
    select plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day,
      sum(expected), sum(screened), sum(valid), sum(absent), sum(rated), sum(myopia), sum(myopia_low),
      sum(myopia_mid), sum(myopia_high), sum(pre_myopia), sum(high_risk), sum(poor), sum(poor_light),
      sum(poor_mid), sum(poor_heavy), sum(hyperopia), sum(astigmatism), sum(anisometropia),
      sum(refractive_error), sum(reserve_short), sum(glasses_frame), sum(glasses_contact), sum(ortho_k),
      sum(uncorrected), sum(under_corrected), sum(fully_corrected), sum(referral), sum(warning0), sum(warning1),
      sum(warning2), sum(warning3), sum(naked_right_eyes), sum(naked_left_eyes), sum(by_hand), sum(by_import),
      sum(by_device), sum(caries_checked), sum(caries), sum(naked_right_sum), sum(naked_left_sum)
    from (
      select r.plan_id, r.task_id, r.class_id, t.school_org_id,
        coalesce(t.region_id, t.city_id, t.province_id)::bigint as area_id, t.province_id, t.city_id, t.region_id,
        c.stage, c.grade_no, r.sex, r.age, case when r.state <> 0 then r.checked_on end as day,
        -k.expected as expected, -k.screened as screened, -k.valid as valid, -k.absent as absent, -k.rated as rated,
        -k.myopia as myopia, -k.myopia_low as myopia_low, -k.myopia_mid as myopia_mid, -k.myopia_high as
        myopia_high, -k.pre_myopia as pre_myopia, -k.high_risk as high_risk, -k.poor as poor, -k.poor_light as
        poor_light, -k.poor_mid as poor_mid, -k.poor_heavy as poor_heavy, -k.hyperopia as hyperopia,
        -k.astigmatism as astigmatism, -k.anisometropia as anisometropia, -k.refractive_error as
        refractive_error, -k.reserve_short as reserve_short, -k.glasses_frame as glasses_frame,
        -k.glasses_contact as glasses_contact, -k.ortho_k as ortho_k, -k.uncorrected as uncorrected,
        -k.under_corrected as under_corrected, -k.fully_corrected as fully_corrected, -k.referral as referral,
        -k.warning0 as warning0, -k.warning1 as warning1, -k.warning2 as warning2, -k.warning3 as warning3,
        -k.naked_right_eyes as naked_right_eyes, -k.naked_left_eyes as naked_left_eyes, -k.by_hand as by_hand,
        -k.by_import as by_import, -k.by_device as by_device, -k.caries_checked as caries_checked, -k.caries as
        caries, -k.naked_right_sum as naked_right_sum, -k.naked_left_sum as naked_left_sum
      from before_rows as r
      left join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      left join task as t on t.id = r.task_id
      cross join lateral record_counts(row(r.*)::screening_record, c.stage <> 1 or c.grade_no >= 3) as k
    ) as moved
    group by plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day;
  else
    insert into figure_move (plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day, expected, screened, valid, absent, rated, myopia, myopia_low, myopia_mid,
      myopia_high, pre_myopia, high_risk, poor, poor_light, poor_mid, poor_heavy, hyperopia, astigmatism, anisometropia,
      refractive_error, reserve_short, glasses_frame, glasses_contact, ortho_k, uncorrected, under_corrected,
      fully_corrected, referral, warning0, warning1, warning2, warning3, naked_right_eyes, naked_left_eyes,
      by_hand, by_import, by_device, caries_checked, caries, naked_right_sum, naked_left_sum)
    select plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day,
      sum(expected), sum(screened), sum(valid), sum(absent), sum(rated), sum(myopia), sum(myopia_low),
      sum(myopia_mid), sum(myopia_high), sum(pre_myopia), sum(high_risk), sum(poor), sum(poor_light),
      sum(poor_mid), sum(poor_heavy), sum(hyperopia), sum(astigmatism), sum(anisometropia),
      sum(refractive_error), sum(reserve_short), sum(glasses_frame), sum(glasses_contact), sum(ortho_k),
      sum(uncorrected), sum(under_corrected), sum(fully_corrected), sum(referral), sum(warning0), sum(warning1),
      sum(warning2), sum(warning3), sum(naked_right_eyes), sum(naked_left_eyes), sum(by_hand), sum(by_import),
      sum(by_device), sum(caries_checked), sum(caries), sum(naked_right_sum), sum(naked_left_sum)
    from (
      select r.plan_id, r.task_id, r.class_id, t.school_org_id,
        coalesce(t.region_id, t.city_id, t.province_id)::bigint as area_id, t.province_id, t.city_id, t.region_id,
        c.stage, c.grade_no, r.sex, r.age, case when r.state <> 0 then r.checked_on end as day,
        k.expected, k.screened, k.valid, k.absent, k.rated, k.myopia, k.myopia_low, k.myopia_mid, k.myopia_high,
        k.pre_myopia, k.high_risk, k.poor, k.poor_light, k.poor_mid, k.poor_heavy, k.hyperopia, k.astigmatism,
        k.anisometropia, k.refractive_error, k.reserve_short, k.glasses_frame, k.glasses_contact, k.ortho_k,
        k.uncorrected, k.under_corrected, k.fully_corrected, k.referral, k.warning0, k.warning1, k.warning2,
        k.warning3, k.naked_right_eyes, k.naked_left_eyes, k.by_hand, k.by_import, k.by_device,
        k.caries_checked, k.caries, k.naked_right_sum, k.naked_left_sum
      from after_rows as r
      left join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      left join task as t on t.id = r.task_id
      cross join lateral record_counts(row(r.*)::screening_record, c.stage <> 1 or c.grade_no >= 3) as k
      union all
      select r.plan_id, r.task_id, r.class_id, t.school_org_id,
        coalesce(t.region_id, t.city_id, t.province_id)::bigint as area_id, t.province_id, t.city_id, t.region_id,
        c.stage, c.grade_no, r.sex, r.age, case when r.state <> 0 then r.checked_on end as day,
        -k.expected as expected, -k.screened as screened, -k.valid as valid, -k.absent as absent, -k.rated as rated,
        -k.myopia as myopia, -k.myopia_low as myopia_low, -k.myopia_mid as myopia_mid, -k.myopia_high as
        myopia_high, -k.pre_myopia as pre_myopia, -k.high_risk as high_risk, -k.poor as poor, -k.poor_light as
        poor_light, -k.poor_mid as poor_mid, -k.poor_heavy as poor_heavy, -k.hyperopia as hyperopia,
        -k.astigmatism as astigmatism, -k.anisometropia as anisometropia, -k.refractive_error as
        refractive_error, -k.reserve_short as reserve_short, -k.glasses_frame as glasses_frame,
        -k.glasses_contact as glasses_contact, -k.ortho_k as ortho_k, -k.uncorrected as uncorrected,
        -k.under_corrected as under_corrected, -k.fully_corrected as fully_corrected, -k.referral as referral,
        -k.warning0 as warning0, -k.warning1 as warning1, -k.warning2 as warning2, -k.warning3 as warning3,
        -k.naked_right_eyes as naked_right_eyes, -k.naked_left_eyes as naked_left_eyes, -k.by_hand as by_hand,
        -k.by_import as by_import, -k.by_device as by_device, -k.caries_checked as caries_checked, -k.caries as
        caries, -k.naked_right_sum as naked_right_sum, -k.naked_left_sum as naked_left_sum
      from before_rows as r
      left join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      left join task as t on t.id = r.task_id
      cross join lateral record_counts(row(r.*)::screening_record, c.stage <> 1 or c.grade_no >= 3) as k
    ) as moved
    group by plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day
    -- most changes of a record leave its counters as they were
    having (0 = all (array[
      sum(expected), sum(screened), sum(valid), sum(absent), sum(rated), sum(myopia), sum(myopia_low),
      sum(myopia_mid), sum(myopia_high), sum(pre_myopia), sum(high_risk), sum(poor), sum(poor_light),
      sum(poor_mid), sum(poor_heavy), sum(hyperopia), sum(astigmatism), sum(anisometropia),
      sum(refractive_error), sum(reserve_short), sum(glasses_frame), sum(glasses_contact), sum(ortho_k),
      sum(uncorrected), sum(under_corrected), sum(fully_corrected), sum(referral), sum(warning0), sum(warning1),
      sum(warning2), sum(warning3), sum(naked_right_eyes), sum(naked_left_eyes), sum(by_hand), sum(by_import),
      sum(by_device), sum(caries_checked), sum(caries), sum(naked_right_sum), sum(naked_left_sum)])) is not true;
  end if;
  if found then insert into figure_due default values on conflict do nothing; end if;
  return null;
end $$;

-- Who stands here has a record, and a record is tied to its student: being tied once more was half of what writing the
-- day took. Whoever goes takes it along.
alter table student_screened drop constraint student_screened_student_id_fkey;
create function forget_screened() returns trigger language plpgsql as $$
begin
  delete from student_screened using gone where student_screened.student_id = gone.id;
  return null;
end $$;
create trigger student_screened_forgotten after delete on student
  referencing old table as gone for each statement execute function forget_screened();
