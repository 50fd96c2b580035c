import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { ORDER_LATE_COUNT } from '../../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../../core/db/repeatable-sql.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import {
  COUNTER_COLUMNS,
  CREATE_RECORD_COUNTS,
  RECORD_COUNTS_BODY,
  RECORD_COUNTS_RESULT,
} from './record-counts.sql.ts'

const level = FigureLevel.code

/** One entry for each counter. */
const perCounter = (write: (column: string) => string): string => COUNTER_COLUMNS.map(write).join(', ')

const COUNTERS = perCounter((column) => column)
const SUMS = perCounter((column) => `sum(${column})`)
const MOVE_KEY = `plan_id, task_id, class_id, school_org_id, area_id, province_id, city_id, region_id,
      stage, grade_no, sex, age, day`

/**
 * What each of some rows counts for, and where. The planner takes the row apart and reads its columns; of a record handed on
 * whole it would look for each of forty counters anew. A record whose class or task is no longer there (taken away by the
 * same statement) has nowhere to be counted out of: the left joins make that an error instead of a wrong figure.
 */
const countRows = (rows: string, counters: string): string => `
      select r.plan_id, r.task_id, r.class_id, t.school_org_id,
        coalesce(t.region_id, t.city_id, t.province_id)::bigint as area_id, t.province_id, t.city_id, t.region_id,
        c.stage, c.grade_no, r.sex, r.age, case when r.state <> ${RecordState.code.notScreened} then r.checked_on end as day,
        ${counters}
      from ${rows} as r
      left join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
      left join task as t on t.id = r.task_id
      cross join lateral record_counts(row(r.*)::screening_record, c.stage, c.grade_no) as k`
const countIn = (rows: string): string =>
  countRows(
    rows,
    perCounter((column) => `k.${column}`),
  )
const countOut = (rows: string): string =>
  countRows(
    rows,
    perCounter((column) => `-k.${column} as ${column}`),
  )

const insertMoves = (counted: string): string => `
    insert into figure_move (${MOVE_KEY}, ${COUNTERS})
    select ${MOVE_KEY},
      ${SUMS}
    from (${counted}
    ) as moved
    group by ${MOVE_KEY}`

const NOTE_FIGURE_MOVES = `
create or replace function note_figure_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${insertMoves(countIn('after_rows'))};
  elsif tg_op = 'DELETE' then${insertMoves(countOut('before_rows'))};
  else${insertMoves(`${countIn('after_rows')}
      union all${countOut('before_rows')}`)}
    -- most changes of a record leave its counters as they were
    having (0 = all (array[${SUMS}])) is not true;
  end if;
  ${ORDER_LATE_COUNT}
  return null;
end $$;
`

export const COUNT_LATE_FIGURES = 'count_late_figures'

/** From the whole to the part and each in one order, so that two cannot wait for each other. */
const COUNT_FIGURES = `
create or replace function ${COUNT_LATE_FIGURES}() returns void language plpgsql as $$
begin
  with moved as (delete from figure_move where tx = pg_current_xact_id() returning *),
  days as (
    insert into figure_day as f (plan_id, level, place_id, province_id, city_id, region_id, day, screened, valid)
    select plan_id, l.level, l.place_id, province_id, city_id, region_id, day, sum(screened), sum(valid)
    from moved cross join lateral (values
      (${level.school}::smallint, school_org_id), (${level.area}::smallint, area_id), (${level.task}::smallint, task_id)) as l (level, place_id)
    where day is not null
    group by plan_id, l.level, l.place_id, province_id, city_id, region_id, day
    having sum(screened) <> 0 or sum(valid) <> 0
    order by plan_id, l.level desc, l.place_id, day
    on conflict (plan_id, level, place_id, day) do update set
      screened = f.screened + excluded.screened, valid = f.valid + excluded.valid
  )
  insert into figure as f (plan_id, level, place_id, parent_id, province_id, city_id, region_id,
    stage, grade_no, sex, age, ${COUNTERS})
  select plan_id, l.level, l.place_id, l.parent_id, province_id, city_id, region_id, l.stage, l.grade_no, l.sex, l.age,
    ${SUMS}
  from moved cross join lateral (values
    (${level.class}::smallint, class_id, school_org_id, moved.stage, moved.grade_no, moved.sex, 0::smallint),
    (${level.school}::smallint, school_org_id, area_id, moved.stage, 0::smallint, moved.sex, 0::smallint),
    (${level.area}::smallint, area_id, 0::bigint, moved.stage, moved.grade_no, moved.sex, 0::smallint),
    (${level.areaAge}::smallint, area_id, 0::bigint, moved.stage, 0::smallint, moved.sex, moved.age),
    (${level.task}::smallint, task_id, school_org_id, 0::smallint, 0::smallint, 0::smallint, 0::smallint),
    (${level.areaStage}::smallint, area_id, 0::bigint, moved.stage, 0::smallint, moved.sex, 0::smallint),
    (${level.areaTotal}::smallint, area_id, 0::bigint, 0::smallint, 0::smallint, moved.sex, 0::smallint)
  ) as l (level, place_id, parent_id, stage, grade_no, sex, age)
  group by plan_id, l.level, l.place_id, l.parent_id, province_id, city_id, region_id,
    l.stage, l.grade_no, l.sex, l.age
  having not 0 = all (array[${SUMS}])
  order by plan_id, l.level desc, l.place_id, l.stage, l.grade_no, l.sex, l.age
  on conflict (plan_id, level, place_id, stage, grade_no, sex, age) do update set
    ${perCounter((column) => `${column} = f.${column} + excluded.${column}`)};
end $$;
`

/**
 * Where records counted otherwise until now, or a counter is new, the figures are counted anew from the records; the lock
 * waits for those who are writing and keeps others from writing until the new functions hold. Reading goes on.
 */
const REPLACE_RECORD_COUNTS = `
do $do$
declare
  installed regprocedure = to_regprocedure('record_counts(screening_record, smallint, smallint)');
begin
  if exists (select from pg_proc where oid = installed and prosrc = $counts$${RECORD_COUNTS_BODY}$counts$
    and pg_get_function_result(oid) = '${RECORD_COUNTS_RESULT}') then return; end if;
  lock table screening_record in share row exclusive mode;
  -- what a function returns cannot be replaced; until 0.6.4 it took only whether the class has a myopia rate
  drop function if exists record_counts(screening_record, smallint, smallint);
  drop function if exists record_counts(screening_record, boolean);
  ${CREATE_RECORD_COUNTS}
  delete from figure;
  delete from figure_day;
  ${insertMoves(countIn('screening_record'))};
  ${ORDER_LATE_COUNT}
end $do$;
`

/** How figures follow the records; the triggers that call these functions stand in the migrations. */
export const FIGURE_SQL: RepeatableSql = {
  name: 'figures',
  text: [NOTE_FIGURE_MOVES, COUNT_FIGURES, REPLACE_RECORD_COUNTS].join(''),
}
