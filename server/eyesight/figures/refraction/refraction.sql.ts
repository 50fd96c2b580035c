import { SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { ORDER_LATE_COUNT } from '../../../core/db/late-count.sql.ts'
import type { RepeatableSql } from '../../../core/db/repeatable-sql.ts'

const { valid } = RecordState.code
const { juniorHigh } = SchoolStage.code
const { fiveFour } = SchoolSystem.code

const ALIKE = 'plan_id, task_id, class_id, age, se'
const PLACE = 'plan_id, province_id, city_id, region_id, stage, grade_no, age, se'
const COUNTED = 'records, left_eyes, left_sum'
const SUMS = 'sum(records)::int as records, sum(left_eyes)::int as left_eyes, sum(left_sum)::int as left_sum'

/** What each of some records counts for, those without a measured eye for nothing. */
const eyesOf = (rows: string, sign: '' | '-'): string => `
        select plan_id, task_id, class_id, age, se_right as se, ${sign}1 as records,
          ${sign}(se_left is not null)::int as left_eyes, ${sign}coalesce(se_left, 0)::int as left_sum
        from ${rows} where state = ${valid} and num_nonnulls(se_right, se_left) > 0`
/** The two school systems call other years of junior high by the same number. */
const yearOf = (fiveFour: string): string =>
  `c.grade_no - case when c.stage = ${juniorHigh} and ${fiveFour} then 1 else 0 end`

const insertMoves = (counted: string, year: string): string => `
    insert into refraction_move (${PLACE}, ${COUNTED})
    select m.plan_id, t.province_id, t.city_id, t.region_id, c.stage, ${year}, m.age, m.se, m.records, m.left_eyes,
      m.left_sum
    from (${counted}) as m
      -- without its class or task a record has nowhere to be counted: an error instead of a wrong number
      left join task_class as c on c.task_id = m.task_id and c.class_id = m.class_id
      left join task as t on t.id = m.task_id`
/** Summed before the places are looked up: most changes of a record leave its refraction as it was. */
const summed = (counted: string): string => `
      select ${ALIKE}, ${SUMS} from (${counted}) as each
      group by ${ALIKE} having (sum(records), sum(left_eyes), sum(left_sum)) <> (0, 0, 0)`
const note = (counted: string): string => insertMoves(summed(counted), yearOf('c.five_four'))

const NOTE_MOVES = `
create or replace function note_refraction_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then${note(eyesOf('after_rows', ''))};
  elsif tg_op = 'DELETE' then${note(eyesOf('before_rows', '-'))};
  else${note(`${eyesOf('after_rows', '')}
        union all${eyesOf('before_rows', '-')}`)};
  end if;
  ${ORDER_LATE_COUNT}
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

const OF_CLASS =
  '(select * from screening_record where task_id = new.task_id and class_id = new.class_id) as own'

/** The lists of a school know its system; where that was wrong, its results are counted under the right years. */
const FOLLOW_SYSTEMS = `
create or replace function note_system_of_class() returns trigger language plpgsql as $$
begin
  new.five_four = coalesce((select school_system = ${fiveFour} from school where org_id = new.school_org_id), false);
  return new;
end $$;
create or replace trigger task_class_system before insert on task_class
  for each row execute function note_system_of_class();
create or replace function change_system_of_classes() returns trigger language plpgsql as $$
begin
  -- waits for those who are writing results: they find the years of before
  perform from task where school_org_id = new.org_id order by id for no key update;
  update task_class set five_four = coalesce(new.school_system = ${fiveFour}, false) where school_org_id = new.org_id;
  return null;
end $$;
create or replace trigger school_system_changed after update of school_system on school
  for each row when (old.school_system is distinct from new.school_system)
  execute function change_system_of_classes();
create or replace function move_refraction_of_class() returns trigger language plpgsql as $$
begin${insertMoves(summed(eyesOf(OF_CLASS, '')), yearOf('new.five_four'))};
  ${insertMoves(summed(eyesOf(OF_CLASS, '-')), yearOf('old.five_four')).trimStart()};
  ${ORDER_LATE_COUNT}
  return null;
end $$;
create or replace trigger task_class_system_changed after update of five_four on task_class
  for each row when (old.five_four <> new.five_four and new.stage = ${juniorHigh})
  execute function move_refraction_of_class();
`

const OF_PLACE = 'plan_id, place_id, stage, grade_no, age, se'
const OF_GRADE = 'plan_id, area_id, province_id, city_id, region_id, stage, grade_no'
const EYES = ['right_eyes', 'right_sum', 'left_eyes', 'left_sum']
const EYE_SUMS =
  'coalesce(sum(records) filter (where se is not null), 0), coalesce(sum(records * se), 0), sum(left_eyes), sum(left_sum)'

export const COUNT_LATE_REFRACTION = 'count_late_refraction'
const COUNT_REFRACTION = `
create or replace function ${COUNT_LATE_REFRACTION}() returns void language plpgsql as $$
begin
  with moved as (delete from refraction_move where tx = pg_current_xact_id() returning *),
  places as (
    insert into refraction as f (${OF_PLACE}, records)
    select plan_id, place.id::bigint as place_id, stage, grade_no, age, se, sum(records)
    from moved cross join lateral (values (province_id), (city_id), (region_id)) as place (id)
    where se is not null and place.id is not null
    group by plan_id, place.id, stage, grade_no, age, se having sum(records) <> 0
    -- from the part to the whole, so that the rows of a province are held the shortest
    order by plan_id, place_id desc, stage, grade_no, age, se
    on conflict (${OF_PLACE}) do update set records = f.records + excluded.records)
  insert into refraction_grade as f (${OF_GRADE}, ${EYES.join(', ')})
  select plan_id, area_of(province_id, city_id, region_id) as area_id, province_id, city_id, region_id, stage, grade_no,
    ${EYE_SUMS}
  from moved group by 1, 2, 3, 4, 5, 6, 7 having (${EYE_SUMS}) <> (0, 0, 0, 0)
  order by plan_id, area_id, stage, grade_no
  on conflict (plan_id, area_id, stage, grade_no) do update set
    ${EYES.map((column) => `${column} = f.${column} + excluded.${column}`).join(', ')};
end $$;
`

export const REFRACTION_SQL: RepeatableSql = {
  name: 'refraction',
  text: NOTE_MOVES + FOLLOW_SYSTEMS + COUNT_REFRACTION,
}

/** Counts anew what is there, at the first time and where the rule above has become another one. */
export const COUNT_REFRACTION_SQL: RepeatableSql = {
  name: 'refraction-count',
  text: `
do $do$ begin
  lock table screening_record in share row exclusive mode;
  delete from refraction;
  delete from refraction_grade;${note(eyesOf('screening_record', ''))};
  ${ORDER_LATE_COUNT}
end $do$;
`,
}
