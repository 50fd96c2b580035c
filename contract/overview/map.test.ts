import { expect, test } from 'vitest'
import { pathOf, type Ring, ringsOf } from './map.ts'

const RINGS: Ring[] = [
  [
    [10, 20],
    [13, 16],
    [8, 30],
  ],
  [
    [0, 0],
    [0, 5],
    [5, 5],
  ],
]

test('a path is written as short as it can be, and read again', () => {
  expect(pathOf(RINGS)).toBe('M10 20l3-4-5 14zM0 0l0 5 5 0z')
  expect(ringsOf(pathOf(RINGS))).toEqual(RINGS)
})

test('what is no such path has no rings', () => {
  expect(ringsOf('')).toEqual([])
  expect(ringsOf('M1,2 L3,4')).toEqual([])
})
