// Computes a custom report from its design, inside the reader's range.

import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { comparisonOf, termName } from '#contract/eyesight/figures/compared-plan.ts'
import { ALL_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import { ROUNDING } from '#contract/eyesight/figures/rates.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { designFault, unseenFault } from '#contract/reports/design/design-faults.ts'
import { indicatorsOf } from '#contract/reports/design/design-indicators.ts'
import { DesignDimension, type ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { percent } from '#contract/reports/report/measure.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import { tallyOfSex } from '#contract/reports/report/tally.ts'
import { chineseDayOf } from '../../core/china-time.ts'
import type { UserCtx } from '../../core/context.ts'
import { atOneMoment } from '../../core/db/one-moment.ts'
import { figurePlanOf } from '../../eyesight/figures/figure.ts'
import { selectReadAt } from '../../eyesight/figures/figure-queries.ts'
import { haveOtherRules, lastPlanOf } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import type { ResolvedUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan } from '../../eyesight/plans/access.ts'
import { type AreaBasis, readAreaFigures } from '../area-figures.ts'
import { linesWithPrevious, tookPartOnce } from '../lines/comparison-lines.ts'
import { type Counted, type SuppressionByKey, TOGETHER_KEY, WHOLE_KEY } from '../lines/counted-tree.ts'
import { designChart, designColumns } from '../lines/design-table.ts'
import { type Line, leafLines, lineOf } from '../lines/report-table.ts'
import { gradeTree, HIGH_STAGES, stageKey, stageTree } from '../lines/stage-tree.ts'
import { type Basis, type BasisOfAny, readDisclosure, reportPlanOf, suppressionIn } from '../report-basis.ts'
import { notesOf } from '../report-notes.ts'
import { gradesFromClasses, type SchoolBasis } from '../school-figures.ts'
import { incomparableNote } from '../sections/comparison-section.ts'
import { breakdownOf, breakdownTable, sectionOf } from '../sections/finding-sections.ts'
import {
  comparisonSentences,
  INCOMPARABLE,
  INCOMPARABLE_CAUTION,
  NO_COMPARISON,
} from '../sentences/comparison-sentences.ts'
import { runningSentence } from '../sentences/coverage-sentences.ts'
import { partSentences, scopeSentence, wholeSentence } from '../sentences/design-sentences.ts'
import { valueIn } from '../sentences/finding-sentences.ts'
import {
  type CommonSchools,
  commonLine,
  isOfExpected,
  readCommonSchools,
  withoutExpected,
} from './design-common-schools.ts'
import { type DesignFigures, readAreaDesign, readSchoolDesign } from './design-figures.ts'
import { selectIncomparableParts, selectLatestPlanId } from './design-queries.ts'
import { type DesignPlace, requireDesignUnit } from './design-unit.ts'

type Named = ReportDesign & { name?: string | null | undefined }

/** `moved`: the design names a unit outside the reader's range, so the range is used instead. */
export type AskedDesign = { name: string | null; resolved: ResolvedUnit; place: DesignPlace; moved: boolean }

export async function previewDesign(ctx: UserCtx, { name = null, ...design }: Named): Promise<Report> {
  const unit = await requireDesignUnit(ctx, design)
  return makeDesignReport(ctx, design, { name, ...unit, moved: false })
}

export async function makeDesignReport(
  ctx: UserCtx,
  design: ReportDesign,
  asked: AskedDesign,
): Promise<Report> {
  const { resolved, place } = asked
  const fault =
    designFault(design, place.level) ?? (maySeeStudents(ctx) ? null : unseenFault(design, place.level))
  if (fault) throw new BizError(700, fault)
  const plans = await plansOf(ctx, design, asked)
  return atOneMoment(ctx.db, async (db, inParallel) => {
    const now: UserCtx = { ...ctx, db }
    const basis: BasisOfAny = {
      ctx: now,
      inParallel,
      kind: place.level,
      ...plans,
      resolved,
      place,
      at: await selectReadAt(db),
      disclosure: await readDisclosure(now, resolved, plans.plan, plans.lastPlan),
    }
    return reportOf(basis, design, asked, await linesOf(basis as Basis, design))
  })
}

type Plans = Pick<BasisOfAny, 'plan' | 'lastPlan' | 'comparison' | 'rulesDiffer'>

async function plansOf(ctx: UserCtx, design: ReportDesign, { resolved, place }: AskedDesign): Promise<Plans> {
  const own = ctx.caller.orgId ?? 0
  const planId = design.planId ?? (await selectLatestPlanId(ctx.db, resolved.who, own, place, design.season))
  if (planId === undefined) throw new BizError(650, '所选范围内还没有已开始筛查的计划，请换一个单位或季节')
  const plan = await requirePlan(ctx, planId)
  const lastPlan =
    design.comparison === 'none' ? null : ((await lastPlanOf(ctx, plan, design.lastPlanId)) ?? null)
  return {
    plan,
    lastPlan,
    comparison: lastPlan && comparisonOf(plan, lastPlan),
    rulesDiffer: lastPlan !== null && haveOtherRules(plan, lastPlan),
  }
}

type Made = {
  line: Line
  kind: string
  /** The same at the schools with results in both plans, where these are not all. */
  common: Line | null
}
/** The suppression of the parts, in the plan and in the one compared with. */
type SuppressedParts = { suppression: SuppressionByKey; lastSuppression: SuppressionByKey }

async function linesOf(basis: Basis, design: ReportDesign): Promise<Made> {
  const { figures, suppressed, isIncomparable, common } =
    basis.place.level === 'school'
      ? await ofSchool(basis as SchoolBasis, design)
      : await ofArea(basis as AreaBasis, design)
  const { now, last, kind } = figures
  const { sex } = design
  const seen = sex === undefined ? { now, last, ...suppressed } : sexOnly({ now, last, ...suppressed }, sex)
  const line = seen.last
    ? linesWithPrevious({
        ...seen,
        last: seen.last,
        noteOf: (key, one, other) => incomparableNote(isIncomparable(key) || tookPartOnce(one, other)),
      })
    : lineOf(seen.now, seen.suppression)
  return { line, kind, common: common && commonLine(line, common) }
}

type Seen = { now: Counted; last: Counted | null } & SuppressedParts

/** Only the boys or only the girls; suppressed where findings by sex are suppressed. */
function sexOnly({ now, last, suppression, lastSuppression }: Seen, sex: CodeOf<typeof Sex>): Seen {
  const only = (counted: Counted): Counted => ({
    ...counted,
    tally: tallyOfSex(counted.tally, sex),
    parts: counted.parts.map(only),
  })
  const apart =
    (of: SuppressionByKey): SuppressionByKey =>
    (key) =>
      of(key).has('sexes') ? ALL_SUPPRESSED : of(key)
  return {
    now: only(now),
    last: last && only(last),
    suppression: apart(suppression),
    lastSuppression: apart(lastSuppression),
  }
}

/** Rows that are boys and girls follow the whole. */
const withSexes =
  (of: SuppressionByKey): SuppressionByKey =>
  (key) => {
    if (!key.startsWith('sex ')) return of(key)
    const whole = of(WHOLE_KEY)
    return whole.has('sexes') ? ALL_SUPPRESSED : whole
  }

type Found = {
  figures: DesignFigures
  suppressed: SuppressedParts
  isIncomparable: (key: string) => boolean
  common: CommonSchools | null
}

async function ofArea(basis: AreaBasis, design: ReportDesign): Promise<Found> {
  const figures = await readAreaDesign(basis, design)
  return {
    figures,
    suppressed: await suppressionOfArea(basis, figures, design),
    isIncomparable: await findIncomparable(basis, design),
    common: await readCommonSchools(basis, design, figures),
  }
}

/** What the fixed report of the same unit suppresses is suppressed here too, or one would reveal what the other hides. */
async function suppressionOfArea(
  basis: AreaBasis,
  figures: DesignFigures,
  { dimension }: ReportDesign,
): Promise<SuppressedParts> {
  if (maySeeStudents(basis.ctx))
    return { suppression: suppressionIn(basis, []), lastSuppression: suppressionIn(basis, []) }
  const { grades, ages, units, properties, last } = await readAreaFigures(basis)
  // Boys and girls are no parts of their own: they are hidden as a pair, with the whole.
  const own = dimension === 'sex' ? [] : [figures.now]
  const ownLast = dimension === 'sex' || !figures.last ? [] : [figures.last]
  const fixed = [grades, ages, units, properties, ...(last ? [last.stagesNow, last.unitsNow] : [])]
  const fixedLast = last ? [last.stagesLast, last.unitsLast] : []
  return {
    suppression: withSexes(suppressionIn(basis, [...fixed, ...own])),
    lastSuppression: withSexes(suppressionIn(basis, [...fixedLast, ...ownLast], 'last')),
  }
}

async function findIncomparable(
  { ctx, place, plan, lastPlan }: AreaBasis,
  { stage, cityProperty }: ReportDesign,
): Promise<(key: string) => boolean> {
  if (!lastPlan) return () => false
  const plans = { planId: plan.id, lastPlanId: lastPlan.id }
  const found = await selectIncomparableParts(ctx.db, place, plans, { stage, cityProperty })
  const keys = new Set(
    found.flatMap((part) => [
      WHOLE_KEY,
      ...(part.areaId === null ? [] : [`area ${part.areaId}`]),
      ...(part.orgId === null ? [] : [`school ${part.orgId}`]),
      ...(part.stage === null ? [] : [stageKey(part.stage)]),
      ...(part.stage !== null && HIGH_STAGES.includes(part.stage) ? [TOGETHER_KEY] : []),
      ...(part.cityProperty === null ? [] : [`property ${part.cityProperty}`]),
    ]),
  )
  return (key) => keys.has(key)
}

async function ofSchool(basis: SchoolBasis, design: ReportDesign): Promise<Found> {
  const figures = await readSchoolDesign(basis, design)
  const { orgId } = basis.place
  const { classes, lastClasses } = figures
  const trees = (of: typeof classes) => [
    gradeTree(gradesFromClasses(of, orgId)),
    stageTree(gradesFromClasses(of, orgId)),
  ]
  const own = (counted: Counted | null) => (design.dimension === 'sex' || !counted ? [] : [counted])
  return {
    figures,
    suppressed: {
      suppression: withSexes(suppressionIn(basis, [...trees(classes), ...own(figures.now)])),
      lastSuppression: withSexes(
        suppressionIn(basis, [...trees(lastClasses ?? []), ...own(figures.last)], 'last'),
      ),
    },
    isIncomparable: () => false,
    common: null,
  }
}

const MOVED = '本报告的设计指定了您数据范围以外的单位，已改为您的数据范围。'
/** Who is on no list is counted by classes, which have no ages. */
const LISTED_BY_AGE = '按年龄分列时，应筛和完成率只含任务名单中的学生。'
const TWO_DEGREES = '本计划的近视程度只分低度、高度两级，没有中度'

function reportOf(basis: BasisOfAny, design: ReportDesign, asked: AskedDesign, made: Made): Report {
  const { resolved, plan, lastPlan } = basis
  return {
    kind: 'design',
    title: asked.name ?? `${resolved.unit.name}${termName(plan)}儿童青少年视力筛查自定义报告`,
    unit: resolved.unit,
    plan: reportPlanOf(plan),
    lastPlan: lastPlan && figurePlanOf(lastPlan),
    comparison: basis.comparison,
    cautions: [
      ...runningPlan(basis, made),
      ...(made.line.note === INCOMPARABLE ? [INCOMPARABLE_CAUTION] : []),
    ],
    sections: sectionsOf(basis, design, asked, made),
    notes: [
      ...(asked.moved ? [MOVED] : []),
      ...(design.dimension === 'age' ? [LISTED_BY_AGE] : []),
      ...notesOf(basis),
    ],
    at: basis.at,
    frozen: null,
  }
}

const COMPLETION = percent('screened', '完成率')

/** Of the students that the design is about. */
const runningPlan = ({ plan, at }: BasisOfAny, { line }: Made): string[] =>
  plan.status === PlanStatus.code.underWay
    ? [runningSentence(chineseDayOf(at), valueIn(line, COMPLETION))]
    : []

function sectionsOf(
  basis: BasisOfAny,
  design: ReportDesign,
  { moved }: AskedDesign,
  made: Made,
): ReportSection[] {
  const { line, kind, common } = made
  const indicators = indicatorsOf(design.indicators)
  const shown = line.parts.filter(({ key }) => key !== 'property null')
  // 高中 is compared as one.
  const lines = design.dimension === 'stage' ? shown : shown.flatMap(leafLines)
  const compared = basis.lastPlan !== null
  const words = { rowTitle: DesignDimension.label(design.dimension) }
  const breakdown = breakdownOf(design.dimension, kind, line, words)
  const columns = designColumns(design.indicators, compared)
  const lacksMiddle =
    basis.plan.profile.degrees === 2 && design.indicators.some((key) => /myopiaMid/.test(key))
  const notes = [
    ...(lacksMiddle ? [TWO_DEGREES] : []),
    ...(columns.some(({ format }) => format === 'points') ? [ROUNDING] : []),
  ]
  const table = breakdownTable(breakdown, 'design', '指标', columns, notes, common ? [common] : [])
  return [
    sectionOf({
      id: 'summary',
      title: '概况',
      paragraphs: [
        moved ? MOVED : '',
        scopeSentence(basis.resolved.unit.name, design, DesignDimension.label(design.dimension)),
        ...runningPlan(basis, made),
        wholeSentence(line, indicators),
        ...partSentences(lines, indicators, { kind, mixed: hasMixedStages(design) }),
        ...comparisonParagraphs(basis, design, line, common),
      ],
      tables: [],
    }),
    sectionOf({
      id: 'figures',
      title: `各${kind}情况`,
      paragraphs: line.parts.length === 0 ? ['所选范围内没有参加筛查的学生。'] : [],
      charts: designChart(design, { lines, kind, compared }),
      tables: [common ? withoutExpected(table, columns, common) : table],
    }),
  ]
}

const OF_SEVERAL_STAGES: readonly ReportDesign['dimension'][] = ['area', 'school', 'class', 'property']
const hasMixedStages = ({ dimension, stage }: ReportDesign): boolean =>
  stage === undefined && OF_SEVERAL_STAGES.includes(dimension)

function comparisonParagraphs(
  { lastPlan, comparison, rulesDiffer }: BasisOfAny,
  design: ReportDesign,
  line: Line,
  common: Line | null,
): string[] {
  if (design.comparison === 'none') return []
  if (!lastPlan || !comparison) return [NO_COMPARISON]
  const columns = indicatorsOf(design.indicators).map(({ column }) => column)
  const rates = columns.filter(
    (column) => column.measure.of === 'percent' && !(common && isOfExpected(column)),
  )
  if (rates.length === 0) return []
  const incomparable = line.note !== null
  return comparisonSentences({
    line: common ?? line,
    crude: common && { line, common: common.name },
    columns: rates,
    lastPlanName: lastPlan.name,
    comparison,
    incomparable,
    rulesDiffer,
  })
}
