import type { Point, Ring } from '#contract/overview/map.ts'

export type Size = { width: number; height: number }
export type Box = { left: number; top: number; right: number; bottom: number }
export type Segment = readonly [from: Point, to: Point]

export function boxAround([x, y]: Point, { width, height }: Size, gap: number): Box {
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

export function sharedSize(one: Box, two: Box): number {
  const width = Math.min(one.right, two.right) - Math.max(one.left, two.left)
  const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
  return Math.max(0, width) * Math.max(0, height)
}

export const nearestIn = ({ left, top, right, bottom }: Box, [x, y]: Point): Point => [
  Math.min(right, Math.max(left, x)),
  Math.min(bottom, Math.max(top, y)),
]

export const lengthOf = ([[ax, ay], [bx, by]]: Segment): number => Math.hypot(bx - ax, by - ay)

export function crossesBox([from, to]: Segment, box: Box): boolean {
  const { left, top, right, bottom } = box
  // Most lines pass far away.
  const bounds = {
    left: Math.min(from[0], to[0]),
    top: Math.min(from[1], to[1]),
    right: Math.max(from[0], to[0]),
    bottom: Math.max(from[1], to[1]),
  }
  if (bounds.left > right || bounds.right < left || bounds.top > bottom || bounds.bottom < top) return false
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

export function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

const side = (p: Point, q: Point, r: Point): number =>
  (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
