import type { RepeatableSql } from '../core/db/repeatable-sql.ts'

/** A visit belongs to the task of its record, also when the record goes to another one, and to none without a record. */
export const VISIT_TASKS_SQL: RepeatableSql = {
  name: 'visit-tasks',
  text: `
create or replace function note_task_of_visit() returns trigger language plpgsql as $$
begin
  new.task_id = (select task_id from screening_record where id = new.record_id);
  return new;
end $$;
create or replace trigger visit_placed before insert or update of record_id on visit
  for each row execute function note_task_of_visit();
create or replace function move_visits() returns trigger language plpgsql as $$
begin
  update visit set task_id = new.task_id where record_id = new.id;
  return null;
end $$;
create or replace trigger record_visits_moved after update of task_id on screening_record
  for each row when (old.task_id <> new.task_id) execute function move_visits();
`,
}
