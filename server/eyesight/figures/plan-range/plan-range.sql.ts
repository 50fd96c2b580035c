import { Sex } from '#contract/core/codes.ts'
import { COLLEGE_STAGES } from '#contract/eyesight/figures/colleges.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { toSnakeCase } from '../../../core/db/camel-case.ts'
import type { RepeatableSql } from '../../../core/db/repeatable-sql.ts'
import { FigureLevel } from '../../../plans/figure-level.ts'
import { COUNTER_COLUMNS } from '../record-counts.sql.ts'
import { REACHED } from './plan-range-school.sql.ts'

const level = FigureLevel.code

/** Whether a task that has not begun will take a class of this stage and grade. */
const takes = (stage: string, grade: string): string => `(task.selection is null
      or task.selection -> 'stages' @> to_jsonb(${stage})
      or task.selection -> 'gradeIds' @> to_jsonb(${grade})
      or task.selection -> 'classIds' @> to_jsonb(class.id))`

/** A task begins by taking its lists: one that ended with its plan before that never began. */
const NOT_BEGUN = 'task.synced_at is null'
const OF_SCHOOL = 'task.plan_id = plan.id and task.school_org_id = org.id'

const REACHED_OR_WITH_TASK = `(tasks.begun is not null or ${REACHED})`
const TASKS_OF_SCHOOL = `left join lateral (
      select bool_or(task.synced_at is not null) as begun from task where ${OF_SCHOOL}) as tasks on true`

/** The schools (`r`, `org`) of the range of plans that are not over. */
const RANGE_SCHOOLS = `plan join plan_range_school as r on r.plan_id = plan.id and (r.reached or r.tasks > 0)
    join org on org.id = r.org_id`
const NOT_OVER = 'not plan.range_stored'
/** Joined to one by one: how many rows have one of the stages of a list, the planner cannot estimate. */
const STAGES_OF_PLAN = 'cross join unnest(plan.stages) as wanted (stage)'
/**
 * All its classes of the plan's stages are on no list and wait together, for the one task it has or for none, so that the
 * counters of the school say how many they are.
 */
const WHOLE = 'r.apart = 0'
const PLACE = 'org.province_id, org.city_id, org.region_id'

/** The schools of the range of any plan with how far they are. */
const PLAN_SCHOOL = `
create view plan_school as
  select plan.id as plan_id, org.id as org_id, ${PLACE}, school.stages, r.begun > 0 as begun, r.tasks > 0 as has_task
  from ${RANGE_SCHOOLS} join school on school.org_id = org.id where ${NOT_OVER}
  union all
  select plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task from plan_end_school;
`

/**
 * Stages of schools of which some classes are on a list or named by a task and some open ones are on no list. Grouped, because
 * otherwise the planner finds out about each of them once for every class; they are few, and only their classes need be looked at.
 */
const PARTIAL_STAGE = `
create view partial_stage as
  select plan.id as plan_id, org.id as org_id, ${PLACE}, h.stage
  from ${RANGE_SCHOOLS} and not ${WHOLE} ${STAGES_OF_PLAN}
    join school_stage as h on h.org_id = r.org_id and h.stage = wanted.stage
    left join plan_listed as l on l.plan_id = r.plan_id and l.school_org_id = r.org_id and l.stage = h.stage
  where ${NOT_OVER} and h.class_count <> coalesce(l.classes, 0)
  group by plan.id, org.id, ${PLACE}, h.stage;
`

const unlistedClasses = (stages: string, task: string): string => `
  select s.plan_id, class.id as class_id, s.org_id as school_org_id, s.province_id, s.city_id, s.region_id,
    class.stage, class.grade_id, grade.grade_no, class.name as class_name, class.class_no, ${task}.task_id,
    ${task}.executor_org_id, class.male_count as male, class.student_count - class.male_count as female
  from ${stages} as s
    join class on class.org_id = s.org_id and class.stage = s.stage and class.closed_on is null and class.student_count > 0
    join grade on grade.id = class.grade_id`

/** Stages of schools of which no class is on a list or named by a task, with the one task that will take them all or none. */
const WHOLE_STAGE = `
create view whole_stage as
  select plan.id as plan_id, org.id as org_id, ${PLACE}, h.stage, task.id as task_id, task.org_id as executor_org_id,
    h.male_count as male, h.student_count - h.male_count as female
  from ${RANGE_SCHOOLS} and ${WHOLE} ${STAGES_OF_PLAN}
    join school_stage as h on h.org_id = r.org_id and h.stage = wanted.stage
    left join task on ${OF_SCHOOL}
  where ${NOT_OVER} and h.student_count > 0
  group by plan.id, org.id, ${PLACE}, h.stage, task.id, task.org_id, h.male_count, h.student_count;
`

/** Classes on no list of schools that have others on a list or named by a task, and of plans that are over. */
const PARTIAL_CLASS = `
create view partial_class as${unlistedClasses('partial_stage', 't')}
    left join lateral (select task.id as task_id, task.org_id as executor_org_id from task
      where task.plan_id = s.plan_id and task.school_org_id = s.org_id and ${NOT_BEGUN}
        and ${takes('class.stage', 'class.grade_id')}) as t on true
  where not exists (select from task_class as listed where listed.plan_id = s.plan_id and listed.class_id = class.id)
  union all
  select plan_id, class_id, school_org_id, province_id, city_id, region_id, stage, grade_id, grade_no, class_name, class_no,
    task_id, executor_org_id, male, female
  from plan_end_class;
`

/** The classes of a plan's range that are on no list, with the task that will take them if there is one. */
const UNLISTED_CLASS = `
create view unlisted_class as${unlistedClasses('whole_stage', 's')}
  union all
  select * from partial_class;
`

type Level = { place: string; parent: string; stage: string; gradeNo: string; sex: string }
type LevelName = Exclude<keyof typeof level, 'areaAge'>
const NONE = '0::smallint'
const AREA = 'coalesce(u.region_id, u.city_id, u.province_id)::bigint'
const BY_CLASS: Level = {
  place: 'u.class_id',
  parent: 'u.school_org_id',
  stage: 'u.stage',
  gradeNo: 'u.grade_no',
  sex: 'h.sex',
}
const BY_AREA: Level = { ...BY_CLASS, place: AREA, parent: '0::bigint' }
const BY_SCHOOL: Level = { ...BY_CLASS, place: 'u.school_org_id', parent: AREA, gradeNo: NONE }
const BY_TASK: Level = {
  ...BY_SCHOOL,
  place: 'coalesce(u.task_id, 0)',
  parent: 'u.school_org_id',
  stage: NONE,
  sex: NONE,
}
const BY_AREA_STAGE: Level = { ...BY_AREA, gradeNo: NONE }
const BY_AREA_TOTAL: Level = { ...BY_AREA_STAGE, stage: NONE }

const CLASSES = ['unlisted_class as u']
/** Without grades, schools of which no class is on a list are read by stage: far fewer rows. */
const STAGES_AND_CLASSES = ['(select *, org_id as school_org_id from whole_stage) as u', 'partial_class as u']
const LEVELS: Record<LevelName, { at: Level; from: string[] }> = {
  class: { at: BY_CLASS, from: CLASSES },
  area: { at: BY_AREA, from: CLASSES },
  school: { at: BY_SCHOOL, from: STAGES_AND_CLASSES },
  task: { at: BY_TASK, from: STAGES_AND_CLASSES },
  areaStage: { at: BY_AREA_STAGE, from: STAGES_AND_CLASSES },
  areaTotal: { at: BY_AREA_TOTAL, from: STAGES_AND_CLASSES },
}

/** Who is on no list counts as expected, and among children and adolescents where it is no college. */
const UNLISTED_COUNTS: Partial<Record<string, string>> = {
  expected: 'h.heads',
  pupils: `case when u.stage in (${COLLEGE_STAGES.join(', ')}) then 0 else h.heads end`,
}

const unlistedFigures = (
  { place, parent, stage, gradeNo, sex }: Level,
  code: number,
  from: string,
): string => `
  union all
  select u.plan_id, ${code}::smallint, ${place}, ${parent}, u.province_id, u.city_id, u.region_id, ${stage},
    ${gradeNo}, ${sex}, ${NONE}, case when u.task_id is null then 0 else h.heads end,
    case when u.task_id is null then h.heads else 0 end,
    ${COUNTER_COLUMNS.map((column) => UNLISTED_COUNTS[column] ?? '0').join(', ')}
  from ${from} cross join lateral (values (${Sex.code.male}::smallint, u.male), (${Sex.code.female}::smallint, u.female)) as h (sex, heads)`

const LEVEL_NAMES = Object.keys(LEVELS) as LevelName[]
const viewOf = (name: LevelName): string => `plan_figure_${toSnakeCase(name)}`

/**
 * The figures of a level of the whole range of plans: who is on no list counts as expected. One view for each level: in
 * one for all, the planner would take thirty milliseconds to find out which of its parts a question needs.
 */
const planFigures = (name: LevelName): string => `
create view ${viewOf(name)} as
  select plan_id, level, place_id, parent_id, province_id, city_id, region_id, stage, grade_no, sex, age,
    0 as waiting, 0 as unassigned, ${COUNTER_COLUMNS.join(', ')}
  from figure where level = ${level[name]}${LEVELS[name].from.map((from) => unlistedFigures(LEVELS[name].at, level[name], from)).join('')};
`

/** The view of a level; none by age: of who is on no list it is not known. */
export function planFiguresView(code: number): string | undefined {
  const name = LEVEL_NAMES.find((one) => level[one] === code)
  return name && viewOf(name)
}

/**
 * Stores what was on no list when a plan ended on a day in the past, as the dated roster says; a school that had nobody
 * then and no task was not there yet.
 */
const STORE_PLAN_END = `
create or replace function store_plan_end(ended_plan bigint, on_day date) returns void language plpgsql as $$
begin
  insert into plan_end_class (plan_id, class_id, school_org_id, province_id, city_id, region_id, stage, grade_id, grade_no,
    class_name, class_no, task_id, executor_org_id, male, female)
  select plan.id, class.id, org.id, org.province_id, org.city_id, org.region_id, grade.stage, grade.id, grade.grade_no,
    class.name, class.class_no, task.id, task.org_id, heads.male, heads.female
  from plan cross join org join school on school.org_id = org.id join class on class.org_id = org.id
    join lateral (select p.grade_id from class_period as p
      where p.class_id = class.id and p.from_on <= on_day and (p.to_on is null or p.to_on > on_day)
      order by p.from_on desc, p.to_on desc nulls first limit 1) as period on true
    join grade on grade.id = period.grade_id and grade.stage = any (plan.stages)
    cross join lateral (select count(*) filter (where s.sex = ${Sex.code.male}) as male,
        count(*) filter (where s.sex = ${Sex.code.female}) as female
      from enrolment as e join student as s on s.id = e.student_id
      where e.class_id = class.id and e.from_on <= on_day and (e.to_on is null or e.to_on > on_day)) as heads
    left join task on ${OF_SCHOOL} and ${NOT_BEGUN} and ${takes('grade.stage', 'grade.id')}
    ${TASKS_OF_SCHOOL}
  where plan.id = ended_plan and heads.male + heads.female > 0 and ${REACHED_OR_WITH_TASK}
    and not exists (select from task_class as listed where listed.plan_id = plan.id and listed.class_id = class.id);
  insert into plan_end_school (plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task)
  select plan.id, org.id, org.province_id, org.city_id, org.region_id, school.stages, tasks.begun is true, tasks.begun is not null
  from plan cross join org join school on school.org_id = org.id
    ${TASKS_OF_SCHOOL}
  where plan.id = ended_plan and (tasks.begun is not null or (${REACHED}
    and exists (select from plan_end_class as c where c.plan_id = plan.id and c.school_org_id = org.id)));
  update plan set range_stored = true where id = ended_plan;
end $$;
`

/** Plans that ended before their range was stored; few, and only once. */
const STORE_FORMER_PLANS = `
do $do$ begin
  perform store_plan_end(id, least(ends_on, coalesce((ended_at at time zone 'Asia/Shanghai')::date, ends_on))) from plan
  where status >= ${PlanStatus.code.ended} and not range_stored;
end $do$;
`

/** The whole range of a plan: who is on a list, who waits for a task to begin, who has none. */
export const PLAN_RANGE_SQL: RepeatableSql = {
  name: 'plan-range',
  text: [
    // `plan_figure`: the one view for all levels that there was before.
    `drop view if exists plan_figure, ${LEVEL_NAMES.map(viewOf).join(', ')};`,
    'drop view if exists unlisted_stage, unlisted_class, partial_class, whole_stage, partial_stage, partial_school, plan_school, range_school;',
    PLAN_SCHOOL,
    PARTIAL_STAGE,
    WHOLE_STAGE,
    PARTIAL_CLASS,
    UNLISTED_CLASS,
    ...LEVEL_NAMES.map(planFigures),
    STORE_PLAN_END,
    STORE_FORMER_PLANS,
  ].join(''),
}
