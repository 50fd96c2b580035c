import { expect, it } from 'vitest'
import { determinedUnknowns } from './linear-equations.ts'

it.each([
  ['one sum of two leaves both open', [[1, 1]], []],
  [
    'sum and difference tell both',
    [
      [1, 1],
      [1, -1],
    ],
    [0, 1],
  ],
  [
    'two sums that share one leave all open',
    [
      [1, 1, 0],
      [0, 1, 1],
    ],
    [],
  ],
  [
    'a ring of three sums tells all',
    [
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 1],
    ],
    [0, 1, 2],
  ],
  [
    'the same sum twice is one',
    [
      [1, 1],
      [2, 2],
    ],
    [],
  ],
  [
    'one by itself is told',
    [
      [1, 1, 0],
      [0, 0, 2],
    ],
    [2],
  ],
  ['nothing', [], []],
])('%s', (_name, equations, determined) => {
  expect([...determinedUnknowns(equations)].sort()).toEqual(determined)
})
