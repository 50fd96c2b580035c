import { WarningScope } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'

const { student } = WarningScope.code
const { waiting, notified, acted } = WarningStatus.code

/** Visits (as `v`) that count for the result (`r`) behind a warning. */
const FOLLOWS = 'v.withdrawn_at is null and v.visited_on >= r.checked_on'
/** Whether people did something (`w` is the warning) since it was last opened again. */
const wasDone = (kind: string): string => `exists (select from warning_event as e where e.warning_id = w.id
      and e.kind = '${kind}' and e.id > coalesce((select max(o.id) from warning_event as o
        where o.warning_id = w.id and o.kind in ('reopen', 'reopened')), 0))`

/**
 * A visit counts for the screening it follows, and may end a wait or show that an eye grows. A warning whose result it
 * follows is acted on; with the last of them withdrawn it stands again where people had left it. All of it at the commit,
 * where results are looked at in the same order.
 */
export const FOLLOW_VISITS = `
create or replace function note_visits() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into visit_move (visit_id) select id from after_rows;
    perform note_warned_students(array(select student_id from after_rows));
  else
    -- one that goes to another task with its record says nothing new
    insert into visit_move (visit_id)
    select a.id from after_rows as a join before_rows as b on b.id = a.id where a.task_id is not distinct from b.task_id;
    perform note_warned_students(array(
      select a.student_id from after_rows as a join before_rows as b on b.id = a.id
      where a.task_id is not distinct from b.task_id));
  end if;
  return null;
end $$;
create or replace trigger visit_noted_in after insert on visit
  referencing new table as after_rows for each statement execute function note_visits();
create or replace trigger visit_noted_over after update on visit
  referencing old table as before_rows new table as after_rows for each statement execute function note_visits();
create or replace function count_visit_days(visits bigint[]) returns void language plpgsql as $$
begin
  perform from screening_record where id in (select record_id from visit where id = any (visits))
    order by id for no key update;
  update screening_record as r set visit_days = seen.days
  from (select own.id, (select min(v.visited_on - own.checked_on) from visit as v
      where v.record_id = own.id and v.withdrawn_at is null and v.visited_on >= own.checked_on) as days
    from screening_record as own where own.id in (select record_id from visit where id = any (visits))) as seen
  where r.id = seen.id and r.visit_days is distinct from seen.days;
end $$;
create or replace function follow_visits(visits bigint[]) returns void language plpgsql as $$
begin
  perform from warning where scope = ${student} and student_id in (select student_id from visit where id = any (visits))
    order by student_id, plan_id for no key update;
  update warning as w set status = ${acted}, version = w.version + 1, changed_at = now()
  from screening_record as r
  where r.id = w.record_id and w.scope = ${student} and w.ended is null and w.status < ${acted}
    and exists (select from visit as v where v.id = any (visits) and v.student_id = w.student_id and ${FOLLOWS});
  update warning as w set status = case when ${wasDone('notify')} then ${notified} else ${waiting} end,
    version = w.version + 1, changed_at = now()
  from screening_record as r
  where r.id = w.record_id and w.scope = ${student} and w.status = ${acted}
    and w.student_id in (select student_id from visit where id = any (visits) and withdrawn_at is not null)
    and not exists (select from visit as v where v.student_id = w.student_id and ${FOLLOWS})
    and not ${wasDone('act')};
end $$;
create or replace function recount_visit_days() returns trigger language plpgsql as $$
begin
  new.visit_days = (select min(v.visited_on - new.checked_on) from visit as v
    where v.record_id = new.id and v.withdrawn_at is null and v.visited_on >= new.checked_on);
  return new;
end $$;
create or replace trigger record_day_moved before update of checked_on on screening_record
  for each row when (old.checked_on is distinct from new.checked_on
    and old.visit_days is not distinct from new.visit_days)
  execute function recount_visit_days();
`
