// Suppression for several units, or a unit in several plans, for readers without permission to see students.

import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  type CountedUnit,
  suppressionBelow,
  suppressionOfTop,
  UNIT_HIDDEN,
  type UnitSuppression,
} from '#contract/eyesight/figures/unit-suppression.ts'
import { unitCode } from '#contract/reports/contrast/contrast-query.ts'
import { tallyOf } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { isArea, placeOf, type ResolvedUnit } from '../../eyesight/figures/unit.ts'
import { grouped } from '../area-figures.ts'
import { type SuppressionByKey, suppressionInTrees, suppressNothing } from '../lines/counted-tree.ts'
import { byStages, type CountedGrade, stageTree } from '../lines/stage-tree.ts'
import { knownOf } from '../report-basis.ts'
import {
  type AreaWholes,
  type ClassWholes,
  type SchoolWholes,
  selectAreaWholes,
  selectClassWholes,
  selectSchoolWholes,
} from './contrast-queries.ts'

type Subject = { planId: number; resolved: ResolvedUnit }
/** The suppression of one compared subject, by the keys of its places. */
export type SuppressionOf = (subject: Subject, grades: readonly CountedGrade[]) => SuppressionByKey

/** Reads the neighbours of all subjects at once: a unit suppressed among its neighbours stays suppressed here. */
export async function readSuppression(ctx: UserCtx, subjects: readonly Subject[]): Promise<SuppressionOf> {
  if (maySeeStudents(ctx)) return () => suppressNothing
  const neighbours = await readNeighbours(ctx, subjects)
  return ({ planId, resolved }, grades) => {
    const below = (unit: Unit, next?: Unit) => partsBelow(neighbours, planId, unit, next)
    const suppression = suppressionOnPath(pathIn(neighbours, planId, resolved.path), below)
    const { level } = resolved.place
    // Inside a grade there is one stage and one grade: both are the whole.
    if (level === 'grade' || level === 'class') return () => suppression.all
    const trees = [byStages(stageTree(grades))]
    return suppressionInTrees(trees, knownOf({ unit: suppression, below: new Map() }, trees))
  }
}

type Neighbours = { areas: AreaWholes[]; schools: SchoolWholes[]; classes: ClassWholes[] }

async function readNeighbours(ctx: UserCtx, subjects: readonly Subject[]): Promise<Neighbours> {
  const [first] = subjects
  const top = first?.resolved.path[0]
  if (!first || !top) return { areas: [], schools: [], classes: [] }
  const { who } = first.resolved
  const units = subjects.flatMap(({ resolved }) => resolved.path)
  const planIds = [...new Set(subjects.map(({ planId }) => planId))]
  const range = placeOf(top, who)
  const areaIds = [...new Set(units.flatMap(({ key }) => key.areaId ?? []))]
  const orgIds = [...new Set(units.flatMap(({ key }) => key.orgId ?? []))]
  const areas = isArea(range)
  return {
    areas: areas ? await selectAreaWholes(ctx.db, range, planIds) : [],
    schools: areas ? await selectSchoolWholes(ctx.db, areaIds, planIds) : [],
    classes:
      orgIds.length > 0
        ? await selectClassWholes(ctx.db, who, range.level === 'range' ? null : orgIds, planIds)
        : [],
  }
}

type Parts = ReadonlyMap<string, CountedUnit>

type WholesRow = AreaWholes | SchoolWholes | ClassWholes

function unitsBy<Row extends WholesRow>(rows: readonly Row[], codeOf: (row: Row) => string | null): Parts {
  const named = rows.flatMap((row) => {
    const code = codeOf(row)
    return code === null ? [] : [{ code, row }]
  })
  const groups = grouped(named, ({ code }) => code)
  return new Map([...groups].map(([code, group]) => [code, unitOf(group.map(({ row }) => row))]))
}

const unitOf = (rows: readonly WholesRow[]): CountedUnit => ({
  all: tallyOf(rows),
  stages: new Map([...grouped(rows, ({ stage }) => stage)].map(([stage, own]) => [stage, tallyOf(own)])),
})

/** The places right below a unit by their codes; a class is its own part. */
function partsBelow(
  { areas, schools, classes }: Neighbours,
  planId: number,
  { level, key }: Unit,
  next: Unit | undefined,
): Parts {
  const ofPlan = <Row extends { planId: number }>(rows: readonly Row[]) =>
    rows.filter((row) => row.planId === planId)
  const areaCode = (id: string | null) => id && `a${id}`
  if (level === 'province' || level === 'city' || level === 'region') {
    const here = ofPlan(areas).filter((row) => row[`${level}Id`] === key.areaId)
    const below = (row: AreaWholes) =>
      level === 'province' ? row.cityId : level === 'city' ? row.regionId : null
    const right = ofPlan(schools).filter(({ areaId }) => areaId === key.areaId)
    return new Map([
      ...unitsBy(here, (row) => areaCode(below(row))),
      ...unitsBy(right, ({ orgId }) => `s${orgId}`),
    ])
  }
  const own = ofPlan(classes).filter(
    (row) =>
      (key.orgId === undefined || row.orgId === key.orgId) &&
      (level === 'school' || level === 'range' || isOf(row, key)),
  )
  if (level === 'school') return unitsBy(own, (row) => `g${row.orgId}-${row.stage}-${row.gradeNo}`)
  // A teacher's range consists of classes, that of a screening organisation of schools.
  if (level === 'range' && next?.level !== 'class') return unitsBy(own, ({ orgId }) => `s${orgId}`)
  return unitsBy(own, ({ classId }) => `c${classId}`)
}

/** The path to a unit as it was in a plan: a class was in another grade then. */
function pathIn({ classes }: Neighbours, planId: number, path: readonly Unit[]): Unit[] {
  const classId = path.at(-1)?.key.classId
  const stood = classes.find((row) => row.planId === planId && row.classId === classId)
  return path.map((unit) =>
    stood && unit.level === 'grade'
      ? { ...unit, key: { ...unit.key, prefix: stood.stage, gradeNo: stood.gradeNo } }
      : unit,
  )
}

const isOf = (row: ClassWholes, { prefix, gradeNo, classId }: Unit['key']): boolean =>
  classId === undefined ? row.stage === prefix && row.gradeNo === gradeNo : row.classId === classId

function suppressionOnPath(
  path: readonly Unit[],
  below: (unit: Unit, next?: Unit) => Parts,
): UnitSuppression {
  let above: UnitSuppression | undefined
  for (const [nth, unit] of path.entries()) {
    const next = path[nth + 1]
    const parts = [...below(unit, next)]
    above ??= suppressionOfTop(parts.map(([, part]) => part))
    if (!next) break
    const at = parts.findIndex(([code]) => code === unitCode(next))
    // A unit that lay elsewhere in that plan is not known to be safe.
    above =
      suppressionBelow(
        parts.map(([, part]) => part),
        above,
      )[at] ?? UNIT_HIDDEN
  }
  return above ?? UNIT_HIDDEN
}
