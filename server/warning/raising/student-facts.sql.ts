import { Glasses } from '#contract/core/codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { HALF_YEAR_DAYS } from '#contract/warning/reason-words.ts'
import { ORDER_LATE_COUNT } from '../../core/db/late-count.sql.ts'

const { valid } = RecordState.code
const { orthoK } = Glasses.code

/** Two results closer together say more about the measuring than about the eye. */
const DAYS_APART = 150
/** A change within half a year that is fast whatever a whole year shows, in thousandths of a dioptre. */
const LARGE_IN_HALF_YEAR = 500
const HALF_YEAR = "interval '7 months'"
const TODAY = "(now() at time zone 'Asia/Shanghai')::date"

/** Planning these for every list of students took 5 ms of each saved record, running them 1 ms. */
export const GENERIC_PLAN = 'set plan_cache_mode = force_generic_plan'

/**
 * A plan is made for the first few rows and then used for all: with a loop inside a loop a later import of thousands would
 * take minutes.
 */
export const FOR_MANY = 'set enable_nestloop = off'

/** A record from which one can tell whether a child is myopic. */
const isJudged = (r: string): string =>
  `(${r}.glasses is not distinct from ${orthoK} or num_nulls(${r}.naked_right, ${r}.naked_left, ${r}.se_right, ${r}.se_left) = 0)`
const isOrthoK = (r: string): string => `(${r}.glasses is not distinct from ${orthoK})`
const isValid = (r: string): string => `(${r}.state = ${valid} and ${r}.checked_on is not null)`

/** Which of the judged results (`y`) of a child at least so many days before another one (`on`) is nearest to a year before it. */
const nearestToYear = (on: string): string =>
  `abs(${on} - y.checked_on - 365), y.checked_on desc, y.plan_id desc`

type Side = 'right' | 'left'
/** Rows lost of vision that can be compared: naked of both results, or with the lens of both. */
const lost = (side: Side): string => `case
      when b.checked_on < r.checked_on - ${HALF_YEAR} or ${isOrthoK('r')} <> ${isOrthoK('b')} then null
      when ${isOrthoK('r')} then b.corrected_${side} - r.corrected_${side}
      else b.naked_${side} - r.naked_${side} end`
/** How fast an eye got worse since an earlier result, in thousandths of a dioptre a year. */
const worsened = (earlier: 'y' | 'h', side: Side, condition = 'true'): string => `case
      when r.se_${side} < 0 and not ${isOrthoK('r')} and not ${isOrthoK(earlier)} and ${condition}
      then progression_per_year(${earlier}.se_${side} - r.se_${side}, r.checked_on - ${earlier}.checked_on) end`
const worsenedMuch = (side: Side): string =>
  worsened('h', side, `h.se_${side} - r.se_${side} >= ${LARGE_IN_HALF_YEAR}`)

/** How changes over some days are called changes of a year, wherever one is shown. */
const PER_YEAR = `
create or replace function per_year(change numeric, days integer) returns numeric language sql immutable as $$
  select change * 365.0 / days
$$;
create or replace function progression_per_year(change numeric, days integer) returns numeric language sql immutable as $$
  select per_year(change, greatest(days, ${HALF_YEAR_DAYS}))
$$;
`

/** Growth of the axis, in thousandths of a millimetre a year, between the last visit and the one about a year before. */
const AXIAL_GROWTH = `
create or replace function axial_growth(ids bigint[]) returns table (student_id bigint, eye smallint, rate numeric,
  margin integer, from_length smallint, to_length smallint, from_on date, to_on date) language sql stable as $$
  with measured as materialized (
    select v.student_id, v.id, v.visited_on, v.axial_right, v.axial_left from visit as v
    where v.student_id = any (ids) and v.withdrawn_at is null and num_nonnulls(v.axial_right, v.axial_left) > 0),
  last as materialized (
    select distinct on (v.student_id) v.* from measured as v order by v.student_id, v.visited_on desc, v.id desc),
  grown as (
    select distinct on (v.student_id) v.student_id, v.visited_on as from_on, last.visited_on as to_on,
      v.axial_right as from_right, v.axial_left as from_left, last.axial_right as to_right, last.axial_left as to_left
    from last join measured as v on v.student_id = last.student_id and v.visited_on <= last.visited_on - ${DAYS_APART}
    order by v.student_id, abs(last.visited_on - v.visited_on - 365), v.visited_on desc, v.id desc)
  select distinct on (g.student_id) g.student_id, e.eye::smallint,
    per_year((e.to_length - e.from_length) * 10, g.to_on - g.from_on),
    case when extract(year from age(g.to_on, (select birth_date from student where id = g.student_id))) < 10 then 100 else 0 end,
    e.from_length, e.to_length, g.from_on, g.to_on
  from grown as g cross join lateral (values (g.from_right, g.to_right, 1), (g.from_left, g.to_left, 2))
    as e (from_length, to_length, eye)
  where e.to_length > e.from_length order by g.student_id, e.to_length - e.from_length desc, e.eye
$$;
`

/** What the rules and the places of warnings need of a record. */
const RESULT_COLUMNS = [
  ...[
    'id',
    'student_id',
    'plan_id',
    'task_id',
    'class_id',
    'checked_on',
    'warning_level',
    'referral',
    'glasses',
  ],
  ...[
    'naked_right',
    'naked_left',
    'corrected_right',
    'corrected_left',
    'se_right',
    'se_left',
    'myopia',
    'myopia_degree',
  ],
  'anisometropia',
]
const resultsOf = (condition: string): string =>
  `select ${RESULT_COLUMNS.map((column) => `r.${column}`).join(', ')}, ${isJudged('r')} as judged
    from screening_record as r where r.student_id = any (ids) and ${isValid('r')}${condition}`
/** Of the earlier results of each child (`y`) one. */
const oneOf = (condition: string, order = 'y.checked_on desc, y.plan_id desc'): string =>
  `(select distinct on (y.student_id) y.* from earlier as y where ${condition} order by y.student_id, ${order})`

/**
 * What the rules ask about students: those without a valid result are left out. All results are read once and matched as
 * sets: looking earlier ones up child by child took most of an import's time.
 */
const FACTS = `
create or replace function warning_facts(ids bigint[]) returns setof warning_fact language sql stable as $$
  with result as materialized (${resultsOf('')}),
  newest as materialized (
    select distinct on (y.student_id) y.* from result as y order by y.student_id, y.checked_on desc, y.plan_id desc),
  earlier as materialized (
    select y.*, r.checked_on as newest_on from newest as r
      join result as y on y.student_id = r.student_id and y.checked_on < r.checked_on),
  place as materialized (select * from task where id = any (array(select distinct task_id from newest))),
  class as materialized (select * from task_class where task_id = any (array(select distinct task_id from newest))),
  -- those with an earlier result: of the others there is nothing to compare
  compared as (
    select r.student_id, b.id as before_id, ${lost('right')} as lost_right, ${lost('left')} as lost_left,
      coalesce(r.myopia and not j.myopia, false) as newly_myopic,
      coalesce(r.myopia_degree = 3 and j.myopia_degree < 3 and not (${isOrthoK('j')} and j.myopia_degree = 0), false)
        as newly_high,
      y.id as year_id, ${worsened('y', 'right')} as year_right, ${worsened('y', 'left')} as year_left,
      h.id as half_id, ${worsenedMuch('right')} as half_right, ${worsenedMuch('left')} as half_left
    from newest as r join ${oneOf('true')} as b on b.student_id = r.student_id
      -- the last one that tells whether the child was myopic
      left join ${oneOf('y.judged')} as j on j.student_id = r.student_id
      left join ${oneOf(`y.judged and y.checked_on <= y.newest_on - ${DAYS_APART}`, nearestToYear('y.newest_on'))} as y
        on y.student_id = r.student_id
      left join ${oneOf(`y.judged and not ${isOrthoK('y')} and y.checked_on <= y.newest_on - ${DAYS_APART}
        and y.checked_on >= y.newest_on - ${HALF_YEAR}`)} as h on h.student_id = r.student_id
    offset 0),
  worst as (
    select c.*, nullif(greatest(lost_right, lost_left, 0), 0) as fell,
      nullif(greatest(year_right, year_left, half_right, half_left, 0), 0) as progression
    from compared as c offset 0)
  select r.student_id, r.id, r.plan_id, r.task_id, r.class_id, place.school_org_id, place.province_id, place.city_id,
    place.region_id, class.stage, r.checked_on, r.warning_level, r.referral, w.fell,
    case w.fell when w.lost_right then 1 when w.lost_left then 2 end, w.progression,
    case w.progression when w.year_right then 1 when w.half_right then 1 when w.year_left then 2 when w.half_left then 2 end,
    coalesce(w.newly_myopic, false), coalesce(w.newly_high, false),
    case when not ${isOrthoK('r')} then abs(r.naked_right - r.naked_left) end, r.anisometropia, w.before_id,
    case w.progression when w.year_right then w.year_id when w.half_right then w.half_id when w.year_left then w.year_id
      when w.half_left then w.half_id end, axial.rate, axial.eye, axial.margin
  from newest as r join place on place.id = r.task_id
    join class on class.task_id = r.task_id and class.class_id = r.class_id
    left join worst as w on w.student_id = r.student_id
    left join axial_growth(ids) as axial on axial.student_id = r.student_id
$$;
`

const FACT_COLUMNS = [
  ...['record_id', 'plan_id', 'task_id', 'class_id', 'school_org_id', 'province_id', 'city_id', 'region_id'],
  ...['stage', 'checked_on', 'level', 'referral', 'fell', 'fell_eye', 'progression', 'progression_eye'],
  ...['newly_myopic', 'newly_high', 'rows_apart', 'anisometropia', 'before_id', 'year_before_id'],
  ...['axial_growth', 'axial_eye', 'axial_margin'],
]
const assigned = FACT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')

/** Of every result of these students: who was without myopia about a year before at the same school. Others are new there. */
const AT_RISK = `
create or replace function children_at_risk(ids bigint[]) returns setof child_at_risk language sql stable as $$
  with result as materialized (${resultsOf(` and ${isJudged('r')}`)}),
  compared as materialized (
    select distinct on (r.student_id, r.plan_id) r.student_id, r.plan_id, r.task_id, r.class_id, r.myopia,
      y.task_id as earlier_task_id, y.myopia as earlier_myopia
    from result as r join result as y on y.student_id = r.student_id and y.checked_on <= r.checked_on - ${DAYS_APART}
    order by r.student_id, r.plan_id, ${nearestToYear('r.checked_on')}),
  place as materialized (select id, school_org_id from task
    where id = any (array(select task_id from compared union select earlier_task_id from compared)))
  select c.student_id, c.plan_id, c.task_id, c.class_id, c.myopia
  from compared as c join place on place.id = c.task_id
    join place as earlier on earlier.id = c.earlier_task_id and earlier.school_org_id = place.school_org_id
  where not c.earlier_myopia
$$;
`

/** A state of our own, raised and caught in one function. */
const LOCK_AGAIN = 'VF001'

const RISK_KEY = 'plan_id, task_id, class_id'

export const COUNT_LATE_AT_RISK = 'count_late_at_risk'
const COUNT_AT_RISK = `
create or replace function ${COUNT_LATE_AT_RISK}() returns void language plpgsql as $$
begin
  with moved as (delete from class_at_risk_move where tx = pg_current_xact_id() returning *)
  insert into class_at_risk as c (${RISK_KEY}, at_risk, incident)
  select ${RISK_KEY}, sum(at_risk), sum(incident) from moved
  group by ${RISK_KEY} having sum(at_risk) <> 0 or sum(incident) <> 0 order by ${RISK_KEY}
  on conflict (${RISK_KEY}) do update set at_risk = c.at_risk + excluded.at_risk, incident = c.incident + excluded.incident;
end $$;
`

/**
 * The row in \`warning_fact\` is what all who look at a student wait for: only what is read after it is locked is true. Two
 * transactions with the first results of a student have no such row: the second one waits for the row of the first, and then
 * violates its key. Locked after others that come later it would break their order, so all are unlocked (with the inner
 * transaction) and locked again. Warnings are locked after that, also those that a visit changes.
 */
const REFRESH = `
drop function if exists refresh_student_warnings(bigint[]);
create or replace function refresh_student_warnings(ids bigint[], visits bigint[] default null) returns void language plpgsql ${FOR_MANY} ${GENERIC_PLAN} as $$
declare
  known bigint[];
  unknown bigint[];
  added bigint[];
  compared bigint[];
begin
  loop
    begin
      select coalesce(array_agg(student_id), '{}') into known from (select student_id from warning_fact
        where student_id = any (ids) order by student_id for no key update) as locked;
      unknown = case when known = '{}' then ids else array(select unnest(ids) except select unnest(known)) end;
      added = '{}';
      compared = '{}';
      exit when unknown = '{}';
      -- one that somebody else adds meanwhile violates the key: looking for a conflict of each row costs more than adding it
      with new_fact as (
        insert into warning_fact select * from warning_facts(unknown) as given order by given.student_id
        returning student_id, before_id)
      select coalesce(array_agg(student_id), '{}'), coalesce(array_agg(student_id) filter (where before_id is not null), '{}')
      into added, compared from new_fact;
      exit when cardinality(added) = cardinality(unknown);
      unknown = array(select unnest(unknown) except select unnest(added));
      exit when not exists (select from warning_fact where student_id = any (unknown));
      raise exception sqlstate '${LOCK_AGAIN}';
    exception when unique_violation or sqlstate '${LOCK_AGAIN}' then null;
    end;
  end loop;
  if cardinality(added) < cardinality(ids) then
    known = array(select unnest(ids) except select unnest(added));
    with given as materialized (select * from warning_facts(known)),
      gone as (delete from warning_fact as f where f.student_id = any (known)
        and not exists (select from given where given.student_id = f.student_id))
    insert into warning_fact as f select * from given order by student_id
    on conflict (student_id) do update set ${assigned}
    where (${FACT_COLUMNS.map((column) => `f.${column}`).join(', ')}) is distinct from
      (${FACT_COLUMNS.map((column) => `excluded.${column}`).join(', ')});
    compared = compared || array(select student_id from warning_fact where student_id = any (known) and before_id is not null);
  end if;
  -- who has no earlier result is at no risk of anything new
  with given as materialized (select * from children_at_risk(compared)),
    stored as materialized (select * from child_at_risk where student_id = any (ids)),
    removed as (
      delete from child_at_risk as c using (select student_id, plan_id from stored except select student_id, plan_id from given)
        as gone where c.student_id = any (ids) and c.student_id = gone.student_id and c.plan_id = gone.plan_id),
    written as (
      insert into child_at_risk select * from (select * from given except select * from stored) as other
      order by student_id, plan_id
      on conflict (student_id, plan_id) do update set task_id = excluded.task_id, class_id = excluded.class_id,
        incident = excluded.incident)
  insert into class_at_risk_move (${RISK_KEY}, at_risk, incident)
  select ${RISK_KEY}, sum(at_risk), sum(incident) from (
    select ${RISK_KEY}, 1 as at_risk, incident::int from given
    union all select ${RISK_KEY}, -1, -incident::int from stored) as moved
  group by ${RISK_KEY} having sum(at_risk) <> 0 or sum(incident) <> 0;
  ${ORDER_LATE_COUNT}
  if visits is not null then perform follow_visits(visits); end if;
  perform raise_student_warnings(ids);
end $$;
`

/**
 * Days since a family was advised to see a doctor, while nobody knows of a visit. A letter that is printed again says
 * nothing new.
 */
const WAITING_DAYS = `case when f.referral and not exists (select from visit as v where v.student_id = f.student_id
        and v.withdrawn_at is null and v.visited_on >= f.checked_on)
      then ${TODAY} - coalesce(
        (select (least(letter.issued_at, letter.printed_at) at time zone 'Asia/Shanghai')::date from letter
          where letter.record_id = f.record_id and letter.withdrawn_at is null and letter.printed_at is not null),
        f.checked_on) end`

/** What is known of students with what the day adds to it; rules that hold and rules that are drafted read the same. */
const MEASURES = `
drop view if exists student_measure;
create view student_measure as select f.*, ${WAITING_DAYS} as waiting_days from warning_fact as f;
`

export const STUDENT_FACTS = [PER_YEAR, AXIAL_GROWTH, FACTS, AT_RISK, COUNT_AT_RISK, REFRESH, MEASURES].join(
  '',
)
