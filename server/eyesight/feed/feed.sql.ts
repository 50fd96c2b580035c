import { PlanStatus } from '#contract/plans/statuses.ts'
import { ORDER_LATE_COUNT } from '../../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../../core/db/repeatable-sql.ts'

const { archived } = PlanStatus.code

/** Results of a class that were written no further apart belong together. */
const APART = "interval '10 minutes'"
/** So long a class stays where it is in the list although more of it is written. */
const UNLISTED = "interval '20 seconds'"

const PLACE = 'task_id, class_id'

/** Times at which some records got their first result, those of a class that belong together as one. */
const arrivalsOf = (rows: string): string => `
    insert into class_feed_move (${PLACE}, started_at, at, students)
    select ${PLACE}, min(entered_at), max(entered_at), count(*)
    from (
      select ${PLACE}, entered_at, count(*) filter (where begins) over (partition by ${PLACE} order by entered_at) as nth
      from (
        select ${PLACE}, entered_at,
          entered_at > lag(entered_at) over (partition by ${PLACE} order by entered_at) + ${APART} as begins
        from ${rows} where entered_at is not null) as each) as following
    group by ${PLACE}, nth`
/** Where a record has another first result than before, or is elsewhere. */
const netMoves = (moved: string): string => `
    insert into class_feed_move (${PLACE}, started_at, at, students)
    select ${PLACE}, entered_at, entered_at, sum(students) from (${moved}) as each
    where entered_at is not null group by ${PLACE}, entered_at having sum(students) <> 0`
const NOTE_MOVES = `
create or replace function note_class_feed_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${arrivalsOf('after_rows')};
  elsif tg_op = 'DELETE' then${netMoves(`select ${PLACE}, entered_at, -1 as students from before_rows`)};
  else${netMoves(`
      select ${PLACE}, entered_at, 1 as students from after_rows
      union all select ${PLACE}, entered_at, -1 from before_rows`)};
  end if;
  ${ORDER_LATE_COUNT}
  return null;
end $$;
create or replace trigger record_fed_in after insert on screening_record
  referencing new table as after_rows for each statement execute function note_class_feed_moves();
create or replace trigger record_fed_out after delete on screening_record
  referencing old table as before_rows for each statement execute function note_class_feed_moves();
create or replace trigger record_fed_over after update on screening_record
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_class_feed_moves();
`

/** What `f` becomes with more first results (`m`): they go on with the last ones or begin anew. */
const withMore = (m: string): string => `
        started_at = case when ${m}.started_at > f.at + ${APART} then ${m}.started_at
          else least(f.started_at, ${m}.started_at) end,
        at = greatest(f.at, ${m}.at),
        listed_at = case when ${m}.at > f.listed_at + ${UNLISTED} then ${m}.at else f.listed_at end,
        students = ${m}.students + case when ${m}.started_at > f.at + ${APART} then 0 else f.students end`

export const COUNT_LATE_FEED = 'count_late_feed'

/**
 * At the commit, in the order of classes: two that write in different classes never wait for each other. A row counts the
 * first results between its two times; one that is gone is counted out and is no news, nor is one older than all of them.
 */
const COUNT_FEED = `
create or replace function ${COUNT_LATE_FEED}() returns void language plpgsql as $$
declare
  m record;
begin
  for m in
    with moved as (delete from class_feed_move where tx = pg_current_xact_id() returning *)
    select ${PLACE}, started_at, at, students from moved order by ${PLACE}, students < 0, started_at
  loop
    if m.students < 0 then
      update class_feed set students = students + m.students
      where task_id = m.task_id and class_id = m.class_id and m.at between started_at and at;
      continue;
    end if;
    update class_feed as f set ${withMore('m')}
      where f.task_id = m.task_id and f.class_id = m.class_id and m.at >= f.started_at - ${APART};
    if not found then
      insert into class_feed as f (${PLACE}, plan_id, school_org_id, province_id, city_id, region_id, started_at, at,
        listed_at, students)
      select m.task_id, m.class_id, t.plan_id, t.school_org_id, t.province_id, t.city_id, t.region_id, m.started_at, m.at,
        m.at, m.students
      from task as t where t.id = m.task_id
      on conflict (${PLACE}) do update set ${withMore('excluded')}
      where excluded.at >= f.started_at - ${APART};
    end if;
  end loop;
end $$;
`

/** In a plan that is archived nothing is written any more; a task that goes elsewhere has no records. */
const CLEAR = `
create or replace function clear_feed_of_plan() returns trigger language plpgsql as $$
begin
  delete from class_feed where plan_id = new.id;
  return null;
end $$;
create or replace function clear_feed_of_task() returns trigger language plpgsql as $$
begin
  delete from class_feed where task_id = new.id;
  return null;
end $$;
create or replace trigger task_feed_cleared after update of school_org_id, province_id, city_id, region_id on task
  for each row when ((old.school_org_id, old.province_id, old.city_id, old.region_id)
    is distinct from (new.school_org_id, new.province_id, new.city_id, new.region_id))
  execute function clear_feed_of_task();
create or replace trigger plan_feed_cleared after update of status on plan
  for each row when (new.status = ${archived} and old.status <> ${archived}) execute function clear_feed_of_plan();
`

export const FEED_SQL: RepeatableSql = { name: 'feed', text: NOTE_MOVES + COUNT_FEED + CLEAR }

/** Looks at what is there, at the first time and where the rule above has become another one. */
export const FILL_FEED_SQL: RepeatableSql = {
  name: 'feed-fill',
  text: `
do $do$ begin
  lock table screening_record in share row exclusive mode;
  delete from class_feed;${arrivalsOf(`(
          select r.${PLACE.replace(', ', ', r.')}, r.entered_at from screening_record as r
            join plan on plan.id = r.plan_id and plan.status <> ${archived}) as written`)};
  ${ORDER_LATE_COUNT}
end $do$;
`,
}
