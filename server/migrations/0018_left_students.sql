-- A child as a school knew it on the day of leaving. What the next school enters is not for the former one to read; the
-- child itself is one row for life.
create table left_student (
  student_id bigint not null references student on delete cascade,
  org_id bigint not null references school on delete cascade,
  name text not null,
  sex smallint not null,
  birth_date date not null,
  student_type smallint not null,
  status smallint not null,
  id_card_enc bytea,
  id_card_mask text,
  passport_enc bytea,
  passport_mask text,
  student_no_enc bytea,
  student_no_mask text,
  nation text,
  native_place text,
  parent_name text,
  parent_phone_enc bytea,
  parent_phone_mask text,
  primary key (student_id, org_id)
);
create index left_student_school on left_student (org_id);

-- Written when a child leaves, and gone when it is back.
create function note_left_student() returns trigger language plpgsql as $$
begin
  if old.class_id is not null then
    insert into left_student values (old.id, old.org_id, old.name, old.sex, old.birth_date, old.student_type, old.status,
      old.id_card_enc, old.id_card_mask, old.passport_enc, old.passport_mask, old.student_no_enc, old.student_no_mask,
      old.nation, old.native_place, old.parent_name, old.parent_phone_enc, old.parent_phone_mask)
    on conflict (student_id, org_id) do update set (name, sex, birth_date, student_type, status, id_card_enc, id_card_mask,
        passport_enc, passport_mask, student_no_enc, student_no_mask, nation, native_place, parent_name,
        parent_phone_enc, parent_phone_mask)
      = (excluded.name, excluded.sex, excluded.birth_date, excluded.student_type, excluded.status, excluded.id_card_enc,
        excluded.id_card_mask, excluded.passport_enc, excluded.passport_mask, excluded.student_no_enc,
        excluded.student_no_mask, excluded.nation, excluded.native_place, excluded.parent_name,
        excluded.parent_phone_enc, excluded.parent_phone_mask);
  end if;
  if new.class_id is not null then
    delete from left_student where student_id = new.id and org_id = new.org_id;
  end if;
  return null;
end $$;
create trigger student_left after update on student for each row
  when ((old.class_id is null) <> (new.class_id is null) or old.org_id <> new.org_id)
  execute function note_left_student();

-- Of those who left before there was this table. What a child has been given elsewhere since cannot be told from what
-- the former school knew: only who it is is taken over, no contacts and no number of another school's own.
insert into left_student
select distinct on (e.student_id, e.org_id) s.id, e.org_id, s.name, s.sex, s.birth_date, s.student_type,
  case when here then s.status else 10 end, s.id_card_enc, s.id_card_mask, s.passport_enc, s.passport_mask,
  case when here or national then s.student_no_enc end, case when here or national then s.student_no_mask end, s.nation,
  case when here then s.native_place end, case when here then s.parent_name end,
  case when here then s.parent_phone_enc end, case when here then s.parent_phone_mask end
from enrolment e join student s on s.id = e.student_id
  cross join lateral (select s.org_id = e.org_id as here, s.student_no_mask ~ '^[GLJ][0-9]{6}[*]' as national) as known
where e.history_type is not null and e.recovered_at is null and (s.class_id is null or s.org_id <> e.org_id);
