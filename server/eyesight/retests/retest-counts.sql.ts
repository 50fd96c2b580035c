import { ORDER_LATE_COUNT } from '../../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../../core/db/repeatable-sql.ts'

export const COUNT_LATE_RETESTS = 'count_late_retests'

const COUNTERS = ['drawn', 'done', 'items', 'errors']
const SUMS = COUNTERS.map((column) => `sum(${column})`).join(', ')
const countsOf = (rows: string, sign: '' | '-'): string => `
      select task_id, plan_id, ${sign}1 as drawn, ${sign}(entered_at is not null)::int as done, ${sign}items as items,
        ${sign}errors as errors
      from ${rows}`
const insertMoves = (counted: string): string => `
    insert into retest_move (task_id, plan_id, ${COUNTERS.join(', ')})
    select task_id, plan_id, ${SUMS} from (${counted}
    ) as each
    group by task_id, plan_id having (${SUMS}) <> (0, 0, 0, 0)`

/** Second examinations of a task. */
export const RETEST_COUNTS_SQL: RepeatableSql = {
  name: 'retest-counts',
  text: `
create or replace function note_retest_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${insertMoves(countsOf('after_rows', ''))};
  elsif tg_op = 'DELETE' then${insertMoves(countsOf('before_rows', '-'))};
  else${insertMoves(`${countsOf('after_rows', '')}
      union all${countsOf('before_rows', '-')}`)};
  end if;
  ${ORDER_LATE_COUNT}
  return null;
end $$;
create or replace trigger retest_counted_in after insert on retest
  referencing new table as after_rows for each statement execute function note_retest_moves();
create or replace trigger retest_counted_out after delete on retest
  referencing old table as before_rows for each statement execute function note_retest_moves();
create or replace trigger retest_counted_over after update on retest
  referencing old table as before_rows new table as after_rows for each statement execute function note_retest_moves();
drop function if exists count_retests();
create or replace function ${COUNT_LATE_RETESTS}() returns void language plpgsql as $$
begin
  with moved as (delete from retest_move where tx = pg_current_xact_id() returning *)
  insert into figure_retest as f (task_id, plan_id, ${COUNTERS.join(', ')})
  select task_id, plan_id, ${SUMS} from moved group by task_id, plan_id order by task_id
  on conflict (task_id) do update set
    ${COUNTERS.map((column) => `${column} = f.${column} + excluded.${column}`).join(', ')};
end $$;
`,
}
