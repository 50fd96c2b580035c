// The same children in both plans, by stage or by grade and class.
import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import type { Db } from '../../core/db/connect.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { classUnit, gradeUnit, type Place } from '../../eyesight/figures/unit.ts'
import type { ScreeningScope } from '../../eyesight/plans/access-queries.ts'
import { type FollowedRow, followedOf } from '../lines/followed.ts'
import {
  bandsTable,
  type FollowedLine,
  followedCharts,
  followedTable,
  hasSmallCells,
} from '../lines/followed-table.ts'
import { gradeKey, HIGH_STAGES } from '../lines/stage-tree.ts'
import { RULES_DIFFER } from '../sentences/comparison-sentences.ts'
import {
  BAND_NOTES,
  FOLLOWED_NOT_TOLD,
  FOLLOWED_NOTES,
  followedSentences,
} from '../sentences/followed-sentences.ts'
import { sectionOf } from './finding-sections.ts'
import {
  countValidIn,
  type FollowedClassRow,
  type FollowedStageRow,
  selectFollowedClasses,
  selectFollowedStages,
  type TwoPlanIds,
} from './two-plans-queries.ts'
import type { TwoPlans } from './two-plans-sections.ts'

export async function followedSection(
  of: TwoPlans,
  isSuppressed: () => Promise<boolean>,
): Promise<ReportSection> {
  const section = { id: 'followed', title: '同一学生变化' }
  const sees = maySeeStudents(of.ctx)
  // Below the own range a unit could be told from the unit above and its neighbours.
  if (!sees && of.resolved.path.length > 1)
    return sectionOf({ ...section, paragraphs: [FOLLOWED_NOT_TOLD], tables: [] })
  const { id, kind, line } = await readLines(of)
  const hidden = !sees && (hasSmallCells(line) || (await isSuppressed()))
  const told = { id, kind, line, hidden }
  const notes = [...FOLLOWED_NOTES, ...(haveOtherRules(of.plan, of.lastPlan) ? [RULES_DIFFER] : [])]
  return sectionOf({
    ...section,
    paragraphs: followedSentences({ line, kind, lastPlanName: of.lastPlan.name, hidden }),
    charts: followedCharts(told),
    tables: line.counts.followed === 0 ? [] : [followedTable(told, notes), bandsTable(told, BAND_NOTES)],
  })
}

type Lines = { id: string; kind: string; line: FollowedLine }

async function readLines({ ctx, resolved, place, plan, lastPlan }: TwoPlans): Promise<Lines> {
  const asked = { place, planId: plan.id, lastPlanId: lastPlan.id }
  if ('areaId' in place || (place.level === 'range' && place.of === 'school')) {
    const rows = await readStages(ctx.db, resolved.who, asked)
    return { id: 'stage', kind: '学段', line: wholeOf(rows, stageLines(rows)) }
  }
  const rows = await selectFollowedClasses(ctx.db, resolved.who, asked)
  if (place.level === 'school') return { id: 'grade', kind: '年级', line: wholeOf(rows, gradeLines(rows)) }
  if (place.level === 'class')
    return { id: 'class', kind: '班级', line: { ...wholeOf(rows, []), name: resolved.unit.name } }
  return { id: 'class', kind: '班级', line: wholeOf(rows, classLines(rows)) }
}

/** So many children are joined in a fraction of a second, also where nothing of them is in memory yet. */
const SLICE = 25_000
/** Each keeps a connection for seconds: the others are for everybody else. */
const LONG_ONES_MAX = 2
let longOnes = 0

async function readStages(
  db: Db,
  who: ScreeningScope,
  asked: TwoPlanIds & { place: Place },
): Promise<FollowedStageRow[]> {
  const { place, planId } = asked
  const valid = 'areaId' in place ? await countValidIn(db, planId, place) : 0
  const of = Math.max(1, Math.ceil(valid / SLICE))
  if (of > 1 && longOnes >= LONG_ONES_MAX) {
    throw new BizError(429, '较大范围的逐人追踪正在计算，请稍后再试，或先选择下一级单位')
  }
  if (of > 1) longOnes += 1
  try {
    const rows: FollowedStageRow[] = []
    for (let nth = 0; nth < of; nth++) rows.push(...(await selectFollowedStages(db, who, asked, { nth, of })))
    return rows
  } finally {
    if (of > 1) longOnes -= 1
  }
}

const lineOf = (
  name: string,
  rows: readonly FollowedRow[],
  parts: FollowedLine[],
  unit: FollowedLine['unit'] = null,
): FollowedLine => ({ name, unit, counts: followedOf(rows), parts })

const wholeOf = (rows: readonly FollowedRow[], parts: FollowedLine[]): FollowedLine =>
  lineOf('合计', rows, parts)

/** 高中 is general and vocational together, with a row for each where there are both. */
function stageLines(rows: readonly FollowedStageRow[]): FollowedLine[] {
  const stages = [...new Set(rows.map(({ stage }) => stage))].sort((one, other) => one - other)
  const rowsOf = (those: readonly FollowedStageRow['stage'][]) =>
    rows.filter(({ stage }) => those.includes(stage))
  const lineOfStage = (stage: FollowedStageRow['stage']) =>
    lineOf(SchoolStage.label(stage), rowsOf([stage]), [])
  const high = stages.filter((stage) => HIGH_STAGES.includes(stage))
  if (high.length < 2) return stages.map(lineOfStage)
  const together = lineOf('高中', rowsOf(high), high.map(lineOfStage))
  return stages.flatMap((stage) =>
    stage === high[0] ? [together] : HIGH_STAGES.includes(stage) ? [] : [lineOfStage(stage)],
  )
}

const classLines = (rows: readonly FollowedClassRow[]): FollowedLine[] =>
  rows.map((row) => {
    const unit = classUnit(row, row.schoolSystem)
    return lineOf(unit.name, [row], [], unit)
  })

function gradeLines(rows: readonly FollowedClassRow[]): FollowedLine[] {
  const keyOf = ({ stage, gradeNo }: FollowedClassRow) => gradeKey(stage, gradeNo)
  return [...new Set(rows.map(keyOf))].flatMap((key) => {
    const own = rows.filter((row) => keyOf(row) === key)
    const [first] = own
    if (!first) return []
    const unit = gradeUnit(first, first.schoolSystem)
    return [lineOf(unit.name, own, classLines(own), unit)]
  })
}
