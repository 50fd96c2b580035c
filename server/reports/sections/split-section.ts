// Why a rate changed between two plans.
import { isSmallCell } from '#contract/eyesight/figures/rates.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import type { Place } from '../../eyesight/figures/unit.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { type AlikeRow, lonePlaces, splitOf } from '../lines/rate-split.ts'
import {
  type NamedSplit,
  SPLIT_HIDDEN,
  type SplitWords,
  splitChart,
  splitNotes,
  splitSentence,
  splitTable,
} from '../lines/rate-split-table.ts'
import { gradeKey } from '../lines/stage-tree.ts'
import type { AreaPlace } from '../report-queries.ts'
import { RULES_DIFFER } from '../sentences/comparison-sentences.ts'
import { sectionOf } from './finding-sections.ts'
import {
  type AreaAlikeRow,
  hasSmallSchools,
  type SplitCounts,
  selectAreaAlike,
  selectSchoolAlike,
} from './two-plans-queries.ts'
import type { TwoPlans } from './two-plans-sections.ts'

/** Pupils alike in one of the plans; `lone`: at places without results in the other one. */
type Alike = Pick<AlikeRow, 'when' | 'alike' | 'lone'> & SplitCounts
type Read = { rows: Alike[]; small: boolean }

const RATES = [
  { name: '近视率', counted: 'rated', found: 'myopia' },
  { name: '视力不良率', counted: 'valid', found: 'poor' },
] as const satisfies { name: string; counted: keyof SplitCounts; found: keyof SplitCounts }[]

/** Of a class nothing: it has no parts that could have changed, and its pupils are followed one by one. */
export async function splitSection(
  of: TwoPlans,
  isSuppressed: () => Promise<boolean>,
): Promise<ReportSection[]> {
  if (of.place.level === 'class') return []
  const words = wordsOf(of.place)
  const { rows, small } = await readAlike(of)
  const hidden = !maySeeStudents(of.ctx) && (small || rows.some(isSmall) || (await isSuppressed()))
  const splits = RATES.map(({ name, counted, found }): NamedSplit => {
    const own = rows.map((row) => ({ ...row, counted: row[counted], found: row[found] }))
    return { name, split: splitOf(own) }
  })
  const notes = [...splitNotes(words), ...(haveOtherRules(of.plan, of.lastPlan) ? [RULES_DIFFER] : [])]
  const drawn = splits.filter(({ split }) => split.change !== null)
  return [
    sectionOf({
      id: 'split',
      title: '变化的分解',
      paragraphs: hidden ? [SPLIT_HIDDEN] : splits.map((each) => splitSentence(each, words)),
      charts: hidden || drawn.length === 0 ? [] : [splitChart(drawn)],
      tables: [splitTable(splits, hidden, notes)],
    }),
  ]
}

const isSmall = ({ valid, rated }: Alike): boolean => isSmallCell(valid) || isSmallCell(rated)

const wordsOf = (place: Place): SplitWords => {
  if (place.level === 'school') return { places: '年级', alike: '年级、性别' }
  if (place.level === 'grade') return { places: '年级', alike: '性别' }
  return { places: '学校', alike: '学段、年级、性别' }
}

async function readAlike(of: TwoPlans): Promise<Read> {
  const { place, ...rest } = of
  return 'areaId' in place ? readArea({ ...rest, place }) : { rows: await readClasses(of), small: false }
}

type Keyed = Pick<AreaAlikeRow, 'planId' | 'stage' | 'gradeNo' | 'sex'>
const keysOf = ({ planId, stage, gradeNo, sex }: Keyed, plan: PlanRecord) =>
  ({ when: planId === plan.id ? 'now' : 'last', alike: `${gradeKey(stage, gradeNo)} ${sex}` }) as const

async function readArea({ ctx, plan, lastPlan, place }: TwoPlans & { place: AreaPlace }): Promise<Read> {
  const asked = { place, planId: plan.id, lastPlanId: lastPlan.id }
  const read = (await selectAreaAlike(ctx.db, asked)).map((row) => ({ ...row, ...keysOf(row, plan) }))
  const lone = read.filter((row) => row.lone)
  const common = read
    .filter((row) => !row.lone)
    .map((row) => {
      const own = lone.find(({ when, alike }) => when === row.when && alike === row.alike)
      return own ? { ...row, ...less(row, own) } : row
    })
  const small = !maySeeStudents(ctx) && (await hasSmallSchools(ctx.db, asked))
  return { rows: [...common, ...lone], small }
}

const less = (whole: SplitCounts, part: SplitCounts): SplitCounts => ({
  valid: whole.valid - part.valid,
  rated: whole.rated - part.rated,
  myopia: whole.myopia - part.myopia,
  poor: whole.poor - part.poor,
})

/** Of a school its grades are the places, of several schools they themselves. */
async function readClasses({ ctx, resolved, place, plan, lastPlan }: TwoPlans): Promise<Alike[]> {
  const asked = { place, planId: plan.id, lastPlanId: lastPlan.id }
  const rows = (await selectSchoolAlike(ctx.db, resolved.who, asked)).map((row) => ({
    ...row,
    ...keysOf(row, plan),
    place: place.level === 'range' ? `school ${row.orgId}` : gradeKey(row.stage, row.gradeNo),
  }))
  const lone = lonePlaces(rows)
  return rows.map((row) => ({ ...row, lone: lone.has(row.place) }))
}
