// 汇总表 of a school or an area, from the same counts as its report.
import { Sex } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { SUMMARY_COLUMNS, type SummaryRow } from '#contract/print/forms/summary.ts'
import type { PaperQuery } from '#contract/print/paper-schemas.ts'
import { summaryFoot, summaryHead } from '#contract/print/sheet-words.ts'
import { type Tally, tallyOfSex } from '#contract/reports/report/tally.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserTxCtx } from '../core/context.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import { type ResolvedUnit, resolveUnit } from '../eyesight/figures/unit.ts'
import { requirePlan, requireTask } from '../eyesight/plans/access.ts'
import { gradesFromRows, inYearsOfSchool } from '../reports/area-figures.ts'
import { type CountedGrade, stageTree } from '../reports/lines/stage-tree.ts'
import { selectClassFigures, selectGradeFigures } from '../reports/report-queries.ts'
import { classesOf, gradesFromClasses } from '../reports/school-figures.ts'
import type { FoundSheets } from './class-sheets.ts'
import { planPart } from './paper-choice.ts'
import { hasPartOnly, OWN_CLASSES } from './part-only.ts'

type Query = PaperQuery & { planId: number }

export async function findSummarySheet(ctx: UserTxCtx, asked: PaperQuery): Promise<FoundSheets> {
  const query = planPart(asked)
  if (!query) throw new BizError(700, '请选择筛查计划')
  // Numbers of few are on this form as they are.
  if (!maySeeStudents(ctx)) throw new BizError(602)
  const plan = await requirePlan(ctx, query.planId)
  const resolved = await resolveUnit(ctx, await unitOf(ctx, query))
  const grades = inOrder(await readGrades(ctx, plan.id, resolved))
  const parts = grades.map(({ counted }) => counted)
  const whole = stageTree(grades)
  const lines = [...parts, ...(parts.length > 1 ? [whole] : [])]
  const rows = lines.flatMap(({ name, tally }) => rowsOf(name, tally))
  const { path } = resolved
  const unitName = nameOf(ctx, resolved)
  const sheet = {
    bookmark: unitName,
    subtitle: plan.name,
    head: summaryHead({ area: await areaNameOf(ctx, path), unit: unitName }),
    rows: rows.map((row, nth) => ({
      name: '',
      cells: SUMMARY_COLUMNS.map(({ cell }) => cell(row, nth + 1)),
    })),
    foot: summaryFoot(),
  }
  return { sheets: rows.length === 0 ? [] : [sheet], studentIds: [] }
}

/** Of a task: its school. */
async function unitOf(ctx: UserTxCtx, { taskId, ...query }: Query): Promise<Query> {
  if (taskId === undefined) return query
  const { schoolOrgId: orgId } = await requireTask(ctx, taskId)
  return { ...query, orgId }
}

async function readGrades(ctx: UserTxCtx, planId: number, { who, place }: ResolvedUnit) {
  if ('areaId' in place)
    return gradesFromRows(inYearsOfSchool(await selectGradeFigures(ctx.db, place, [planId])))
  if (place.level === 'range') throw new BizError(700, '请选择一所学校或一个地区')
  const rows = await selectClassFigures(ctx.db, who, place, [planId])
  return gradesFromClasses(classesOf(rows, place.orgId), place.orgId)
}

/** A grade or class with its school; who sees only a part of a school has no numbers of the whole. */
function nameOf({ caller, scope }: UserTxCtx, { unit, path }: ResolvedUnit): string {
  if (unit.level === 'school') return `${unit.name}${hasPartOnly(scope) ? `（${OWN_CLASSES}）` : ''}`
  if (unit.level !== 'grade' && unit.level !== 'class') return unit.name
  return `${path.find(({ level }) => level === 'school')?.name ?? caller.org?.name ?? ''}${unit.name}`
}

const inOrder = (grades: readonly CountedGrade[]): CountedGrade[] =>
  [...grades].sort((one, other) => one.stage - other.stage || one.gradeNo - other.gradeNo)

const rowsOf = (grade: string, tally: Tally): SummaryRow[] => [
  ...Sex.codes.map((sex) => ({ grade, sex: Sex.label(sex), tally: tallyOfSex(tally, sex) })),
  { grade, sex: '小计', tally },
]

async function areaNameOf(ctx: UserTxCtx, path: ResolvedUnit['path']): Promise<string | null> {
  const areaId = path.findLast(({ key }) => key.areaId !== undefined)?.key.areaId
  if (areaId !== undefined) return (await findAreaNames(ctx)).get(areaId) ?? null
  const { org } = ctx.caller
  return (await findAreaNames(ctx)).get(org?.regionId ?? org?.cityId ?? org?.provinceId ?? '') ?? null
}
