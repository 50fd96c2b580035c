import { describe, expect, test } from 'vitest'
import { type Point, type Ring, ringsOf } from '#contract/overview/map.ts'
import { cutIntoArcs, ringAt } from './arcs.ts'
import { labelPoint } from './label-point.ts'
import { makeLevelShapes } from './level-shapes.ts'
import { isInside, ringArea } from './ring-area.ts'

const square = (x: number, y: number, side: number): Point[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]

/** A border with many small bends, from (10, 0) to (10, 40). */
const wavy: Point[] = Array.from({ length: 41 }, (_, y) => [y === 0 || y === 40 ? 10 : 10 + (y % 2), y])
const west: Ring = [[0, 0], ...wavy, [0, 40]]
const east: Ring = [[30, 0], [30, 40], ...wavy.toReversed()]

describe('borders that two areas share', () => {
  test('are one piece for both, and stay the same when they are simplified', () => {
    const [left = [], right = []] = cutIntoArcs([west, east])
    const shared = left.filter(({ arc }) => right.some((other) => other.arc === arc))
    expect(shared.map(({ arc }) => arc.points.length)).toEqual([41])
    const [simpleWest, simpleEast] = [ringAt(left, 3), ringAt(right, 3)]
    expect(simpleWest.length).toBeLessThan(west.length / 2)
    expect(ringArea(simpleWest) + ringArea(simpleEast)).toBe(30 * 40)
  })

  test('of an island in a hole are the same wherever each ring begins and whichever way it runs', () => {
    const circle = Array.from({ length: 60 }, (_, at): Point => {
      const angle = (at * Math.PI) / 30
      return [Math.round(500 + 300 * Math.cos(angle)), Math.round(500 + 300 * Math.sin(angle))]
    })
    const turned = [...circle.slice(17), ...circle.slice(0, 17)].reverse()
    const [island = [], hole = []] = cutIntoArcs([circle, turned])
    expect(hole[0]?.arc).toBe(island[0]?.arc)
    expect(ringArea(ringAt(island, 2_000))).toBe(ringArea(ringAt(hole, 2_000)))
    expect(ringAt(island, Number.POSITIVE_INFINITY)).toHaveLength(3)
  })
})

describe('the point of a label', () => {
  test('lies in the middle of what is simple', () => {
    expect(labelPoint([square(0, 0, 100)])).toEqual([50, 50])
  })

  test('lies inside of a shape whose middle is outside, and not in a hole', () => {
    const hook: Ring = [
      [0, 0],
      [100, 0],
      [100, 20],
      [20, 20],
      [20, 100],
      [0, 100],
    ]
    expect(isInside([hook], labelPoint([hook]))).toBe(true)
    const holed = [square(0, 0, 100), square(30, 30, 50)]
    const point = labelPoint(holed)
    expect(isInside(holed, point)).toBe(true)
  })

  test('of a shape without an inside is one of its points', () => {
    const sliver: Ring = [
      [0, 0],
      [50, 1],
      [51, 1],
    ]
    expect(sliver).toContainEqual(labelPoint([sliver]))
  })
})

describe('the shapes of a level', () => {
  const areas = [
    { id: '330100', polygons: [[square(120, 30, 1)], [square(121.4, 30.2, 0.001)]] },
    { id: '330200', polygons: [[square(121, 30, 0.0001)]] },
  ]

  test('lie in a box as wide as the areas are at their latitude, with the north on top', () => {
    const { width, height, areas: shapes } = makeLevelShapes(areas.slice(0, 1))
    expect(height).toBe(2000)
    expect(width).toBe(Math.round(2000 * Math.cos((30.5 * Math.PI) / 180)))
    // The speck at its side is left out, and the box does not reach to it.
    expect(shapes).toEqual([
      { id: '330100', x: expect.closeTo(width / 2, -1), y: expect.any(Number), path: expect.any(String) },
    ])
    expect(ringsOf(shapes[0]?.path ?? '').flat()).toHaveLength(4)
  })

  test('are missing where an area is smaller than a unit', () => {
    expect(makeLevelShapes(areas).areas.map(({ id }) => id)).toEqual(['330100'])
  })

  test('keep the largest part of an area, however small', () => {
    const small = { id: '330200', polygons: [[square(121.2, 30, 0.002)], [square(121.3, 30, 0.001)]] }
    const shapes = makeLevelShapes([...areas.slice(0, 1), small]).areas
    expect(ringsOf(shapes[1]?.path ?? '')).toHaveLength(1)
  })

  test('of borders with tens of thousands of bends are a small file', () => {
    const coast = Array.from({ length: 50_000 }, (_, at): Point => {
      const angle = (at * Math.PI) / 25_000
      const radius = 1 + ((at * 7919) % 100) / 500
      return [120 + radius * Math.cos(angle), 30 + radius * Math.sin(angle)]
    })
    const { areas: shapes } = makeLevelShapes([{ id: '330100', polygons: [[coast]] }])
    expect(shapes[0]?.path.length).toBeGreaterThan(10_000)
    expect(shapes[0]?.path.length).toBeLessThan(22_000)
  })
})

describe('a province of many areas whose borders are too long for a small file', () => {
  const COLUMNS = 5
  const BENDS = 800
  /** Bends of a border, the same for the areas on both of its sides; the outline is straight. */
  const border = (from: Point, to: Point): Point[] =>
    Array.from({ length: BENDS }, (_, at): Point => {
      const share = at / BENDS
      const x = from[0] + (to[0] - from[0]) * share
      const y = from[1] + (to[1] - from[1]) * share
      const isOutline = [from, to].every(([x]) => x === from[0] && (x === 0 || x === COLUMNS))
      const isEdge = [from, to].every(([, y]) => y === from[1] && (y === 0 || y === COLUMNS))
      // Towards the corners less and less, or borders would cross.
      const width = Math.min(1 / 30, share / 2, (1 - share) / 2)
      const bend = isOutline || isEdge ? 0 : width * (((at * 7919) % 101) / 50 - 1)
      return from[0] === to[0] ? [x + bend, y] : [x, y + bend]
    })
  const corner = (x: number, y: number): Point => [x, y]
  const cell = (x: number, y: number): Ring => {
    const below = border(corner(x, y), corner(x + 1, y))
    const right = border(corner(x + 1, y), corner(x + 1, y + 1))
    const above = [...border(corner(x, y + 1), corner(x + 1, y + 1)), corner(x + 1, y + 1)].reverse()
    const left = [...border(corner(x, y), corner(x, y + 1)), corner(x, y + 1)].reverse()
    return [...below, ...right, ...above.slice(0, -1), ...left.slice(0, -1)]
  }
  const areas = Array.from({ length: COLUMNS ** 2 }, (_, at) => ({
    id: String(330100 + at),
    polygons: [
      [cell(at % COLUMNS, Math.floor(at / COLUMNS)).map(([x, y]): Point => [120 + x / 10, 30 + y / 10])],
    ],
  }))
  const { width, height, areas: shapes } = makeLevelShapes(areas)
  const rings = shapes.map(({ path }) => ringsOf(path)[0] ?? [])

  test('is simplified', () => {
    expect(shapes.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(22_000)
    expect(rings.flat().length).toBeLessThan((areas.length * 4 * BENDS) / 10)
  })

  test('still covers everything', () => {
    const covered = rings.reduce((sum, ring) => sum + ringArea(ring), 0)
    expect(Math.abs(covered / (width * height) - 1)).toBeLessThan(0.005)
  })

  test('is torn nowhere: what one area has alone of its border is the outline', () => {
    const uses = new Map<string, number>()
    const piecesOf = (ring: Ring) => ring.map((point, at) => [point, ring[(at + 1) % ring.length] ?? point])
    const nameOf = (piece: Point[]) => piece.map(String).sort().join(' ')
    for (const piece of rings.flatMap(piecesOf)) uses.set(nameOf(piece), (uses.get(nameOf(piece)) ?? 0) + 1)
    const onOutline = ([[ax, ay] = [-1, -1], [bx, by] = [-1, -1]]: Point[]) =>
      (ax === bx && (ax === 0 || ax === width)) || (ay === by && (ay === 0 || ay === height))
    const torn = rings
      .flatMap(piecesOf)
      .filter((piece) => (uses.get(nameOf(piece)) ?? 0) !== 2 && !onOutline(piece))
    expect(torn.map((piece) => `${nameOf(piece)} ${uses.get(nameOf(piece))}`)).toEqual([])
  })
})
