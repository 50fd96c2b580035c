// Where the labels of a map stand: in their shape where they fit, else at its side with a line that leads to it. No two
// overlap, and those for which there is no room at all have none.
import type { Point } from '#contract/overview/map.ts'
import { type Box, boxAround, cross, crossesBox, overlap, type Segment, type Size } from '../boxes.ts'
import {
  type Candidate,
  candidatesInside,
  candidatesOutside,
  FOLLOWED,
  GAP_SHARE,
  type LabelledShape,
  leaderOf,
} from './label-candidates.ts'
import { NOBODY, ShapeCells } from './shape-cells.ts'

export type { LabelledShape } from './label-candidates.ts'
export type LabelPlace = { at: Point; on: Candidate['on']; leader: Segment | null }

/** Cells along the longer side: a cell is a few pixels. */
const FINENESS = 220
/** Where a label stands this near to its shape and to no other, in its heights, nobody needs a line. */
const NEAR_SHARE = 0.3
/** Orders in which the labels outside are tried. */
const ORDERS = 16
/** What a label costs that cannot be placed well, and one that cannot be placed at all. */
const FORCED_COST = 10_000
const MISSING_COST = 1_000_000

type Placed = { shape: LabelledShape; at: Point; on: Candidate['on']; box: Box; line: Segment }

/** `blocked`: where no label may stand, as the legend does. */
export function placeLabels(
  shapes: readonly LabelledShape[],
  size: Size,
  blocked: readonly Box[] = [],
): Map<string, LabelPlace> {
  const cells = new ShapeCells(size, Math.max(2, Math.max(size.width, size.height) / FINENESS))
  shapes.forEach(({ rings }, owner) => {
    cells.fill(rings, owner)
  })
  const { placed, others } = placeInside(cells, shapes, blocked)
  const asked = others.map((shape) => ({ shape, candidates: candidatesOutside(cells, shape, size) }))
  const outside = placeOutside(asked, placed, blocked)
  const places = new Map<string, LabelPlace>()
  for (const { shape, at, on } of placed) places.set(shape.id, { at, on, leader: null })
  for (const { shape, at, on, line } of outside) {
    const needsLine = !isAlone(cells, shape, at, shapes.indexOf(shape))
    places.set(shape.id, { at, on, leader: needsLine ? line : null })
  }
  return places
}

/** Those with the fewest places choose first. */
function placeInside(cells: ShapeCells, shapes: readonly LabelledShape[], blocked: readonly Box[]) {
  const asked = shapes
    .map((shape, owner) => ({ shape, candidates: candidatesInside(cells, shape, owner) }))
    .sort((one, two) => one.candidates.length - two.candidates.length)
  const placed: Placed[] = []
  const others: LabelledShape[] = []
  for (const { shape, candidates } of asked) {
    const best = candidates.find(({ at }) => {
      const box = boxAround(at, shape.size, 0)
      return ![...blocked, ...placed.map((each) => each.box)].some((other) => overlap(box, other))
    })
    if (best) placed.push(placedAt(shape, best))
    else others.push(shape)
  }
  return { placed, others }
}

const placedAt = (shape: LabelledShape, { at, on }: Candidate): Placed => ({
  shape,
  at,
  on,
  box: boxAround(at, shape.size, GAP_SHARE * shape.size.height),
  line: leaderOf(shape, at),
})

type Asked = { shape: LabelledShape; candidates: readonly Candidate[] }

/** The first to choose takes the best place: a few orders are tried, always the same ones, and the best is taken. */
function placeOutside(asked: readonly Asked[], inside: readonly Placed[], blocked: readonly Box[]): Placed[] {
  let best: { placed: Placed[]; cost: number } | null = null
  for (const order of ordersOf(asked)) {
    const tried = placeInOrder(order, inside, blocked)
    if (!best || tried.cost < best.cost) best = tried
  }
  return best?.placed ?? []
}

/** First as they come, then shuffled by the digits of fractions, so that a map always looks the same. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return Array.from({ length: ORDERS }, (_, nth) =>
    items
      .map((item, at) => ({ item, key: nth === 0 ? at : ((at + 1) * (nth * 0.618_034 + 0.414_214)) % 1 }))
      .sort((one, two) => one.key - two.key)
      .map(({ item }) => item),
  )
}

function placeInOrder(order: readonly Asked[], inside: readonly Placed[], blocked: readonly Box[]) {
  const placed: Placed[] = []
  let cost = 0
  for (const { shape, candidates } of order) {
    const boxes = [...blocked, ...inside.map(({ box }) => box), ...placed.map(({ box }) => box)]
    const lines = placed.map(({ line }) => line)
    const isFree = ({ at }: Candidate) => {
      const box = boxAround(at, shape.size, 0)
      return !boxes.some((other) => overlap(box, other)) && !lines.some((line) => crossesBox(line, box))
    }
    const isClear = ({ at }: Candidate) => {
      const line = leaderOf(shape, at)
      return !boxes.some((box) => crossesBox(line, box)) && !lines.some((other) => cross(line, other))
    }
    const clear = candidates.slice(0, FOLLOWED).find((candidate) => isFree(candidate) && isClear(candidate))
    const chosen = clear ?? candidates.find(isFree)
    cost += chosen ? chosen.cost + (clear ? 0 : FORCED_COST) : MISSING_COST
    if (chosen) placed.push(placedAt(shape, chosen))
  }
  return { placed, cost }
}

/** Nobody could take the label for that of another shape. */
function isAlone(cells: ShapeCells, { size }: LabelledShape, at: Point, owner: number): boolean {
  const near = boxAround(at, size, NEAR_SHARE * size.height)
  const own = cells.shareOf(owner, near)
  return own > 0 && own + cells.shareOf(NOBODY, near) > 0.999
}
