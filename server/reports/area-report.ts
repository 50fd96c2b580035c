// Reports of a province, a city and a district.
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import type { ReportQuery } from '#contract/reports/report/report-schemas.ts'
import type { Tally } from '#contract/reports/report/tally.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx } from '../core/context.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import type { AreaLevel } from '../eyesight/figures/unit.ts'
import { type AreaBasis, type AreaFigures, readAreaFigures } from './area-figures.ts'
import {
  apartBySchools,
  type BothPlans,
  type ComparedSchools,
  partTrees,
  readSchools,
  wholeTrees,
} from './compared-schools.ts'
import { linesWithPrevious, tookPartOnce } from './lines/comparison-lines.ts'
import { type Counted, type SuppressionByKey, TOGETHER_KEY, WHOLE_KEY } from './lines/counted-tree.ts'
import { type Line, lineOf } from './lines/report-table.ts'
import { byGrades, byStages, HIGH_STAGES, KINDERGARTEN_KEY, stageKey } from './lines/stage-tree.ts'
import { SIX_YEARS, SIX_YEARS_LINE, targetClause, targetSentence } from './lines/targets.ts'
import { type Made, makeReport } from './make-report.ts'
import { suppressionIn } from './report-basis.ts'
import { type ComparedBreakdown, comparisonSection, incomparableNote } from './sections/comparison-section.ts'
import {
  breakdownOf,
  correctionSection,
  type FindingBreakdown,
  myopiaSection,
  refractionSection,
  visionSection,
  warningSection,
} from './sections/finding-sections.ts'
import { followUpSection, readFollowUp } from './sections/follow-up-section.ts'
import { overviewSection } from './sections/overview-section.ts'
import { rankingSections } from './sections/ranking-sections.ts'
import { stageTargets } from './sections/stage-targets.ts'
import { trendSection } from './sections/trend-section.ts'
import { MYOPIA_RATE, valueIn } from './sentences/finding-sentences.ts'

export const findAreaReport =
  <Kind extends AreaLevel>(kind: Kind) =>
  (ctx: UserCtx, query: ReportQuery): Promise<Report> =>
    makeReport<AreaLevel>(ctx, kind, query, makeAreaReport)

async function makeAreaReport(basis: AreaBasis): Promise<Made> {
  const othersAsked = basis.inParallel((db) => readOthers({ ...basis, ctx: { ...basis.ctx, db } }))
  const warningsAsked = basis.inParallel((db) => readFollowUp({ ...basis, ctx: { ...basis.ctx, db } }, false))
  const figures = await readAreaFigures(basis)
  const { grades, ages, units, properties, last } = figures
  const { trend, schools } = await othersAsked
  const compared = last && schools && apartBySchools(basis, figures, last, schools)
  const trees = [grades, ages, units, properties]
  const suppression = suppressionIn(basis, compared ? [...trees, ...wholeTrees(compared, 'now')] : trees)
  const names = await findAreaNames(basis.ctx)
  return {
    title: names.get(basis.place.areaId)?.replaceAll('-', '') ?? basis.resolved.unit.name,
    ofKindergarten: isOfKindergarten(figures),
    sections: [
      ...findingSections(basis, figures, suppression),
      followUpSection(basis, await warningsAsked, lineOf(grades, suppression).now),
      ...rankingSections({ figures, suppression, maySeeParts: maySeeStudents(basis.ctx) }),
      comparisonSection(
        basis,
        compared ? comparedBreakdowns(basis, compared, suppression) : [],
        compared && maySeeStudents(basis.ctx) ? compared.decompositions : [],
      ),
      trend,
    ],
  }
}

/** A plan of kindergartens alone, or an area where nobody else takes part. */
const isOfKindergarten = ({ grades }: AreaFigures): boolean =>
  grades.parts.length > 0 && grades.parts.every(({ key }) => key === KINDERGARTEN_KEY)

/** What other plans tell takes as long as everything else. */
async function readOthers(basis: AreaBasis) {
  const { ctx, place, plan, lastPlan } = basis
  const asked = lastPlan && { planId: plan.id, lastPlanId: lastPlan.id, place, stage: undefined }
  return { schools: asked && (await readSchools(ctx, asked)), trend: await trendSection(basis) }
}

/** 全省, 全市, 全区, 全县 … */
function placeWords({ kind, resolved }: AreaBasis): string {
  if (kind !== 'region') return kind === 'province' ? '全省' : '全市'
  return `全${/[区县市旗]$/.exec(resolved.unit.name)?.[0] ?? '区（县）'}`
}
const GRADE_NOTE = '五四制学校的预初单列，初一至初三与六三制相同年级合并。'
const AGE_NOTE = `不含大专、本科；“${SIX_YEARS}”为其中在幼儿园的6岁儿童。`

/** 高中 is compared as one. */
const stageBreakdown = (line: Line): FindingBreakdown => ({
  id: 'stage',
  kind: '学段',
  line,
  compared: line.parts,
  drawn: line.parts,
})

function findingSections(
  basis: AreaBasis,
  figures: AreaFigures,
  suppression: SuppressionByKey,
): ReportSection[] {
  const stages = stageBreakdown(lineOf(byStages(figures.grades), suppression))
  const grades = breakdownOf('grade', '年级', lineOf(byGrades(figures.grades), suppression))
  const ages = breakdownOf('age', '年龄', lineOf(figures.ages, suppression))
  const kindergarten = kindergartenBreakdown(figures.grades, suppression)
  const ofKindergarten = isOfKindergarten(figures)
  const sixYears = figures.sixYears ? [lineOf(figures.sixYears, suppression)] : []
  return [
    overviewSection({
      place: placeWords(basis),
      breakdowns: [stages],
      range: figures.range,
      classes: null,
      absences: null,
      basis,
      sexes: true,
    }),
    myopiaSection(
      [
        { ...stages, sexes: true },
        { ...grades, sexes: false, note: GRADE_NOTE },
        { ...ages, sexes: false, note: AGE_NOTE, otherWholes: sixYears },
      ],
      targetSentence([...sixYears.map(sixYearsTarget), ...stageTargets(stages.line)]),
    ),
    visionSection([stages], ofKindergarten),
    refractionSection([stages], ofKindergarten ? null : basis.plan.profile.degrees, kindergarten),
    correctionSection([stages]),
    warningSection([stages]),
  ]
}

/** The target is for children of six who are still in a kindergarten. */
const sixYearsTarget = (six: Line): string =>
  targetClause(SIX_YEARS, valueIn(six, MYOPIA_RATE), SIX_YEARS_LINE)

/** Its grades, down to those who are too small for a myopia rate. */
export function kindergartenBreakdown(tree: Counted, suppression: SuppressionByKey): FindingBreakdown | null {
  const found = tree.parts.find(({ key }) => key === KINDERGARTEN_KEY)
  return found
    ? breakdownOf(
        'grade',
        '年级',
        { ...lineOf(byGrades(found), suppression), name: '合计' },
        { heading: '幼儿园各年级' },
      )
    : null
}

/** How stages and places below changed: at the schools with results in both plans, where these are not all. */
function comparedBreakdowns(
  basis: AreaBasis,
  compared: ComparedSchools,
  suppression: SuppressionByKey,
): ComparedBreakdown[] {
  const changed = new Set(compared.changedStages.map(stageKey))
  const noteOf = (key: string, now: Tally, before: Tally) => {
    const high = key === TOGETHER_KEY && HIGH_STAGES.some((stage) => changed.has(stageKey(stage)))
    const apart = key === WHOLE_KEY && compared.common === 0
    return incomparableNote(changed.has(key) || high || apart || tookPartOnce(now, before))
  }
  const ofAll = { suppression, lastSuppression: suppressionIn(basis, wholeTrees(compared, 'last'), 'last') }
  const ofCommon = {
    suppression: suppressionIn(basis, partTrees(compared, 'now'), 'now', true),
    lastSuppression: suppressionIn(basis, partTrees(compared, 'last'), 'last', true),
  }
  const lineOfAll = (both: BothPlans) => linesWithPrevious({ noteOf, ...both, ...ofAll })
  return compared.trees.map(({ id, kind, all, common }) => ({
    id,
    kind,
    as: COMPARED_AS.area,
    line: common ? linesWithPrevious({ noteOf, ...common, ...ofCommon }) : lineOfAll(all),
    crude: common && { line: lineOfAll(all), common: `两次都参加的${compared.common}所学校` },
  }))
}
