// What was counted in a school, class by class.

import type { SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { addTallies, tallyOf } from '#contract/reports/report/tally.ts'
import { classUnit, gradeUnit } from '../eyesight/figures/unit.ts'
import { type Counted, wholeOfParts } from './lines/counted-tree.ts'
import { type CountedGrade, gradeKey, type Stage } from './lines/stage-tree.ts'
import type { Basis } from './report-basis.ts'
import { type ClassFigures, selectClassFigures } from './report-queries.ts'

export type SchoolBasis = Basis<'school' | 'grade' | 'class'>
export type CountedClass = {
  stage: Stage
  gradeNo: number
  system: CodeOf<typeof SchoolSystem>
  /** Inside its grade: 1班. */
  className: string
  counted: Counted
}
/** The classes of the plan, and those of the plan compared with. */
export type SchoolFigures = { now: CountedClass[]; last: CountedClass[] | null }

export async function readSchoolFigures(basis: SchoolBasis): Promise<SchoolFigures> {
  const { ctx, place, plan, lastPlan, resolved } = basis
  const planIds = lastPlan ? [plan.id, lastPlan.id] : [plan.id]
  const rows = await selectClassFigures(ctx.db, resolved.who, place, planIds)
  const of = (planId: number) =>
    classesOf(
      rows.filter((row) => row.planId === planId),
      place.orgId,
    )
  return { now: of(plan.id), last: lastPlan && of(lastPlan.id) }
}

export const classKey = (classId: number): string => `class ${classId}`

export function classesOf(rows: readonly ClassFigures[], orgId: number): CountedClass[] {
  const groups = new Map<number, ClassFigures[]>()
  for (const row of rows) groups.set(row.classId, [...(groups.get(row.classId) ?? []), row])
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { stage, gradeNo, classId, className, schoolSystem: system } = first
    const unit = classUnit({ orgId, stage, gradeNo, classId, className }, system)
    const counted = { key: classKey(classId), name: unit.name, unit, tally: tallyOf(group), parts: [] }
    return [{ stage, gradeNo, system, className, counted }]
  })
}

export function gradesFromClasses(classes: readonly CountedClass[], orgId: number): CountedGrade[] {
  const groups = new Map<string, CountedClass[]>()
  for (const each of classes) {
    const key = gradeKey(each.stage, each.gradeNo)
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups].flatMap(([key, group]) => {
    const [first] = group
    if (!first) return []
    const { stage, gradeNo, system } = first
    const unit = gradeUnit({ orgId, stage, gradeNo }, system)
    const parts = group.map(({ counted }) => counted)
    const tally = addTallies(parts.map((part) => part.tally))
    return [{ stage, gradeNo, counted: { key, name: unit.name, unit, tally, parts } }]
  })
}

export const wholeOfClasses = (classes: readonly CountedClass[]): Counted =>
  wholeOfParts(classes.map(({ counted }) => counted))
/** The names of grades and classes are preceded by the school's name. */
export function titleOf({ ctx, resolved }: SchoolBasis): string {
  const { unit, path } = resolved
  const school = path.find(({ level }) => level === 'school')?.name ?? ctx.caller.org?.name ?? ''
  return unit.level === 'school' ? unit.name : `${school}${unit.name}`
}

/** Callers who see only a part of the school: the totals stored for the whole school would be too much. */
export const hasPartOnly = ({ ctx, resolved }: SchoolBasis): boolean =>
  resolved.who.carriesOut !== null || (ctx.scope.kind === 'org' && ctx.scope.only !== undefined)
