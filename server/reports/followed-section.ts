// The same children in both plans, by stage or by grade and class.
import { SchoolStage } from '#contract/core/codes.ts'
import { RULES_DIFFER } from '#contract/reports/comparison-sentences.ts'
import { type FollowedRow, followedOf } from '#contract/reports/followed.ts'
import {
  BAND_NOTES,
  FOLLOWED_NOT_TOLD,
  FOLLOWED_NOTES,
  followedSentences,
} from '#contract/reports/followed-sentences.ts'
import {
  bandsTable,
  type FollowedLine,
  followedCharts,
  followedTable,
  hasSmallCells,
} from '#contract/reports/followed-table.ts'
import type { ReportSection } from '#contract/reports/report.ts'
import { gradeKey, HIGH_STAGES } from '#contract/reports/stage-tree.ts'
import { maySeeStudents } from '../eyesight/figure-kept.ts'
import { haveOtherRules } from '../eyesight/figure-rates.ts'
import { classUnit, gradeUnit } from '../eyesight/unit.ts'
import { sectionOf } from './finding-sections.ts'
import {
  type FollowedClassRow,
  type FollowedStageRow,
  selectFollowedClasses,
  selectFollowedStages,
} from './two-plans-queries.ts'
import type { TwoPlans } from './two-plans-sections.ts'

export async function followedSection(of: TwoPlans, kept: boolean): Promise<ReportSection> {
  const section = { id: 'followed', title: '同一学生变化' }
  const sees = maySeeStudents(of.ctx)
  // Below the own range a unit could be told from the unit above and its neighbours.
  if (!sees && of.resolved.path.length > 1)
    return sectionOf({ ...section, paragraphs: [FOLLOWED_NOT_TOLD], tables: [] })
  const { id, kind, line } = await readLines(of)
  const hidden = !sees && (kept || hasSmallCells(line))
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
    const rows = await selectFollowedStages(ctx.db, resolved.who, asked)
    return { id: 'stage', kind: '学段', line: wholeOf(rows, stageLines(rows)) }
  }
  const rows = await selectFollowedClasses(ctx.db, resolved.who, asked)
  if (place.level === 'school') return { id: 'grade', kind: '年级', line: wholeOf(rows, gradeLines(rows)) }
  if (place.level === 'class')
    return { id: 'class', kind: '班级', line: { ...wholeOf(rows, []), name: resolved.unit.name } }
  return { id: 'class', kind: '班级', line: wholeOf(rows, classLines(rows)) }
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
  const lineOfStage = (row: FollowedStageRow) => lineOf(SchoolStage.label(row.stage), [row], [])
  const high = rows.filter(({ stage }) => HIGH_STAGES.includes(stage))
  if (high.length < 2) return rows.map(lineOfStage)
  const together = lineOf('高中', high, high.map(lineOfStage))
  return rows.flatMap((row) =>
    row === high[0] ? [together] : HIGH_STAGES.includes(row.stage) ? [] : [lineOfStage(row)],
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
