// A unit and the places below it with their figures, of one plan or of two.
import { counterFor, isCollege, isOfMyopia, withColleges } from '#contract/eyesight/figures/colleges.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { addRanges, type RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import { findAreaNames } from '../../areas/area.ts'
import type { UserCtx } from '../../core/context.ts'
import {
  type ChildPlace,
  type FigureRow,
  type Stage,
  selectChildPlaces,
  selectFigures,
} from './figure-queries.ts'
import type { UnlistedHeads } from './plan-range/plan-range-queries.ts'
import {
  areaUnit,
  childLevelOf,
  classUnit,
  gradeUnit,
  type Place,
  type ResolvedUnit,
  schoolUnit,
} from './unit.ts'

/** Sums of both sexes (0), of boys (1) and of girls (2). */
export type BySex<Name extends CounterName> = Record<0 | 1 | 2, Record<Name, number>>
export type Child<Name extends CounterName> = {
  unit: Unit
  /** How the place is known in both plans. */
  key: string
  range: RangeCounts
  now: BySex<Name>
  last: BySex<Name>
  /** In the plan, where they were asked for. */
  stages: { stage: Stage; now: BySex<Name> }[]
}
export type Children<Name extends CounterName> = {
  rows: Child<Name>[]
  range: RangeCounts
  now: BySex<Name>
  last: BySex<Name>
  childLevel: Unit['level'] | null
}

type Asked<Name extends CounterName> = {
  planId: number
  lastPlanId?: number | null
  stage: FigureRow<Name>['stage'] | undefined
  counters: readonly Name[]
  /** Whether the places come by stage as well. */
  byStage?: boolean
}

export async function readChildren<Name extends CounterName>(
  ctx: UserCtx,
  { who, place }: Pick<ResolvedUnit, 'who' | 'place'>,
  { planId, lastPlanId, counters, byStage = false, ...asked }: Asked<Name>,
): Promise<Children<Name>> {
  const stage = asked.stage ?? undefined
  const planIds = lastPlanId ? [planId, lastPlanId] : [planId]
  const places = await selectChildPlaces(ctx.db, who, planId, place, stage)
  const read = (names: readonly CounterName[]) =>
    selectFigures(ctx.db, who, { planIds, place, stage, counters: names, byStage }) as Promise<
      FigureRow<Name>[]
    >
  const listed = await read(counters)
  // Whether a place has nobody but college students is known only with those on no list.
  const figures =
    (counters as readonly CounterName[]).includes('expected') ||
    !listed.some((row) => isCollege(row as Partial<Record<CounterName, number>>))
      ? listed
      : await read([...counters, 'expected'])
  const names = await findAreaNames(ctx)
  const nowRows = figures.filter((row) => row.planId === planId)
  const lastRows = figures.filter((row) => row.planId === lastPlanId)
  const nowByKey = grouped(place, nowRows)
  const lastByKey = grouped(place, lastRows)
  const rows = places.map((child) => {
    const key = keyOf(place, child)
    return {
      unit: unitOf(place, child, names),
      key,
      range: rangeOf(child.schools, nowByKey.get(key) ?? []),
      now: addUp(counters, nowByKey.get(key) ?? []),
      last: addUp(counters, lastByKey.get(key) ?? []),
      stages: byStage ? stagesOf(counters, nowByKey.get(key) ?? []) : [],
    }
  })
  const shown = new Set(rows.map(({ key }) => key))
  const whole = place.level === 'class' ? nowRows : nowRows.filter((row) => shown.has(keyOf(place, row)))
  return {
    rows,
    range: place.level === 'class' ? rangeOf(null, nowRows) : addRanges(rows.map(({ range }) => range)),
    // The whole is what its parts add up to.
    now: addUp(counters, whole),
    // Last time there may have been others; of a grade it is the same grade then, not today's classes, unless the
    // caller sees no others than these.
    last: addUp(
      counters,
      lastRows.filter((row) => isOf(place, row) || (seesOwnOnly(who) && shown.has(keyOf(place, row)))),
    ),
    childLevel:
      rows.length > 0 && rows.every(({ unit }) => unit.level === 'school') ? 'school' : childLevelOf(place),
  }
}

/** The counter that says what is asked for of a place: where it has nobody but college students, that of theirs. */
export async function ownCounter(
  ctx: UserCtx,
  at: Pick<ResolvedUnit, 'who' | 'place'>,
  { counter, ...asked }: { planId: number; stage: Asked<CounterName>['stage']; counter: CounterName },
): Promise<CounterName> {
  if (!isOfMyopia(counter)) return counter
  const { now } = await readChildren(ctx, at, { ...asked, counters: withColleges([counter]) })
  return counterFor(now[0], counter)
}

/** Schools and students of a place in each part of the plan's range. */
export function rangeOf(
  schools: ChildPlace['schools'],
  rows: readonly (UnlistedHeads & Partial<Record<CounterName, number>>)[],
): RangeCounts {
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + count(row), 0)
  const waiting = sum((row) => row.waiting)
  const unassigned = sum((row) => row.unassigned)
  const expected = sum((row) => row.expected ?? 0)
  return {
    begun: { schools: schools?.begun ?? 0, students: expected - waiting - unassigned },
    waiting: { schools: schools?.waiting ?? 0, students: waiting },
    unassigned: { schools: schools?.unassigned ?? 0, students: unassigned },
  }
}

type Keyed = Pick<ChildPlace, 'areaId' | 'orgId' | 'stage' | 'gradeNo' | 'classId'>

/** Areas and schools by their ids, grades by stage and number, classes by their id: a class moves up with its pupils. */
export function keyOf(place: Place, row: Keyed): string {
  if (row.areaId !== null) return `area ${row.areaId}`
  if (row.classId === null && row.stage === null) return `school ${row.orgId}`
  return place.level === 'school' ? `grade ${row.stage} ${row.gradeNo}` : `class ${row.classId}`
}

function grouped<Row extends Keyed>(place: Place, rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(place, row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

function stagesOf<Name extends CounterName>(counters: readonly Name[], rows: readonly FigureRow<Name>[]) {
  // Inside a school a place is of one stage.
  const stageOf = (row: FigureRow<Name>): Stage | null => row.ofStage ?? row.stage
  const named = rows.map(stageOf).filter((stage) => stage !== null)
  const found = [...new Set(named)].sort((one, other) => one - other)
  return found.map((stage) => ({
    stage,
    now: addUp(
      counters,
      rows.filter((row) => stageOf(row) === stage),
    ),
  }))
}

const seesOwnOnly = ({ scope }: ResolvedUnit['who']): boolean =>
  scope.kind === 'org' && scope.only !== undefined

const isOf = (place: Place, row: Keyed): boolean =>
  place.level !== 'grade' || (row.stage === place.stage && row.gradeNo === place.gradeNo)

function unitOf(place: Place, child: ChildPlace, names: ReadonlyMap<string, string>): Unit {
  const { areaId, stage, gradeNo, classId } = child
  const orgId = child.orgId ?? 0
  const system = child.schoolSystem ?? 63
  if (areaId !== null) return areaUnit(place.level === 'province' ? 'city' : 'region', areaId, names)
  if (stage === null || gradeNo === null) return schoolUnit(orgId, child.orgName ?? '')
  if (classId === null) return gradeUnit({ orgId, stage, gradeNo }, system)
  return classUnit({ orgId, stage, gradeNo, classId, className: child.className ?? '' }, system)
}

/** Rows of figures added up by sex. */
export function addUp<Name extends CounterName>(
  counters: readonly Name[],
  rows: readonly ({ sex: FigureRow<Name>['sex'] } & Record<Name, number>)[],
): BySex<Name> {
  const nothing = {} as Record<Name, number>
  for (const name of counters) nothing[name] = 0
  const sums: BySex<Name> = { 0: { ...nothing }, 1: { ...nothing }, 2: nothing }
  for (const row of rows) {
    for (const name of counters) {
      sums[row.sex][name] += row[name]
      sums[0][name] += row[name]
    }
  }
  return sums
}
