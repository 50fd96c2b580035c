// Where a label could stand, the best place first.
import type { Point, Ring } from '#contract/overview/map.ts'
import { boundsOf, boxAround, lengthOf, nearestIn, type Segment, type Size } from '../boxes.ts'
import { NOBODY, type ShapeCells } from './shape-cells.ts'

export type LabelledShape = { id: string; anchor: Point; rings: readonly Ring[]; size: Size }
/** `inside`: on the colour of its own shape; `ground`: on none; `plate`: over others, so that it needs a ground of its own. */
export type Candidate = { at: Point; cost: number; on: 'inside' | 'ground' | 'plate' }

/** A label fits in its shape with so much of it: the corners of its box are empty. */
const INSIDE_SHARE = 0.93
/** In heights of the label: to be near the border, to stand on a plate, to cover an area wholly, to lead over another one. */
const TIGHT_COST = 1
const PLATE_COST = 2
const COVER_COST = 6
const CROSSING_COST = 0.9
/** Free room around a label on the ground, and between labels. */
export const GAP_SHARE = 0.08
/** Places to look at: so many to the height of a label. */
const STEPS = 4.5
const INSIDE_STEPS = 12
/** In heights of a label: farther away it is put only where nothing nearer is free. */
const NEAR = 7
/** Of so many the line is followed. */
export const FOLLOWED = 600

export function candidatesInside(cells: ShapeCells, shape: LabelledShape, owner: number): Candidate[] {
  const { anchor, size } = shape
  const bounds = boundsOf(shape.rings)
  const found: Candidate[] = []
  // The anchor itself comes first: it is what most labels take.
  const step = Math.max(cells.cell, size.height / INSIDE_STEPS)
  const columns = steps(anchor[0], bounds.left, bounds.right, step)
  const rows = steps(anchor[1], bounds.top, bounds.bottom, step)
  for (const x of columns)
    for (const y of rows) {
      const at: Point = [x, y]
      if (cells.shareOf(owner, boxAround(at, size, 0)) < INSIDE_SHARE) continue
      const isRoomy = cells.shareOf(owner, boxAround(at, size, 0.2 * size.height)) === 1
      const cost = lengthOf([anchor, at]) + (isRoomy ? 0 : TIGHT_COST * size.height)
      found.push({ at, cost, on: 'inside' })
    }
  return found.sort(byCost)
}

function steps(middle: number, from: number, to: number, step: number): number[] {
  const first = middle - Math.floor((middle - from) / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}

export function candidatesOutside(
  cells: ShapeCells,
  shape: LabelledShape,
  { width, height }: Size,
): Candidate[] {
  const { size } = shape
  const step = size.height / STEPS
  const near: Candidate[] = []
  const far: Candidate[] = []
  for (let x = size.width / 2; x <= width - size.width / 2; x += step)
    for (let y = size.height / 2; y <= height - size.height / 2; y += step) {
      const at: Point = [x, y]
      const isFree = cells.shareOf(NOBODY, boxAround(at, size, GAP_SHARE * size.height)) === 1
      const distance = lengthOf(leaderOf(shape, at))
      const cost = distance + (isFree ? 0 : PLATE_COST * size.height)
      const list = distance < NEAR * size.height ? near : far
      list.push({ at, cost, on: isFree ? 'ground' : 'plate' })
    }
  const followed = near.sort(byCost).slice(0, FOLLOWED)
  for (const candidate of followed) {
    const strangers = CROSSING_COST * strangersOn(cells, shape, candidate.at)
    const covered = candidate.on === 'plate' ? COVER_COST * coveredBy(cells, shape, candidate.at) : 0
    candidate.cost += size.height * (strangers + covered)
  }
  followed.sort(byCost)
  return [...followed, ...near.slice(FOLLOWED), ...far]
}

const byCost = (one: Candidate, two: Candidate): number => one.cost - two.cost

/** From the anchor of a shape to the nearest point of its label. */
export const leaderOf = ({ anchor, size }: LabelledShape, at: Point): Segment => [
  anchor,
  nearestIn(boxAround(at, size, 0), anchor),
]

/** How many times a line enters an area that is not its own. */
function strangersOn(cells: ShapeCells, shape: LabelledShape, at: Point): number {
  const line = leaderOf(shape, at)
  const [[fromX, fromY], [toX, toY]] = line
  const own = cells.ownerAt(line[0])
  const count = Math.ceil(lengthOf(line) / (2 * cells.cell))
  let before = own
  let strangers = 0
  for (let nth = 1; nth <= count; nth++) {
    const share = nth / count
    const owner = cells.ownerAt([fromX + (toX - fromX) * share, fromY + (toY - fromY) * share])
    if (owner !== before && owner !== own && owner !== NOBODY) strangers++
    before = owner
  }
  return strangers
}

/** How much of the smallest area below a plate disappears, by its corners and its middle. */
function coveredBy(cells: ShapeCells, { size }: LabelledShape, at: Point): number {
  const { left, top, right, bottom } = boxAround(at, size, 0)
  const middle = (left + right) / 2
  const points: readonly Point[] = [
    at,
    [left, top],
    [middle, top],
    [right, top],
    [left, bottom],
    [middle, bottom],
    [right, bottom],
  ]
  const shares = points
    .map((point) => cells.ownerAt(point))
    .filter((owner) => owner !== NOBODY)
    .map((owner) => (size.width * size.height) / (6 * Math.max(1, cells.sizeOf(owner))))
  return Math.min(1, Math.max(0, ...shares))
}
