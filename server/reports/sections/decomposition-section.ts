// Why a rate changed between two plans.
import { isSmallCell } from '#contract/eyesight/figures/rates.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import type { Place } from '../../eyesight/figures/unit.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { decomposeRate, placesInOnePlan, type StratumRow } from '../lines/rate-decomposition.ts'
import {
  DECOMPOSITION_HIDDEN,
  type DecompositionWords,
  decompositionChart,
  decompositionNotes,
  decompositionSentence,
  decompositionTable,
  type NamedDecomposition,
} from '../lines/rate-decomposition-table.ts'
import { gradeKey } from '../lines/stage-tree.ts'
import type { AreaPlace } from '../report-queries.ts'
import { RULES_DIFFER } from '../sentences/comparison-sentences.ts'
import { sectionOf } from './finding-sections.ts'
import type { TwoPlans } from './two-plans.ts'
import {
  type AreaStratumRow,
  DECOMPOSED,
  type DecomposedCounts,
  hasSmallSchools,
  selectAreaStrata,
  selectSchoolStrata,
} from './two-plans-queries.ts'

/** Counts of one stratum in one of the plans; `inOnePlan`: at places without results in the other plan. */
type Stratum = Pick<StratumRow, 'when' | 'stratum' | 'inOnePlan'> & DecomposedCounts
type Read = { rows: Stratum[]; small: boolean }

const RATES = [
  { name: '近视率', counted: 'rated', found: 'myopia' },
  { name: '视力不良率', counted: 'valid', found: 'poor' },
] as const satisfies { name: string; counted: keyof DecomposedCounts; found: keyof DecomposedCounts }[]

/** Not for a class: it has no parts whose mix could change, and the cohort section shows its pupils. */
export async function decompositionSection(
  of: TwoPlans,
  isSuppressed: () => Promise<boolean>,
): Promise<ReportSection[]> {
  if (of.place.level === 'class') return []
  const words = wordsOf(of.place)
  const { rows: read, small } = await readStrata(of)
  const rows = ofOwnKind(read)
  const hidden = !maySeeStudents(of.ctx) && (small || rows.some(isSmall) || (await isSuppressed()))
  const decompositions = decompositionsOf(rows)
  const notes = [
    ...decompositionNotes(words),
    ...(haveOtherRules(of.plan, of.lastPlan) ? [RULES_DIFFER] : []),
  ]
  const drawn = decompositions.filter(({ decomposition }) => decomposition.change !== null)
  return [
    sectionOf({
      id: 'split',
      title: '变化的分解',
      paragraphs: hidden
        ? [DECOMPOSITION_HIDDEN]
        : decompositions.map((each) => decompositionSentence(each, words)),
      charts: hidden || drawn.length === 0 ? [] : [decompositionChart(drawn)],
      tables: [decompositionTable(decompositions, hidden, notes)],
    }),
  ]
}

const decompositionsOf = (rows: readonly Stratum[]): NamedDecomposition[] =>
  RATES.map(({ name, counted, found }) => {
    const own = rows.map((row) => ({ ...row, counted: row[counted], found: row[found] }))
    return { name, decomposition: decomposeRate(own) }
  })

type CountedStratum = Keyed & DecomposedCounts

/** Why the rates of an area changed, from its grades in both plans and the part of them at schools in one plan only. */
export const decomposeRates = (
  plan: PlanRecord,
  all: readonly CountedStratum[],
  inOnePlan: readonly CountedStratum[],
): NamedDecomposition[] => decompositionsOf(ofOwnKind(strataOf(plan, all, inOnePlan)))

function strataOf(
  plan: PlanRecord,
  all: readonly CountedStratum[],
  once: readonly CountedStratum[],
): Stratum[] {
  const inOnePlan = summed(once.map((row) => ({ ...row, ...keysOf(row, plan), inOnePlan: true })))
  const common = all
    .map((row) => ({ ...row, ...keysOf(row, plan), inOnePlan: false }))
    .map((row) => {
      const own = inOnePlan.find(({ when, stratum }) => when === row.when && stratum === row.stratum)
      return own ? { ...row, ...less(row, own) } : row
    })
  return [...common, ...inOnePlan]
}

/** One row for each stratum and plan. */
function summed(rows: readonly Stratum[]): Stratum[] {
  const sums = new Map<string, Stratum>()
  for (const row of rows) {
    const key = `${row.when} ${row.stratum}`
    const own = sums.get(key)
    sums.set(key, own ? { ...own, ...plus(own, row) } : { ...row })
  }
  return [...sums.values()]
}

/** Of a unit with nobody but college students their myopia, otherwise that of the others. */
function ofOwnKind(rows: readonly Stratum[]): Stratum[] {
  const sum = (name: 'rated' | 'collegeRated') => rows.reduce((total, row) => total + row[name], 0)
  if (sum('rated') > 0 || sum('collegeRated') === 0) return [...rows]
  return rows.map((row) => ({ ...row, rated: row.collegeRated, myopia: row.collegeMyopia }))
}

const isSmall = ({ valid, rated }: Stratum): boolean => isSmallCell(valid) || isSmallCell(rated)

const wordsOf = (place: Place): DecompositionWords => {
  if (place.level === 'school') return { places: '年级', stratum: '年级、性别' }
  if (place.level === 'grade') return { places: '年级', stratum: '性别' }
  return { places: '学校', stratum: '学段、年级、性别' }
}

async function readStrata(of: TwoPlans): Promise<Read> {
  const { place, ...rest } = of
  return 'areaId' in place ? readArea({ ...rest, place }) : { rows: await readClasses(of), small: false }
}

type Keyed = Pick<AreaStratumRow, 'planId' | 'stage' | 'gradeNo' | 'sex'>
const keysOf = ({ planId, stage, gradeNo, sex }: Keyed, plan: PlanRecord) =>
  ({ when: planId === plan.id ? 'now' : 'last', stratum: `${gradeKey(stage, gradeNo)} ${sex}` }) as const

async function readArea({ ctx, plan, lastPlan, place }: TwoPlans & { place: AreaPlace }): Promise<Read> {
  const asked = { place, planId: plan.id, lastPlanId: lastPlan.id }
  const read = await selectAreaStrata(ctx.db, asked)
  const rows = strataOf(
    plan,
    read.filter((row) => !row.inOnePlan),
    read.filter((row) => row.inOnePlan),
  )
  const small = !maySeeStudents(ctx) && (await hasSmallSchools(ctx.db, asked))
  return { rows, small }
}

const combined =
  (combine: (one: number, other: number) => number) =>
  (one: DecomposedCounts, other: DecomposedCounts): DecomposedCounts =>
    Object.fromEntries(DECOMPOSED.map((name) => [name, combine(one[name], other[name])])) as DecomposedCounts
const less = combined((whole, part) => whole - part)
const plus = combined((one, other) => one + other)

/** The places are the grades of a school, or the schools themselves where there are several. */
async function readClasses({ ctx, resolved, place, plan, lastPlan }: TwoPlans): Promise<Stratum[]> {
  const asked = { place, planId: plan.id, lastPlanId: lastPlan.id }
  const rows = (await selectSchoolStrata(ctx.db, resolved.who, asked)).map((row) => ({
    ...row,
    ...keysOf(row, plan),
    place: place.level === 'range' ? `school ${row.orgId}` : gradeKey(row.stage, row.gradeNo),
  }))
  const inOnePlan = placesInOnePlan(rows)
  return rows.map((row) => ({ ...row, inOnePlan: inOnePlan.has(row.place) }))
}
