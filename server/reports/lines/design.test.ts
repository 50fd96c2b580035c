import { describe, expect, test } from 'vitest'
import { NOTHING_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import { designFault, unseenFault } from '#contract/reports/design/design-faults.ts'
import { countersOf, INDICATORS, indicatorsOf, stackOf } from '#contract/reports/design/design-indicators.ts'
import { DesignName, ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { HIDDEN_VALUE } from '#contract/reports/report/report.ts'
import { type Counting, emptyTally } from '#contract/reports/report/tally.ts'
import { partSentences, scopeSentence, wholeSentence } from '../sentences/design-sentences.ts'
import { designChart, designColumns } from './design-table.ts'
import { extremesSentence } from './extremes.ts'
import { type Line, tableOf } from './report-table.ts'

const line = (name: string, now: Partial<Counting>, last: Partial<Counting> | null = null): Line => {
  const disclosed = (counts: Partial<Counting>) => {
    const tally = emptyTally()
    Object.assign(tally[0], counts)
    return { tally, suppression: NOTHING_SUPPRESSED }
  }
  return {
    key: name,
    name,
    unit: null,
    note: null,
    now: disclosed(now),
    last: last && disclosed(last),
    parts: [],
  }
}

const design = (fields: Partial<ReportDesign> = {}): ReportDesign =>
  ReportDesign.parse({ dimension: 'stage', indicators: ['myopia/rated', 'expected'], ...fields })

describe('the catalogue', () => {
  test('understands designs that name the rates of correction as they were, over the valid', () => {
    const former = ['uncorrected/valid', 'uncorrected+underCorrected/valid']
    expect(design({ indicators: former }).indicators).toEqual([
      'uncorrected/poor',
      'uncorrected+underCorrected/poor',
    ])
    expect(() => design({ indicators: ['uncorrected/rated'] })).toThrow()
  })

  test('has every indicator once, by a unique name', () => {
    const keys = INDICATORS.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    const titles = INDICATORS.map(({ title }) => title)
    expect(titles.filter((title, nth) => titles.indexOf(title) !== nth)).toEqual([])
    expect(titles).toEqual(
      expect.arrayContaining([
        '轻度视力不良占比',
        '右眼平均裸眼视力',
        '男生近视率',
        '二级预警人数',
        '关注人数',
      ]),
    )
  })

  test('takes its columns from the fixed reports: a key says what is measured', () => {
    for (const { key, column } of INDICATORS) {
      expect(column.key).toBe(key)
      const counters = countersOf({ key, column } as (typeof INDICATORS)[number])
      for (const counter of key.replace(/^[12]\./, '').split(/[+/]/)) {
        if (!key.startsWith('mean:')) expect(counters).toContain(counter)
      }
    }
  })

  test('knows which indicators may be stacked', () => {
    const stacks = indicatorsOf(['poorLight/valid', 'poorMid/valid', 'poorLight', 'myopia/rated']).map(
      stackOf,
    )
    expect(stacks[0]).toBe(stacks[1])
    expect(stacks[0]).not.toBe(stacks[2])
    expect(stacks[3]).toBeNull()
  })
})

describe('faults', () => {
  test.each([
    [{}, 'province', null],
    [{ dimension: 'class' }, 'school', null],
    [{ dimension: 'class' }, 'city', '请先选择学校'],
    [{ dimension: 'age' }, 'school', '请选择地区'],
    [{ dimension: 'sex', stage: 2, cityProperty: 1 }, 'city', null],
    [{ cityProperty: 1 }, 'school', '不分城乡'],
    [{ chart: 'ranking', chartIndicators: ['myopia/rated', 'expected'] }, 'city', '同一单位'],
    [{ chart: 'bars', chartIndicators: ['poor'] }, 'city', '已选择的指标'],
    [{ chart: 'stacked', chartIndicators: ['myopia/rated'] }, 'city', '堆叠图需要'],
    [{ planId: 1, season: 1 }, 'city', '不能再限定季节'],
    [{ lastPlanId: 1 }, 'city', '请去掉对比的计划'],
    [{ planId: 1, lastPlanId: 1, comparison: 'plan' }, 'city', '另一个计划'],
  ] as [Partial<ReportDesign>, 'province' | 'city' | 'school', string | null][])(
    '%j of a %s: %s',
    (fields, level, fault) => {
      const message = designFault(design(fields), level)
      if (fault === null) expect(message).toBeNull()
      else expect(message).toContain(fault)
    },
  )

  test('refuses more breakdowns to readers without permission to see students', () => {
    expect(unseenFault(design(), 'city')).toBeNull()
    expect(unseenFault(design({ stage: 2, dimension: 'area' }), 'city')).toContain('学段或城乡')
    expect(unseenFault(design({ dimension: 'school' }), 'region')).toBeNull()
    expect(unseenFault(design({ dimension: 'age', comparison: 'last' }), 'city')).toContain('对比')
    expect(unseenFault(design({ dimension: 'grade', comparison: 'last' }), 'school')).toBeNull()
  })
})

describe('columns', () => {
  const one = line('甲', { rated: 10, myopia: 4, expected: 20 }, { rated: 8, myopia: 2, expected: 9 })

  test('with a previous plan are two, and the difference of a rate', () => {
    const table = tableOf({
      id: 't',
      title: '',
      rowTitle: '',
      columns: designColumns(['myopia/rated', 'expected'], true),
      line: one,
    })
    expect(table.columns.map(({ key, title, group }) => [key, title, group])).toEqual([
      ['myopia/rated', '本次', '近视率'],
      ['last.myopia/rated', '上次', '近视率'],
      ['change:myopia/rated', '变化', '近视率'],
      ['expected', '本次', '应筛'],
      ['last.expected', '上次', '应筛'],
    ])
    expect(table.rows[0]?.values).toEqual([40, 25, 15, 20, 9])
  })

  test('of a mean have that of the last plan', () => {
    const eyes = line(
      '甲',
      { nakedRightEyes: 2, nakedRightSum: 98 },
      { nakedRightEyes: 1, nakedRightSum: 47 },
    )
    const table = tableOf({
      id: 't',
      title: '',
      rowTitle: '',
      columns: designColumns(['mean:nakedRight'], true),
      line: eyes,
    })
    expect(table.rows[0]?.values).toEqual([4.9, 4.7])
  })
})

describe('the chart', () => {
  const lines = Array.from({ length: 40 }, (_, nth) => line(`校${nth}`, { rated: 100, myopia: nth }))

  test('of very many takes the highest and says so', () => {
    const [chart] = designChart(
      { chart: 'bars', chartIndicators: ['myopia/rated'] },
      { lines, kind: '学校', compared: false },
    )
    expect(chart?.categories).toHaveLength(30)
    expect(chart?.categories[0]).toBe('校39')
    expect(chart?.title).toBe('各学校近视率（近视率最高的30个）')
  })

  test('is omitted where there is nothing to compare', () => {
    const drawn = { lines: lines.slice(0, 1), kind: '学校', compared: false }
    expect(designChart({ chart: 'bars', chartIndicators: ['myopia/rated'] }, drawn)).toEqual([])
    expect(designChart({ chart: 'none', chartIndicators: [] }, { ...drawn, lines })).toEqual([])
  })
})

describe('sentences', () => {
  const indicators = indicatorsOf(['expected', 'myopia/rated', 'mean:nakedRight'])
  const eyes = { nakedRightEyes: 10, expected: 10, valid: 30 }
  const a = line('甲', { ...eyes, rated: 10, myopia: 4, nakedRightSum: 486 })
  const b = line('乙', { ...eyes, rated: 10, myopia: 4, nakedRightSum: 491 })
  const c = line('丙', { ...eyes, rated: 10, myopia: 1, nakedRightSum: 470 })

  test('say the highest and the lowest, ties together as they are written', () => {
    const few = line('丁', { ...eyes, valid: 29, rated: 10, myopia: 9, nakedRightSum: 400 })
    const schools = { kind: '学校', mixed: false }
    expect(partSentences([a, b, c, few], indicators, schools)).toEqual([
      '各学校中，近视率最高的是甲、乙（40.00%），最低的是丙（10.00%）。',
      '各学校中，右眼平均裸眼视力最高的是甲、乙（4.9），最低的是丙（4.7）。',
    ])
    expect(partSentences([a, few], indicators, schools)).toEqual([])
  })

  test('of places with several stages compare progress alone', () => {
    const progress = indicatorsOf(['myopia/rated', 'screened/expected'])
    const [one, other] = [
      line('甲', { expected: 10, screened: 9 }),
      line('乙', { expected: 10, screened: 5 }),
    ]
    expect(partSentences([one, other], progress, { kind: '学校', mixed: true })).toEqual([
      '甲完成率90.00%，乙50.00%，甲高于乙40.00个百分点。',
    ])
  })

  test('say the whole, and why not', () => {
    expect(wholeSentence(a, indicators)).toBe('合计：应筛10人，近视率40.00%（4/10人），右眼平均裸眼视力4.9。')
    const small = line('甲', { expected: 3, rated: 3, myopia: 1 })
    const hidden = { ...small, now: { ...small.now, suppression: new Set(['rated'] as const) } }
    expect(wholeSentence(hidden, indicators.slice(1, 2))).toBe('合计：近视率因保护学生隐私不予显示。')
    expect(wholeSentence(line('甲', {}), indicators)).toBe('所选范围内没有应筛学生。')
    expect(wholeSentence(line('甲', { expected: 1 }), indicators.slice(1))).toContain('近视率无可统计的学生')
  })

  test('say of whom', () => {
    expect(scopeSentence('杭州市', {}, '区县')).toBe('统计范围：杭州市；按区县分列。')
    expect(scopeSentence('杭州市', { stage: 2, sex: 1, cityProperty: 0 }, '区县')).toBe(
      '统计范围：杭州市，仅统计小学、城区学校、男生；按区县分列。',
    )
  })

  test('of extremes write a value as its column does', () => {
    const named = [
      { name: '甲', value: 1234 },
      { name: '乙', value: HIDDEN_VALUE },
      { name: '丙', value: 7 },
    ]
    expect(extremesSentence('人数', '校', named, 'count')).toBe(
      '各校中，人数最高的是甲（1,234），最低的是丙（7）。',
    )
  })
})

test('a name loses what nobody sees', () => {
  expect(DesignName.parse(' 甲\u200b\u0000乙\u202e ')).toBe('甲乙')
  expect(DesignName.safeParse('\u200b').success).toBe(false)
})
