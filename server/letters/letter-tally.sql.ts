import { ORDER_LATE_COUNT } from '../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../core/db/repeatable-sql.ts'

/** One that is printed again or corrected is the same letter. */
const COUNTS = '(l.printed_at is not null and l.withdrawn_at is null)'
const countsOf = (rows: string, sign: '' | '-'): string => `
      select l.task_id, ${sign}1 as letters, ${sign}(l.opened_at is not null)::int as opened,
        ${sign}(l.acknowledged_at is not null)::int as acknowledged
      from ${rows} as l where ${COUNTS}`
const insertMoves = (counted: string): string => `
    insert into letter_move (task_id, letters, opened, acknowledged)
    select task_id, sum(letters), sum(opened), sum(acknowledged) from (${counted}
    ) as each
    group by task_id having (sum(letters), sum(opened), sum(acknowledged)) <> (0, 0, 0)`

const NOTE_MOVES = `
create or replace function note_letter_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${insertMoves(countsOf('after_rows', ''))};
  elsif tg_op = 'DELETE' then${insertMoves(countsOf('before_rows', '-'))};
  else${insertMoves(`${countsOf('after_rows', '')}
      union all${countsOf('before_rows', '-')}`)};
  end if;
  ${ORDER_LATE_COUNT}
  return null;
end $$;
create or replace trigger letter_tallied_in after insert on letter
  referencing new table as after_rows for each statement execute function note_letter_moves();
create or replace trigger letter_tallied_out after delete on letter
  referencing old table as before_rows for each statement execute function note_letter_moves();
create or replace trigger letter_tallied_over after update on letter
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_letter_moves();
`

/** A letter is counted at the task that its record belongs to. */
const FOLLOW_RECORDS = `
create or replace function note_task_of_letter() returns trigger language plpgsql as $$
begin
  new.task_id = (select task_id from screening_record where id = new.record_id);
  return new;
end $$;
create or replace trigger letter_placed before insert on letter for each row execute function note_task_of_letter();
create or replace function move_letters() returns trigger language plpgsql as $$
begin
  update letter set task_id = new.task_id where record_id = new.id;
  return null;
end $$;
create or replace trigger record_letters_moved after update of task_id on screening_record
  for each row when (old.task_id <> new.task_id) execute function move_letters();
`

export const COUNT_LATE_LETTERS = 'count_late_letters'
const COUNT_LETTERS = `
create or replace function ${COUNT_LATE_LETTERS}() returns void language plpgsql as $$
begin
  with moved as (delete from letter_move where tx = pg_current_xact_id() returning *)
  insert into letter_tally as f (task_id, plan_id, school_org_id, province_id, city_id, region_id, letters, opened,
    acknowledged)
  select t.id, t.plan_id, t.school_org_id, t.province_id, t.city_id, t.region_id, m.letters, m.opened, m.acknowledged
  from (select task_id, sum(letters) as letters, sum(opened) as opened, sum(acknowledged) as acknowledged
        from moved group by task_id) as m
    join task as t on t.id = m.task_id
  order by t.id
  -- a task without records may have moved since
  on conflict (task_id) do update set plan_id = excluded.plan_id, school_org_id = excluded.school_org_id,
    province_id = excluded.province_id, city_id = excluded.city_id, region_id = excluded.region_id,
    letters = f.letters + excluded.letters, opened = f.opened + excluded.opened,
    acknowledged = f.acknowledged + excluded.acknowledged;
end $$;
`

export const LETTER_TALLY_SQL: RepeatableSql = {
  name: 'letter-tally',
  text: NOTE_MOVES + FOLLOW_RECORDS + COUNT_LETTERS,
}

/** Counts anew what is there, at the first time and where the rule above has become another one. */
export const COUNT_LETTERS_SQL: RepeatableSql = {
  name: 'letter-count',
  text: `
do $do$ begin
  lock table letter in share row exclusive mode;
  delete from letter_tally;${insertMoves(countsOf('letter', ''))};
  ${ORDER_LATE_COUNT}
end $do$;
`,
}
