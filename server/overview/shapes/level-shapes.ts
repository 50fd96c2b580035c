// The areas of one level as shapes: projected once, in whole numbers, with as many points as a small file holds.
import { type AreaShapes, type Point, pathOf, type Ring } from '#contract/overview/map.ts'
import { type ArcRing, cutIntoArcs, ringAt } from './arcs.ts'
import type { Polygon } from './geojson.ts'
import { labelPoint } from './label-point.ts'
import { ringArea } from './ring-area.ts'

/** The longer side of the box: two units are less than a pixel of a map on a 4K screen. */
const SIZE = 2_000
/** Parts smaller than this many square units are no more than a dot, except where an area has nothing larger. */
const SPECK = 40
/** Borders are simplified on a grid so much finer: on the coarse one those of a detailed source would touch themselves. */
const FINER = 16
/** A point that moves the border by less than a square unit cannot be seen. */
const LEAST_WEIGHT = FINER ** 2
/** Characters of all paths of a level. */
const MOST_TEXT = 21_500

type Area = { id: string; polygons: readonly Polygon[] }
type Bounds = { west: number; east: number; south: number; north: number }
type ArcArea = { id: string; polygons: ArcRing[][] }

/** Areas too small to have a shape in this box are missing from the result. */
export function makeLevelShapes(areas: readonly Area[]): AreaShapes {
  const visible = withoutSpecks(areas)
  const box = boxOf(boundsOf(visible))
  const drawn = visible.map(({ id, polygons }) => ({ id, polygons: drawPolygons(polygons, box.pointOf) }))
  const cut = cutAll(drawn.filter(({ polygons }) => polygons.length > 0))
  const leastWeight = weightThatFits(cut)
  const shapes = cut.map((area) => shapeOf(area, leastWeight)).filter((shape) => shape !== null)
  return { width: box.width, height: box.height, areas: shapes }
}

function withoutSpecks(areas: readonly Area[]): Area[] {
  const { unit, cosine } = scaleOf(boundsOf(areas))
  const sizeOf = (ring: Ring) => ringArea(ring) * cosine * unit ** 2
  return areas.map(({ id, polygons }) => {
    const sizes = polygons.map(([outer = []]) => sizeOf(outer))
    const largest = sizes.reduce((one, two) => Math.max(one, two), 0)
    const seen = polygons.filter((_, at) => (sizes[at] ?? 0) >= Math.min(SPECK, largest))
    return {
      id,
      polygons: seen.map((rings) => rings.filter((ring, at) => at === 0 || sizeOf(ring) >= SPECK)),
    }
  })
}

function boundsOf(areas: readonly Area[]): Bounds {
  const bounds = { west: 180, east: -180, south: 90, north: -90 }
  for (const { polygons } of areas)
    for (const [outer = []] of polygons)
      for (const [longitude, latitude] of outer) {
        bounds.west = Math.min(bounds.west, longitude)
        bounds.east = Math.max(bounds.east, longitude)
        bounds.south = Math.min(bounds.south, latitude)
        bounds.north = Math.max(bounds.north, latitude)
      }
  return bounds
}

/** Equirectangular, true to shape in the middle: over a province it differs from better ones by less than a hundredth. */
function scaleOf({ west, east, south, north }: Bounds) {
  const cosine = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const longer = Math.max((east - west) * cosine, north - south)
  return { cosine, unit: longer > 0 ? SIZE / longer : 1 }
}

function boxOf(bounds: Bounds) {
  const { cosine, unit } = scaleOf(bounds)
  const { west, east, south, north } = bounds
  /** On the finer grid. */
  const pointOf = ([longitude, latitude]: Point): Point => [
    Math.round((longitude - west) * cosine * unit * FINER),
    Math.round((north - latitude) * unit * FINER),
  ]
  const [width, height] = onGrid(pointOf([east, south]))
  return { width: Math.max(1, width), height: Math.max(1, height), pointOf }
}

/** A polygon whose outer ring has no inside any more is left out. */
function drawPolygons(polygons: readonly Polygon[], pointOf: (point: Point) => Point): Ring[][] {
  return polygons
    .map((rings) => rings.map((ring) => withoutRepeats(ring.map(pointOf))))
    .filter(([outer = []]) => ringArea(outer) > 0)
    .map((rings) => rings.filter((ring) => ringArea(ring) > 0))
}

function withoutRepeats(ring: Ring): Ring {
  return ring.filter(([x, y], at) => {
    const before = ring.at(at - 1)
    return ring.length === 1 || before?.[0] !== x || before[1] !== y
  })
}

/** All rings at once, so that neighbours share their borders. */
function cutAll(areas: readonly { id: string; polygons: Ring[][] }[]): ArcArea[] {
  const cut = cutIntoArcs(areas.flatMap(({ polygons }) => polygons.flat())).values()
  const next = () => cut.next().value ?? []
  return areas.map(({ id, polygons }) => ({ id, polygons: polygons.map((rings) => rings.map(next)) }))
}

/** The least weight with which the paths are not too long: the worst border of all decides, wherever it is. */
function weightThatFits(areas: readonly ArcArea[]): number {
  const arcs = new Set(areas.flatMap(({ polygons }) => polygons.flat(2)).map(({ arc }) => arc))
  const weights = [...arcs]
    .flatMap((arc) => arc.weights)
    .filter((weight) => weight > LEAST_WEIGHT && weight < Number.POSITIVE_INFINITY)
    .sort((one, two) => one - two)
  const lengthAt = (weight: number) =>
    areas.reduce((sum, area) => sum + pathOf(ringsAt(area, weight).flat()).length, 0)
  let [low, high] = [0, weights.length]
  if (lengthAt(LEAST_WEIGHT) <= MOST_TEXT) return LEAST_WEIGHT
  while (low < high) {
    const middle = (low + high) >> 1
    if (lengthAt(weights[middle] ?? 0) <= MOST_TEXT) high = middle
    else low = middle + 1
  }
  return weights[low] ?? Number.POSITIVE_INFINITY
}

const ringsAt = ({ polygons }: ArcArea, weight: number): Ring[][] =>
  polygons.map((rings) => rings.map((ring) => withoutRepeats(ringAt(ring, weight).map(onGrid))))
const onGrid = ([x, y]: Point): Point => [Math.round(x / FINER), Math.round(y / FINER)]

function shapeOf(area: ArcArea, leastWeight: number) {
  const polygons = ringsAt(area, leastWeight)
    .map((rings) => rings.filter((ring) => ringArea(ring) > 0))
    .filter((rings) => rings.length > 0)
    .sort(([one = []], [two = []]) => ringArea(two) - ringArea(one))
  const [largest] = polygons
  if (!largest) return null
  const [x, y] = labelPoint(largest)
  return { id: area.id, x, y, path: pathOf(polygons.flat()) }
}
