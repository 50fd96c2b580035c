// The counts of an area in every breakdown an area report needs.
import { CityProperty } from '#contract/core/codes.ts'
import { COUNTER_NAMES } from '#contract/eyesight/figures/counters.ts'
import { UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { type RangeCounts, RangePart } from '#contract/eyesight/figures/plan-range.ts'
import { emptyTally, type Tally, tallyOf } from '#contract/reports/report/tally.ts'
import { readChildren } from '../eyesight/figures/figure-children.ts'
import type { AreaLevel } from '../eyesight/figures/unit.ts'
import { GONE_KEY, gradesWithPrevious, restOf } from './lines/comparison-lines.ts'
import { type Counted, wholeOfParts } from './lines/counted-tree.ts'
import { type CountedGrade, commonGradeName, gradeKey, type Stage, stageTree } from './lines/stage-tree.ts'
import type { StageTally, StageValid } from './lines/standardised.ts'
import { SIX_YEARS } from './lines/targets.ts'
import type { Basis } from './report-basis.ts'
import {
  type AreaGradeRow,
  type GradeRow,
  selectAges,
  selectByCityProperty,
  selectGradeFigures,
  selectValidByStage,
} from './report-queries.ts'

export type AreaBasis = Basis<AreaLevel>

export type AreaFigures = {
  /** By stage and grade. */
  grades: Counted
  ages: Counted
  /** Children of six in kindergartens, as the national reports mean it. */
  sixYears: Counted | null
  units: Counted
  properties: Counted
  /** Units and properties by stage, by their keys. */
  stagesOf: ReadonlyMap<string, StageTally[]>
  /** Of the whole plan, also outside the area. */
  planStages: readonly StageValid[]
  range: RangeCounts
  /** Schools that have not begun, by their keys. */
  notBegun: ReadonlyMap<string, RangePart>
  /** What the places right below are called. */
  unitKind: string
  last: LastFigures | null
  /** By grade and sex in both plans, as they were read. */
  gradeRows: readonly GradeRow[]
}
/** Both plans by the same stages and by the same places. */
export type LastFigures = {
  stagesNow: Counted
  stagesLast: Counted
  unitsNow: Counted
  unitsLast: Counted
}

export async function readAreaFigures(basis: AreaBasis): Promise<AreaFigures> {
  const { ctx, place, plan, lastPlan, resolved } = basis
  const lastPlanId = lastPlan?.id ?? null
  const planIds = lastPlanId === null ? [plan.id] : [plan.id, lastPlanId]
  const read = await selectGradeFigures(ctx.db, place, planIds)
  const rows = read.filter(({ fiveFour }) => !fiveFour)
  const byYear = inYearsOfSchool(read)
  const gradesIn = (planId: number | null) => gradesFromRows(byYear.filter((row) => row.planId === planId))
  const children = await readChildren(ctx, resolved, {
    planId: plan.id,
    lastPlanId,
    stage: undefined,
    counters: COUNTER_NAMES,
    byStage: true,
  })
  const ages = await selectAges(ctx.db, place, plan.id)
  const properties = await selectByCityProperty(ctx.db, place, plan.id)
  const planStages = await selectValidByStage(ctx.db, plan.id)
  const byProperty = grouped(properties, ({ cityProperty }) => `property ${cityProperty}`)
  const units = children.rows.map(({ key, unit, now }) => ({
    key,
    name: unit.name,
    unit,
    tally: now,
    parts: [],
  }))
  const grades = gradesIn(plan.id)
  return {
    grades: stageTree(grades),
    ages: wholeOfParts(agesOf(ages)),
    sixYears: sixYearsOf(ages),
    units: wholeOfParts(units),
    properties: wholeOfParts(
      [...byProperty].map(([key, own]) => ({
        key,
        name: nameOfProperty(own),
        unit: null,
        tally: tallyOf(own),
        parts: [],
      })),
    ),
    range: children.range,
    notBegun: new Map(children.rows.flatMap(notBegunOf)),
    unitKind: unitKindOf(children),
    stagesOf: new Map([
      ...children.rows.map(
        ({ key, stages }) => [key, stages.map(({ stage, now }) => ({ stage, tally: now }))] as const,
      ),
      ...[...byProperty].map(
        ([key, own]) => [key, own.map((row) => ({ stage: row.stage, tally: tallyOf([row]) }))] as const,
      ),
    ]),
    planStages,
    gradeRows: rows,
    last:
      lastPlanId === null
        ? null
        : {
            ...stagesWithPrevious(grades, gradesIn(lastPlanId)),
            ...unitsWithPrevious(units, children),
          },
  }
}

/** A school as a whole; of an area the range says how many have not begun. */
function notBegunOf({ key, unit, range }: ReadUnits['rows'][number]): [string, RangePart][] {
  const part = RangePart.codes.find((each) => range[each].schools > 0) ?? 'begun'
  return unit.level === 'school' && part !== 'begun' ? [[key, part]] : []
}

type PropertyRow = Awaited<ReturnType<typeof selectByCityProperty>>[number]
const nameOfProperty = ([first]: readonly PropertyRow[]): string =>
  first?.cityProperty == null ? '未登记' : CityProperty.label(first.cityProperty)

type ReadUnits = Awaited<ReturnType<typeof readChildren<(typeof COUNTER_NAMES)[number]>>>

/** Districts and schools directly in the area have no common name. */
function unitKindOf({ rows, childLevel }: ReadUnits): string {
  const levels = new Set(rows.map(({ unit }) => unit.level))
  return levels.size > 1 ? '下级单位' : UnitLevel.label(childLevel)
}

export function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** Moves the junior high of five-four schools to the years that others have: 预初 becomes a year of its own. */
export function inYearsOfSchool(read: readonly AreaGradeRow[]): GradeRow[] {
  const moved = read.filter(({ fiveFour }) => fiveFour)
  if (moved.length === 0) return [...read]
  const left = read
    .filter(({ fiveFour }) => !fiveFour)
    .map((row) => {
      const own = moved.find((each) => isSameGrade(each, row))
      if (!own) return row
      const rest = { ...row }
      for (const name of COUNTER_NAMES) rest[name] -= own[name]
      return rest
    })
    .filter(({ expected }) => expected > 0)
  return [...left, ...moved.map((row) => ({ ...row, gradeNo: row.gradeNo - 1 }))]
}
const isSameGrade = (one: GradeRow, other: GradeRow): boolean =>
  one.planId === other.planId &&
  one.stage === other.stage &&
  one.gradeNo === other.gradeNo &&
  one.sex === other.sex

export const gradesFromRows = (rows: readonly Omit<GradeRow, 'planId'>[]): CountedGrade[] =>
  [...grouped(rows, ({ stage, gradeNo }) => gradeKey(stage, gradeNo)).values()].flatMap((group) => {
    const [first] = group
    return first ? [gradeOf(first.stage, first.gradeNo, tallyOf(group))] : []
  })

const gradeOf = (stage: Stage, gradeNo: number, tally: Tally): CountedGrade => ({
  stage,
  gradeNo,
  counted: {
    key: gradeKey(stage, gradeNo),
    name: commonGradeName(stage, gradeNo),
    unit: null,
    tally,
    parts: [],
  },
})

const agesOf = (rows: Awaited<ReturnType<typeof selectAges>>): Counted[] =>
  [...grouped(rows, ({ age }) => age)].map(([age, group]) => ({
    key: `age ${age}`,
    name: `${age}岁`,
    unit: null,
    tally: tallyOf(group),
    parts: [],
  }))

function sixYearsOf(rows: Awaited<ReturnType<typeof selectAges>>): Counted | null {
  const own = rows.filter(({ age, inKindergarten }) => age === 6 && inKindergarten)
  return own.length === 0
    ? null
    : { key: 'age 6', name: SIX_YEARS, unit: null, tally: tallyOf(own), parts: [] }
}

function stagesWithPrevious(now: readonly CountedGrade[], last: readonly CountedGrade[]) {
  const both = gradesWithPrevious(now, last)
  return { stagesNow: stageTree(both.now), stagesLast: stageTree(both.last) }
}

/** Units that took part only last time are one row, so that the rows add up in both plans. */
function unitsWithPrevious(units: readonly Counted[], { rows, last }: ReadUnits) {
  const rest = restOf(
    last,
    rows.map((row) => row.last),
  )
  const gone = (tally: Tally): Counted[] =>
    rest[0].expected === 0 ? [] : [{ key: GONE_KEY, name: '本次未参加的单位', unit: null, tally, parts: [] }]
  const before = units.map((unit, nth) => ({ ...unit, tally: rows[nth]?.last ?? emptyTally() }))
  return {
    unitsNow: wholeOfParts([...units, ...gone(emptyTally())]),
    unitsLast: wholeOfParts([...before, ...gone(rest)]),
  }
}
