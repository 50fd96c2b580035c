// The cohort: students with valid results in both plans, by stage or by grade and class.
import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import type { Db } from '../../core/db/connect.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { classUnit, gradeUnit, type Place } from '../../eyesight/figures/unit.ts'
import type { ScreeningScope } from '../../eyesight/plans/access-queries.ts'
import { type CohortRow, cohortOf } from '../lines/cohort.ts'
import {
  bandsTable,
  type CohortLine,
  cohortCharts,
  cohortTable,
  hasSmallCells,
} from '../lines/cohort-table.ts'
import { gradeKey, HIGH_STAGES } from '../lines/stage-tree.ts'
import {
  BAND_NOTES,
  COHORT_NOT_DISCLOSED,
  COHORT_NOTES,
  cohortSentences,
} from '../sentences/cohort-sentences.ts'
import { RULES_DIFFER } from '../sentences/comparison-sentences.ts'
import { emptySection, sectionOf } from './finding-sections.ts'
import type { TwoPlans } from './two-plans.ts'
import {
  type CohortClassRow,
  type CohortStageRow,
  countValidIn,
  selectCohortClasses,
  selectCohortStages,
  type TwoPlanIds,
} from './two-plans-queries.ts'

export async function cohortSection(
  of: TwoPlans,
  isSuppressed: () => Promise<boolean>,
): Promise<ReportSection> {
  const section = { id: 'followed', title: '同一学生变化' }
  const sees = maySeeStudents(of.ctx)
  // Below the caller's range a unit could be derived from the unit above and its neighbours.
  if (!sees && of.resolved.path.length > 1) return emptySection(section, COHORT_NOT_DISCLOSED)
  const { id, kind, line } = await readLines(of)
  const hidden = !sees && (hasSmallCells(line) || (await isSuppressed()))
  const part = { id, kind, line, hidden }
  const notes = [...COHORT_NOTES, ...(haveOtherRules(of.plan, of.lastPlan) ? [RULES_DIFFER] : [])]
  return sectionOf({
    ...section,
    paragraphs: cohortSentences({ line, kind, lastPlanName: of.lastPlan.name, hidden }),
    charts: cohortCharts(part),
    tables: line.counts.cohort === 0 ? [] : [cohortTable(part, notes), bandsTable(part, BAND_NOTES)],
  })
}

type Lines = { id: string; kind: string; line: CohortLine }

async function readLines({ ctx, resolved, place, plan, lastPlan }: TwoPlans): Promise<Lines> {
  const asked = { place, planId: plan.id, lastPlanId: lastPlan.id }
  if ('areaId' in place || (place.level === 'range' && place.of === 'school')) {
    const rows = await readStages(ctx.db, resolved.who, asked)
    return { id: 'stage', kind: '学段', line: wholeOf(rows, stageLines(rows)) }
  }
  const rows = await selectCohortClasses(ctx.db, resolved.who, asked)
  if (place.level === 'school') return { id: 'grade', kind: '年级', line: wholeOf(rows, gradeLines(rows)) }
  if (place.level === 'class')
    return { id: 'class', kind: '班级', line: { ...wholeOf(rows, []), name: resolved.unit.name } }
  return { id: 'class', kind: '班级', line: wholeOf(rows, classLines(rows)) }
}

/** This many students are joined in a fraction of a second even with a cold cache. */
const SLICE = 25_000
/** Each occupies a connection for seconds; the other connections are left to other requests. */
const LONG_ONES_MAX = 2
let longOnes = 0

async function readStages(
  db: Db,
  who: ScreeningScope,
  asked: TwoPlanIds & { place: Place },
): Promise<CohortStageRow[]> {
  const { place, planId } = asked
  const valid = 'areaId' in place ? await countValidIn(db, planId, place) : 0
  const of = Math.max(1, Math.ceil(valid / SLICE))
  if (of > 1 && longOnes >= LONG_ONES_MAX) {
    throw new BizError(429, '较大范围的逐人追踪正在计算，请稍后再试，或先选择下一级单位')
  }
  if (of > 1) longOnes += 1
  try {
    const rows: CohortStageRow[] = []
    for (let nth = 0; nth < of; nth++) rows.push(...(await selectCohortStages(db, who, asked, { nth, of })))
    return rows
  } finally {
    if (of > 1) longOnes -= 1
  }
}

const lineOf = (
  name: string,
  rows: readonly CohortRow[],
  parts: CohortLine[],
  unit: CohortLine['unit'] = null,
): CohortLine => ({ name, unit, counts: cohortOf(rows), parts })

const wholeOf = (rows: readonly CohortRow[], parts: CohortLine[]): CohortLine => lineOf('合计', rows, parts)

/** 高中 is general and vocational together, with a row for each where there are both. */
function stageLines(rows: readonly CohortStageRow[]): CohortLine[] {
  const stages = [...new Set(rows.map(({ stage }) => stage))].sort((one, other) => one - other)
  const rowsOf = (those: readonly CohortStageRow['stage'][]) =>
    rows.filter(({ stage }) => those.includes(stage))
  const lineOfStage = (stage: CohortStageRow['stage']) =>
    lineOf(SchoolStage.label(stage), rowsOf([stage]), [])
  const high = stages.filter((stage) => HIGH_STAGES.includes(stage))
  if (high.length < 2) return stages.map(lineOfStage)
  const together = lineOf('高中', rowsOf(high), high.map(lineOfStage))
  return stages.flatMap((stage) =>
    stage === high[0] ? [together] : HIGH_STAGES.includes(stage) ? [] : [lineOfStage(stage)],
  )
}

const classLines = (rows: readonly CohortClassRow[]): CohortLine[] =>
  rows.map((row) => {
    const unit = classUnit(row, row.schoolSystem)
    return lineOf(unit.name, [row], [], unit)
  })

function gradeLines(rows: readonly CohortClassRow[]): CohortLine[] {
  const keyOf = ({ stage, gradeNo }: CohortClassRow) => gradeKey(stage, gradeNo)
  return [...new Set(rows.map(keyOf))].flatMap((key) => {
    const own = rows.filter((row) => keyOf(row) === key)
    const [first] = own
    if (!first) return []
    const unit = gradeUnit(first, first.schoolSystem)
    return [lineOf(unit.name, own, classLines(own), unit)]
  })
}
