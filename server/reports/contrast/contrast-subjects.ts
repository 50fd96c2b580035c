// The plans or units that are compared, with the counts of each.
import { BizError } from '#contract/core/error-codes.ts'
import { termName } from '#contract/eyesight/figures/compared-plan.ts'
import { type ContrastQuery, unitCode, unitOfCode } from '#contract/reports/contrast/contrast-query.ts'
import type { UserCtx } from '../../core/context.ts'
import { resolveUnits } from '../../eyesight/figures/several-units.ts'
import { type AreaLevel, type Place, type ResolvedUnit, resolveUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan, requirePlans } from '../../eyesight/plans/access.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { gradesFromRows as gradesOfArea } from '../area-figures.ts'
import { alignedGrades } from '../lines/contrast-lines.ts'
import type { Retested } from '../lines/contrast-tables.ts'
import type { CountedGrade } from '../lines/stage-tree.ts'
import { selectClassFigures } from '../report-queries.ts'
import { classesOf, gradesFromClasses } from '../school-figures.ts'
import { selectGradesOfAreas, selectRetestsOfAreas, selectRetestsOfClasses } from './contrast-queries.ts'

/** A unit in a plan; of all of them either the plans or the units are the same. */
export type ContrastSubject = { name: string; plan: PlanRecord; resolved: ResolvedUnit; place: ContrastPlace }
export type ContrastPlace = Exclude<Place, { level: 'range' }>
export type ComparedSubjects = { by: 'plans' | 'units'; subjects: ContrastSubject[] }

export async function findSubjects(ctx: UserCtx, query: ContrastQuery): Promise<ComparedSubjects> {
  const { planIds = [], planId = 0, unitIds, ...unit } = query
  if (unitIds === undefined) {
    const plans = await requirePlans(ctx, planIds)
    const resolved = await resolveUnit(ctx, { ...unit, planId: planIds[0] ?? 0 })
    return {
      by: 'plans',
      subjects: named(
        plans.map((plan) => ({ plan, resolved })),
        planName,
      ),
    }
  }
  const plan = await requirePlan(ctx, planId)
  const units = await resolveUnits(ctx, planId, unitIds.map(unitOfCode))
  return {
    by: 'units',
    subjects: named(
      units.map((resolved) => ({ plan, resolved })),
      unitName,
    ),
  }
}

type Unnamed = Pick<ContrastSubject, 'plan' | 'resolved'>

/** With the shortest names that are unique. */
function named(
  subjects: readonly Unnamed[],
  nameOf: (subject: Unnamed, length: number) => string,
): ContrastSubject[] {
  const inSchools = subjects.filter(({ resolved }) => resolved.unit.level !== 'school')
  const schools = new Set(inSchools.map(({ resolved }) => resolved.unit.key.orgId))
  // Of several schools 三年级 alone would say too little.
  const names = (schools.size > 1 ? [2, 3, 4, 5] : [1, 2, 3, 4, 5])
    .map((length) => subjects.map((subject) => nameOf(subject, length)))
    .find((all) => new Set(all).size === all.length)
  return subjects.map((subject, nth) => ({
    ...subject,
    place: placeOfSubject(subject.resolved),
    name: names?.[nth] ?? `${nameOf(subject, 1)}（${nth + 1}）`,
  }))
}

function placeOfSubject({ place }: ResolvedUnit): ContrastPlace {
  if (place.level === 'range') throw new BizError(650, '请选择一个单位')
  return place
}

const planName = ({ plan }: Unnamed, length: number): string =>
  length === 1 ? plan.name : `${plan.name}（${termName(plan)}）`

/** With those above it in front; a class has its grade in its name. */
const unitName = ({ resolved: { path, unit } }: Unnamed, length: number): string =>
  path
    .filter(({ level }) => unit.level !== 'class' || level !== 'grade')
    .slice(-length)
    .map(({ name }) => name)
    .join('')

/** A subject with its counts, by the same grades for all subjects. */
export type CountedSubject = ContrastSubject & { key: string; grades: CountedGrade[]; retested: Retested }

export async function readSubjects(
  ctx: UserCtx,
  { by, subjects }: ComparedSubjects,
): Promise<CountedSubject[]> {
  const [first] = subjects
  if (!first) return []
  const planIds = [...new Set(subjects.map(({ plan }) => plan.id))]
  const read =
    'areaId' in first.place
      ? await readAreas(ctx, first.place.level, subjects, planIds)
      : await readInSchools(ctx, subjects, planIds)
  const nobody = read.map(({ classes }) => classes === 0)
  // A grade in which the caller sees no class does not exist for the caller.
  if (first.place.level === 'grade' && (by === 'units' ? nobody.some(Boolean) : nobody.every(Boolean))) {
    throw new BizError(650)
  }
  const aligned = alignedGrades(read.map(({ grades }) => grades))
  return subjects.map((subject, nth) => ({
    ...subject,
    key: by === 'plans' ? `plan ${subject.plan.id}` : (unitCode(subject.resolved.unit) ?? ''),
    grades: aligned[nth] ?? [],
    retested: read[nth]?.retested ?? NOT_RETESTED,
  }))
}

const NOT_RETESTED: Retested = { done: 0, items: 0, errors: 0 }
const sumOf = (rows: readonly Retested[]): Retested =>
  rows.reduce<Retested>(
    (sum, { done, items, errors }) => ({
      done: sum.done + done,
      items: sum.items + items,
      errors: sum.errors + errors,
    }),
    NOT_RETESTED,
  )

type Read = { grades: CountedGrade[]; classes: number | null; retested: Retested }

async function readAreas(
  ctx: UserCtx,
  level: AreaLevel,
  subjects: readonly ContrastSubject[],
  planIds: readonly number[],
): Promise<Read[]> {
  const idOf = ({ place }: ContrastSubject) => ('areaId' in place ? place.areaId : '')
  const areas = { level, areaIds: [...new Set(subjects.map(idOf))] }
  const rows = await selectGradesOfAreas(ctx.db, areas, planIds)
  const retests = await selectRetestsOfAreas(ctx.db, areas, planIds)
  return subjects.map((subject) => {
    const isOwn = (row: { planId: number; areaId: string }) =>
      row.planId === subject.plan.id && row.areaId === idOf(subject)
    return {
      grades: gradesOfArea(rows.filter(isOwn)),
      classes: null,
      retested: sumOf(retests.filter(isOwn)),
    }
  })
}

type InClass = { planId: number; orgId: number; stage: number; gradeNo: number; classId: number }

function isIn({ plan, place }: ContrastSubject, row: InClass): boolean {
  if (row.planId !== plan.id || !('orgId' in place)) return false
  if (place.level === 'class') return row.classId === place.classId
  if (row.orgId !== place.orgId) return false
  return place.level === 'school' || (row.stage === place.stage && row.gradeNo === place.gradeNo)
}

async function readInSchools(
  ctx: UserCtx,
  subjects: readonly ContrastSubject[],
  planIds: readonly number[],
): Promise<Read[]> {
  const who = subjects[0]?.resolved.who
  const orgIds = [...new Set(subjects.flatMap(({ place }) => ('orgId' in place ? place.orgId : [])))]
  const classIds = [...new Set(subjects.flatMap(({ place }) => ('classId' in place ? place.classId : [])))]
  if (!who) return []
  const rows = await selectClassFigures(ctx.db, who, classIds.length > 0 ? { classIds } : { orgIds }, planIds)
  const retests = await selectRetestsOfClasses(ctx.db, who, orgIds, planIds)
  return subjects.map((subject) => {
    const own = rows.filter((row) => isIn(subject, row))
    const orgId = 'orgId' in subject.place ? subject.place.orgId : 0
    const classes = classesOf(own, orgId)
    return {
      grades: gradesFromClasses(classes, orgId),
      classes: classes.length,
      retested: sumOf(retests.filter((row) => isIn(subject, row))),
    }
  })
}
