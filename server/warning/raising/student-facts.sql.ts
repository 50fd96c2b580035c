import { Glasses } from '#contract/core/codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'

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

/** A record from which one can tell whether a child is myopic. */
const isJudged = (r: string): string =>
  `(${r}.glasses is not distinct from ${orthoK} or num_nulls(${r}.naked_right, ${r}.naked_left, ${r}.se_right, ${r}.se_left) = 0)`
const isOrthoK = (r: string): string => `(${r}.glasses is not distinct from ${orthoK})`
const isValid = (r: string): string => `(${r}.state = ${valid} and ${r}.checked_on is not null)`
const validOf = (r: string): string => `${r}.student_id = s.student_id and ${isValid(r)}`

/** The judged result (`y`) nearest to a year before another one (`r`). */
const YEAR_BEFORE = `${isJudged('y')} and y.checked_on <= r.checked_on - ${DAYS_APART}
      order by abs(r.checked_on - y.checked_on - 365), y.checked_on desc, y.plan_id desc limit 1`

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
    case when not ${isOrthoK('r')} then abs(r.naked_right - r.naked_left)::smallint end, r.anisometropia, b.id,
    progress.from_id
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
    left join lateral (select * from screening_record as y where ${validOf('y')} and ${YEAR_BEFORE}) as y on true
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
  ...['newly_myopic', 'newly_high', 'rows_apart', 'anisometropia', 'before_id', 'year_before_id'],
]
const assigned = FACT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')

/** Of every result of these students: who was without myopia about a year before at the same school. Others are new there. */
const AT_RISK = `
create or replace function children_at_risk(ids bigint[]) returns setof child_at_risk language sql stable as $$
  select r.student_id, r.plan_id, r.task_id, r.class_id, r.myopia
  from screening_record as r
    cross join lateral (select y.myopia, y.task_id from screening_record as y
      where y.student_id = r.student_id and ${isValid('y')} and ${YEAR_BEFORE}) as y
    join task on task.id = r.task_id
    join task as earlier on earlier.id = y.task_id and earlier.school_org_id = task.school_org_id
  where r.student_id = any (ids) and ${isValid('r')} and ${isJudged('r')} and not y.myopia
$$;
`

const RISK_KEY = 'plan_id, task_id, class_id'

/**
 * The row in \`warning_fact\` is what all who look at a student wait for: only what is read after it is locked is true. Two
 * transactions with the first results of a student have no such row: the second one waits for the row of the first, and then
 * looks again.
 */
const REFRESH = `
create or replace function refresh_student_warnings(ids bigint[]) returns void language plpgsql ${GENERIC_PLAN} as $$
declare
  added bigint[];
  known bigint[];
begin
  select array_agg(student_id) into known from (select student_id from warning_fact where student_id = any (ids)
    order by student_id for no key update) as locked;
  with new_fact as (
    insert into warning_fact
    select * from warning_facts(case when known is null then ids else array(
      select unnest(ids) except select unnest(known)) end) as given order by given.student_id
    on conflict (student_id) do nothing returning student_id)
  select array_agg(student_id) into added from new_fact;
  known = case when added is null then ids else array(select unnest(ids) except select unnest(added)) end;
  if cardinality(known) > 0 then
    delete from warning_fact as f where f.student_id = any (known) and not exists (select from screening_record as s
      where s.student_id = f.student_id and ${isValid('s')});
    insert into warning_fact as f select * from warning_facts(known) as given order by given.student_id
    on conflict (student_id) do update set ${assigned}
    where (${FACT_COLUMNS.map((column) => `f.${column}`).join(', ')}) is distinct from
      (${FACT_COLUMNS.map((column) => `excluded.${column}`).join(', ')});
  end if;
  with given as materialized (select * from children_at_risk(ids)),
    stored as materialized (select * from child_at_risk where student_id = any (ids)),
    removed as (
      delete from child_at_risk as c using (select student_id, plan_id from stored except select student_id, plan_id from given)
        as gone where c.student_id = gone.student_id and c.plan_id = gone.plan_id),
    written as (
      insert into child_at_risk select * from (select * from given except select * from stored) as other
      order by student_id, plan_id
      on conflict (student_id, plan_id) do update set task_id = excluded.task_id, class_id = excluded.class_id,
        incident = excluded.incident)
  insert into class_at_risk as c (${RISK_KEY}, at_risk, incident)
  select ${RISK_KEY}, sum(at_risk), sum(incident) from (
    select ${RISK_KEY}, 1 as at_risk, incident::int from given
    union all select ${RISK_KEY}, -1, -incident::int from stored) as moved
  group by ${RISK_KEY} having sum(at_risk) <> 0 or sum(incident) <> 0 order by ${RISK_KEY}
  on conflict (${RISK_KEY}) do update set at_risk = c.at_risk + excluded.at_risk, incident = c.incident + excluded.incident;
  perform raise_student_warnings(ids);
end $$;
`

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

/**
 * What is known of students with what visits and the day add to it; rules that hold and rules that are drafted read the same.
 * A young eye grows: \`axial_growth\` has to be above the limit by \`axial_margin\`.
 */
const MEASURES = `
drop view if exists student_measure;
create view student_measure as
  select f.*, axial.rate as axial_growth, axial.eye as axial_eye, axial.margin as axial_margin, waiting.days as waiting_days
  from warning_fact as f left join lateral axial_growth(f.student_id) as axial on true${WAITING};
`

export const STUDENT_FACTS = [PER_YEAR, FACTS, AT_RISK, REFRESH, AXIAL_GROWTH, MEASURES].join('')
