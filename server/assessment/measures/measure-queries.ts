import { type RawBuilder, sql } from 'kysely'
import { AssessObject } from '#contract/assessment/statuses.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { COLLEGE_STAGES } from '#contract/eyesight/figures/colleges.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { planFigures } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'

const { city, region, school } = AssessObject.code
const { completed } = codeLiterals(TaskStatus)
const level = codeLiterals(FigureLevel)
/** Sums are those of children and adolescents, as in reports. */
const COLLEGES = sql`(${[...COLLEGE_STAGES]}::smallint[])`

/** The plan whose units are measured, and the one that its screening is compared with; none where they do not compare. */
export type MeasuredPlan = {
  planId: number
  object: CodeOf<typeof AssessObject>
  screeningPlanId: number
  comparedPlanId: number | null
}

/** The area of a plan of assessment (`ap`) that a table lies in: an organisation is judged by its work there. */
const inAreaOfPlan = (table: string) => {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`(ap.city_id is null or ${of('cityId')} = ap.city_id) and (ap.region_id is null or ${of('regionId')} = ap.region_id)
    and ${of('provinceId')} = ap.province_id`
}

/** The units of a plan (as `unit`), all or one of them. */
const unitsOf = ({ planId }: MeasuredPlan, applicationId: number | null) => sql`
  unit as materialized (
    select a.id as application_id, org.id as org_id, org.province_id, org.city_id, org.region_id
    from assess_application as a join org on org.id = a.org_id
    where a.plan_id = ${planId} and (${applicationId}::bigint is null or a.id = ${applicationId}))`

/** Which rows of a table with a place belong to a unit (as `unit`). */
function belongs(object: MeasuredPlan['object'], table: string, org: string): RawBuilder<unknown> {
  if (object === city) return sql`${sql.ref(`${table}.cityId`)} = unit.city_id`
  if (object === region) return sql`${sql.ref(`${table}.regionId`)} = unit.region_id`
  return sql`${sql.ref(`${table}.${org}`)} = unit.org_id`
}

export type MeasuredRow = {
  applicationId: number
  expected: number
  screened: number
  valid: number
  referral: number
  visited30: number
  visited90: number
  retested: number
  tasks: number
  onTime: number
}

const SUMS = sql.join(
  ['expected', 'screened', 'valid', 'referral', 'visited30', 'visited90'].map(
    (name) => sql`coalesce(sum(${sql.ref(`f.${name}`)}), 0)::int as ${sql.ref(name)}`,
  ),
)

/** What figures say of each unit: sums of few rows. */
function figuresOfUnits({ object, screeningPlanId }: MeasuredPlan): RawBuilder<unknown> {
  if (object === city || object === region) {
    return sql`select unit.application_id, ${SUMS} from unit
      join ${planFigures(FigureLevel.code.areaStage)} on f.plan_id = ${screeningPlanId} and ${belongs(object, 'f', 'placeId')}
        and f.stage <> all ${COLLEGES} group by unit.application_id`
  }
  if (object === school) {
    return sql`select unit.application_id, ${SUMS} from unit
      join ${planFigures(FigureLevel.code.school)} on f.plan_id = ${screeningPlanId} and f.place_id = unit.org_id
        and f.stage <> all ${COLLEGES} group by unit.application_id`
  }
  return sql`select unit.application_id, ${SUMS} from unit join own_task on own_task.application_id = unit.application_id
    join ${planFigures(FigureLevel.code.task)} on f.plan_id = ${screeningPlanId} and f.place_id = own_task.task_id
    group by unit.application_id`
}

const tasksOfUnits = ({ planId, object, screeningPlanId }: MeasuredPlan): RawBuilder<unknown> => sql`
  own_task as materialized (
    select unit.application_id, task.id as task_id, task.status = ${completed} and not task.ended_with_plan
        and (task.completed_at at time zone 'Asia/Shanghai')::date <= task.ends_on as on_time
    from unit join task on task.plan_id = ${screeningPlanId} and ${belongs(object, 'task', object === school ? 'schoolOrgId' : 'orgId')}
      join assess_plan as ap on ap.id = ${planId} and ${inAreaOfPlan('task')})`

export async function selectMeasuredUnits(
  db: Db,
  plan: MeasuredPlan,
  applicationId: number | null,
): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    with ${unitsOf(plan, applicationId)},
      ${tasksOfUnits(plan)},
      counted as (${figuresOfUnits(plan)}),
      worked as (
        select own_task.application_id, count(*)::int as tasks, (count(*) filter (where on_time))::int as on_time,
          coalesce(sum(t.done), 0)::int as retested
        from own_task left join figure_retest as t on t.task_id = own_task.task_id group by own_task.application_id)
    select unit.application_id, coalesce(c.expected, 0) as expected, coalesce(c.screened, 0) as screened,
      coalesce(c.valid, 0) as valid, coalesce(c.referral, 0) as referral, coalesce(c.visited30, 0) as visited30,
      coalesce(c.visited90, 0) as visited90, coalesce(w.retested, 0) as retested, coalesce(w.tasks, 0) as tasks,
      coalesce(w.on_time, 0) as on_time
    from unit left join counted as c on c.application_id = unit.application_id
      left join worked as w on w.application_id = unit.application_id`.execute(db)
  return rows
}

export type ComparedUnit = {
  applicationId: number
  schools: number
  nowRated: number
  nowMyopia: number
  lastRated: number
  lastMyopia: number
  nowValid: number
  lastValid: number
  nowOrthoK: number
  lastOrthoK: number
}

/** Both plans at the schools of each unit with valid results in both. */
export async function selectComparedUnits(
  db: Db,
  plan: MeasuredPlan & { comparedPlanId: number },
  applicationId: number | null,
): Promise<ComparedUnit[]> {
  const of = (planId: number, name: string) =>
    sql`sum(${sql.ref(`f.${name}`)}) filter (where f.plan_id = ${planId})`
  const pair = (name: string) => {
    const title = `${name[0]?.toUpperCase()}${name.slice(1)}`
    return sql`coalesce(${of(plan.screeningPlanId, name)}, 0)::int as ${sql.ref(`now${title}`)},
      coalesce(${of(plan.comparedPlanId, name)}, 0)::int as ${sql.ref(`last${title}`)}`
  }
  const added = ['Valid', 'Rated', 'Myopia', 'OrthoK'].flatMap((name) =>
    ['now', 'last'].map((when) => {
      const column = sql.ref(`${when}${name}`)
      return sql`sum(${column})::int as ${column}`
    }),
  )
  const { rows } = await sql<ComparedUnit>`
    with ${unitsOf(plan, applicationId)},
      at_school as (
        select unit.application_id, f.place_id, ${sql.join(['valid', 'rated', 'myopia', 'orthoK'].map(pair))}
        from unit join figure as f on f.level = ${level.school}
          and f.plan_id in (${plan.screeningPlanId}, ${plan.comparedPlanId})
          and ${belongs(plan.object, 'f', 'placeId')} and f.stage <> all ${COLLEGES}
        group by unit.application_id, f.place_id)
    select application_id, count(*)::int as schools, ${sql.join(added)}
    from at_school where now_valid > 0 and last_valid > 0 group by application_id`.execute(db)
  return rows
}

export type FiledUnit = { applicationId: number; students: number; filed: number }

/** Children in school and how many of them were ever screened. Every child is looked up: long work for a city. */
export async function selectFiledUnits(
  db: Db,
  plan: MeasuredPlan,
  applicationId: number | null,
): Promise<FiledUnit[]> {
  const { rows } = await sql<FiledUnit>`
    with ${unitsOf(plan, applicationId)},
      school_of as materialized (
        select unit.application_id, org.id as org_id from unit
          join org on ${belongs(plan.object, 'org', 'id')} join school on school.org_id = org.id)
    select s.application_id, count(*)::int as students, count(known.student_id)::int as filed
    from school_of as s join class on class.org_id = s.org_id and class.stage <> all ${COLLEGES}
      join student on student.class_id = class.id
      left join student_screened as known on known.student_id = student.id
    group by s.application_id`.execute(db)
  return rows
}

export type MeasureInput = { applicationId: number; leafKey: string; measured: string; score: number | null }

/** As long as they are not final; a final reading is never written again. */
export async function upsertMeasures(db: Db, planId: number, rows: readonly MeasureInput[]): Promise<void> {
  await sql`
    insert into assess_measure (application_id, leaf_key, measured, score, measured_at)
    select "applicationId", "leafKey", measured::jsonb, score, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("applicationId" bigint, "leafKey" text, measured text, score double precision)
    where exists (select from assess_plan where id = ${planId} and measured_at is null)
    on conflict (application_id, leaf_key) do update
      set measured = excluded.measured, score = excluded.score, measured_at = excluded.measured_at`.execute(
    db,
  )
}

/** The screening plan of a year before that a plan compares with: of the same season, with the same idea of myopia. */
export async function selectComparedPlan(db: Db, screeningPlanId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select last.id from plan join plan as last on last.id = plan.last_plan_id
    where plan.id = ${screeningPlanId} and last.season = plan.season and last.school_year = plan.school_year - 1
      and (last.profile -> 'myopiaOp') = (plan.profile -> 'myopiaOp')`.execute(db)
  return rows[0]?.id ?? null
}
