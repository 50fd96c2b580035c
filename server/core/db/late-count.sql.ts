import type { RepeatableSql } from './repeatable-sql.ts'

/**
 * One trigger for whatever waits for the commit. Deferred triggers fire in the order in which they were queued, which is
 * another one in each kind of transaction; inside of one function the order is always the same. `single`: functions that
 * lock and write rows of single children and may note more to count; `shared`: those that write the counters.
 */
export const lateCountSql = (steps: {
  single: readonly string[]
  shared: readonly string[]
}): RepeatableSql => ({
  name: 'late-count',
  text: `
create or replace function order_late_count() returns void language plpgsql as $$
begin
  if exists (select from late_count where tx = pg_current_xact_id()) then return; end if;
  insert into late_count default values;
end $$;
create or replace function count_late() returns trigger language plpgsql as $$
begin${calls(steps.single)}
  delete from late_count where tx = pg_current_xact_id();${calls(steps.shared)}
  return null;
end $$;
do $$ begin
  if not exists (select from pg_trigger where tgname = 'counted_late') then
    create constraint trigger counted_late after insert on late_count
      deferrable initially deferred for each row execute function count_late();
  end if;
end $$;
`,
})

const calls = (functions: readonly string[]): string =>
  functions.map((name) => `\n  perform ${name}();`).join('')

/** After a statement that notes what is to be counted. */
export const ORDER_LATE_COUNT = 'if found then perform order_late_count(); end if;'
