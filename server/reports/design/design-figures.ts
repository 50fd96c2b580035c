// The counts of a unit in the one breakdown that a design asks for, in the plan and in the one compared with.
import { CityProperty, Sex } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { withColleges } from '#contract/eyesight/figures/colleges.ts'
import { COUNTER_NAMES, type CounterName } from '#contract/eyesight/figures/counters.ts'
import { UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { FINDING_WHOLES } from '#contract/eyesight/figures/figure-small-cells.ts'
import { countersOf, indicatorsOf } from '#contract/reports/design/design-indicators.ts'
import { DesignDimension, type ReportDesign } from '#contract/reports/design/design-schemas.ts'
import {
  addTallies,
  type Counting,
  emptyTally,
  type Tally,
  tallyOf,
  tallyOfSex,
} from '#contract/reports/report/tally.ts'
import { findAreaNames } from '../../areas/area.ts'
import { readChildren } from '../../eyesight/figures/figure-children.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { areaUnit, schoolUnit } from '../../eyesight/figures/unit.ts'
import { type AreaBasis, inYearsOfSchool } from '../area-figures.ts'
import { GONE_KEY, gradesWithPrevious, restOf } from '../lines/comparison-lines.ts'
import { type Counted, wholeOfParts } from '../lines/counted-tree.ts'
import {
  byGrades,
  byStages,
  type CountedGrade,
  commonGradeName,
  gradeKey,
  gradeTree,
  stageTree,
} from '../lines/stage-tree.ts'
import { selectGradeFigures } from '../report-queries.ts'
import {
  type CountedClass,
  gradesFromClasses,
  readSchoolFigures,
  type SchoolBasis,
} from '../school-figures.ts'
import { type CubeDimension, type CubeRow, selectCube } from './design-queries.ts'

export type DesignFigures = {
  now: Counted
  last: Counted | null
  /** What the parts are called: 区县, 学校, 学段 … */
  kind: string
}
type Rows = { now: Counted[]; last: Counted[] | null; kind: string }

/** More rows than these nobody reads. */
const ROWS_MAX = 1000

/** 城乡 has no name that fits after 各. */
const KINDS: Partial<Record<ReportDesign['dimension'], string>> = { property: '类地区' }
const kindOf = (dimension: ReportDesign['dimension']): string =>
  KINDS[dimension] ?? DesignDimension.label(dimension)

export async function readAreaDesign(basis: AreaBasis, design: ReportDesign): Promise<DesignFigures> {
  const { dimension, cityProperty } = design
  if (dimension === 'stage' || dimension === 'grade') return gradesOfArea(basis, design, dimension)
  const below = dimension === 'area' || (dimension === 'school' && basis.place.level === 'region')
  if (below && cityProperty === undefined) return figuresWithPrevious(await childrenOf(basis, design), '单位')
  const rows = await cubeRows(basis, design, dimension as CubeDimension)
  if (rows.now.length > ROWS_MAX) {
    throw new BizError(700, `共有${rows.now.length}所学校，超过${ROWS_MAX}所，请缩小地区或筛选学段、城乡`)
  }
  return figuresWithPrevious(rows, dimension === 'area' || dimension === 'school' ? '单位' : null)
}

/** The places below as every other screen has them, those where nobody was counted yet as well. */
async function childrenOf({ ctx, resolved, plan, lastPlan }: AreaBasis, design: ReportDesign): Promise<Rows> {
  const read = await readChildren(ctx, resolved, {
    planId: plan.id,
    lastPlanId: lastPlan?.id ?? null,
    stage: design.stage,
    counters: COUNTER_NAMES,
  })
  const rows = read.rows.map(({ key, unit, now, last }) => ({
    now: { key, name: unit.name, unit, tally: now, parts: [] },
    last: { key, name: unit.name, unit, tally: last, parts: [] },
  }))
  const levels = new Set(read.rows.map(({ unit }) => unit.level))
  const before = rows.map(({ last }) => last)
  const gone = restOf(
    read.last,
    before.map(({ tally }) => tally),
  )
  return {
    now: rows.map(({ now }) => now),
    last: lastPlan && [...before, { key: GONE_KEY, name: '', unit: null, tally: gone, parts: [] }],
    kind: levels.size > 1 ? '下级单位' : UnitLevel.label(read.childLevel),
  }
}

/** The counters of the indicators, and the denominators that decide about suppression. */
export const readCounters = ({ indicators }: ReportDesign): CounterName[] =>
  withColleges(['expected', 'valid', ...FINDING_WHOLES, ...indicatorsOf(indicators).flatMap(countersOf)])

const needsSexes = ({ sex, dimension, indicators }: ReportDesign): boolean =>
  sex !== undefined || dimension === 'sex' || indicatorsOf(indicators).some((each) => each.sex !== 0)

async function cubeOf(basis: AreaBasis, design: ReportDesign, by: CubeDimension) {
  const { ctx, place, plan, lastPlan } = basis
  const planIds = lastPlan ? [plan.id, lastPlan.id] : [plan.id]
  const { stage, cityProperty } = design
  // Suppression by sex depends on the number of boys and of girls.
  const sexes = needsSexes(design) || !maySeeStudents(ctx)
  const rows = await selectCube(ctx.db, place, planIds, {
    by,
    stage,
    cityProperty,
    sexes,
    counters: readCounters(design),
  })
  return {
    now: rows.filter(({ planId }) => planId === plan.id),
    last: lastPlan && rows.filter(({ planId }) => planId === lastPlan.id),
  }
}

async function gradesOfArea(
  basis: AreaBasis,
  design: ReportDesign,
  by: 'stage' | 'grade',
): Promise<DesignFigures> {
  const rows = by === 'grade' ? await yearsOf(basis, design) : await cubeOf(basis, design, by)
  const now = countedGrades(rows.now)
  const last = rows.last && countedGrades(rows.last)
  return gradeFigures(now, last, by)
}

/** The years that the report of the same area has. */
async function yearsOf({ ctx, place, plan, lastPlan }: AreaBasis, { stage }: ReportDesign) {
  const planIds = lastPlan ? [plan.id, lastPlan.id] : [plan.id]
  const years = inYearsOfSchool(await selectGradeFigures(ctx.db, place, planIds))
  const rows = years.filter((row) => stage === undefined || row.stage === stage)
  const of = (planId: number) => rows.filter((row) => row.planId === planId)
  return { now: of(plan.id), last: lastPlan && of(lastPlan.id) }
}

/** A breakdown by stage has no grades: each stage is represented by one. */
const countedGrades = (
  rows: readonly (Pick<CubeRow, 'stage' | 'sex'> & { gradeNo?: number } & Partial<Counting>)[],
): CountedGrade[] =>
  groupedBy(rows, ({ stage, gradeNo }) => `${stage} ${gradeNo}`).flatMap((group) => {
    const [first] = group
    if (!first || first.stage === null) return []
    const { stage } = first
    const gradeNo = first.gradeNo ?? 0
    const name = commonGradeName(stage, gradeNo)
    const counted = { key: gradeKey(stage, gradeNo), name, unit: null, tally: tallyOf(group), parts: [] }
    return [{ stage, gradeNo, counted }]
  })

function gradeFigures(
  now: readonly CountedGrade[],
  last: readonly CountedGrade[] | null,
  by: 'stage' | 'grade',
  tree: typeof stageTree = stageTree,
): DesignFigures {
  const both = last ? gradesWithPrevious(now, last) : { now, last: null }
  const shown = (grades: readonly CountedGrade[]) =>
    by === 'stage' ? byStages(stageTree(grades)) : byGrades(tree(grades))
  return { now: shown(both.now), last: both.last && shown(both.last), kind: kindOf(by) }
}

async function cubeRows(basis: AreaBasis, design: ReportDesign, by: CubeDimension): Promise<Rows> {
  const rows = await cubeOf(basis, design, by)
  if (by === 'sex') return sexRows(tallyOf(rows.now), rows.last && tallyOf(rows.last))
  const names = await findAreaNames(basis.ctx)
  const counted = (of: readonly CubeRow[]): Counted[] =>
    groupedBy(of, (row) => partOf(row, by, basis, names).key).flatMap((group) => {
      const [first] = group
      return first ? [{ ...partOf(first, by, basis, names), tally: tallyOf(group), parts: [] }] : []
    })
  const now = counted(rows.now)
  const kinds = new Set(now.map(({ unit }) => unit?.level))
  const kind =
    by === 'area' && kinds.size > 1
      ? '下级单位'
      : by === 'area'
        ? UnitLevel.label(basis.place.level === 'province' ? 'city' : 'region')
        : kindOf(by)
  return { now, last: rows.last && counted(rows.last), kind }
}

type Part = Pick<Counted, 'key' | 'name' | 'unit'>

function partOf(
  row: CubeRow,
  by: CubeDimension,
  { place }: AreaBasis,
  names: ReadonlyMap<string, string>,
): Part {
  if (by === 'age') return { key: `age ${row.age}`, name: `${row.age}岁`, unit: null }
  if (by === 'property') {
    const { cityProperty } = row
    const name = cityProperty === null ? '未登记' : CityProperty.label(cityProperty)
    return { key: `property ${cityProperty}`, name, unit: null }
  }
  if (by === 'area' && row.areaId !== null) {
    const unit = areaUnit(place.level === 'province' ? 'city' : 'region', row.areaId, names)
    return { key: `area ${row.areaId}`, name: unit.name, unit }
  }
  const unit = schoolUnit(row.orgId ?? 0, row.orgName ?? '')
  return { key: `school ${row.orgId}`, name: unit.name, unit }
}

function sexRows(now: Tally, last: Tally | null): Rows {
  const of = (tally: Tally): Counted[] =>
    ([1, 2] as const).map((sex) => ({
      key: `sex ${sex}`,
      name: `${Sex.label(sex)}生`,
      unit: null,
      tally: tallyOfSex(tally, sex),
      parts: [],
    }))
  return { now: of(now), last: last && of(last), kind: kindOf('sex') }
}

/**
 * Gives both plans the same parts. Units that took part only last time (named by `gone`) are one row; ages and
 * the like that only one plan has get a row in both.
 */
function figuresWithPrevious({ now, last, kind }: Rows, gone: string | null): DesignFigures {
  if (last === null) return { now: wholeOfParts(now), last: null, kind }
  const keys = new Set(now.map(({ key }) => key))
  const others = last.filter(({ key }) => !keys.has(key))
  const tally = addTallies(others.map((other) => other.tally))
  const added: Counted[] =
    gone === null
      ? others
      : tally[0].expected === 0
        ? []
        : [{ key: GONE_KEY, name: `本次未参加的${gone}`, unit: null, tally, parts: [] }]
  const all = inOrder([...now, ...added])
  const before = new Map([...last, ...added].map((part) => [part.key, part.tally]))
  const present = new Map(now.map((part) => [part.key, part.tally]))
  const withTally = (of: ReadonlyMap<string, Tally>) =>
    wholeOfParts(all.map((part) => ({ ...part, tally: of.get(part.key) ?? emptyTally() })))
  return { now: withTally(present), last: withTally(before), kind }
}

/** Ages of both plans from the youngest on; everything else as it is. */
const inOrder = (parts: Counted[]): Counted[] =>
  parts.every(({ key }) => key.startsWith('age '))
    ? parts.sort((one, other) => Number(one.key.slice(4)) - Number(other.key.slice(4)))
    : parts

export async function readSchoolDesign(
  basis: SchoolBasis,
  design: ReportDesign,
): Promise<DesignFigures & { classes: CountedClass[]; lastClasses: CountedClass[] | null }> {
  const figures = await readSchoolFigures(basis)
  const own = (classes: CountedClass[]) =>
    design.stage === undefined ? classes : classes.filter(({ stage }) => stage === design.stage)
  const classes = own(figures.now)
  const lastClasses = figures.last && own(figures.last)
  const byDimension = schoolBreakdown(classes, lastClasses, design.dimension, basis.place.orgId)
  return { ...byDimension, classes, lastClasses }
}

function schoolBreakdown(
  now: CountedClass[],
  last: CountedClass[] | null,
  dimension: ReportDesign['dimension'],
  orgId: number,
): DesignFigures {
  if (dimension === 'stage' || dimension === 'grade') {
    const grades = (classes: CountedClass[]) => gradesFromClasses(classes, orgId)
    return gradeFigures(grades(now), last && grades(last), dimension, gradeTree)
  }
  const counted = (classes: CountedClass[]) => classes.map((each) => each.counted)
  const total = (classes: CountedClass[]) => addTallies(counted(classes).map(({ tally }) => tally))
  if (dimension === 'sex') return figuresWithPrevious(sexRows(total(now), last && total(last)), null)
  return figuresWithPrevious(
    { now: counted(now), last: last && counted(last), kind: kindOf('class') },
    '班级',
  )
}

function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}
