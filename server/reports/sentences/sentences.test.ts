import { describe, expect, test } from 'vitest'
import { addRanges, type RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import { type Counting, emptyTally, type Tally } from '#contract/reports/report/tally.ts'
import { WHOLE_KEY } from '../lines/counted-tree.ts'
import { byValue, extremesOf, extremesSentence, ranksOf } from '../lines/extremes.ts'
import type { Line } from '../lines/report-table.ts'
import { completionClause, targetClause, targetSentence } from '../lines/targets.ts'
import { changeClause, comparisonSentences, trendSentence } from './comparison-sentences.ts'
import { absenceSentence, coverageSentences, rangeSentence, reasonsText } from './coverage-sentences.ts'
import {
  MYOPIA_RATE,
  myopiaSentence,
  POOR_RATE,
  partsSentence,
  rateClause,
  sexesSentence,
} from './finding-sentences.ts'
import { changeText, namesText, percentText, visionText } from './rate-words.ts'

const tally = (
  all: Partial<Counting>,
  boys: Partial<Counting> = {},
  girls: Partial<Counting> = {},
): Tally => {
  const empty = emptyTally()
  return { 0: { ...empty[0], ...all }, 1: { ...empty[1], ...boys }, 2: { ...empty[2], ...girls } }
}
const line = (now: Tally, last: Tally | null = null, suppression: string[] = []): Line => ({
  key: WHOLE_KEY,
  name: '甲',
  unit: null,
  note: null,
  now: { tally: now, suppression: new Set(suppression as never[]) },
  last: last && { tally: last, suppression: new Set() },
  parts: [],
})

describe('numbers', () => {
  test.each([
    [45.234, '45.23%'],
    [0, '0.00%'],
    [100, '100.00%'],
    [null, '--'],
    ['*', '*'],
  ])('%s is written as %s', (value, text) => expect(percentText(value)).toBe(text))

  test.each([
    [1.204, '上升1.20个百分点'],
    [-0.5, '下降0.50个百分点'],
    [0.004, '持平'],
    [-0.004, '持平'],
    [0, '持平'],
    [0.006, '上升0.01个百分点'],
  ])('a difference of %d is %s', (points, text) => expect(changeText(points)).toBe(text))

  test('vision is written as readings are', () => {
    expect([4.6333, null, '*'].map(visionText)).toEqual(['4.6', '--', '*'])
  })

  test('many names are cut short', () => {
    expect(namesText(['甲', '乙'])).toBe('甲、乙')
    expect(namesText([...'甲乙丙丁戊己'])).toBe('甲、乙、丙、丁、戊等6个')
  })
})

describe('the highest and the lowest', () => {
  const items = (values: Record<string, number | string | null>) =>
    Object.entries(values).map(([name, value]) => ({ name, value }))

  test.each([
    [{ 甲: 45, 乙: 12, 丙: 20 }, '各校中，近视率最高的是甲（45.00%），最低的是乙（12.00%）。'],
    [{ 甲: 45, 乙: 45.001, 丙: 20 }, '各校中，近视率最高的是甲、乙（45.00%），最低的是丙（20.00%）。'],
    [{ 甲: 45, 乙: 20, 丙: 20 }, '各校中，近视率最高的是甲（45.00%），最低的是乙、丙（20.00%）。'],
    [{ 甲: 45, 乙: 45 }, '各校近视率均为45.00%。'],
    [{ 甲: 45, 乙: null }, '仅甲有数据，其近视率为45.00%。'],
    [{ 甲: 45, 乙: '*', 丙: 3 }, '各校中，近视率最高的是甲（45.00%），最低的是丙（3.00%）。'],
    [{ 甲: 45 }, '甲近视率为45.00%。'],
    [{ 甲: null, 乙: '*' }, ''],
    [{}, ''],
  ])('of %j', (values, text) => expect(extremesSentence('近视率', '校', items(values))).toBe(text))

  test('nobody is an extreme of nothing', () => {
    expect(extremesOf([])).toEqual({ highest: [], lowest: [], others: 0 })
  })

  test('who is written the same has the same place', () => {
    expect(ranksOf([40, 39.999, null, 50, '*', 10])).toEqual([2, 2, null, 1, null, 4])
  })

  test('in order those without a value stay behind', () => {
    const sorted = byValue(items({ 甲: null, 乙: 1, 丙: '*', 丁: 3 }), ({ value }) => value)
    expect(sorted.map(({ name }) => name)).toEqual(['丁', '乙', '甲', '丙'])
  })
})

describe('coverage', () => {
  test('of nobody, of nothing yet, of all', () => {
    expect(coverageSentences(emptyTally(), '全校', 95)).toEqual(['全校尚无应筛学生。'])
    expect(coverageSentences(tally({ expected: 5 }), '全校', 95)).toEqual([
      '全校应筛5人，实筛0人，完成率0.00%，未达到目标完成率95%，相差95.00个百分点。',
      '尚无检查结果。',
    ])
    expect(coverageSentences(tally({ expected: 5, screened: 5, valid: 5 }), '全校', 95)).toEqual([
      '全校应筛5人，实筛5人，完成率100.00%，达到目标完成率95%。',
      '实筛学生中有效5人，有效率100.00%。',
    ])
  })

  test.each([
    [tally({}), null, ''],
    [tally({ expected: 5, screened: 5 }), null, '应筛学生已全部筛查。'],
    [tally({ expected: 5, screened: 2 }), null, '未筛查3人，均未登记原因。'],
    [tally({ expected: 5, screened: 2, absent: 3 }), null, '未筛查3人，均已登记原因。'],
    [
      tally({ expected: 5, screened: 1, absent: 3 }),
      [
        { absence: 1, students: 1 },
        { absence: 2, students: 2 },
      ],
      '未筛查4人，其中已登记原因3人（转学2人、请假1人），未登记原因1人。',
    ],
  ])('absence %#', (counted, absences, text) =>
    expect(absenceSentence(counted, absences, addRanges([]))).toBe(text),
  )

  const range = (parts: Partial<RangeCounts>): RangeCounts => ({ ...addRanges([]), ...parts })

  test.each([
    [{ waiting: { schools: 1, students: 3 } }, '未筛查3人：任务未开始3人。'],
    [{ unassigned: { schools: 1, students: 2 } }, '未筛查3人：未分配任务2人；名单内未检1人，均未登记原因。'],
    [
      { waiting: { schools: 1, students: 1 }, unassigned: { schools: 0, students: 1 } },
      '未筛查3人：任务未开始1人、未分配任务1人；名单内未检1人，均未登记原因。',
    ],
  ])('absence of those on no list %#', (parts, text) =>
    expect(absenceSentence(tally({ expected: 5, screened: 2 }), null, range(parts))).toBe(text),
  )

  test.each([
    [{}, ''],
    [{ begun: { schools: 3, students: 1200 } }, '计划范围内有3所学校、1,200人，均已开展筛查。'],
    [
      { begun: { schools: 2, students: 900 }, unassigned: { schools: 1, students: 300 } },
      '计划范围内有3所学校、1,200人：已开展2所学校、900人；未分配1所学校、300人。',
    ],
    [
      { begun: { schools: 3, students: 900 }, unassigned: { schools: 0, students: 300 } },
      '计划范围内有3所学校、1,200人：已开展3所学校、900人；未分配已开展学校中的班级、300人。',
    ],
  ])('range %#', (parts, text) => expect(rangeSentence(range(parts))).toBe(text))

  test('the most frequent reason comes first', () => {
    expect(
      reasonsText([
        { absence: 9, students: 1 },
        { absence: 1, students: 1 },
      ]),
    ).toBe('请假1人、其他1人')
  })

  test.each([
    [95, '完成率95.00%，达到目标完成率95%'],
    [94.999, '完成率95.00%，未达到目标完成率95%，相差不足0.01个百分点'],
    [null, '无完成率'],
  ])('%d against 95', (rate, text) => expect(completionClause(rate, 95)).toBe(text))
})

describe('targets', () => {
  test.each([
    [37.99, '小学近视率37.99%，低于38%的目标线'],
    [38, '小学近视率38.00%，处于38%的目标线上'],
    [38.01, '小学近视率38.01%，高于38%的目标线'],
    [null, ''],
    ['*', ''],
  ])('%s', (rate, text) => expect(targetClause('小学', rate, 38)).toBe(text))

  test('there is no sentence without a rate', () => {
    expect(targetSentence(['', ''])).toBe('')
    expect(targetSentence(['甲', '', '乙'])).toBe('对照2030年防控目标：甲；乙。')
  })
})

describe('findings', () => {
  const counted = tally(
    { valid: 10, rated: 8, myopia: 4, myopiaHigh: 1, poor: 5 },
    { rated: 4, myopia: 1 },
    { rated: 4, myopia: 3 },
  )

  test('a rate with its count, or why there is none', () => {
    expect(rateClause(line(counted), 'myopia', '近视')).toBe('近视4人，近视率50.00%')
    expect(rateClause(line(emptyTally()), 'myopia', '近视')).toBe('无可统计近视率的学生')
    expect(rateClause(line(counted, null, ['rated']), 'myopia', '近视')).toContain('不予显示')
    expect(myopiaSentence(line(counted))).toBe(
      '纳入近视率统计8人，其中近视4人，近视率50.00%；高度近视1人，高度近视率12.50%。',
    )
    expect(myopiaSentence(line(emptyTally()))).toBe('没有纳入近视率统计的学生，无近视率。')
  })

  test('boys compared with girls', () => {
    expect(sexesSentence(line(counted))).toBe(
      '男生近视率25.00%，女生近视率75.00%，女生高于男生50.00个百分点。',
    )
    expect(sexesSentence(line(counted, null, ['sexes']))).toBe('')
    expect(sexesSentence(line(emptyTally()))).toBe('')
    const same = tally({ rated: 4 }, { rated: 2, myopia: 1 }, { rated: 2, myopia: 1 })
    expect(sexesSentence(line(same))).toBe('男生近视率50.00%，女生近视率50.00%，两者持平。')
  })

  test('one part alone is not compared', () => {
    expect(partsSentence([line(counted)], MYOPIA_RATE, '年级')).toBe('')
  })
})

describe('compared with another plan', () => {
  const now = tally({ valid: 10, rated: 10, myopia: 4, poor: 5 })
  const last = tally({ valid: 8, rated: 8, myopia: 4, poor: 4 })
  const compare = (how: object, of = line(now, last)) =>
    comparisonSentences({
      line: of,
      columns: [MYOPIA_RATE, POOR_RATE],
      lastPlanName: '上次',
      comparison: '同比',
      incomparable: false,
      rulesDiffer: false,
      ...how,
    })

  test('from what to what, and by how much', () => {
    expect(changeClause(line(now, last), MYOPIA_RATE)).toBe('近视率由50.00%变为40.00%，下降10.00个百分点')
    expect(changeClause(line(now, last), POOR_RATE)).toBe('视力不良率50.00%，与上次持平')
    expect(compare({})).toEqual([
      '与“上次”同比：近视率由50.00%变为40.00%，下降10.00个百分点；视力不良率50.00%，与上次持平。',
    ])
  })

  test('warns about what is not comparable', () => {
    expect(compare({ incomparable: true, rulesDiffer: true })).toHaveLength(3)
    expect(compare({ comparison: '环比' }, line(now, emptyTally()))).toEqual([
      '与“上次”环比：两次计划中至少一次没有可统计的结果，无法比较。',
    ])
  })

  test('a trend needs two, and those of one season where there are two of it', () => {
    const [spring, autumn] = ['春季', '秋季']
    const point = (name: string, season: string, value: number | null) => ({ name, season, value })
    expect(trendSentence('近视率', [point('甲', autumn, 1)])).toBe('')
    expect(
      trendSentence('近视率', [point('甲', autumn, 40), point('乙', spring, null), point('丙', autumn, 38)]),
    ).toBe('近2次秋季计划中，近视率由40.00%（甲）变为38.00%（丙），下降2.00个百分点。')
    expect(
      trendSentence('近视率', [point('甲', autumn, 40), point('乙', spring, 45), point('丙', autumn, 38)]),
    ).toBe('近2次秋季计划中，近视率由40.00%（甲）变为38.00%（丙），下降2.00个百分点。')
    expect(trendSentence('近视率', [point('甲', spring, 40), point('乙', autumn, 41)])).toBe(
      '近2次计划中，近视率由40.00%（甲）变为41.00%（乙），上升1.00个百分点（首末两次季节不同，不宜直接比较）。',
    )
    const said = [point('甲', autumn, 40), point('乙', autumn, 41)]
    expect(trendSentence('近视率', said, '甲'), 'said by the comparison').toBe('')
    expect(trendSentence('近视率', said, '丙')).not.toBe('')
  })
})
