// Visvalingam and Whyatt's simplification: a point weighs as much as the area that changes when it is left out.
import type { Point } from '#contract/overview/map.ts'
import { Heap } from './heap.ts'

export const areaOfTriangle = (a: Point, b: Point, c: Point): number =>
  Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2

/** The weight of each point of a line; its ends are never left out. No recursion: a line may have a million points. */
export function weightsOf(line: readonly Point[]): number[] {
  const weights = line.map(() => Number.POSITIVE_INFINITY)
  const before = line.map((_, at) => at - 1)
  const after = line.map((_, at) => at + 1)
  const current = line.map(() => Number.POSITIVE_INFINITY)
  const heap = new Heap<number>()
  const weigh = (at: number) => {
    const [a, b, c] = [line[before[at] ?? -1], line[at], line[after[at] ?? -1]]
    if (!a || !b || !c) return
    current[at] = areaOfTriangle(a, b, c)
    heap.push(at, current[at])
  }
  for (let at = 1; at < line.length - 1; at++) weigh(at)
  let heaviest = 0
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { item: at, weight } = next
    // Weighed anew since, or left out.
    if (current[at] !== weight) continue
    heaviest = Math.max(heaviest, weight)
    weights[at] = heaviest
    current[at] = Number.NaN
    const [a, b] = [before[at] ?? -1, after[at] ?? -1]
    after[a] = b
    before[b] = a
    weigh(a)
    weigh(b)
  }
  return weights
}
