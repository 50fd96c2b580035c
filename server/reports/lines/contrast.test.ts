import { describe, expect, it } from 'vitest'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { ContrastQuery, unitCode, unitOfCode } from '#contract/reports/contrast/contrast-query.ts'
import { pair, percent } from '#contract/reports/report/measure.ts'
import { HIDDEN_VALUE } from '#contract/reports/report/report.ts'
import { emptyTally } from '#contract/reports/report/tally.ts'
import {
  type ComparedPlan,
  commonSentence,
  crudeSentences,
  emptySentence,
  gapSentence,
  highestSentence,
  noteOfUnit,
  planWarnings,
  stagesSentence,
  unitWarnings,
} from '../sentences/contrast-sentences.ts'
import { MYOPIA_RATE, POOR_RATE } from '../sentences/finding-sentences.ts'
import { alignedGrades, contrastLine, wholeLine } from './contrast-lines.ts'
import { acrossTable, gapTable, partsChart, ratesChart, withRetests } from './contrast-tables.ts'
import { suppressNothing } from './counted-tree.ts'
import { listOf } from './report-table.ts'
import type { CountedGrade, Stage } from './stage-tree.ts'

function grade(stage: Stage, gradeNo: number, counts: Partial<Record<CounterName, number>>): CountedGrade {
  const tally = emptyTally()
  Object.assign(tally[0], counts)
  return {
    stage,
    gradeNo,
    counted: { key: `grade ${stage} ${gradeNo}`, name: '', unit: null, tally, parts: [] },
  }
}
const rated = (all: number, myopia: number) => ({
  expected: all,
  screened: all,
  valid: all,
  rated: all,
  myopia,
})

function line(name: string, grades: CountedGrade[], suppression = suppressNothing) {
  return contrastLine({ key: name, name, unit: null, note: null, grades, suppression })
}

describe('what is asked for', () => {
  it.each([
    ['a330106', { areaId: '330106' }],
    ['s7', { orgId: 7 }],
    ['g7-2-3', { orgId: 7, prefix: 2, gradeNo: 3 }],
    ['c9', { classId: 9 }],
  ])('%s is a unit and back', (code, key) => {
    expect(unitOfCode(code)).toEqual(key)
    expect(unitCode({ key: key as never })).toBe(code)
  })

  it('has two to six different ones of one kind', () => {
    expect(ContrastQuery.parse({ planIds: '3,4', orgId: '7' })).toEqual({ planIds: [3, 4], orgId: 7 })
    expect(ContrastQuery.parse({ planId: '3', unitIds: 's7,s8' })).toEqual({
      planId: 3,
      unitIds: ['s7', 's8'],
    })
    for (const asked of [{ planIds: '3,4' }, { planId: 3, unitIds: 'g7-2-3,g7-2-4' }]) {
      const read = ContrastQuery.parse(asked)
      expect(ContrastQuery.parse(JSON.parse(JSON.stringify(read)))).toEqual(read)
    }
    const longest = Array.from({ length: 6 }, (_, nth) => `g99999999999999${nth}-2-3`).join()
    expect(ContrastQuery.safeParse({ planId: 1, unitIds: longest }).success).toBe(true)
    for (const wrong of [
      { planIds: '3' },
      { planIds: '3,3' },
      { planIds: '3,03' },
      { planIds: '3, 4' },
      { planIds: '1,2,3,4,5,6,7' },
      { planIds: `3,${'4'.repeat(300)}` },
      { unitIds: 's7,s8' },
      { planId: 1, unitIds: 's7,c8' },
      { planId: 1, unitIds: 's7,s7' },
      { planId: 1, unitIds: 'g7-8-1,g7-2-1' },
      { planId: 1, unitIds: 's7,s8', orgId: 7 },
      { planIds: '3,4', unitIds: 's7,s8' },
      { planIds: '3,4', planId: 3 },
    ]) {
      expect(ContrastQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
    }
  })
})

describe('lines', () => {
  const [one = [], two = []] = alignedGrades([
    [grade(2, 1, rated(10, 4)), grade(4, 1, rated(10, 8))],
    [grade(5, 1, rated(20, 10))],
  ])

  it('have the same stages, with nobody where there are none', () => {
    const lines = [line('甲', one), line('乙', two)]
    const columns = pair('myopia', '近视')
    const table = acrossTable(
      { id: 't', title: '', rowTitle: '' },
      columns,
      ['甲', '乙'],
      lines.map(({ stages }) => stages),
    )
    expect(table.columns.map(({ key, group }) => `${group} ${key}`)).toEqual([
      '甲 t1.myopia',
      '甲 t1.myopia/rated',
      '乙 t2.myopia',
      '乙 t2.myopia/rated',
    ])
    expect(table.rows.map(({ name, indent, isTotal, values }) => [name, indent, isTotal, ...values])).toEqual(
      [
        ['小学', 0, false, 4, 40, 0, null],
        ['高中', 0, true, 8, 80, 10, 50],
        ['普通高中', 1, false, 8, 80, 0, null],
        ['职业高中', 1, false, 0, null, 10, 50],
        ['合计', 0, true, 12, 60, 10, 50],
      ],
    )
    const chart = partsChart(
      { id: 'c', title: '', names: ['甲', '乙'] },
      MYOPIA_RATE,
      lines.map(({ stages }) => stages),
    )
    expect(chart.categories).toEqual(['小学', '高中'])
    expect(chart.series.map(({ values }) => values)).toEqual([
      [40, 80],
      [null, 50],
    ])
  })

  it('their total suppresses what one of them suppresses', () => {
    const hidden = line('乙', two, () => new Set(['rated']))
    const whole = wholeLine([line('甲', one).line, hidden.line])
    expect(whole.now.tally[0].myopia).toBe(22)
    const table = listOf({ id: '', title: '', rowTitle: '', columns: [MYOPIA_RATE, POOR_RATE] }, [whole])
    expect(table.rows[0]?.values).toEqual([HIDDEN_VALUE, 0])
  })

  it('are compared with the first in 百分点', () => {
    const rows = [line('甲', one), line('乙', two), line('丙', [])].map((each) => each.line)
    const named = { id: '', title: '', rowTitle: '' }
    const gaps = (from: 'first' | 'others') =>
      gapTable(named, [MYOPIA_RATE], rows, { from, common: [] }).rows.map(({ name, values }) => [
        name,
        ...values,
      ])
    expect(gaps('first')).toEqual([
      ['乙', -10],
      ['丙', null],
    ])
    expect(gaps('others')).toEqual([
      ['乙', 10],
      ['丙', null],
    ])
    expect(ratesChart({ id: '', title: '', names: ['甲', '乙', '丙'] }, [MYOPIA_RATE], rows).series).toEqual([
      { name: '甲', values: [60] },
      { name: '乙', values: [50] },
      { name: '丙', values: [null] },
    ])
  })

  it('have their second examinations behind them, the whole those of all', () => {
    const rows = [line('甲', one).line, line('乙', two).line]
    const table = listOf({ id: '', title: '', rowTitle: '', columns: [] }, [...rows, wholeLine(rows)])
    const retested = [
      { done: 2, items: 8, errors: 1 },
      { done: 0, items: 0, errors: 0 },
    ]
    expect(withRetests(table, retested).rows.map(({ values }) => values)).toEqual([
      [2, 8, 1, 12.5],
      [0, 0, 0, null],
      [2, 8, 1, 12.5],
    ])
  })
})

describe('sentences', () => {
  const rows = [
    line('甲', [grade(2, 1, rated(30, 12))]),
    line('乙', [grade(2, 1, rated(30, 18))]),
    line('丙', [grade(2, 1, rated(30, 12))]),
    line('丁', []),
  ].map((each) => each.line)
  const small = line('戊', [grade(2, 1, rated(29, 29))]).line

  it('tell the first against the others, ties, and who has nothing', () => {
    expect(gapSentence([MYOPIA_RATE], rows)).toBe('甲近视率40.00%，低于乙20.00个百分点，与丙持平。')
    expect(gapSentence([MYOPIA_RATE], rows.slice(3))).toBe('')
    expect(highestSentence('近视率', '学校', MYOPIA_RATE, rows)).toBe(
      '各学校中，近视率最高的是乙（60.00%），最低的是甲、丙（40.00%）。',
    )
    expect(highestSentence('近视率', '学校', MYOPIA_RATE, rows.slice(2))).toBe('')
    // Who has few results is neither the highest nor the lowest, but completion is no matter of chance.
    const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]]
    expect(highestSentence('近视率', '学校', MYOPIA_RATE, [first, second, small])).not.toContain('戊')
    expect(highestSentence('完成率', '学校', percent('screened', '完成率'), [first, second, small])).toBe(
      '各学校完成率均为100.00%。',
    )
    expect(emptySentence(rows)).toBe('丁没有有效的检查结果，不参加比较。')
    expect(emptySentence(rows.slice(3))).toBe('所比较的各项均没有有效的检查结果。')
  })

  it('say of whom they are where not the same took part', () => {
    const [first, other] = rows as [(typeof rows)[number], (typeof rows)[number]]
    const sentence = '甲近视率40.00%，低于乙20.00个百分点。'
    expect(commonSentence('两次都参加的2所学校', [MYOPIA_RATE], [first, other])).toBe(
      `两次都参加的2所学校中，${sentence}`,
    )
    expect(commonSentence('两次都参加的2所学校', [MYOPIA_RATE], rows.slice(3))).toBe('')
    expect(crudeSentences([sentence, ''], false)).toEqual([sentence])
    expect(crudeSentences([sentence, ''], true)).toEqual([
      `按全部参加单位计算（口径不一致，不宜作为成效依据）：${sentence}`,
    ])
    expect(crudeSentences([''], true)).toEqual([])
  })

  it('go stage by stage', () => {
    const parts = [
      { name: '小学', lines: rows.slice(0, 3) },
      { name: '初中', lines: rows.slice(1, 4) },
    ]
    expect(stagesSentence(MYOPIA_RATE, ['甲', '乙', '丙'], parts)).toBe(
      '各学段近视率：小学最高为乙（60.00%），最低为甲、丙（40.00%）；初中最高为甲（60.00%），最低为乙（40.00%）。',
    )
    expect(
      stagesSentence(
        MYOPIA_RATE,
        ['甲', '乙', '戊'],
        [{ name: '小学', lines: [...rows.slice(0, 2), small] }],
      ),
    ).toBe('各学段近视率：小学最高为乙（60.00%），最低为甲（40.00%）。')
    const pairs = [
      { name: '小学', lines: rows.slice(0, 2) },
      { name: '初中', lines: [rows[0], rows[2]] as typeof rows },
      { name: '高中', lines: rows.slice(2) },
    ]
    expect(stagesSentence(MYOPIA_RATE, ['“甲”', '“乙”'], pairs)).toBe(
      '“甲”近视率与“乙”相比：小学低20.00个百分点；初中持平。',
    )
    expect(stagesSentence(MYOPIA_RATE, ['甲', '乙'], [])).toBe('')
  })

  it('warn of plans that differ in season, schools or rules', () => {
    const plan = (name: string, facts: Partial<ComparedPlan> = {}): ComparedPlan => ({
      name,
      season: 2,
      schoolYear: 2024,
      incomparable: false,
      otherRules: false,
      schools: null,
      ...facts,
    })
    const first = plan('“甲”', { schoolYear: 2025 })
    expect(planWarnings([first, plan('“乙”')])).toEqual(['“甲”与“乙”为同比。'])
    // 同比 needs another school year.
    expect(planWarnings([first, plan('“丁”', { schoolYear: 2025 })])).toEqual([
      '“甲”与“丁”为环比（同一学年同一季节，不宜直接作为成效依据）。',
    ])
    const warned = planWarnings([
      { ...first, schools: 3 },
      plan('“乙”', { incomparable: true, schools: 2 }),
      plan('“丙”', { season: 1, incomparable: true, otherRules: true, schools: 1 }),
    ])
    expect(warned).toEqual([
      '“甲”与“乙”为同比，与“丙”为环比（季节不同，不宜直接作为成效依据）。',
      '“乙”“丙”与“甲”的参加单位不完全相同（口径不一致；有有效结果的学校：“甲”3所、“乙”2所、“丙”1所），比率之差仅供参考。',
      '“丙”与“甲”的判定标准或检查项目不同（标准不同），比率之差可能来自标准不同。',
    ])
  })

  it('warn of units of other stages or grades', () => {
    const unit = (name: string, stages: string, grade: string | null = null) => ({ name, stages, grade })
    const primary = unit('甲', '小学')
    const high = unit('乙', '普通高中')
    expect(unitWarnings([primary, unit('丙', '小学'), unit('丁', '')])).toEqual([])
    expect(unitWarnings([primary, high]).join()).toContain('甲（小学），乙（普通高中）')
    expect(unitWarnings([unit('甲', '小学', '三年级'), unit('乙', '小学', '四年级')]).join()).toContain(
      '年级不同',
    )
    expect(noteOfUnit(high, primary)).toBe('学段不同')
    expect(noteOfUnit(unit('乙', '小学', '四年级'), unit('甲', '小学', '三年级'))).toBe('年级不同')
    expect(noteOfUnit(unit('丁', ''), primary)).toBeNull()
  })
})
