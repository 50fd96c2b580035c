import type { Point, Ring } from '#contract/overview/map.ts'

/** Of the inside, whichever way the ring is walked. */
export function ringArea(ring: Ring): number {
  let twice = 0
  let [beforeX, beforeY] = ring.at(-1) ?? [0, 0]
  for (const [x, y] of ring) {
    twice += beforeX * y - x * beforeY
    beforeX = x
    beforeY = y
  }
  return Math.abs(twice) / 2
}

/** By the even-odd rule: a point in a hole is outside. */
export function isInside(rings: readonly Ring[], [x, y]: Point): boolean {
  let inside = false
  for (const ring of rings) {
    let [beforeX, beforeY] = ring.at(-1) ?? [0, 0]
    for (const [nextX, nextY] of ring) {
      const crosses = nextY > y !== beforeY > y
      if (crosses && x < ((beforeX - nextX) * (y - nextY)) / (beforeY - nextY) + nextX) inside = !inside
      beforeX = nextX
      beforeY = nextY
    }
  }
  return inside
}
