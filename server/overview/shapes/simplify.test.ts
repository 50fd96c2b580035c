import { expect, test } from 'vitest'
import type { Point } from '#contract/overview/map.ts'
import { Heap } from './heap.ts'
import { weightsOf } from './simplify.ts'

test('the heap gives back the lightest first', () => {
  const heap = new Heap<number>()
  for (const weight of [5, 3, 8, 1, 9, 2, 7]) heap.push(weight * 10, weight)
  const popped: number[] = []
  for (let next = heap.pop(); next; next = heap.pop()) popped.push(next.item)
  expect(popped).toEqual([10, 20, 30, 50, 70, 80, 90])
})

test('a point weighs what leaving it out changes, and never less than those left out before it', () => {
  const line: Point[] = [
    [0, 0],
    [1, 0],
    [2, 1],
    [4, 10],
    [8, 0],
  ]
  const [first, straight, bend, peak, last] = weightsOf(line)
  expect([first, last]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  expect(straight).toBe(0.5)
  expect(bend).toBe(8)
  expect(peak).toBe(40)
})

test('a line of a hundred thousand points is weighed at once', () => {
  const line = Array.from({ length: 100_000 }, (_, at): Point => [at, (at * 7919) % 13])
  expect(weightsOf(line).every((weight) => weight >= 0)).toBe(true)
})
