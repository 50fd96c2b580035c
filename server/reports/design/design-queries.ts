import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AreaTier } from '#contract/areas/schemas.ts'
import { type CityProperty, SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { Counting, SexKey } from '#contract/reports/report/tally.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { amongIds, areaBelow, inAreaOf, sumsOf } from '../../eyesight/figures/figure-queries.ts'
import { figuresFor } from '../../eyesight/figures/plan-range/plan-range-queries.ts'
import { type ScreeningScope, withinPlans } from '../../eyesight/plans/access-queries.ts'
import { OWNER_LEVEL } from '../../eyesight/plans/plan-list-queries.ts'
import { FigureLevel } from '../../plans/figure-level.ts'
import type { Stage } from '../lines/stage-tree.ts'
import type { AreaPlace } from '../report-queries.ts'

const planStatus = codeLiterals(PlanStatus)
const schoolStage = codeLiterals(SchoolStage)

export type CubeFilter = { stage?: Stage | undefined; cityProperty?: CodeOf<typeof CityProperty> | undefined }
/** What the rows are broken down by. */
export type CubeDimension = 'area' | 'school' | 'stage' | 'sex' | 'age' | 'property'

export type Cube = CubeFilter & {
  by: CubeDimension
  /** Whether the rows are also broken down by sex. */
  sexes: boolean
  counters: readonly CounterName[]
}

/** The level of the figures with the fewest rows that answers the question. */
export function cubeLevel({ by, stage, cityProperty, sexes }: Omit<Cube, 'counters'>): number {
  if (by === 'age') return FigureLevel.code.areaAge
  if (by === 'property' && stage === undefined && !sexes) return FigureLevel.code.task
  if (by === 'school' || by === 'property' || cityProperty !== undefined) return FigureLevel.code.school
  return by === 'stage' || stage !== undefined ? FigureLevel.code.areaStage : FigureLevel.code.areaTotal
}

/** The column with the school, at levels that have rows per school. */
const schoolOf = (level: number) =>
  level === FigureLevel.code.task ? sql.ref('f.parentId') : sql.ref('f.placeId')

/** A district is found by its number wherever the level has it; a bigger area by its column. */
function inArea(place: AreaPlace, level: number): RawBuilder<SqlBool> {
  if (place.level !== 'region' || level === FigureLevel.code.task) return inAreaOf(place)
  const own = level === FigureLevel.code.school ? sql.ref('f.parentId') : sql.ref('f.placeId')
  return sql`${own} = ${place.areaId}::bigint`
}

/** Ages are those of children and adolescents, unless a stage is asked for. */
const ofAges = ({ by, stage }: Cube): RawBuilder<SqlBool> =>
  by === 'age' && stage === undefined
    ? sql`f.stage not in (${schoolStage.college}, ${schoolStage.university})`
    : sql`true`

function narrowed({ stage, cityProperty }: CubeFilter): RawBuilder<SqlBool> {
  return sql.join(
    [
      stage === undefined ? sql`true` : sql`f.stage = ${stage}`,
      cityProperty === undefined ? sql`true` : sql`school.city_property = ${cityProperty}`,
    ],
    sql` and `,
  )
}

/** Columns that the rows are not broken down by are null. */
export type CubeRow = {
  planId: number
  areaId: string | null
  orgId: number | null
  orgName: string | null
  stage: Stage | null
  age: number | null
  cityProperty: CodeOf<typeof CityProperty> | null
  sex: SexKey
} & Partial<Counting>

/** An area in one breakdown, by sex where asked, in one plan or two. */
export async function selectCube(
  db: Db,
  place: AreaPlace,
  planIds: readonly number[],
  cube: Cube,
): Promise<CubeRow[]> {
  const { by, counters, sexes } = cube
  const level = cubeLevel(cube)
  const withSchool = level === FigureLevel.code.school || level === FigureLevel.code.task
  const when = <T>(is: boolean, column: RawBuilder<T>, type: 'text' | 'number') =>
    is ? column : type === 'text' ? sql`null::text` : sql`null::bigint`
  const below = sql`${areaBelow(place.level)}`
  const direct = sql`case when ${below} is null then ${schoolOf(level)} end`
  const org = by === 'school' ? schoolOf(level) : direct
  const { rows } = await sql<CubeRow>`
    select counted.*, org.name as org_name from (
      select f.plan_id, ${when(by === 'area' || by === 'school', below, 'text')} as area_id,
        ${when(by === 'area' || by === 'school', sql`${org}`, 'number')} as org_id,
        ${when(by === 'stage', sql`f.stage`, 'number')} as stage,
        ${when(by === 'age', sql`f.age`, 'number')} as age,
        ${when(by === 'property', sql`school.city_property`, 'number')} as city_property,
        ${sexes ? sql`f.sex` : sql`0::smallint`} as sex, ${sumsOf(counters)}
      from ${figuresFor(level, counters)} ${withSchool ? sql`left join school on school.org_id = ${schoolOf(level)}` : sql``}
      where f.plan_id ${amongIds(planIds)} and ${inArea(place, level)} and ${narrowed(cube)}
        and ${ofAges(cube)}
      group by 1, 2, 3, 4, 5, 6, 7
      having sum(f.expected) > 0) as counted
      left join org on org.id = counted.org_id
    order by counted.plan_id, counted.area_id nulls last, counted.org_id, counted.stage, counted.age,
      counted.city_property nulls last, counted.sex`.execute(db)
  return rows
}

/** A part that is not comparable: different schools have valid results in the two plans. */
export type IncomparablePart = {
  areaId: string | null
  orgId: number | null
  stage: Stage | null
  cityProperty: CodeOf<typeof CityProperty> | null
}

export async function selectIncomparableParts(
  db: Db,
  place: AreaPlace,
  plans: { planId: number; lastPlanId: number },
  filter: CubeFilter,
): Promise<IncomparablePart[]> {
  const nothing = { area: sql`null::text`, number: sql`null::bigint` }
  const { rows } = await sql<IncomparablePart>`
    with seen as (
      select ${areaBelow(place.level)} as area_id, f.place_id as org_id, f.stage, school.city_property,
        min(f.plan_id) as first_plan, max(f.plan_id) as last_plan
      from figure as f left join school on school.org_id = f.place_id
      where f.plan_id ${amongIds([plans.planId, plans.lastPlanId])} and f.level = ${FigureLevel.code.school}
        and ${inArea(place, FigureLevel.code.school)} and ${narrowed(filter)} and f.valid > 0
      group by 1, 2, 3, 4),
    school as (
      select area_id, org_id, city_property from seen group by 1, 2, 3 having min(first_plan) = max(last_plan))
    select area_id, case when area_id is null then org_id end as org_id, ${nothing.number} as stage,
      ${nothing.number} as city_property from school
    union select ${nothing.area}, ${nothing.number}, stage, ${nothing.number} from seen where first_plan = last_plan
    union select ${nothing.area}, ${nothing.number}, ${nothing.number}, city_property from school`.execute(db)
  return rows
}

/** A plan that one district made says little about its city: it is taken only where there is no other. */
const OWN_LEVEL = { ...AreaTier.code, school: AreaTier.code.region }

/** The newest plan that has begun and counted somebody here; undefined where there is none. */
export async function selectLatestPlanId(
  db: Db,
  who: ScreeningScope,
  ownOrgId: number,
  place: AreaPlace | { level: 'school'; orgId: number },
  season: CodeOf<typeof Season> | undefined,
): Promise<number | undefined> {
  const here = 'areaId' in place ? inAreaOf(place) : sql`f.parent_id = ${place.orgId}`
  const { rows } = await sql<{ id: number }>`
    select plan.id from plan join org as owner on owner.id = plan.owner_org_id
    where ${withinPlans(who, ownOrgId)} and plan.status >= ${planStatus.underWay}
      and ${season === undefined ? sql`true` : sql`plan.season = ${season}`}
      and exists (select from figure as f
        where f.plan_id = plan.id and f.level = ${FigureLevel.code.task} and ${here} and f.screened > 0)
    order by ${OWNER_LEVEL} > ${OWN_LEVEL[place.level]}::int, plan.starts_on desc, plan.id desc limit 1`.execute(
    db,
  )
  return rows[0]?.id
}
