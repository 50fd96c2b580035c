import { describe, expect, test } from 'vitest'
import { type Head, indicatorFaults, type Leaf, Points, wholePoints } from './indicators.ts'
import { measuredValue, measuredWords } from './measured-words.ts'
import { computedScore, isMetricOf, METRIC_NAMES, METRICS, type Measured } from './metrics.ts'
import { sampleIndicators } from './sample-indicators.ts'
import { AssessObject } from './statuses.ts'

const { school, executor } = AssessObject.code
const leaf = (key: string, points: number, change: Partial<Leaf> = {}): Leaf => ({
  ...{ key, name: `指标${key}`, points, rule: '', computed: null, filesRequired: false },
  ...change,
})
const head = (key: string, points: number, leaves: Leaf[], bonus = false): Head => ({
  ...{ key, name: `一级${key}`, points, bonus, leaves },
})
const messages = (heads: Head[], object: Parameters<typeof indicatorFaults>[1] = school) =>
  indicatorFaults(heads, object).map(({ message }) => message)

describe('a tree of indicators', () => {
  test.each(AssessObject.options)('that is shipped for $label has no fault', ({ value }) => {
    expect(indicatorFaults(sampleIndicators(value), value)).toEqual([])
    expect(wholePoints(sampleIndicators(value))).toBe(100)
  })

  test('adds up at every head and to one hundred', () => {
    expect(messages([])).toEqual(['请添加指标'])
    expect(messages([head('a', 100, [leaf('a1', 60.1), leaf('a2', 39.9)])])).toEqual([])
    expect(messages([head('a', 100, [leaf('a1', 60), leaf('a2', 39.9)])])).toEqual([
      '“一级a”为100分，下级指标合计99.9分',
    ])
    expect(messages([head('a', 90, [leaf('a1', 90)])])).toEqual([
      '各一级指标（不含加分项）合计90分，应为100分',
    ])
    expect(messages([head('a', 100, [leaf('a1', 100)]), head('z', 11, [leaf('z1', 11)], true)])).toEqual([
      '加分项合计11分，最多10分',
    ])
    expect(messages([head('a', 100, [])])).toEqual(['“一级a”没有二级指标'])
  })

  test('names each indicator once, with points, by what can be computed of such units', () => {
    const whole = (change: Partial<Leaf>) => [head('a', 100, [leaf('a1', 100, change)])]
    expect(messages([head('a', 50, [leaf('x', 50)]), head('b', 50, [leaf('x', 50)])])).toEqual([
      '指标重复',
      '指标重复',
    ])
    expect(messages([head('a', 100, [leaf('a1', 100), leaf('a2', 0)])])).toEqual(['“指标a2”的分值应大于0'])
    const filed = { metric: 'filed', full: 98, zero: 80 } as const
    expect(messages(whole({ computed: filed }))).toEqual([])
    expect(messages(whole({ computed: filed }), executor)).toEqual(['“指标a1”：建档率不适用于这类单位'])
    expect(messages(whole({ computed: { ...filed, zero: 98 } }))).toEqual([
      '“指标a1”：满分值与零分值不能相同',
    ])
    expect([0.15, -1, 100.1].map((points) => Points.safeParse(points).success)).toEqual([false, false, false])
  })
})

describe('a computed score', () => {
  const more = { full: 95, zero: 80 }
  const less = { full: -0.5, zero: 0.5 }
  test.each([
    [10, 95, more, 10],
    [10, 99.9, more, 10],
    [10, 80, more, 0],
    [10, 70, more, 0],
    [10, 87.5, more, 5],
    [8, 90, more, 5.3],
    [15, -0.5, less, 15],
    [15, -2, less, 15],
    [15, 0, less, 7.5],
    [15, 0.5, less, 0],
    [15, 3, less, 0],
  ])('of %d points at %d', (points, value, between, expected) => {
    expect(computedScore(points, value, between)).toBe(expected)
  })

  test('every metric is known for somebody', () => {
    for (const metric of METRIC_NAMES) {
      expect(METRICS[metric].full).not.toBe(METRICS[metric].zero)
      expect(AssessObject.codes.some((object) => isMetricOf(metric, object))).toBe(true)
    }
  })
})

test('a computed row says what it is made of, and why it does not count', () => {
  const share: Measured = {
    ...{ metric: 'completion', value: 95.834, leftOut: null, numerator: 1150, denominator: 1200 },
    ...{ last: null, orthoK: null },
  }
  expect([measuredValue(share), measuredWords(share)]).toEqual(['95.83%', '实筛人数1150 ÷ 应筛人数1200'])
  const nobody: Measured = { ...share, value: null, leftOut: 'nobody', numerator: 0, denominator: 0 }
  expect([measuredValue(nobody), measuredWords(nobody)]).toEqual(['--', '没有可统计的学生或任务，不计入总分'])
  const change: Measured = {
    ...{ metric: 'myopiaChange', value: -1.5, leftOut: null, numerator: 50, denominator: 100 },
    last: { numerator: 515, denominator: 1000 },
    orthoK: { now: 9, last: 4, valid: 120, lastValid: 1100 },
  }
  expect(measuredValue(change)).toBe('−1.50个百分点')
  expect(measuredWords(change)).toBe(
    '本年50.00%（50 ÷ 100），上年51.50%（515 ÷ 1000）；角膜塑形镜本年9人、上年4人',
  )
  expect(measuredWords({ ...change, value: 0.7 })).not.toContain('角膜塑形镜')
})
