import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { RepeatableSql } from '../../../core/db/repeatable-sql.ts'
import { MeasuredEye } from './eye.ts'

const { valid } = RecordState.code
const { right, left } = MeasuredEye.code
const KEY = 'plan_id, area_id, stage, grade_no, age, eye, se'
const MEASURED = 'plan_id, task_id, class_id, age, eye, se'

/** What each of some records counts for: one of each eye that was measured. */
const eyesOf = (rows: string, sign: '' | '-'): string => `
        select r.plan_id, r.task_id, r.class_id, r.age, e.eye, e.se, ${sign}1 as records
        from ${rows} as r
          cross join lateral (values (${right}::smallint, r.se_right), (${left}::smallint, r.se_left)) as e (eye, se)
        where r.state = ${valid} and e.se is not null`

/** Summed before the places are looked up: most changes of a record leave its refraction as it was. */
const insertMoves = (counted: string): string => `
    insert into refraction_move (${KEY}, records)
    select m.plan_id, area_of(t.province_id, t.city_id, t.region_id), c.stage, c.grade_no, m.age, m.eye, m.se, sum(m.records)
    from (
      select ${MEASURED}, sum(records) as records from (${counted}
      ) as each
      group by ${MEASURED} having sum(records) <> 0) as m
      -- without its class or task a record has nowhere to be counted: an error instead of a wrong number
      left join task_class as c on c.task_id = m.task_id and c.class_id = m.class_id
      left join task as t on t.id = m.task_id
    group by 1, 2, 3, 4, 5, 6, 7`
const ADD_TO_COMMIT = 'if found then insert into figure_due default values on conflict do nothing; end if;'

const NOTE_MOVES = `
create or replace function note_refraction_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${insertMoves(eyesOf('after_rows', ''))};
  elsif tg_op = 'DELETE' then${insertMoves(eyesOf('before_rows', '-'))};
  else${insertMoves(`${eyesOf('after_rows', '')}
        union all${eyesOf('before_rows', '-')}`)};
  end if;
  ${ADD_TO_COMMIT}
  return null;
end $$;
create or replace trigger record_refraction_in after insert on screening_record
  referencing new table as after_rows for each statement execute function note_refraction_moves();
create or replace trigger record_refraction_out after delete on screening_record
  referencing old table as before_rows for each statement execute function note_refraction_moves();
create or replace trigger record_refraction_over after update on screening_record
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_refraction_moves();
`

/** At the commit, right after the figures and like them in the order of keys, so that two cannot wait for each other. */
const APPLY_MOVES = `
create or replace function apply_refraction_moves() returns trigger language plpgsql as $$
begin
  with moved as (delete from refraction_move where tx = pg_current_xact_id() returning *)
  insert into refraction as f (${KEY}, records)
  select ${KEY}, sum(records) from moved group by ${KEY} having sum(records) <> 0 order by ${KEY}
  on conflict (${KEY}) do update set records = f.records + excluded.records;
  return null;
end $$;
do $$ begin
  if not exists (select from pg_trigger where tgname = 'refraction_moves_applied') then
    create constraint trigger refraction_moves_applied after insert on figure_due
      deferrable initially deferred for each row execute function apply_refraction_moves();
  end if;
end $$;
`

export const REFRACTION_SQL: RepeatableSql = { name: 'refraction', text: NOTE_MOVES + APPLY_MOVES }

/** Counts anew what is there, at the first time and where the rule above has become another one. */
export const COUNT_REFRACTION_SQL: RepeatableSql = {
  name: 'refraction-count',
  text: `
do $do$ begin
  lock table screening_record in share row exclusive mode;
  delete from refraction;${insertMoves(eyesOf('screening_record', ''))};
  ${ADD_TO_COMMIT}
end $do$;
`,
}
