// The pole of inaccessibility: the point inside a polygon that is farthest from its border.
import type { Point, Ring } from '#contract/overview/map.ts'
import { Heap } from './heap.ts'
import { isInside } from './ring-area.ts'

/** How far from the best point is good enough. */
const PRECISION = 1
const GRID = 8

type Cell = { x: number; y: number; half: number; depth: number }

/** Squares are searched in the order of what they may hold at best, and cut into four; the rings are one polygon. */
export function labelPoint(rings: readonly Ring[]): Point {
  const xs = rings.flatMap((ring) => ring.map(([x]) => x))
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y))
  // No spreading of arguments: a ring may have a million points.
  const least = (values: readonly number[]) => values.reduce((one, two) => Math.min(one, two))
  const most = (values: readonly number[]) => values.reduce((one, two) => Math.max(one, two))
  const [left, top, right, bottom] = [least(xs), least(ys), most(xs), most(ys)]
  const half = Math.max(right - left, bottom - top, 1) / GRID / 2
  const heap = new Heap<Cell>()
  const put = (cell: Cell) => heap.push(cell, -(cell.depth + cell.half * Math.SQRT2))
  const first = rings[0]?.[0] ?? [0, 0]
  let best: Cell = { x: first[0], y: first[1], half: 0, depth: 0 }
  for (let x = left + half; x < right + half; x += 2 * half)
    for (let y = top + half; y < bottom + half; y += 2 * half) put(cellAt(rings, x, y, half))
  for (let next = heap.pop(); next; next = heap.pop()) {
    if (-next.weight - best.depth <= PRECISION) break
    const { x, y, half, depth } = next.item
    const whole = cellAt(rings, Math.round(x), Math.round(y), 0)
    if (depth > best.depth && whole.depth > best.depth) best = whole
    const quarter = half / 2
    for (const [dx, dy] of [
      [-quarter, -quarter],
      [quarter, -quarter],
      [-quarter, quarter],
      [quarter, quarter],
    ] as const)
      put(cellAt(rings, x + dx, y + dy, quarter))
  }
  return [best.x, best.y]
}

function cellAt(rings: readonly Ring[], x: number, y: number, half: number): Cell {
  const distance = distanceToBorder(rings, x, y)
  return { x, y, half, depth: isInside(rings, [x, y]) ? distance : -distance }
}

function distanceToBorder(rings: readonly Ring[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const ring of rings) {
    let before = ring.at(-1) ?? [0, 0]
    for (const point of ring) {
      nearest = Math.min(nearest, squareToSegment([x, y], before, point))
      before = point
    }
  }
  return Math.sqrt(nearest)
}

function squareToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2
}
