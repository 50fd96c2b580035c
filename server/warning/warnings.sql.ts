import { Glasses } from '#contract/core/codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { ANY_STAGE, SHIPPED_RULES, WarningScope } from '#contract/warning/rules.ts'
import { WarningEnd, WarningStatus } from '#contract/warning/warning-schemas.ts'
import type { RepeatableSql } from '../core/db/repeatable-sql.ts'
import { ruleValues } from './rule-values.ts'
import { NOTE_VISITS } from './visit-triggers.sql.ts'

const { valid } = RecordState.code
const { orthoK } = Glasses.code
const scope = WarningScope.code
const status = WarningStatus.code
const end = WarningEnd.code

/** Two results closer together say more about the measuring than about the eye. */
const DAYS_APART = 150
/** A change within half a year that is fast whatever a whole year shows, in thousandths of a dioptre. */
const LARGE_IN_HALF_YEAR = 500
const HALF_YEAR = "interval '7 months'"
const DAYS_TO_ACT = 30
const TODAY = "(now() at time zone 'Asia/Shanghai')::date"

/**
 * A plan is made for the first few rows and then used for all: with a loop inside a loop a later import of thousands would
 * take minutes.
 */
const FOR_MANY = 'set enable_nestloop = off'

/** Columns of a record that rules look at. */
const LOOKED_AT = [
  ...['student_id', 'state', 'task_id', 'class_id', 'checked_on', 'glasses', 'naked_right', 'naked_left'],
  ...['corrected_right', 'corrected_left', 'se_right', 'se_left', 'myopia', 'myopia_degree', 'anisometropia'],
  ...['referral', 'warning_level', 'visit_days'],
]
const rowOf = (alias: string): string => `(${LOOKED_AT.map((column) => `${alias}.${column}`).join(', ')})`

/** The figures come first at every commit, so that two of them cannot wait for each other. */
const noteStudents = (students: string): string => `
    insert into figure_due default values on conflict do nothing;
    insert into warning_move (student_id) ${students} order by 1 on conflict do nothing;
    if found then insert into warning_refresh default values on conflict do nothing; end if;`

const NOTE_MOVES = `
create or replace function note_warning_moves() returns trigger language plpgsql ${FOR_MANY} as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = ${valid}) then return null; end if;${noteStudents(
      `select distinct student_id from after_rows where state = ${valid}`,
    )}
  elsif tg_op = 'DELETE' then
    if not exists (select from before_rows where state = ${valid}) then return null; end if;${noteStudents(
      `select distinct student_id from before_rows where state = ${valid}`,
    )}
  else
    if not exists (select from after_rows where state = ${valid})
      and not exists (select from before_rows where state = ${valid}) then return null; end if;${noteStudents(`
      select distinct moved.student_id from after_rows as a join before_rows as b on b.id = a.id
        cross join lateral (values (a.student_id), (b.student_id)) as moved (student_id)
      where (a.state = ${valid} or b.state = ${valid}) and ${rowOf('a')} is distinct from ${rowOf('b')}`)}
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

/** A record from which one can tell whether a child is myopic. */
const isJudged = (r: string): string =>
  `(${r}.glasses is not distinct from ${orthoK} or num_nulls(${r}.naked_right, ${r}.naked_left, ${r}.se_right, ${r}.se_left) = 0)`
const isOrthoK = (r: string): string => `(${r}.glasses is not distinct from ${orthoK})`
const validOf = (r: string): string =>
  `${r}.student_id = s.student_id and ${r}.state = ${valid} and ${r}.checked_on is not null`

/** Vision that can be compared: naked of both results, or with the lens of both. */
const lost = (side: Side): string => `case
        when ${isOrthoK('r')} <> ${isOrthoK('b')} then null
        when ${isOrthoK('r')} then b.corrected_${side} - r.corrected_${side}
        else b.naked_${side} - r.naked_${side} end`
const EYE_NUMBERS = { right: 1, left: 2 } as const
type Side = keyof typeof EYE_NUMBERS
/** How fast an eye got worse since an earlier result, in thousandths of a dioptre a year. */
const worsened = (earlier: 'y' | 'h', side: Side, holds: string): string => `
        (case when ${holds} then per_year(${earlier}.se_${side} - r.se_${side}, r.checked_on - ${earlier}.checked_on) end, ${EYE_NUMBERS[side]}, ${earlier}.id)`
const inYear = (side: Side): string => worsened('y', side, `r.se_${side} < 0 and not ${isOrthoK('y')}`)
const inHalfYear = (side: Side): string =>
  worsened('h', side, `r.se_${side} < 0 and h.se_${side} - r.se_${side} >= ${LARGE_IN_HALF_YEAR}`)

/** How changes over some days are called changes of a year, wherever one is shown. */
const PER_YEAR = `
create or replace function per_year(change numeric, days integer) returns numeric language sql immutable as $$
  select change * 365.0 / days
$$;
`

/** What the rules ask about students: those without a valid result are left out. */
const FACTS = `
create or replace function warning_facts(ids bigint[]) returns setof warning_fact language sql stable as $$
  select r.student_id, r.id, r.plan_id, r.task_id, r.class_id, task.school_org_id, task.province_id, task.city_id,
    task.region_id, c.stage, r.checked_on, r.warning_level, r.referral, fell.rows, fell.eye, progress.rate, progress.eye,
    coalesce(r.myopia and not j.myopia, false),
    coalesce(r.myopia_degree = 3 and j.myopia_degree < 3 and not (${isOrthoK('j')} and j.myopia_degree = 0), false),
    case when not ${isOrthoK('r')} then abs(r.naked_right - r.naked_left)::smallint end, r.anisometropia,
    coalesce(${isJudged('r')} and not y.myopia and same.school, false),
    coalesce(${isJudged('r')} and r.myopia and not y.myopia and same.school, false), b.id, progress.from_id
  from unnest(ids) as s (student_id)
    cross join lateral (select * from screening_record as r where ${validOf('r')}
      order by r.checked_on desc, r.plan_id desc limit 1) as r
    join task on task.id = r.task_id
    join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
    left join lateral (select * from screening_record as b where ${validOf('b')} and b.checked_on < r.checked_on
      order by b.checked_on desc, b.plan_id desc limit 1) as b on true
    -- the last one that tells whether the child was myopic: nearly always the last of all
    left join lateral (select b.myopia, b.myopia_degree, b.glasses where ${isJudged('b')}
      union all (select e.myopia, e.myopia_degree, e.glasses from screening_record as e
        where not ${isJudged('b')} and ${validOf('e')} and ${isJudged('e')} and e.checked_on < r.checked_on
        order by e.checked_on desc, e.plan_id desc limit 1)) as j on true
    left join lateral (select * from screening_record as y where ${validOf('y')} and ${isJudged('y')}
        and y.checked_on <= r.checked_on - ${DAYS_APART}
      order by abs(r.checked_on - y.checked_on - 365), y.checked_on desc, y.plan_id desc limit 1) as y on true
    -- who came to the school since is new there
    left join lateral (select before.school_org_id = task.school_org_id as school from task as before
      where before.id = y.task_id) as same on true
    left join lateral (select h.id, h.checked_on, h.se_right, h.se_left from screening_record as h
      where ${validOf('h')} and ${isJudged('h')} and not ${isOrthoK('h')}
        and h.checked_on <= r.checked_on - ${DAYS_APART} and h.checked_on >= r.checked_on - ${HALF_YEAR}
      order by h.checked_on desc, h.plan_id desc limit 1) as h on true
    left join lateral (select e.rows::smallint, e.eye::smallint from (values (${lost('right')}, 1), (${lost('left')}, 2)) as e (rows, eye)
      where b.checked_on >= r.checked_on - ${HALF_YEAR} and e.rows > 0 order by e.rows desc, e.eye limit 1) as fell on true
    left join lateral (select e.rate, e.eye::smallint, e.from_id
      from (values ${inYear('right')}, ${inYear('left')}, ${inHalfYear('right')}, ${inHalfYear('left')}) as e (rate, eye, from_id)
      where not ${isOrthoK('r')} and e.rate > 0 order by e.rate desc, e.eye limit 1) as progress on true
$$;
`

const FACT_COLUMNS = [
  ...['record_id', 'plan_id', 'task_id', 'class_id', 'school_org_id', 'province_id', 'city_id', 'region_id'],
  ...['stage', 'checked_on', 'level', 'referral', 'fell', 'fell_eye', 'progression', 'progression_eye'],
  ...['newly_myopic', 'newly_high', 'rows_apart', 'anisometropia', 'at_risk', 'incident', 'before_id'],
  'year_before_id',
]
const assigned = FACT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')

/** The nearest area with rules of its own. */
const RULES_OF = `coalesce(
      (select area_id from warning_rule_set where area_id = f.region_id),
      (select area_id from warning_rule_set where area_id = f.city_id),
      (select area_id from warning_rule_set where area_id = f.province_id), '')`

/** Growth of the axis, in thousandths of a millimetre a year, between the last visit and the one about a year before. */
const AXIAL_GROWTH = `
create or replace function axial_growth(grown_student bigint) returns table (eye smallint, rate numeric, margin integer,
  from_length smallint, to_length smallint, from_on date, to_on date) language sql stable as $$
  select e.eye::smallint, per_year((e.to_length - e.from_length) * 10, last.visited_on - year.visited_on),
    case when extract(year from age(last.visited_on, student.birth_date)) < 10 then 100 else 0 end,
    e.from_length, e.to_length, year.visited_on, last.visited_on
  from (select * from visit as v where v.student_id = grown_student and v.withdrawn_at is null
      and num_nonnulls(v.axial_right, v.axial_left) > 0 order by v.visited_on desc, v.id desc limit 1) as last
    cross join lateral (select * from visit as v where v.student_id = grown_student and v.withdrawn_at is null
      and num_nonnulls(v.axial_right, v.axial_left) > 0 and v.visited_on <= last.visited_on - ${DAYS_APART}
      order by abs(last.visited_on - v.visited_on - 365), v.visited_on desc, v.id desc limit 1) as year
    cross join lateral (values (year.axial_right, last.axial_right, 1), (year.axial_left, last.axial_left, 2))
      as e (from_length, to_length, eye)
    join student on student.id = grown_student
  where e.to_length > e.from_length order by e.to_length - e.from_length desc, e.eye limit 1
$$;
`

/**
 * Days since a family was advised to see a doctor, while nobody knows of a visit. A letter that is printed again says
 * nothing new.
 */
const WAITING = `
    left join lateral (
      select ${TODAY} - coalesce(
        (select (least(letter.issued_at, letter.printed_at) at time zone 'Asia/Shanghai')::date from letter
          where letter.record_id = f.record_id and letter.withdrawn_at is null and letter.printed_at is not null),
        f.checked_on) as days
      where f.referral and not exists (select from visit as v where v.student_id = f.student_id
        and v.withdrawn_at is null and v.visited_on >= f.checked_on)) as waiting on true`

/** Planning these for every list of students took 5 ms of each saved record, running them 1 ms. */
const GENERIC_PLAN = 'set plan_cache_mode = force_generic_plan'

/**
 * From what is known of students (\`warning_fact\`) and the rules of their areas to their warnings. What has not changed is
 * left alone. A warning that was closed opens again where its level rises.
 */
const RAISE = `
create or replace function raise_student_warnings(ids bigint[]) returns void language plpgsql ${FOR_MANY} ${GENERIC_PLAN} as $$
begin
  -- in the order of students, as whoever acts on several warnings at once
  perform from warning where scope = ${scope.student} and student_id = any (ids) order by student_id, plan_id for no key update;
  with fact as materialized (
    select f.*, ${RULES_OF} as rules_of from warning_fact as f where f.student_id = any (ids)
  ), fired as (
    select distinct on (f.student_id, q.indicator) f.student_id, rule.rule_key, q.indicator, q.value, q.eye, q.from_id,
      rule.threshold, case when q.indicator = 'level' then f.level else rule.level end as level
    from fact as f left join lateral axial_growth(f.student_id) as axial on true${WAITING}
    cross join lateral (values
      ('level', f.level * 1000::numeric, false, 0, false, null::smallint, null::bigint),
      ('visionFell', f.fell * 1000::numeric, false, 0, false, f.fell_eye, f.before_id),
      ('progression', f.progression, false, 0, false, f.progression_eye, f.year_before_id),
      ('newlyMyopic', null, f.newly_myopic, 0, false, null, f.before_id),
      ('newlyHigh', null, f.newly_high, 0, false, null, f.before_id),
      ('eyesDiffer', f.rows_apart * 1000::numeric, f.anisometropia, 0, false, null, null),
      ('axialGrowth', axial.rate, false, axial.margin, true, axial.eye, null),
      ('notVisited', waiting.days * 1000::numeric, false, 0, false, null, null)
    ) as q (indicator, value, fact, margin, exclusive, eye, from_id)
    join warning_rule as rule on rule.area_id = f.rules_of and rule.scope = ${scope.student}
      and rule.indicator = q.indicator and rule.stage in (${ANY_STAGE}, f.stage)
    where q.fact or (q.value >= rule.threshold + q.margin and not (q.exclusive and q.value = rule.threshold + q.margin))
    order by f.student_id, q.indicator, level desc, rule.threshold desc, rule.rule_key
  ), raised as materialized (
    select student_id, max(level) as level, jsonb_agg(jsonb_build_object('rule', rule_key, 'indicator', indicator,
        'level', level, 'threshold', threshold, 'value', round(value, 4), 'eye', eye, 'fromRecordId', from_id)
        order by level desc, indicator) as reasons,
      array_agg(indicator order by indicator) as indicators
    from fired group by student_id
  ), outdated as (
    update warning as w set ended = given.ended, version = w.version + 1, changed_at = now()
    from (
      select w.id, case when f.plan_id is null or f.plan_id = w.plan_id then ${end.gone}
        when r.student_id is null then ${end.fine} else ${end.continued} end as ended
      from warning as w left join fact as f on f.student_id = w.student_id
        left join raised as r on r.student_id = w.student_id
      where w.scope = ${scope.student} and w.student_id = any (ids)
        and (r.student_id is not null and f.plan_id = w.plan_id) is not true
    ) as given
    where w.id = given.id and w.ended is distinct from given.ended
  )
  insert into warning as w (scope, plan_id, student_id, record_id, task_id, class_id, school_org_id, province_id, city_id,
    region_id, level, reasons, indicators, due_on)
  select ${scope.student}, f.plan_id, f.student_id, f.record_id, f.task_id, f.class_id, f.school_org_id, f.province_id,
    f.city_id, f.region_id, r.level, r.reasons, r.indicators, ${TODAY} + ${DAYS_TO_ACT}
  from raised as r join fact as f on f.student_id = r.student_id
  order by f.student_id
  on conflict (student_id, plan_id) where scope = ${scope.student} do update set record_id = excluded.record_id,
    task_id = excluded.task_id, class_id = excluded.class_id, school_org_id = excluded.school_org_id,
    province_id = excluded.province_id, city_id = excluded.city_id, region_id = excluded.region_id,
    level = excluded.level, reasons = excluded.reasons, indicators = excluded.indicators, ended = null,
    status = case when w.status = ${status.closed} and excluded.level > w.level then ${status.waiting} else w.status end,
    close_reason = case when w.status = ${status.closed} and excluded.level > w.level then null else w.close_reason end,
    version = w.version + 1, changed_at = now()
  where w.ended is not null or (w.record_id, w.task_id, w.class_id, w.level, w.indicators, w.reasons) is distinct from
    (excluded.record_id, excluded.task_id, excluded.class_id, excluded.level, excluded.indicators, excluded.reasons);
end $$;
`

/**
 * Two that change different results of one child at the same time: the second waits for the first, and then sees what it
 * wrote. Of a child of whom nothing was known neither sees the other before it writes; such a one is looked at once more.
 */
const REFRESH = `
create or replace function refresh_student_warnings(ids bigint[]) returns void language plpgsql ${GENERIC_PLAN} as $$
declare
  due bigint[] = ids;
  locked bigint[];
begin
  loop
    select array_agg(known.student_id) into locked from (select student_id from warning_fact
      where student_id = any (due) order by student_id for no key update) as known;
    delete from warning_fact as f where f.student_id = any (due) and not exists (select from screening_record as s
      where s.student_id = f.student_id and s.state = ${valid} and s.checked_on is not null);
    with written as (
      insert into warning_fact as known select * from warning_facts(due) as given order by given.student_id
      on conflict (student_id) do update set ${assigned}
      where (${FACT_COLUMNS.map((column) => `known.${column}`).join(', ')}) is distinct from
        (${FACT_COLUMNS.map((column) => `excluded.${column}`).join(', ')})
      returning student_id, xmax::text <> '0' as existed)
    select array_agg(student_id) into due
    from (select student_id from written where existed except select unnest(locked)) as met;
    exit when due is null;
  end loop;
  perform raise_student_warnings(ids);
end $$;

create or replace function apply_warning_moves() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  delete from warning_refresh where tx = pg_current_xact_id();
  with moved as (delete from warning_move where tx = pg_current_xact_id() returning student_id)
  select array_agg(student_id order by student_id) into ids from moved;
  if ids is not null then perform refresh_student_warnings(ids); end if;
  return null;
end $$;
do $$ begin
  if not exists (select from pg_trigger where tgname = 'warning_moves_applied') then
    create constraint trigger warning_moves_applied after insert on warning_refresh
      deferrable initially deferred for each row execute function apply_warning_moves();
  end if;
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
const tally = (moved: string): string => `
    insert into warning_tally as t (${TALLY_KEY}, warnings)
    select ${TALLY_KEY}, sum(warnings) from (${moved}
    ) as moved group by ${TALLY_KEY} having sum(warnings) <> 0 order by ${TALLY_KEY}
    on conflict (${TALLY_KEY}) do update set warnings = t.warnings + excluded.warnings;`

const NOTE_TALLY = `
create or replace function note_warning_tally() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${tally(tallied('after_rows', ''))}
  elsif tg_op = 'DELETE' then${tally(tallied('before_rows', '-'))}
  else${tally(`${tallied('after_rows', '')} union all${tallied('before_rows', '-')}`)}
  end if;
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

/** The shipped rules, under no area; with others, or other functions, than before everybody is looked at again. */
const SHIP_RULES = `
insert into warning_rule_set (area_id) values ('') on conflict do nothing;
delete from warning_rule where area_id = '';
insert into warning_rule (area_id, rule_key, scope, stage, indicator, threshold, level, min_valid, notify) values
${ruleValues('', SHIPPED_RULES)};
insert into warning_review (area_id) values ('') on conflict (area_id) do update set done_id = 0, ordered_at = now();
`

export const WARNING_SQL: RepeatableSql = {
  name: 'warnings',
  text: [
    NOTE_MOVES,
    PER_YEAR,
    FACTS,
    AXIAL_GROWTH,
    RAISE,
    REFRESH,
    NOTE_EVENTS,
    NOTE_TALLY,
    NOTE_VISITS,
    SHIP_RULES,
  ].join(''),
}
