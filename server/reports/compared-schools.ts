// An area in two plans: all its schools, and those with results in both of them.
import { withColleges } from '#contract/eyesight/figures/colleges.ts'
import { type Tally, tallyOf } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../core/context.ts'
import { type InTwoPlans, selectComparedSchools } from '../eyesight/figures/common-schools-queries.ts'
import { type AreaBasis, type AreaFigures, grouped, type LastFigures } from './area-figures.ts'
import { hasBothResults, lessPlaces } from './lines/common-places.ts'
import type { Counted } from './lines/counted-tree.ts'
import type { NamedDecomposition } from './lines/rate-decomposition-table.ts'
import { byStages, gradeKey, type Stage, stageKey } from './lines/stage-tree.ts'
import { decomposeRates } from './sections/decomposition-section.ts'

const COMPARED = withColleges(['valid', 'rated', 'myopia', 'myopiaHigh', 'poor', 'referral', 'orthoK'])
type Schools = Awaited<ReturnType<typeof readSchools>>
type SchoolsRow = Schools['rows'][number]

export const readSchools = (ctx: UserCtx, asked: InTwoPlans) =>
  selectComparedSchools(ctx.db, asked, { byGrade: true, counters: COMPARED })

export type BothPlans = { now: Counted; last: Counted }
/** Grades of five-four schools by their own numbers. */
type SplitBy = 'stage' | 'unit' | 'grade'
type ComparedTree = {
  id: 'stage' | 'unit'
  kind: string
  all: BothPlans
  /** At the schools with results in both plans; null where these are all, or none. */
  common: BothPlans | null
  once: BothPlans | null
}
export type ComparedSchools = {
  trees: ComparedTree[]
  /** How many schools have results in both plans. */
  common: number
  changedStages: Stage[]
  decompositions: NamedDecomposition[]
}

export function apartBySchools(
  { plan }: AreaBasis,
  { gradeRows, unitKind }: AreaFigures,
  last: LastFigures,
  schools: Schools,
): ComparedSchools {
  const treeOf = (id: ComparedTree['id'], kind: string, all: BothPlans): ComparedTree => ({
    id,
    kind,
    all,
    ...splitTrees(all, schools, plan.id, id),
  })
  const trees = [
    treeOf('stage', '学段', { now: byStages(last.stagesNow), last: byStages(last.stagesLast) }),
    treeOf('unit', unitKind, { now: last.unitsNow, last: last.unitsLast }),
  ]
  return {
    trees,
    common: schools.common,
    changedStages: schools.changedStages,
    decompositions: decomposeRates(plan, gradeRows, inOnePlanOf(schools, gradeRows)),
  }
}

export const wholeTrees = ({ trees }: ComparedSchools, when: 'now' | 'last'): Counted[] =>
  trees.map(({ all }) => all[when])
/** With the parts of the same places: of a part that is shown, and the whole, the other part could be derived. */
export const partTrees = ({ trees }: ComparedSchools, when: 'now' | 'last'): Counted[] =>
  trees.flatMap(({ all, common, once }) => [all, common, once].flatMap((both) => (both ? [both[when]] : [])))

function keyOf(row: SchoolsRow, by: SplitBy): string {
  if (by === 'grade') return gradeKey(row.stage, row.gradeNo)
  if (by === 'stage') return stageKey(row.stage)
  return row.areaId === null ? `school ${row.orgId}` : `area ${row.areaId}`
}

/** The places of two plans at the schools with results in both, and at the others; both null where one of them is nobody. */
export function splitTrees(
  all: BothPlans,
  { side, rows }: Pick<Schools, 'side' | 'rows'>,
  planId: number,
  by: SplitBy,
): Pick<ComparedTree, 'common' | 'once'> {
  if (rows.length === 0) return { common: null, once: null }
  const talliesOf = (isNow: boolean) => {
    const own = rows.filter((row) => (row.planId === planId) === isNow)
    const tallies = new Map([...grouped(own, (row) => keyOf(row, by))].map(([key, of]) => [key, tallyOf(of)]))
    return (key: string): Tally | undefined => tallies.get(key)
  }
  const read = { now: talliesOf(true), last: talliesOf(false) }
  // Taken away from the whole twice, what is left is what was read.
  const rest = { now: lessPlaces(all.now, read.now), last: lessPlaces(all.last, read.last) }
  const own = { now: lessTree(all.now, rest.now), last: lessTree(all.last, rest.last) }
  const [common, once] = side === 'common' ? [own, rest] : [rest, own]
  return hasBothResults(common) ? { common, once } : { common: null, once: null }
}

export const lessTree = (all: Counted, part: Counted): Counted => {
  const tallies = new Map(leavesOf(part).map(({ key, tally }) => [key, tally]))
  return lessPlaces(all, (key) => tallies.get(key))
}
export const leavesOf = (tree: Counted): Counted[] =>
  tree.parts.length === 0 ? [tree] : tree.parts.flatMap(leavesOf)

/** By grade and sex, as a decomposition wants them. */
function inOnePlanOf(
  { side, rows, common }: Schools,
  all: AreaFigures['gradeRows'],
): AreaFigures['gradeRows'] | SchoolsRow[] {
  if (common === 0) return all
  if (side === 'inOnePlan' || rows.length === 0) return rows
  const key = ({ planId, stage, gradeNo, sex }: Pick<SchoolsRow, 'planId' | 'stage' | 'gradeNo' | 'sex'>) =>
    `${planId} ${stage} ${gradeNo} ${sex}`
  const byKey = grouped(rows, key)
  return all.map((row) => {
    const own = byKey.get(key(row)) ?? []
    const left = { ...row }
    for (const name of COMPARED) left[name] -= own.reduce((sum, each) => sum + each[name], 0)
    return left
  })
}
