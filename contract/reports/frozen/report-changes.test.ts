import { describe, expect, test } from 'vitest'
import type { Report, ReportColumn, ReportRow, ReportTable } from '../report/report.ts'
import { CHANGES_MAX, differenceOf } from './report-changes.ts'

const PLAN = {
  planId: 1,
  planName: '秋季筛查',
  status: 2,
  kind: 1,
  season: 2,
  schoolYear: 2025,
  targetRate: 95,
} as const

const column = (key: string, format: ReportColumn['format'] = 'count'): ReportColumn => ({
  key,
  title: `列${key}`,
  group: null,
  format,
})
const row = (name: string, values: ReportRow['values'], more: Partial<ReportRow> = {}): ReportRow => ({
  name,
  unit: null,
  isTotal: false,
  indent: 0,
  values,
  note: null,
  ...more,
})
const school = (orgId: number, name: string, values: ReportRow['values']) =>
  row(name, values, { unit: { level: 'school', key: { orgId }, name } })

const table = (
  rows: ReportRow[],
  columns = [column('a'), column('b', 'percent')],
  id = 't',
): ReportTable => ({
  id,
  title: `表${id}`,
  rowTitle: '学校',
  columns,
  rows,
  notes: [],
})
const report = (tables: ReportTable[], more: Partial<Report> = {}): Report => ({
  kind: 'region',
  title: '报告',
  unit: { level: 'region', key: { areaId: '330106' }, name: '西湖区' },
  plan: PLAN,
  lastPlan: null,
  comparison: null,
  sections: [{ id: 's', title: '总体', paragraphs: [], charts: [], tables }],
  notes: ['数据截至2026-01-02 03:04:05；计划“秋季筛查”。', '规则一'],
  at: '2026-01-01T19:04:05.000Z',
  frozen: null,
  ...more,
})
const between = (was: ReportTable[], is: ReportTable[]) => differenceOf(report(was), report(is))
const changesIn = ({ list }: ReturnType<typeof differenceOf>) =>
  list.map(({ what, row: name, column: title, was, is }) => [what, name, title, was, is])

const NOTHING = { total: 0, list: [], hidden: 0, rules: { came: [], gone: [] }, texts: [] }

test('the same report has no change, whenever it was made', () => {
  const tables = [table([school(1, '甲', [3, 12.5]), row('合计', [3, null], { isTotal: true })])]
  const later = report(tables, {
    at: '2027-01-01T00:00:00.000Z',
    notes: ['数据截至2027-01-01 08:00:00；计划“秋季筛查”。', '规则一'],
  })
  expect(differenceOf(report(tables), later)).toEqual(NOTHING)
})

test('a report frozen when days were written otherwise has no other rules', () => {
  const was = report([], { notes: ['数据截至2026-01-02 03:04；计划“秋季筛查”（2025-09-01至2025-12-31）。'] })
  const is = report([], {
    notes: ['数据截至2026年1月2日 03:04；计划“秋季筛查”（2025年9月1日至2025年12月31日）。'],
  })
  expect(differenceOf(was, is).rules).toEqual({ came: [], gone: [] })
})

test('a cell that reads otherwise is a change, with where it stands', () => {
  const { list, total } = between(
    [table([school(1, '甲', [3, 12.5])])],
    [table([school(1, '甲', [4, 12.5])])],
  )
  expect(total).toBe(1)
  expect(list).toEqual([
    {
      what: 'value',
      section: '总体',
      table: '表t',
      row: '甲',
      column: '列a',
      format: 'count',
      was: 3,
      is: 4,
    },
  ])
})

test('what reads the same is none, though it differs where nobody looks', () => {
  expect(between([table([school(1, '甲', [3, 12.5])])], [table([school(1, '甲', [3, 12.500001])])])).toEqual(
    NOTHING,
  )
})

test('from nobody to somebody is a change', () => {
  const found = between([table([school(1, '甲', [0, null])])], [table([school(1, '甲', [0, 0])])])
  expect(changesIn(found)).toEqual([['value', '甲', '列b', null, 0]])
})

describe('rows', () => {
  test('in another order are the same ones, by their place', () => {
    const one = school(1, '甲', [3, 1])
    const other = school(2, '乙', [4, 2])
    expect(between([table([one, other])], [table([other, one])])).toEqual(NOTHING)
  })

  test('of a place that is called otherwise say so', () => {
    const found = between([table([school(1, '甲', [3, 1])])], [table([school(1, '甲改名', [3, 1])])])
    expect(changesIn(found)).toEqual([['value', '甲改名', '学校', '甲', '甲改名']])
  })

  test('came and went', () => {
    const found = between([table([school(1, '甲', [3, 1])])], [table([school(2, '乙', [3, 1])])])
    expect(changesIn(found)).toEqual([
      ['rowGone', '甲', null, null, null],
      ['rowCame', '乙', null, null, null],
    ])
  })

  test('rows of the same name in different groups are distinguished', () => {
    const rows = (first: number, second: number) => [
      row('三年级', [9, 1]),
      row('1班', [first, 1], { indent: 1 }),
      row('四年级', [9, 1]),
      row('1班', [second, 1], { indent: 1 }),
    ]
    const found = between([table(rows(1, 2))], [table(rows(1, 5))])
    expect(changesIn(found)).toEqual([['value', '1班', '列a', 2, 5]])
  })

  test.each([
    ['number', ['G330100************', '男', '9'], ['G330200************', '男', '9']],
    ['sex', ['G330100************', '男', '9'], ['G330100************', '女', '9']],
    ['age', ['G330100************', '男', '9'], ['G330100************', '男', '10']],
  ])('two students of the same name are distinguished by their %s', (_what, first, second) => {
    const columns = [...['studentNo', 'sex', 'age'].map((key) => column(key, 'text')), column('a')]
    const one = row('王芳', [...first, 1])
    const other = row('王芳', [...second, 2])
    expect(between([table([one, other], columns)], [table([other, one], columns)])).toEqual(NOTHING)
    const left = between([table([one, other], columns)], [table([other], columns)])
    expect(changesIn(left)).toEqual([['rowGone', '王芳', null, null, null]])
  })

  test('that got a remark say so', () => {
    const found = between([table([row('甲', [1, 1])])], [table([row('甲', [1, 1], { note: '口径不一致' })])])
    expect(changesIn(found)).toEqual([['value', '甲', '备注', null, '口径不一致']])
  })
})

describe('columns and tables', () => {
  test('in another order are the same ones', () => {
    const [a, b] = [column('a'), column('b', 'percent')]
    const found = between([table([row('甲', [1, 2])], [a, b])], [table([row('甲', [2, 1])], [b, a])])
    expect(found).toEqual(NOTHING)
  })

  test('that are missing are one change each, not one for every cell', () => {
    const one = table([row('甲', [1, 2]), row('乙', [3, 4])])
    const narrow = table([row('甲', [1]), row('乙', [3])], [column('a')])
    expect(changesIn(between([one], [narrow]))).toEqual([['columnGone', null, '列b', null, null]])
    expect(changesIn(between([narrow], [one]))).toEqual([['columnCame', null, '列b', null, null]])
    expect(changesIn(between([one], []))).toEqual([['tableGone', null, null, null, null]])
    expect(changesIn(between([], [one]))).toEqual([['tableCame', null, null, null, null]])
  })
})

test('hidden cells are counted but not compared', () => {
  const found = between(
    [table([row('甲', ['*', 1]), row('乙', ['*', 1])])],
    [table([row('甲', ['*', 1]), row('乙', [7, '*'])])],
  )
  expect(found).toEqual({ ...NOTHING, hidden: 3 })
})

test('added and removed rules are listed', () => {
  const now = report([], { notes: ['数据截至2026-01-02 03:04:05；计划“秋季筛查”。', '规则二'] })
  expect(differenceOf(report([]), now).rules).toEqual({ came: ['规则二'], gone: ['规则一'] })
})

test('many are counted, some are listed', () => {
  const rows = (value: number) => Array.from({ length: 300 }, (_, nth) => row(`行${nth}`, [value, 1]))
  const { total, list } = between([table(rows(1))], [table(rows(2))])
  expect({ total, listed: list.length }).toEqual({ total: 300, listed: CHANGES_MAX })
})

test('texts of organisations that were changed, added or taken away are named', () => {
  const withTexts = (...blocks: [id: string, text: string][]): Report => ({
    ...report([]),
    sections: [
      {
        id: 'own-text',
        title: '工作情况与建议',
        paragraphs: [],
        blocks: blocks.map(([id, text]) => ({
          id,
          title: `题${id}`,
          orgId: 7,
          orgName: '区教育局',
          paragraphs: [text],
        })),
        charts: [],
        tables: [],
      },
    ],
  })
  const was = withTexts(['a', '一'], ['b', '二'], ['c', '三'])
  const is = withTexts(['a', '一'], ['c', '三改'], ['d', '四'])
  expect(differenceOf(was, is)).toEqual({
    ...NOTHING,
    texts: [
      { what: 'gone', title: '题b', orgName: '区教育局' },
      { what: 'changed', title: '题c', orgName: '区教育局' },
      { what: 'came', title: '题d', orgName: '区教育局' },
    ],
  })
})
