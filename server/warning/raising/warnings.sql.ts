import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { ANY_STAGE, type IndicatorName, SHIPPED_RULES, WarningScope } from '#contract/warning/rules.ts'
import { WarningEnd, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { ORDER_LATE_COUNT } from '../../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../../core/db/repeatable-sql.ts'
import { REVIEW_JOB } from '../review-queries.ts'
import { ruleValues } from '../rule-values.ts'
import { FOR_MANY, GENERIC_PLAN, STUDENT_FACTS } from './student-facts.sql.ts'
import { FOLLOW_VISITS } from './visit-triggers.sql.ts'

const { valid } = RecordState.code
const scope = WarningScope.code
const status = WarningStatus.code
const end = WarningEnd.code
const plan = PlanStatus.code

const DAYS_TO_ACT = 30
const TODAY = "(now() at time zone 'Asia/Shanghai')::date"

/** Columns of a record that rules look at. */
const LOOKED_AT = [
  ...['student_id', 'state', 'task_id', 'class_id', 'checked_on', 'glasses', 'naked_right', 'naked_left'],
  ...['corrected_right', 'corrected_left', 'se_right', 'se_left', 'myopia', 'myopia_degree', 'anisometropia'],
  ...['referral', 'warning_level', 'visit_days'],
]

const of = (alias: string, columns: readonly string[]): string =>
  columns.map((column) => `${alias}.${column}`).join(', ')
const rowOf = (alias: string): string => `(${of(alias, LOOKED_AT)})`

const NOTE_STUDENTS = `
create or replace function note_warned_students(ids bigint[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  insert into warning_move (student_ids) values (ids);
  perform order_late_count();
end $$;
`

const NOTE_MOVES = `
create or replace function note_warning_moves() returns trigger language plpgsql ${FOR_MANY} as $$
begin
  if tg_op = 'INSERT' then
    perform note_warned_students(array(select student_id from after_rows where state = ${valid}));
  elsif tg_op = 'DELETE' then
    perform note_warned_students(array(select student_id from before_rows where state = ${valid}));
  elsif exists (select from after_rows where state = ${valid}) or exists (select from before_rows where state = ${valid}) then
    perform note_warned_students((
      select array_agg(a.student_id) || coalesce(array_agg(b.student_id) filter (where b.student_id <> a.student_id), '{}')
      from after_rows as a join before_rows as b on b.id = a.id
      where (a.state = ${valid} or b.state = ${valid}) and ${rowOf('a')} is distinct from ${rowOf('b')}));
  end if;
  return null;
end $$;
create or replace trigger record_warned_in after insert on screening_record
  referencing new table as after_rows for each statement execute function note_warning_moves();
create or replace trigger record_warned_out after delete on screening_record
  referencing old table as before_rows for each statement execute function note_warning_moves();
create or replace trigger record_warned_over after update on screening_record
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_warning_moves();
`

type Measured = { beyond: string; value?: string; eye?: string; fromId?: string }
const LIMIT = 'rule.threshold'
/** By indicator: whether a student (`f`) is beyond the limit of a rule, and what its reason shows. */
const MEASURED: Partial<Record<IndicatorName, Measured>> = {
  level: { beyond: `f.level * 1000 >= ${LIMIT}`, value: 'f.level * 1000' },
  visionFell: {
    beyond: `f.fell * 1000 >= ${LIMIT}`,
    value: 'f.fell * 1000',
    eye: 'f.fell_eye',
    fromId: 'f.before_id',
  },
  progression: {
    beyond: `f.progression >= ${LIMIT}`,
    value: 'f.progression',
    eye: 'f.progression_eye',
    fromId: 'f.year_before_id',
  },
  newlyMyopic: { beyond: 'f.newly_myopic', fromId: 'f.before_id' },
  newlyHigh: { beyond: 'f.newly_high', fromId: 'f.before_id' },
  eyesDiffer: {
    beyond: `(f.rows_apart * 1000 >= ${LIMIT} or f.anisometropia)`,
    value: 'f.rows_apart * 1000',
  },
  axialGrowth: {
    beyond: `f.axial_growth > ${LIMIT} + f.axial_margin`,
    value: 'f.axial_growth',
    eye: 'f.axial_eye',
  },
  notVisited: { beyond: `f.waiting_days * 1000 >= ${LIMIT}`, value: 'f.waiting_days * 1000' },
}
const byIndicator = (part: keyof Measured): string => {
  const cases = Object.entries(MEASURED).flatMap(([name, measured]) =>
    measured[part] ? [`when '${name}' then ${measured[part]}`] : [],
  )
  return `case rule.indicator ${cases.join(' ')} end`
}

/** What rules see of a student (`f`): an earlier result only where it is the reason for something. */
const SEEN = [
  ...['f.rules_of', 'f.stage', 'f.level', 'f.fell', 'f.fell_eye', 'f.progression', 'f.progression_eye'],
  ...['f.newly_myopic', 'f.newly_high', 'f.rows_apart', 'f.anisometropia', 'f.year_before_id'],
  ...['f.axial_growth', 'f.axial_eye', 'f.axial_margin', 'f.waiting_days'],
  'case when f.fell is not null or f.newly_myopic or f.newly_high then f.before_id end as before_id',
]

/** Why a warning (`w`) counts no longer, from what is known of the student now. */
const ENDED = `(case when given.plan_id is null or given.plan_id = w.plan_id then ${end.gone}
      when given.warned then ${end.continued} else ${end.fine} end)`

/** What a warning says, apart from whom and which plan it is about: where its child is, and what the rules say. */
const PLACE = ['record_id', 'task_id', 'class_id', 'school_org_id', 'province_id', 'city_id', 'region_id']
const JUDGED = ['level', 'reasons', 'indicators']
const RENEWED = [...PLACE, ...JUDGED]
/** The warnings that there should be now. */
const DUE = `select f.plan_id, f.student_id, ${of('f', PLACE)}, ${of('judged', JUDGED)}
    from raised as r join judged on judged.kind = r.kind join fact as f on f.student_id = r.student_id`
const REOPENS = `(w.status = ${status.closed} and given.level > w.level)`

/**
 * From what is known of students (\`warning_fact\`) and the rules of their areas to their warnings. What has not changed is
 * left alone. A warning that was closed opens again where its level rises. Most children of an import have no warning yet:
 * where none of them has, none is looked up, and new ones are inserted without a check for conflicts.
 */
const RAISE = `
create or replace function raise_student_warnings(ids bigint[]) returns void language plpgsql ${FOR_MANY} ${GENERIC_PLAN} as $$
declare
  known boolean;
  today date = ${TODAY};
begin
  -- in the order of students, as whoever acts on several warnings at once
  perform from warning where scope = ${scope.student} and student_id = any (ids) order by student_id, plan_id for no key update;
  -- nobody else can raise one: the facts of these students are locked
  known = found;
  with fact as materialized (
    -- rules are those of the nearest area that has its own
    select f.*, coalesce(own.area_id, upper.area_id, top.area_id, '') as rules_of
    from student_measure as f left join warning_rule_set as own on own.area_id = f.region_id
      left join warning_rule_set as upper on upper.area_id = f.city_id
      left join warning_rule_set as top on top.area_id = f.province_id
    where f.student_id = any (ids)
  ), alike as materialized (
    -- children of whom rules see the same are judged once, however many they are
    select row_number() over () as kind, ${SEEN.join(', ')}, array_agg(f.student_id) as students
    from fact as f group by ${SEEN.map((_, nth) => nth + 2).join(', ')}
  ), fired as (
    select distinct on (f.kind, rule.indicator) f.kind, rule.rule_key, rule.indicator, rule.threshold,
      (${byIndicator('value')})::numeric as value, ${byIndicator('eye')} as eye, ${byIndicator('fromId')} as from_id,
      case when rule.indicator = 'level' then f.level else rule.level end as level
    from alike as f join warning_rule as rule on rule.area_id = f.rules_of and rule.scope = ${scope.student}
        and rule.stage in (${ANY_STAGE}, f.stage)
    where ${byIndicator('beyond')}
    order by f.kind, rule.indicator, level desc, rule.threshold desc, rule.rule_key
  ), judged as materialized (
    select kind, max(level) as level, jsonb_agg(jsonb_build_object('rule', rule_key, 'indicator', indicator,
        'level', level, 'threshold', threshold, 'value', round(value, 4), 'eye', eye, 'fromRecordId', from_id)
        order by level desc, indicator) as reasons,
      array_agg(indicator order by indicator) as indicators
    from fired group by kind
  ), raised as materialized (
    select alike.kind, unnest(alike.students) as student_id from alike where kind in (select kind from judged)
  ), outdated as (
    update warning as w set version = w.version + 1, changed_at = now(), ended = ${ENDED}
    from (select s.student_id, f.plan_id, r.student_id is not null as warned from unnest(ids) as s (student_id)
        left join fact as f on f.student_id = s.student_id left join raised as r on r.student_id = s.student_id) as given
    where known and w.scope = ${scope.student} and w.student_id = any (ids) and w.student_id = given.student_id
      and (given.warned and given.plan_id = w.plan_id) is not true and w.ended is distinct from ${ENDED}
  ), found as materialized (
    select student_id, plan_id from warning where known and scope = ${scope.student} and student_id = any (ids)
  ), renewed as (
    update warning as w set ${RENEWED.map((column) => `${column} = given.${column}`).join(', ')}, ended = null,
      status = case when ${REOPENS} then ${status.waiting} else w.status end,
      close_reason = case when not ${REOPENS} then w.close_reason end,
      version = w.version + 1, changed_at = now()
    from (${DUE}) as given
    where known and w.scope = ${scope.student} and w.student_id = any (ids) and w.student_id = given.student_id
      and w.plan_id = given.plan_id
      and (w.ended is not null or (w.record_id, w.task_id, w.class_id, w.level, w.indicators, w.reasons) is distinct from
        (given.record_id, given.task_id, given.class_id, given.level, given.indicators, given.reasons))
  )
  insert into warning (scope, plan_id, student_id, ${RENEWED.join(', ')}, raised_on, due_on)
  select ${scope.student}, plan_id, student_id, ${RENEWED.join(', ')}, today, today + ${DAYS_TO_ACT}
  from (${DUE}) as given
  where not exists (select from found where found.student_id = given.student_id and found.plan_id = given.plan_id)
  order by student_id;
end $$;
`

export const COUNT_LATE_WARNINGS = 'count_late_warnings'

/** What a visit writes into its record may change what is known of the child: visits first. */
const COUNT_WARNINGS = `
create or replace function ${COUNT_LATE_WARNINGS}() returns void language plpgsql as $$
declare
  ids bigint[];
  visits bigint[];
begin
  with moved as (delete from visit_move where tx = pg_current_xact_id() returning visit_id)
  select array_agg(distinct visit_id) into visits from moved;
  if visits is not null then perform count_visit_days(visits); end if;
  with moved as (delete from warning_move where tx = pg_current_xact_id() returning student_ids)
  select array_agg(distinct student_id order by student_id) into ids from moved, unnest(student_ids) as each (student_id);
  if ids is not null then perform refresh_student_warnings(ids, visits); end if;
end $$;
`

const NOTE_EVENTS = `
create or replace function note_warning_events() returns trigger language plpgsql ${FOR_MANY} as $$
begin
  if tg_op = 'INSERT' then
    insert into warning_event (warning_id, kind, detail)
    select id, 'raised', jsonb_build_object('level', level, 'indicators', indicators) from after_rows order by id;
  else
    insert into warning_event (warning_id, kind, detail)
    select a.id, e.kind, e.detail from after_rows as a join before_rows as b on b.id = a.id
      cross join lateral (values
        (1, 'ended', jsonb_build_object('ended', a.ended), a.ended is not null and a.ended is distinct from b.ended),
        (2, 'returned', jsonb_build_object('level', a.level), a.ended is null and b.ended is not null),
        (3, 'level', jsonb_build_object('from', b.level, 'level', a.level), a.level <> b.level),
        (4, 'reopened', jsonb_build_object('level', a.level),
          b.status = ${status.closed} and a.status = ${status.waiting} and a.level > b.level)
      ) as e (position, kind, detail, happened)
    where e.happened order by a.id, e.position;
  end if;
  return null;
end $$;
create or replace function remove_student_warnings() returns trigger language plpgsql as $$
begin
  perform from warning_fact where student_id in (select id from before_rows) order by student_id for no key update;
  perform from warning where scope = ${scope.student} and student_id in (select id from before_rows)
    order by student_id, plan_id for no key update;
  delete from warning where scope = ${scope.student} and student_id in (select id from before_rows);
  return null;
end $$;
create or replace trigger student_warnings_removed after delete on student
  referencing old table as before_rows for each statement execute function remove_student_warnings();
create or replace function remove_warning_events() returns trigger language plpgsql as $$
begin
  delete from warning_event where warning_id in (select id from before_rows);
  return null;
end $$;
create or replace trigger warning_removed after delete on warning
  referencing old table as before_rows for each statement execute function remove_warning_events();
create or replace trigger warning_raised_noted after insert on warning
  referencing new table as after_rows for each statement execute function note_warning_events();
create or replace trigger warning_change_noted after update on warning
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_warning_events();
`

const TALLY_KEY = 'plan_id, scope, school_org_id, province_id, city_id, region_id, level, status'
const tallied = (rows: string, sign: string): string => `
      select plan_id, scope, coalesce(school_org_id, 0) as school_org_id, province_id, coalesce(city_id, '') as city_id,
        coalesce(region_id, '') as region_id, level, status, ${sign}1 as warnings from ${rows} where ended is null`
const insertMoves = (moved: string): string => `
    insert into warning_tally_move (${TALLY_KEY}, warnings)
    select ${TALLY_KEY}, sum(warnings) from (${moved}
    ) as moved group by ${TALLY_KEY} having sum(warnings) <> 0;`

/** Summing by hashes: sorting the warnings of an import by eight columns took four times as long. */
const NOTE_TALLY = `
create or replace function note_warning_tally() returns trigger language plpgsql set enable_sort = off as $$
begin
  if tg_op = 'INSERT' then${insertMoves(tallied('after_rows', ''))}
  elsif tg_op = 'DELETE' then${insertMoves(tallied('before_rows', '-'))}
  else${insertMoves(`${tallied('after_rows', '')} union all${tallied('before_rows', '-')}`)}
  end if;
  ${ORDER_LATE_COUNT}
  return null;
end $$;
create or replace trigger warning_tallied_in after insert on warning
  referencing new table as after_rows for each statement execute function note_warning_tally();
create or replace trigger warning_tallied_out after delete on warning
  referencing old table as before_rows for each statement execute function note_warning_tally();
create or replace trigger warning_tallied_over after update on warning
  referencing old table as before_rows new table as after_rows
  for each statement execute function note_warning_tally();
`

export const COUNT_LATE_TALLIES = 'count_late_warning_tallies'
const COUNT_TALLIES = `
create or replace function ${COUNT_LATE_TALLIES}() returns void language plpgsql as $$
begin
  with moved as (delete from warning_tally_move where tx = pg_current_xact_id() returning *)
  insert into warning_tally as t (${TALLY_KEY}, warnings)
  select ${TALLY_KEY}, sum(warnings) from moved
  group by ${TALLY_KEY} having sum(warnings) <> 0 order by ${TALLY_KEY}
  on conflict (${TALLY_KEY}) do update set warnings = t.warnings + excluded.warnings;
end $$;
`

/** The stage in which a child was examined twice. */
const STAGE_OF_RECORD = `select c.stage from screening_record as r
      join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id where r.id =`
const NOTE_RETESTS = `
create or replace function note_retest_stage() returns trigger language plpgsql as $$
begin
  new.stage = (${STAGE_OF_RECORD} new.record_id);
  return new;
end $$;
create or replace trigger retest_stage_noted before insert on retest for each row execute function note_retest_stage();
create or replace function move_retest_stage() returns trigger language plpgsql as $$
begin
  update retest set stage = (${STAGE_OF_RECORD} new.id) where record_id = new.id;
  return null;
end $$;
create or replace trigger record_class_moved after update of task_id, class_id on screening_record
  for each row when ((old.task_id, old.class_id) is distinct from (new.task_id, new.class_id))
  execute function move_retest_stage();
`

/** At the end of a plan, and when it is opened again, its units are judged at once, however it came to that. */
const NOTE_PLAN_ENDS = `
create or replace function order_warning_review() returns trigger language plpgsql as $$
begin
  if exists (select from after_rows as a join before_rows as b on b.id = a.id
      where (a.status = ${plan.ended} and b.status = ${plan.underWay}) or (a.status = ${plan.underWay} and b.status = ${plan.ended})) then
    insert into job (kind, payload, key) values ('${REVIEW_JOB}', '{}', '${REVIEW_JOB} ' || pg_current_xact_id()) on conflict (key) do nothing;
  end if;
  return null;
end $$;
create or replace trigger plan_end_reviewed after update on plan
  referencing old table as before_rows new table as after_rows
  for each statement execute function order_warning_review();
`

/** The shipped rules, under no area; with others than before, or judged otherwise, everybody is looked at again. */
const SHIP_RULES = `
insert into warning_rule_set (area_id) values ('') on conflict do nothing;
delete from warning_rule where area_id = '';
insert into warning_rule (area_id, rule_key, scope, stage, indicator, threshold, level, min_valid, notify) values
${ruleValues('', SHIPPED_RULES)};
insert into warning_review (area_id) select '' where exists (select from screening_record)
on conflict (area_id) do update set done_id = 0, ordered_at = now();
`

export const WARNING_SQL: RepeatableSql = {
  name: 'warnings',
  text: [
    ...[
      NOTE_STUDENTS,
      NOTE_MOVES,
      STUDENT_FACTS,
      RAISE,
      COUNT_WARNINGS,
      NOTE_EVENTS,
      NOTE_TALLY,
      COUNT_TALLIES,
      FOLLOW_VISITS,
    ],
    ...[NOTE_RETESTS, NOTE_PLAN_ENDS, SHIP_RULES],
  ].join(''),
}
