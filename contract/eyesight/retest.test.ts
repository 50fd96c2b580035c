import { describe, expect, test } from 'vitest'
import { EMPTY_READING, type Reading, toStored } from './reading.ts'
import { compareRetest, errorRate } from './retest.ts'

const first: Partial<Reading> = {
  glasses: 1,
  nakedRight: 4.8,
  nakedLeft: 5,
  correctedRight: 5,
  correctedLeft: 5,
  sphereRight: -1,
  sphereLeft: 0.25,
  cylinderRight: -0.25,
  cylinderLeft: 0,
}
const compare = (second: Partial<Reading>, changes: Partial<Reading> = {}) =>
  compareRetest(
    toStored({ ...EMPTY_READING, ...first, ...changes }),
    toStored({ ...EMPTY_READING, ...first, ...changes, ...second }),
  )
const keysOver = (second: Partial<Reading>, changes?: Partial<Reading>) =>
  compare(second, changes)
    .comparisons.filter(({ over }) => over)
    .map(({ key }) => key)

describe('what is compared', () => {
  test.each([
    [1, ['nakedRight', 'nakedLeft', 'seRight', 'seLeft']],
    [2, ['nakedRight', 'nakedLeft', 'correctedRight', 'correctedLeft', 'seRight', 'seLeft']],
    [3, ['nakedRight', 'nakedLeft', 'correctedRight', 'correctedLeft', 'seRight', 'seLeft']],
    [4, ['correctedRight', 'correctedLeft']],
    [null, ['nakedRight', 'nakedLeft', 'seRight', 'seLeft']],
  ] as const)('glasses %s', (glasses, keys) => {
    const { comparisons, counts } = compare({}, { glasses })
    expect(comparisons.map(({ key }) => key)).toEqual(keys)
    expect(counts).toEqual({ items: keys.length, errors: 0 })
  })

  test('each item with both values, in whole numbers', () => {
    const { comparisons, counts } = compare({ nakedRight: 4.6, sphereLeft: 0.5 })
    expect(comparisons).toEqual([
      { key: 'nakedRight', label: '裸眼视力（右）', first: 48, second: 46, difference: -2, over: true },
      { key: 'nakedLeft', label: '裸眼视力（左）', first: 50, second: 50, difference: 0, over: false },
      { key: 'seRight', label: '等效球镜（右）', first: -1125, second: -1125, difference: 0, over: false },
      { key: 'seLeft', label: '等效球镜（左）', first: 250, second: 500, difference: 250, over: false },
    ])
    expect(counts).toEqual({ items: 4, errors: 1 })
  })

  test('what is missing in either reading is shown and not counted', () => {
    const { comparisons, counts } = compare({ nakedRight: null, cylinderLeft: null })
    expect(comparisons).toHaveLength(4)
    expect(comparisons[0]).toMatchObject({ first: 48, second: null, difference: null, over: false })
    expect(counts).toEqual({ items: 2, errors: 0 })
    expect(compare({ nakedRight: 4.8 }, { nakedRight: null }).counts.items).toBe(3)
  })
})

describe('tolerance', () => {
  test.each([
    [4.9, []],
    [4.7, []],
    [5, ['nakedRight']],
    [4.6, ['nakedRight']],
  ])('naked 4.8, then %s', (nakedRight, keys) => {
    expect(keysOver({ nakedRight })).toEqual(keys)
  })

  test.each([
    [-1, -0.25, []],
    [-1.5, -0.25, []],
    [-0.5, -0.25, []],
    // SE is compared, not sphere: -1.00/-0.25 against -1.25/-0.50 is 0.375.
    [-1.25, -0.5, []],
    [-1.5, -0.5, ['seRight']],
    [-0.5, 0, ['seRight']],
    [-1.75, -0.25, ['seRight']],
  ])('SE -1.125, then %s/%s', (sphereRight, cylinderRight, keys) => {
    expect(keysOver({ sphereRight, cylinderRight })).toEqual(keys)
  })

  test('vision with glasses', () => {
    expect(keysOver({ correctedLeft: 4.8 }, { glasses: 2 })).toEqual(['correctedLeft'])
    expect(keysOver({ correctedLeft: 4.8 }, { glasses: 4 })).toEqual(['correctedLeft'])
    expect(keysOver({ correctedLeft: 4.9 }, { glasses: 2 })).toEqual([])
    expect(keysOver({ correctedLeft: 4.8 }, { glasses: 1 })).toEqual([])
  })
})

test('the rate of errors', () => {
  // Two wearers with six items each and seven others with four.
  expect(errorRate({ items: 6 * 2 + 4 * 7, errors: 2 })).toBe(5)
  expect(errorRate({ items: 40, errors: 0 })).toBe(0)
  expect(errorRate({ items: 0, errors: 0 })).toBeNull()
})
