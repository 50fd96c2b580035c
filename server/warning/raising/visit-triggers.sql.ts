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
 * follows is acted on; with the last of them withdrawn it stands again where people had left it.
 */
export const NOTE_VISITS = `
create or replace function note_visits() returns trigger language plpgsql as $$
begin
  update screening_record as r set visit_days = seen.days
  from (select changed.record_id, (select min(v.visited_on - own.checked_on) from visit as v
      where v.record_id = own.id and v.withdrawn_at is null and v.visited_on >= own.checked_on) as days
    from (select distinct record_id from after_rows where record_id is not null) as changed
      join screening_record as own on own.id = changed.record_id) as seen
  where r.id = seen.record_id and r.visit_days is distinct from seen.days;
  -- in the order of students, first what is known of them and then their warnings, as whoever changes their results
  perform from warning_fact where student_id in (select student_id from after_rows) order by student_id for no key update;
  perform from warning where scope = ${student} and student_id in (select student_id from after_rows)
    order by student_id, plan_id for no key update;
  update warning as w set status = ${acted}, version = w.version + 1, changed_at = now()
  from screening_record as r
  where r.id = w.record_id and w.scope = ${student} and w.ended is null and w.status < ${acted}
    and exists (select from after_rows as v where v.student_id = w.student_id and ${FOLLOWS});
  update warning as w set status = case when ${wasDone('notify')} then ${notified} else ${waiting} end,
    version = w.version + 1, changed_at = now()
  from screening_record as r
  where r.id = w.record_id and w.scope = ${student} and w.status = ${acted}
    and w.student_id in (select student_id from after_rows where withdrawn_at is not null)
    and not exists (select from visit as v where v.student_id = w.student_id and ${FOLLOWS})
    and not ${wasDone('act')};
  perform note_warned_students(array(select student_id from after_rows));
  return null;
end $$;
create or replace trigger visit_noted_in after insert on visit
  referencing new table as after_rows for each statement execute function note_visits();
create or replace trigger visit_noted_over after update on visit
  referencing new table as after_rows for each statement execute function note_visits();
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
