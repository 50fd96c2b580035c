// Where the labels of a map stand: in their shape where they fit, else on the ground at its side or on a plate, with a
// line that leads to the shape. No two overlap.
import type { Point, Ring } from '#contract/overview/map.ts'
import type { LabelSize } from './label-size.ts'
import { type Box, NOBODY, ShapeCells } from './shape-cells.ts'

export type LabelledShape = { id: string; anchor: Point; rings: readonly Ring[]; size: LabelSize }
/** `inside`: on the colour of its own shape; `ground`: on none; `plate`: over others, so that it needs a ground of its own. */
export type LabelPlace = { x: number; y: number; on: 'inside' | 'ground' | 'plate'; leader: Leader | null }
export type Leader = readonly [from: Point, to: Point]

/** Cells along the longer side: a cell is a few pixels. */
const FINENESS = 260
/** A label fits in its shape with so much of it: the corners of its box are empty. */
const INSIDE_SHARE = 0.955
/** What a plate costs in comparison with the ground, and a line over another area, in heights of the label. */
const PLATE_COST = 1.6
const CROSSING_COST = 1.2
const GAP_SHARE = 0.08
/** Where a label stands this near to its shape, in its heights, nobody needs a line. */
const NEAR_SHARE = 0.35
/** Following a line costs more than looking at its length: so many are followed. */
const FOLLOWED = 4_000

type Candidate = { x: number; y: number; cost: number; on: LabelPlace['on'] }

export function placeLabels(
  shapes: readonly LabelledShape[],
  { width, height }: LabelSize,
): Map<string, LabelPlace> {
  const cells = new ShapeCells(width, height, Math.max(2, Math.max(width, height) / FINENESS))
  shapes.forEach(({ rings }, at) => {
    cells.fill(rings, at)
  })
  const places = new Map<string, LabelPlace>()
  const taken: Box[] = []
  const put = ({ id, size }: LabelledShape, place: LabelPlace) => {
    places.set(id, place)
    taken.push(boxAround(place.x, place.y, size, GAP_SHARE))
  }
  const isFree = (box: Box) => taken.every((other) => !overlap(box, other))

  const inside = shapes
    .map((shape, owner) => ({ shape, candidates: candidatesInside(cells, shape, owner) }))
    .sort((one, two) => one.candidates.length - two.candidates.length)
  const others: LabelledShape[] = []
  for (const { shape, candidates } of inside) {
    const best = candidates.find(({ x, y }) => isFree(boxAround(x, y, shape.size, 0)))
    if (best) put(shape, { x: best.x, y: best.y, on: 'inside', leader: null })
    else others.push(shape)
  }
  for (const shape of others) {
    const owner = shapes.indexOf(shape)
    const leaders = [...places.values()].flatMap(({ leader }) => (leader ? [leader] : []))
    const best = candidatesOutside(cells, shape, { width, height }).find((candidate) => {
      const box = boxAround(candidate.x, candidate.y, shape.size, 0)
      if (!isFree(box) || leaders.some((leader) => crossesBox(leader, box))) return false
      const line = leaderOf(shape, candidate)
      return !taken.some((other) => crossesBox(line, other)) && !leaders.some((other) => cross(line, other))
    })
    const place = best ?? { x: shape.anchor[0], y: shape.anchor[1], on: 'plate' as const }
    put(shape, { x: place.x, y: place.y, on: place.on, leader: neededLeader(cells, shape, place, owner) })
  }
  return places
}

/** The nearest to the anchor first; those with some room around them before those without. */
function candidatesInside(
  cells: ShapeCells,
  { rings, anchor, size }: LabelledShape,
  owner: number,
): Candidate[] {
  const bounds = boundsOf(rings)
  const found: Candidate[] = []
  for (let x = bounds.left; x <= bounds.right; x += cells.cell)
    for (let y = bounds.top; y <= bounds.bottom; y += cells.cell) {
      if (cells.shareOf(owner, boxAround(x, y, size, 0)) < INSIDE_SHARE) continue
      const isRoomy = cells.shareOf(owner, boxAround(x, y, size, 0.2)) === 1
      const cost = Math.hypot(x - anchor[0], y - anchor[1]) + (isRoomy ? 0 : size.height)
      found.push({ x, y, cost, on: 'inside' })
    }
  return found.sort(byCost)
}

function candidatesOutside(
  cells: ShapeCells,
  shape: LabelledShape,
  { width, height }: LabelSize,
): Candidate[] {
  const { size } = shape
  const step = 2 * cells.cell
  const found: Candidate[] = []
  for (let x = size.width / 2; x <= width - size.width / 2; x += step)
    for (let y = size.height / 2; y <= height - size.height / 2; y += step) {
      const on = cells.shareOf(NOBODY, boxAround(x, y, size, GAP_SHARE)) === 1 ? 'ground' : 'plate'
      const distance = lengthOf(leaderOf(shape, { x, y }))
      const cost = distance + (on === 'plate' ? PLATE_COST * size.height : 0)
      found.push({ x, y, cost, on })
    }
  return found
    .sort(byCost)
    .slice(0, FOLLOWED)
    .map((candidate) => ({
      ...candidate,
      cost: candidate.cost + CROSSING_COST * size.height * strangersOn(cells, shape, candidate),
    }))
    .sort(byCost)
}

const byCost = (one: Candidate, two: Candidate) => one.cost - two.cost

/** How many times a line leaves one area for another that is not its own. */
function strangersOn(cells: ShapeCells, shape: LabelledShape, candidate: { x: number; y: number }): number {
  const [from, to] = leaderOf(shape, candidate)
  const own = cells.ownerAt(...from)
  const steps = Math.ceil(lengthOf([from, to]) / (2 * cells.cell))
  let before = own
  let strangers = 0
  for (let at = 1; at <= steps; at++) {
    const x = from[0] + ((to[0] - from[0]) * at) / steps
    const y = from[1] + ((to[1] - from[1]) * at) / steps
    const owner = cells.ownerAt(x, y)
    if (owner !== before && owner !== own && owner !== NOBODY) strangers++
    before = owner
  }
  return strangers
}

/** From the anchor of a shape to the nearest point of its label. */
function leaderOf({ anchor, size }: LabelledShape, { x, y }: { x: number; y: number }): Leader {
  return [anchor, nearestIn(boxAround(x, y, size, 0), anchor)]
}

export const nearestIn = ({ left, top, right, bottom }: Box, [x, y]: Point): Point => [
  Math.min(right, Math.max(left, x)),
  Math.min(bottom, Math.max(top, y)),
]

function neededLeader(
  cells: ShapeCells,
  shape: LabelledShape,
  place: { x: number; y: number },
  owner: number,
): Leader | null {
  const near = boxAround(place.x, place.y, shape.size, NEAR_SHARE)
  const isNear = cells.shareOf(owner, near) > 0
  const isLarge =
    cells.shareOf(owner, boundsOf(shape.rings)) * areaOf(boundsOf(shape.rings)) > areaOf(near) / 8
  return isNear && isLarge ? null : leaderOf(shape, place)
}

export function boxAround(x: number, y: number, { width, height }: LabelSize, gapShare: number): Box {
  const gap = gapShare * height
  return {
    left: x - width / 2 - gap,
    top: y - height / 2 - gap,
    right: x + width / 2 + gap,
    bottom: y + height / 2 + gap,
  }
}

export function boundsOf(rings: readonly Ring[]): Box {
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 }
  for (const ring of rings)
    for (const [x, y] of ring) {
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
    }
  return box
}

export const overlap = (one: Box, two: Box): boolean =>
  one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom

export const areaOf = ({ left, top, right, bottom }: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

const lengthOf = ([[ax, ay], [bx, by]]: Leader): number => Math.hypot(bx - ax, by - ay)

function crossesBox([from, to]: Leader, { left, top, right, bottom }: Box): boolean {
  const isIn = ([x, y]: Point) => x > left && x < right && y > top && y < bottom
  if (isIn(from) || isIn(to)) return true
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  return corners.some((corner, at) => cross([from, to], [corner, corners[(at + 1) % 4] ?? corner]))
}

function cross([a, b]: Leader, [c, d]: Leader): boolean {
  const side = (p: Point, q: Point, r: Point) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
