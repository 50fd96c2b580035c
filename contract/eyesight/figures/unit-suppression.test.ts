import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSuppressed, type Suppression, type Wholes } from './figure-small-cells.ts'
import { determinedUnknowns } from './linear-equations.ts'
import { isSmallCell } from './rates.ts'
import {
  type CountedUnit,
  suppressionBelow,
  suppressionOfStage,
  suppressionOfTop,
} from './unit-suppression.ts'

type Sexes = { boys: number; girls: number }
/** Often small, often nobody, sometimes many. */
const people = fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 400 }))
const cell = fc.record({ boys: people, girls: people })
const STAGES = [1, 2, 3]
/** Units by stage. */
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: STAGES.length }), {
  minLength: 1,
  maxLength: 6,
})

const sum = (cells: readonly Sexes[]): Sexes => ({
  boys: cells.reduce((total, { boys }) => total + boys, 0),
  girls: cells.reduce((total, { girls }) => total + girls, 0),
})
const wholesOf = ({ boys, girls }: Sexes): Wholes => ({
  0: { rated: boys + girls },
  1: { rated: boys },
  2: { rated: girls },
})
const unitOf = (cells: readonly Sexes[]): CountedUnit => ({
  all: wholesOf(sum(cells)),
  stages: new Map(cells.map((each, nth) => [STAGES[nth] ?? 0, wholesOf(each)])),
})

type Place = { key: string; people: Sexes; suppression: Suppression }

/** Every place that a reader finds on one screen or another: the unit above, its stages, the units, their stages. */
function placesOf(cells: readonly (readonly Sexes[])[]): Place[] {
  const columns = STAGES.map((_, nth) => cells.flatMap((row) => row[nth] ?? []))
  const units = cells.map(unitOf)
  const top = suppressionOfTop(units)
  const below = suppressionBelow(units, top)
  return [
    { key: 'top', people: sum(cells.flat()), suppression: top.all },
    ...columns.map((column, nth) => ({
      key: `top ${nth}`,
      people: sum(column),
      suppression: suppressionOfStage(top, STAGES[nth]),
    })),
    ...cells.flatMap((row, at) => [
      { key: `${at}`, people: sum(row), suppression: below[at]?.all ?? top.all },
      ...row.map((people, nth) => ({
        key: `${at} ${nth}`,
        people,
        suppression: suppressionOfStage(below[at] ?? top, STAGES[nth]),
      })),
    ]),
  ]
}

function derivable(cells: readonly (readonly Sexes[])[]) {
  const unknowns = placesOf(cells).flatMap(({ key, people: { boys, girls }, suppression }) =>
    [
      { key: `all ${key}`, count: boys + girls, hidden: isSuppressed(suppression, 'myopia') },
      { key: `boys ${key}`, count: boys, hidden: isSuppressed(suppression, 'myopia', 1) },
      { key: `girls ${key}`, count: girls, hidden: isSuppressed(suppression, 'myopia', 2) },
    ].filter(({ count, hidden }) => hidden && count > 0),
  )
  const equation = (plus: string[], minus: string) =>
    unknowns.map(({ key }) => (plus.includes(key) ? 1 : key === minus ? -1 : 0))
  const rows = cells.map((_, at) => `${at}`)
  const wholes = ['top', ...rows]
  const equations = ['all', 'boys', 'girls'].flatMap((who) => [
    ...wholes.map((key) =>
      equation(
        STAGES.map((_, nth) => `${who} ${key} ${nth}`),
        `${who} ${key}`,
      ),
    ),
    equation(
      rows.map((key) => `${who} ${key}`),
      `${who} top`,
    ),
    ...STAGES.map((_, nth) =>
      equation(
        rows.map((key) => `${who} ${key} ${nth}`),
        `${who} top ${nth}`,
      ),
    ),
  ])
  const places = wholes.flatMap((key) => [key, ...STAGES.map((_, nth) => `${key} ${nth}`)])
  const pairs = places.map((key) => equation([`boys ${key}`, `girls ${key}`], `all ${key}`))
  const determined = determinedUnknowns([...equations, ...pairs])
  return unknowns.filter((_, nth) => determined.has(nth))
}

test('no small cell can be derived from units, their stages and the unit above with its stages', () => {
  fc.assert(
    fc.property(table, (cells) => {
      expect(derivable(cells).filter(({ count }) => isSmallCell(count))).toEqual([])
    }),
    { numRuns: 250 },
  )
})

test('nothing is hidden where everybody is many', () => {
  const many = fc.array(
    fc.array(fc.record({ boys: fc.constant(30), girls: fc.constant(40) }), { minLength: 1, maxLength: 3 }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(many, (cells) => {
      expect(placesOf(cells).every(({ suppression }) => suppression.size === 0)).toBe(true)
    }),
  )
})
