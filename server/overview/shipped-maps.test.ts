// The sketch that comes with the product: 浙江 and its cities, against the list of areas.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AreaShape, type AreaShapes, type Ring, ringsOf, SKETCH_NOTICE } from '#contract/overview/map.ts'
import { readAreas } from '../areas/read-areas.ts'
import { readConfig } from '../core/config.ts'
import { mapFolderOf, mapsOf } from './map-files.ts'
import { isInside, ringArea } from './shapes/ring-area.ts'

const config = readConfig({})
const maps = mapsOf(config)
const AREAS = readAreas()
const partsOf = (areaId: string) => AREAS.filter(({ parentId }) => parentId === areaId)
const CITIES = partsOf('330000')
/** Areas of the list that have no shape; each new one is a gap in the map. */
const WITHOUT_SHAPE: string[] = []
/** Their islands end in another place on the two levels. */
const WITH_ISLANDS = ['330200', '330900', '331000']
const ROW_STEP = 3.3

const shapesOf = (areaId: string): AreaShapes => {
  const map = maps.get(areaId)?.map
  if (!map) throw new Error(`no map of ${areaId}`)
  return map
}
const areaOf = ({ path }: AreaShape) => ringsOf(path).reduce((sum, ring) => sum + ringArea(ring), 0)
const sizeOf = ({ areas }: AreaShapes) => areas.reduce((sum, area) => sum + areaOf(area), 0)

test('is of the province and of each of its cities, in small files', () => {
  expect([...maps.keys()].sort()).toEqual(['330000', ...CITIES.map(({ id }) => id)])
  const folder = mapFolderOf(config)
  const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThan(25_000)
})

test('says that it is a sketch', () => {
  expect([...maps.values()].filter(({ notice }) => notice !== SKETCH_NOTICE)).toEqual([])
})

test('has a shape for each area of the list, and no other', () => {
  const missing: string[] = []
  for (const [areaId, { map }] of maps) {
    const drawn = map?.areas.map(({ id }) => id) ?? []
    const listed = partsOf(areaId).map(({ id }) => id)
    missing.push(...listed.filter((id) => !drawn.includes(id)))
    expect(drawn.filter((id) => !listed.includes(id))).toEqual([])
  }
  expect(missing).toEqual(WITHOUT_SHAPE)
})

describe.each([...maps.keys()])('%s', (areaId) => {
  const map = shapesOf(areaId)
  const shapes = map.areas.map((area) => ({ area, rings: ringsOf(area.path) }))

  test('has its names inside of the shapes', () => {
    const outside = shapes.filter(({ area, rings }) => !isInside(rings, [area.x, area.y]))
    expect(outside.map(({ area }) => area.id)).toEqual([])
  })

  test('fills its box, and no path leaves it', () => {
    const points = shapes.flatMap(({ rings }) => rings.flat())
    const range = (values: number[]) => [Math.min(...values), Math.max(...values)]
    expect(range(points.map(([x]) => x))).toEqual([0, map.width])
    expect(range(points.map(([, y]) => y))).toEqual([0, map.height])
  })

  test('has no two areas in one place', () => {
    const overlaps: number[] = []
    for (let y = ROW_STEP / 2; y < map.height; y += ROW_STEP) {
      const spans = shapes.flatMap(({ rings }) => spansAt(rings, y)).sort((one, two) => one.from - two.from)
      spans.forEach(({ from }, at) => {
        const before = spans[at - 1]
        if (before && before.to - from > 1e-6) overlaps.push(y)
      })
    }
    expect(overlaps).toEqual([])
  })

  test('has borders that belong to one area or to two', () => {
    const uses = new Map<string, number>()
    for (const ring of shapes.flatMap(({ rings }) => rings))
      for (const piece of piecesOf(ring)) uses.set(piece, (uses.get(piece) ?? 0) + 1)
    expect([...uses].filter(([, count]) => count > 2)).toEqual([])
  })
})

/** Where a line from west to east is inside of a shape. */
function spansAt(rings: readonly Ring[], y: number): { from: number; to: number }[] {
  const crossings = rings
    .flatMap((ring) =>
      ring.flatMap(([x, top], at) => {
        const [nextX, bottom] = ring[(at + 1) % ring.length] ?? [x, top]
        return top > y === bottom > y ? [] : [x + ((y - top) * (nextX - x)) / (bottom - top)]
      }),
    )
    .sort((one, two) => one - two)
  return crossings.flatMap((from, at) => {
    const to = crossings[at + 1]
    return at % 2 === 0 && to !== undefined ? [{ from, to }] : []
  })
}

const piecesOf = (ring: Ring): string[] =>
  ring.map((point, at) => [String(point), String(ring[(at + 1) % ring.length])].sort().join(' '))

test.each(CITIES.map(({ id }) => id).filter((id) => !WITH_ISLANDS.includes(id)))(
  'the districts of %s fill the shape it has in the province',
  (cityId) => {
    const city = shapesOf('330000').areas.find(({ id }) => id === cityId)
    const points = ringsOf(city?.path ?? '').flat()
    const extent = (values: number[]) => Math.max(...values) - Math.min(...values)
    const box = extent(points.map(([x]) => x)) * extent(points.map(([, y]) => y))
    const districts = shapesOf(cityId)
    const filled = sizeOf(districts) / (districts.width * districts.height)
    expect(Math.abs(filled / ((city ? areaOf(city) : 0) / box) - 1)).toBeLessThan(0.01)
  },
)
