// Plans of one unit, or units of one plan, side by side.

import { SchoolStage } from '#contract/core/codes.ts'
import { comparisonOf, termName } from '#contract/eyesight/figures/compared-plan.ts'
import { type Unit, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { COMPARED_AS } from '#contract/eyesight/figures/rates.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { ContrastQuery } from '#contract/reports/contrast/contrast-query.ts'
import { percent } from '#contract/reports/report/measure.ts'
import { type Report, ReportKind } from '#contract/reports/report/report.ts'
import { findAreaNames } from '../../areas/area.ts'
import { chineseDayOf, dayInChinese, minuteInChina } from '../../core/china-time.ts'
import type { UserCtx } from '../../core/context.ts'
import { atOneMoment } from '../../core/db/one-moment.ts'
import { profileRules } from '../../eyesight/figures/explain.ts'
import { figurePlanOf } from '../../eyesight/figures/figure.ts'
import { selectReadAt } from '../../eyesight/figures/figure-queries.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { type ContrastLine, contrastLine, wholeLine } from '../lines/contrast-lines.ts'
import { type Counted, TOGETHER_KEY, WHOLE_KEY } from '../lines/counted-tree.ts'
import { lineOf } from '../lines/report-table.ts'
import { commonGradeName, gradeKey, HIGH_STAGES, stageKey } from '../lines/stage-tree.ts'
import { FIGURE_NOTES, signNotes } from '../report-notes.ts'
import { twoPlansSections } from '../sections/two-plans-sections.ts'
import {
  INCOMPARABLE,
  INCOMPARABLE_CAUTION,
  INCOMPARABLE_MEANING,
  SEASON_MEANING,
} from '../sentences/comparison-sentences.ts'
import {
  type ComparedPlan,
  joinNames,
  noteOfUnit,
  OTHER_GRADES,
  OTHER_RULES,
  OTHER_STAGES,
  planWarnings,
  type UnitFacts,
  unitWarnings,
} from '../sentences/contrast-sentences.ts'
import { runningSentence } from '../sentences/coverage-sentences.ts'
import { valueIn } from '../sentences/finding-sentences.ts'
import { type CommonTrees, readCommonTrees } from './contrast-common.ts'
import { type SchoolSet, selectSchoolSets } from './contrast-queries.ts'
import { type CommonPair, type Contrast, contrastSections } from './contrast-sections.ts'
import {
  type ComparedSubjects,
  type ContrastSubject,
  type CountedSubject,
  findSubjects,
  readSubjects,
} from './contrast-subjects.ts'
import { readSuppression, type SuppressionOf } from './contrast-suppression.ts'

export async function findContrastReport(ctx: UserCtx, query: ContrastQuery): Promise<Report> {
  const asked = await findSubjects(ctx, query)
  return atOneMoment(ctx.db, async (db) => {
    const now: UserCtx = { ...ctx, db }
    const at = await selectReadAt(db)
    const subjects = await readSubjects(now, asked)
    const suppressionOf = await readSuppression(now, asked.subjects.map(asSubject))
    const contrast =
      asked.by === 'plans'
        ? await plansContrast(now, subjects, suppressionOf)
        : unitsContrast(subjects, suppressionOf)
    const running = runningPlans(subjects, contrast, at)
    const sections = [
      ...contrastSections({ ...contrast, warnings: [...running, ...contrast.warnings] }),
      ...(await sectionsOfTwo(now, asked)),
    ]
    return {
      ...(await headOf(now, asked)),
      cautions: [...running, ...(contrast.incomparable ? [INCOMPARABLE_CAUTION] : [])],
      sections,
      notes: notesOf(now, asked, at),
      at,
      frozen: null,
    }
  })
}

const COMPLETION = percent('screened', '完成率')

/** Which of the plans are not over; units are of one plan, of which the completion of all of them together is given. */
function runningPlans(
  subjects: readonly CountedSubject[],
  { by, lines, sentenceNames }: Contrast,
  at: string,
): string[] {
  const isRunning = ({ plan }: CountedSubject) => plan.status === PlanStatus.code.underWay
  const day = chineseDayOf(at)
  if (by === 'units') {
    const completion = valueIn(wholeLine(lines.map(({ line }) => line)), COMPLETION)
    return subjects.some(isRunning) ? [runningSentence(day, completion)] : []
  }
  return lines.flatMap(({ line }, nth) =>
    subjects[nth] && isRunning(subjects[nth])
      ? [runningSentence(day, valueIn(line, COMPLETION), sentenceNames[nth])]
      : [],
  )
}

const asSubject = ({ plan, resolved }: ContrastSubject) => ({ planId: plan.id, resolved })

/** Of exactly two plans: by day, whichever was named first. */
async function sectionsOfTwo(ctx: UserCtx, { by, subjects }: ComparedSubjects) {
  const [one, other] = subjects
  if (by !== 'plans' || subjects.length !== 2 || !one || !other) return []
  const [last, now] = [one, other].sort(
    (a, b) => a.plan.startsOn.localeCompare(b.plan.startsOn) || a.plan.id - b.plan.id,
  ) as [ContrastSubject, ContrastSubject]
  const { resolved, place } = one
  return twoPlansSections({ ctx, resolved, place, plan: now.plan, lastPlan: last.plan })
}

type Head = Pick<Report, 'kind' | 'title' | 'unit' | 'plan' | 'lastPlan' | 'comparison'>

/** Unit and plan of the first, under a name that says how many are compared. */
async function headOf(ctx: UserCtx, { by, subjects }: ComparedSubjects): Promise<Head> {
  const [first, second] = subjects as [ContrastSubject, ContrastSubject]
  const title = (about: string) => `${about}儿童青少年视力筛查${ReportKind.label('contrast')}`
  const plan = figurePlanOf(first.plan)
  const { unit } = first.resolved
  const several = subjects.length
  const single = { kind: 'contrast', lastPlan: null, comparison: null } as const
  if (by === 'units') {
    const names =
      several > 2 ? `${first.name}等${countOf(several, unit.level)}` : `${first.name}与${second.name}`
    const name = `${schoolOf(ctx, subjects)}${names}`
    return {
      ...single,
      title: title(`${name}${termName(first.plan)}`),
      unit: { ...commonOf(subjects), name },
      plan,
    }
  }
  const about = `${await titleOfUnit(ctx, first)}${several}次计划`
  if (several > 2) {
    return {
      ...single,
      title: title(about),
      unit,
      plan: { ...plan, planName: `${first.name}等${several}次计划` },
    }
  }
  return {
    ...single,
    title: title(about),
    unit,
    plan,
    lastPlan: figurePlanOf(second.plan),
    comparison: comparisonOf(first.plan, second.plan),
  }
}

/** The smallest unit that contains all of them: a reader who may see it may see each of them. */
function commonOf(subjects: readonly ContrastSubject[]): Unit {
  const paths = subjects.map(({ resolved }) => resolved.path)
  const [first = []] = paths
  const shared = first.filter((unit, nth) =>
    paths.every((path) => JSON.stringify(path[nth]?.key) === JSON.stringify(unit.key)),
  )
  return shared.at(-1) ?? { level: 'range', key: {}, name: '' }
}

/** Of grades and classes of one school, whose names do not say it. */
function schoolOf({ caller }: UserCtx, subjects: readonly ContrastSubject[]): string {
  const schools = new Set(subjects.map(({ resolved }) => resolved.unit.key.orgId))
  const [first] = subjects
  if (schools.size > 1 || !first || !('stage' in first.place)) return ''
  return first.resolved.path.find(({ level }) => level === 'school')?.name ?? caller.org?.name ?? ''
}

async function titleOfUnit(ctx: UserCtx, { resolved: { unit, path } }: ContrastSubject): Promise<string> {
  const { areaId, orgId } = unit.key
  if (orgId === undefined)
    return (await findAreaNames(ctx)).get(areaId ?? '')?.replaceAll('-', '') ?? unit.name
  if (unit.level === 'school') return unit.name
  return `${path.find(({ level }) => level === 'school')?.name ?? ctx.caller.org?.name ?? ''}${unit.name}`
}

async function plansContrast(
  ctx: UserCtx,
  subjects: readonly CountedSubject[],
  suppressionOf: SuppressionOf,
): Promise<Contrast> {
  const [first] = subjects as [CountedSubject]
  const { place } = first
  const sentenceNames = sentenceNamesOf(subjects)
  const sets =
    'areaId' in place
      ? await selectSchoolSets(
          ctx.db,
          place,
          subjects.map(({ plan }) => plan.id),
        )
      : subjects.flatMap(setsOfSchool)
  const setOf = ({ plan }: CountedSubject, stage: number | null): SchoolSet | undefined =>
    sets.find((set) => set.planId === plan.id && set.stage === stage)
  const differs = (subject: CountedSubject, stage: number | null): boolean =>
    setOf(subject, stage)?.schoolSet !== setOf(first, stage)?.schoolSet
  const facts = subjects.map(
    (subject, nth): ComparedPlan => ({
      name: sentenceNames[nth] ?? '',
      season: subject.plan.season,
      schoolYear: subject.plan.schoolYear,
      incomparable: differs(subject, null),
      otherRules: haveOtherRules(subject.plan, first.plan),
      schools: 'areaId' in place ? (setOf(subject, null)?.schools ?? 0) : null,
    }),
  )
  const incomparable = new Set(
    SchoolStage.codes.filter((stage) => subjects.some((subject) => differs(subject, stage))).map(stageKey),
  )
  const lines = subjects.map((subject, nth) => {
    const own = facts[nth]
    const flags = [own?.incomparable ? INCOMPARABLE : '', own?.otherRules ? OTHER_RULES : ''].filter(
      (flag) => flag !== '',
    )
    return lineOfSubject(subject, suppressionOf, {
      // No link: it would lead to the figures of the report's plan, not of this one.
      unit: null,
      note: flags.length > 0 ? flags.join('、') : null,
      noteOfStage: (key) => (isIncomparable(key, incomparable) ? INCOMPARABLE : null),
    })
  })
  const others = subjects.filter((subject) => differs(subject, null))
  const common = await readCommonTrees(ctx, first, others)
  return {
    by: 'plans',
    // One unit, whose stages stay.
    sameStage: true,
    incomparable: others.length > 0,
    common: common.map((pair) => commonPair(first, pair, subjects, sentenceNames, suppressionOf)),
    kind: '次计划',
    rowTitle: '计划',
    sentenceNames,
    lines,
    retested: subjects.map(({ retested }) => retested),
    about: `比较${first.resolved.unit.name}${subjects.length}次计划的结果：${plansText(subjects, sentenceNames)}，以${sentenceNames[0]}为基准。`,
    warnings: planWarnings(facts),
  }
}

/** Both plans where they have the same places, named as sentences name them. */
function commonPair(
  first: CountedSubject,
  { other, places, trees }: CommonTrees,
  subjects: readonly CountedSubject[],
  sentenceNames: readonly string[],
  suppressionOf: SuppressionOf,
): CommonPair {
  const nameOf = (subject: CountedSubject) => sentenceNames[subjects.indexOf(subject)] ?? ''
  const lineIn = (subject: CountedSubject, tree: Counted): ContrastLine => {
    const stages = lineOf(tree, suppressionOf(asSubject(subject), subject.grades))
    return { stages, line: { ...stages, key: subject.key, name: nameOf(subject), unit: null, parts: [] } }
  }
  return {
    key: other.key,
    name: subjects.length === 2 ? places : `${nameOf(first)}与${nameOf(other)}${places}`,
    lines: [lineIn(first, trees.now), lineIn(other, trees.last)],
  }
}

const quoted = (name: string): string => `“${name}”`

/** Sentences name plans by their terms where these are unique: plan names are long. */
function sentenceNamesOf(subjects: readonly CountedSubject[]): string[] {
  const terms = subjects.map(({ plan }) => termName(plan))
  return new Set(terms).size === terms.length ? terms : subjects.map(({ name }) => quoted(name))
}

const plansText = (subjects: readonly CountedSubject[], sentenceNames: readonly string[]): string =>
  joinNames(
    subjects.map(({ name }, nth) =>
      sentenceNames[nth] === quoted(name) ? quoted(name) : `${quoted(name)}（${sentenceNames[nth]}）`,
    ),
  )

/** A single school, or a part of it, can only differ in its grades; a class is in another one each year. */
function setsOfSchool({ plan, place, grades }: CountedSubject): SchoolSet[] {
  const set = { planId: plan.id, schools: 1 }
  const withResults = grades.filter(({ counted }) => counted.tally[0].valid > 0)
  const keys = (own: typeof withResults) =>
    [
      ...new Set(
        own.map(({ stage, gradeNo }) => (place.level === 'class' ? stage : gradeKey(stage, gradeNo))),
      ),
    ]
      .sort()
      .join()
  return [
    { ...set, stage: null, schoolSet: keys(withResults) },
    ...stagesOf(grades).map((stage) => ({
      ...set,
      stage,
      schoolSet: keys(withResults.filter((grade) => grade.stage === stage)),
    })),
  ]
}

const stagesOf = (grades: CountedSubject['grades']) =>
  SchoolStage.codes.filter((stage) =>
    grades.some((grade) => grade.stage === stage && grade.counted.tally[0].valid > 0),
  )

/** 高中 is what its two kinds are. */
const isIncomparable = (key: string, stages: ReadonlySet<string>): boolean => {
  if (key === WHOLE_KEY) return stages.size > 0
  return stages.has(key) || (key === TOGETHER_KEY && HIGH_STAGES.some((stage) => stages.has(stageKey(stage))))
}

function unitsContrast(subjects: readonly CountedSubject[], suppressionOf: SuppressionOf): Contrast {
  const [first] = subjects as [CountedSubject]
  const facts = subjects.map(
    ({ name, grades, place }): UnitFacts => ({
      name,
      stages: stagesOf(grades).map(SchoolStage.label).join('、'),
      grade: 'gradeNo' in place ? commonGradeName(place.stage, place.gradeNo) : null,
    }),
  )
  const kind = UnitLevel.label(first.resolved.unit.level)
  const lines = subjects.map((subject, nth) => {
    const own = facts[nth]
    return lineOfSubject(subject, suppressionOf, {
      unit: subject.resolved.unit,
      note: own ? noteOfUnit(own, facts[0]) : null,
    })
  })
  return {
    by: 'units',
    sameStage: new Set(subjects.flatMap(({ grades }) => stagesOf(grades))).size < 2,
    incomparable: false,
    common: [],
    kind,
    rowTitle: kind,
    sentenceNames: subjects.map(({ name }) => name),
    lines,
    retested: subjects.map(({ retested }) => retested),
    about: `在${quoted(first.plan.name)}中比较${joinNames(subjects.map(({ name }) => name))}${countOf(subjects.length, first.resolved.unit.level)}，以${first.name}为基准。`,
    warnings: unitWarnings(facts),
  }
}

/** 3所学校, 2个区县. */
const countOf = (units: number, level: Unit['level']): string =>
  `${units}${level === 'school' ? '所' : '个'}${UnitLevel.label(level)}`

type Words = Pick<Parameters<typeof contrastLine>[0], 'unit' | 'note' | 'noteOfStage'>

const lineOfSubject = (subject: CountedSubject, suppressionOf: SuppressionOf, words: Words): ContrastLine =>
  contrastLine({
    key: subject.key,
    name: subject.name,
    grades: subject.grades,
    suppression: suppressionOf(asSubject(subject), subject.grades),
    ...words,
  })

const COMPARED: Record<ContrastSubject['place']['level'], keyof typeof COMPARED_AS> = {
  province: 'area',
  city: 'area',
  region: 'area',
  school: 'school',
  grade: 'grade',
  class: 'class',
}
const OTHER_PLANS = `“${OTHER_RULES}”：与第一个计划的判定标准或检查项目不同。`
const OTHER_KINDS = `“${OTHER_STAGES}”“${OTHER_GRADES}”：与第一个单位的学段或年级不同，比率不能直接比较。`
const RETEST_RULE = '误差发生率 = 复测误差超过允许范围的项次 ÷ 复测项次 × 100%。'

function notesOf(ctx: UserCtx, { by, subjects }: ComparedSubjects, at: string): string[] {
  const [first] = subjects as [ContrastSubject]
  const plans = by === 'plans' ? subjects.map(({ plan }) => plan) : [first.plan]
  const named = plans.map(
    ({ name, startsOn, endsOn }) => `${quoted(name)}（${dayInChinese(startsOn)}至${dayInChinese(endsOn)}）`,
  )
  const [firstPlan] = plans
  const judged = plans.filter((plan) => plan === firstPlan || (firstPlan && haveOtherRules(plan, firstPlan)))
  return [
    `数据截至${minuteInChina(at)}；计划${named.join('、')}。`,
    ...FIGURE_NOTES,
    RETEST_RULE,
    ...new Set(
      judged.flatMap((plan) =>
        profileRules(plan).map((rule) => (judged.length > 1 ? `${quoted(plan.name)}${rule}` : rule)),
      ),
    ),
    ...(by === 'plans'
      ? [SEASON_MEANING, COMPARED_AS[COMPARED[first.place.level]], INCOMPARABLE_MEANING, OTHER_PLANS]
      : [OTHER_KINDS]),
    ...signNotes(!maySeeStudents(ctx)),
  ]
}
