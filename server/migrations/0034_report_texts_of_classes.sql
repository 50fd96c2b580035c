-- What organisations write into the reports of a grade (school, stage, grade) and of a class (school, class).
alter table report_text
  add column stage smallint,
  add column grade_no smallint,
  add column class_id bigint references class on delete cascade,
  add check ((stage is null) = (grade_no is null)),
  add check (num_nonnulls(stage, class_id) <= 1),
  add check (school_org_id is not null or (stage is null and class_id is null)),
  drop constraint report_text_once,
  add constraint report_text_once
    unique nulls not distinct (plan_id, area_id, school_org_id, stage, grade_no, class_id, org_id);
create index report_text_class on report_text (class_id) where class_id is not null;

-- Grade heads (40) and class teachers (45) who read reports of classes (1181) write texts (2041), where that was given
-- to others already; a database that has not seen the permission gives it to all its holders at the start.
insert into permission_group_item (group_id, role_type, permission_id)
select item.group_id, item.role_type, 2041
from permission_group_item as item
where item.permission_id = 1181 and item.role_type in (40, 45)
  and exists (select from permission where permission.id = 2041)
on conflict do nothing;
