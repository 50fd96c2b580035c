import type { RepeatableSql } from './repeatable-sql.ts'

/**
 * What many transactions count in the same rows is counted last of all, after figures and warnings: an import of thousands
 * then holds the rows of a province for an instant. All do it in this order, so that two cannot wait for each other. Who
 * has something to count notes it and calls `order_late_count`; a trigger on `late_count` counts it at the commit.
 */
export const LATE_COUNT_SQL: RepeatableSql = {
  name: 'late-count',
  text: `
create or replace function order_late_count() returns void language plpgsql as $$
begin
  if exists (select from late_count where tx = pg_current_xact_id()) then return; end if;
  insert into figure_due default values on conflict do nothing;
  insert into warning_refresh default values on conflict do nothing;
  insert into late_count default values;
end $$;
create or replace function end_late_count() returns trigger language plpgsql as $$
begin
  delete from late_count where tx = pg_current_xact_id();
  return null;
end $$;
do $$ begin
  if not exists (select from pg_trigger where tgname = 'late_count_ended') then
    create constraint trigger late_count_ended after insert on late_count
      deferrable initially deferred for each row execute function end_late_count();
  end if;
end $$;
`,
}

/** Calls a function at the commit of each transaction that ordered a late count. */
export const countLate = (trigger: string, called: string): string => `
do $$ begin
  if not exists (select from pg_trigger where tgname = '${trigger}') then
    create constraint trigger ${trigger} after insert on late_count
      deferrable initially deferred for each row execute function ${called}();
  end if;
end $$;
`

/** After a statement that notes what is to be counted. */
export const ORDER_LATE_COUNT = 'if found then perform order_late_count(); end if;'
