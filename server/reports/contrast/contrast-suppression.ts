// Suppression for several units, or a unit in several plans, for readers without permission to see students.

import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  ALL_SUPPRESSED,
  NOTHING_SUPPRESSED,
  ownSuppression,
  type Suppression,
  suppressionAmongParts,
} from '#contract/eyesight/figures/figure-small-cells.ts'
import { unitCode } from '#contract/reports/contrast/contrast-query.ts'
import { addTallies, type Tally, tallyOf } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { isArea, placeOf, type ResolvedUnit } from '../../eyesight/figures/unit.ts'
import {
  type Counted,
  type SuppressionByKey,
  suppressionInTrees,
  suppressNothing,
  WHOLE_KEY,
  wholeOfParts,
} from '../lines/counted-tree.ts'
import { type CountedGrade, stageTree } from '../lines/stage-tree.ts'
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
    const above = suppressionOnPath(pathIn(neighbours, planId, resolved.path), below)
    const { place, unit } = resolved
    if (place.level === 'grade' || place.level === 'class') return suppressionOfClasses(grades, above)
    const parts = isArea(place) ? [wholeOfParts(countedOf(below(unit)))] : []
    return suppressionInTrees([stageTree(grades), ...parts], above)
  }
}

/** Inside a grade there is one stage and one grade: both are the whole. */
function suppressionOfClasses(grades: readonly CountedGrade[], above: Suppression): SuppressionByKey {
  const classes = grades.flatMap(({ counted }) => counted.parts)
  const whole = suppressionInTrees([wholeOfParts(classes)], above)(WHOLE_KEY)
  return () => whole
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

type Parts = ReadonlyMap<string, Tally>

function grouped<Row extends Parameters<typeof tallyOf>[0] extends Iterable<infer Each> ? Each : never>(
  rows: readonly Row[],
  codeOf: (row: Row) => string | null,
): Parts {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const code = codeOf(row)
    if (code !== null) groups.set(code, [...(groups.get(code) ?? []), row])
  }
  return new Map([...groups].map(([code, group]) => [code, tallyOf(group)]))
}

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
      ...grouped(here, (row) => areaCode(below(row))),
      ...grouped(right, ({ orgId }) => `s${orgId}`),
    ])
  }
  const own = ofPlan(classes).filter(
    (row) =>
      (key.orgId === undefined || row.orgId === key.orgId) &&
      (level === 'school' || level === 'range' || isOf(row, key)),
  )
  if (level === 'school') return grouped(own, (row) => `g${row.orgId}-${row.stage}-${row.gradeNo}`)
  // A teacher's range consists of classes, that of a screening organisation of schools.
  if (level === 'range' && next?.level !== 'class') return grouped(own, ({ orgId }) => `s${orgId}`)
  return grouped(own, ({ classId }) => `c${classId}`)
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

function suppressionOnPath(path: readonly Unit[], below: (unit: Unit, next?: Unit) => Parts): Suppression {
  let suppression = NOTHING_SUPPRESSED
  for (const [nth, unit] of path.entries()) {
    const next = path[nth + 1]
    const parts = [...below(unit, next)]
    const tallies = parts.map(([, tally]) => tally)
    suppression = new Set([...suppression, ...ownSuppression(addTallies(tallies))])
    if (!next) return suppression
    const at = parts.findIndex(([code]) => code === unitCode(next))
    // A unit that lay elsewhere in that plan is not known to be safe.
    suppression = suppressionAmongParts(tallies, suppression).parts[at] ?? ALL_SUPPRESSED
  }
  return suppression
}

const countedOf = (parts: Parts): Counted[] =>
  [...parts].map(([key, tally]) => ({ key, name: '', unit: null, tally, parts: [] }))
