// Small-cell suppression of units that are shown as a whole and by stage, with everything above them.
import type { CounterName } from './counters.ts'
import {
  ALL_SUPPRESSED,
  addTo,
  completeParts,
  FINDING_WHOLES,
  hidesCell,
  NOTHING_SUPPRESSED,
  ownSuppression,
  SMALL_CELL_CHECKS,
  type SmallCellCheck,
  type SuppressedName,
  type Suppression,
  suppressionAmongParts,
  untilSettled,
  type Wholes,
} from './figure-small-cells.ts'
import { determinedUnknowns } from './linear-equations.ts'
import { isSmallCell } from './rates.ts'

/** A unit with the stages it has. */
export type CountedUnit = { all: Wholes; stages: ReadonlyMap<number, Wholes> }
export type UnitSuppression = { all: Suppression; stages: ReadonlyMap<number, Suppression> }

export const UNIT_SHOWN: UnitSuppression = { all: NOTHING_SUPPRESSED, stages: new Map() }
export const UNIT_HIDDEN: UnitSuppression = { all: ALL_SUPPRESSED, stages: new Map() }

/** Of one stage of a unit, or of all. Of a stage it does not have there is nothing to show. */
export const suppressionOfStage = (unit: UnitSuppression, stage: number | undefined): Suppression =>
  (stage === undefined ? undefined : unit.stages.get(stage)) ?? unit.all

/** Of the unit at the top of a reader's range, with nothing above it; it is what the units below add up to. */
export function suppressionOfTop(units: readonly CountedUnit[]): UnitSuppression {
  const own = ownSuppression(addWholes(units.map(({ all }) => all)))
  const stages = stagesOf(units)
  const parts = suppressionAmongParts(
    stages.map((stage) => addWholes(units.flatMap((unit) => unit.stages.get(stage) ?? []))),
    own,
  )
  return { all: own, stages: new Map(stages.map((stage, nth) => [stage, parts[nth] ?? own])) }
}

const stagesOf = (units: readonly CountedUnit[]): number[] => [
  ...new Set(units.flatMap(({ stages }) => [...stages.keys()])),
]

function addWholes(parts: readonly Wholes[]): Wholes {
  const sumOf = (sex: 0 | 1 | 2) =>
    Object.fromEntries(
      FINDING_WHOLES.map((name) => [name, parts.reduce((sum, part) => sum + (part[sex][name] ?? 0), 0)]),
    )
  return { 0: sumOf(0), 1: sumOf(1), 2: sumOf(2) }
}

type Row = { unit: CountedUnit; all: Set<SuppressedName>; stages: Map<number, Set<SuppressedName>> }

/**
 * Of the units right below a unit. Their rows add up by stage, and their columns to the unit above and to its stages:
 * what is hidden in a row must not follow from its column, nor the other way round.
 */
export function suppressionBelow(units: readonly CountedUnit[], above: UnitSuppression): UnitSuppression[] {
  const rows = units.map((unit): Row => {
    const ofStage = (stage: number) => new Set([...above.all, ...suppressionOfStage(above, stage)])
    return {
      unit,
      all: new Set(above.all),
      stages: new Map([...unit.stages.keys()].map((stage) => [stage, ofStage(stage)])),
    }
  })
  const stages = stagesOf(units)
  untilSettled(
    () =>
      [
        completeAll(rows, above.all),
        ...stages.map((stage) => completeStage(rows, stage, suppressionOfStage(above, stage))),
        ...rows.map(completeRow),
        completeLoops(rows, above),
      ].some(Boolean) || completeBySolving(rows, above),
  )
  return rows
}

function completeAll(rows: readonly Row[], above: Suppression): boolean {
  const suppression = rows.map(({ all }) => all)
  return completeParts(
    rows.map(({ unit }) => unit.all),
    suppression,
    above,
    ({ hiddenBy }) => addTo(suppression, hiddenBy),
  )
}

/** What follows from the stage of the unit above is as good as shown: then the units themselves must be hidden. */
function completeStage(rows: readonly Row[], stage: number, above: Suppression): boolean {
  const having = rows.flatMap(({ unit, all, stages }) => {
    const [counted, suppression] = [unit.stages.get(stage), stages.get(stage)]
    return counted && suppression ? [{ counted, suppression, all }] : []
  })
  return completeParts(
    having.map(({ counted }) => counted),
    having.map(({ suppression }) => suppression),
    above,
    ({ hiddenBy }) =>
      addTo(
        having.flatMap(({ suppression, all }) => [suppression, all]),
        hiddenBy,
      ),
  )
}

/** A hidden unit is hidden in every stage. */
function completeRow({ unit, all, stages }: Row): boolean {
  const parts = [...stages.values()]
  const more = completeParts([...unit.stages.values()], parts, all, ({ name }) => addTo([all], [name]))
  return addTo(parts, all) || more
}

type Edge = { row: Row; column: number | 'all' | 'unknown'; small: boolean }

/**
 * Every hidden cell is an unknown of two equations, of its row and of its column. It follows from all of them together
 * where nothing else hidden leads from that row to that column.
 */
function completeLoops(rows: readonly Row[], above: UnitSuppression): boolean {
  let more = false
  for (const check of SMALL_CELL_CHECKS) {
    for (const measure of [0, 1]) {
      const edges = hiddenCells(rows, above, check, measure)
      for (const edge of edges.filter(({ small }) => small)) {
        if (isInLoop(edge, edges)) continue
        const help = hidesCell(edge.row.all, check) ? rows : [edge.row]
        more =
          addTo(
            help.map(({ all }) => all),
            help === rows ? check.hiddenBy : [check.name],
          ) || more
      }
    }
  }
  return more
}

function hiddenCells(
  rows: readonly Row[],
  above: UnitSuppression,
  check: SmallCellCheck,
  measure: number,
): Edge[] {
  const edgeOf = (row: Row, column: number | 'all', counted: Wholes, suppression: Suppression): Edge[] => {
    const cell = check.cellOf(counted)
    const count = cell[measure] ?? 0
    // Where there are only boys or only girls they are known as soon as the whole is.
    const isWhole = cell.length === 2 && cell.includes(0) && !suppression.has(check.hiddenBy[1] ?? check.name)
    if (count === 0 || isWhole || !hidesCell(suppression, check)) return []
    const isOpen = hidesCell(column === 'all' ? above.all : suppressionOfStage(above, column), check)
    return [{ row, column: isOpen ? 'unknown' : column, small: isSmallCell(count) }]
  }
  return rows.flatMap((row) => [
    ...edgeOf(row, 'all', row.unit.all, row.all),
    ...[...row.unit.stages].flatMap(([stage, counted]) =>
      edgeOf(row, stage, counted, row.stages.get(stage) ?? row.all),
    ),
  ])
}

/** Whether other cells lead from its row to its column. */
function isInLoop(edge: Edge, edges: readonly Edge[]): boolean {
  const reached = new Set<Row | Edge['column']>([edge.row])
  let grown = true
  while (grown && !reached.has(edge.column)) {
    grown = false
    for (const other of edges) {
      if (other === edge || reached.has(other.row) === reached.has(other.column)) continue
      reached.add(other.row).add(other.column)
      grown = true
    }
  }
  return reached.has(edge.column)
}

/** More unknowns than these take too long to solve; among so many hardly one is determined. */
const SOLVED_MOST = 90
type Who = 0 | 1 | 2
type Place = { row: Row | null; stage: number | null; counted: Wholes; suppression: Suppression }
type Unknown = { place: Place; who: Who; count: number }

/** Boys, girls and both together are tied to each other as well: of what was found, whatever the equations leave one value for. */
function completeBySolving(rows: readonly Row[], above: UnitSuppression): boolean {
  let more = false
  for (const check of SMALL_CELL_CHECKS.filter(({ name }) => name === 'sexes')) {
    const [, whole = 'valid'] = check.hiddenBy as CounterName[]
    const unknowns = unknownsOf(placesOf(rows, above), whole)
    if (unknowns.length > SOLVED_MOST || !unknowns.some(({ count }) => isSmallCell(count))) continue
    const determined = determinedUnknowns(equationsOf(unknowns))
    for (const [nth, { place, count }] of unknowns.entries()) {
      if (!determined.has(nth) || !isSmallCell(count)) continue
      const help = place.row && !check.hiddenBy.every((name) => place.row?.all.has(name)) ? [place.row] : rows
      const hidden = help.map(({ all }) => all)
      more = addTo(hidden, check.hiddenBy) || more
    }
  }
  return more
}

function placesOf(rows: readonly Row[], above: UnitSuppression): Place[] {
  const top = (stage: number | null, counted: readonly Wholes[]): Place => ({
    row: null,
    stage,
    counted: addWholes(counted),
    suppression: suppressionOfStage(above, stage ?? undefined),
  })
  return [
    top(
      null,
      rows.map(({ unit }) => unit.all),
    ),
    ...stagesOf(rows.map(({ unit }) => unit)).map((stage) =>
      top(
        stage,
        rows.flatMap(({ unit }) => unit.stages.get(stage) ?? []),
      ),
    ),
    ...rows.flatMap((row): Place[] => [
      { row, stage: null, counted: row.unit.all, suppression: row.all },
      ...[...row.unit.stages].map(([stage, counted]) => ({
        row,
        stage,
        counted,
        suppression: row.stages.get(stage) ?? row.all,
      })),
    ]),
  ]
}

/** Where nobody counts nothing is unknown. */
const unknownsOf = (places: readonly Place[], whole: CounterName): Unknown[] =>
  places.flatMap((place) =>
    ([0, 1, 2] as const)
      .map((who) => ({ place, who, count: place.counted[who][whole] ?? 0 }))
      .filter(({ who, count }) => {
        const { suppression } = place
        return count > 0 && (suppression.has(whole) || (who !== 0 && suppression.has('sexes')))
      }),
  )

/** The stages of a unit add up to it, the units to the one above, boys and girls to both. */
function equationsOf(unknowns: readonly Unknown[]): number[][] {
  const sums = new Map<string, number[]>()
  const put = (equation: string, nth: number, sign: number) => {
    const row = sums.get(equation) ?? unknowns.map(() => 0)
    row[nth] = sign
    sums.set(equation, row)
  }
  const names = new Map<Row | null, number>()
  for (const [nth, { place, who }] of unknowns.entries()) {
    const unit = names.get(place.row) ?? names.size
    names.set(place.row, unit)
    put(`stages of ${unit} ${who}`, nth, place.stage === null ? -1 : 1)
    put(`units of ${place.stage} ${who}`, nth, place.row === null ? -1 : 1)
    put(`sexes of ${unit} ${place.stage}`, nth, who === 0 ? -1 : 1)
  }
  return [...sums.values()]
}
