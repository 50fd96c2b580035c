import { expect, test } from 'vitest'
import type { Report, ReportChart, ReportSection, ReportTable } from './report.ts'
import { shownSections, tableOnly } from './report-layout.ts'

const table = (id: string, key = 'valid', rows = 1): ReportTable => ({
  id,
  title: id,
  rowTitle: '班级',
  columns: [{ key, title: key, group: null, format: 'text' }],
  rows: Array.from({ length: rows }, () => ({
    name: '甲',
    unit: null,
    isTotal: false,
    indent: 0,
    values: ['1'],
    note: null,
  })),
  notes: [],
})
const chart = (values: (number | null)[]): ReportChart => ({
  id: 'chart',
  title: '图',
  kind: 'bars',
  format: 'percent',
  unit: '%',
  categories: values.map(String),
  series: [{ name: '近视率', values }],
})
const section = (id: string, change: Partial<ReportSection>): ReportSection => ({
  id,
  title: id,
  paragraphs: [],
  charts: [],
  tables: [],
  ...change,
})
const report = (sections: ReportSection[]): Report => ({
  kind: 'class',
  title: '文三街小学三年级1班2026-2027学年秋季儿童青少年视力筛查报告',
  unit: { level: 'class', key: { classId: 9 }, name: '三年级1班' },
  plan: { planId: 1, planName: '秋季', status: 2, kind: 1, season: 2, schoolYear: 2026, targetRate: 95 },
  lastPlan: null,
  comparison: null,
  sections,
  notes: ['规则'],
  at: '2026-11-15T00:00:00.000Z',
  frozen: null,
})

test('what has nothing in it is left out; a zero is something', () => {
  const shown = shownSections(
    report([
      section('nothing', {}),
      section('why', { paragraphs: ['没有可比较的上次计划。'], isEmpty: true }),
      section('words', {
        paragraphs: ['一句。'],
        charts: [chart([null, null])],
        tables: [table('a', 'b', 0)],
      }),
      section('drawn', { charts: [chart([0, null])] }),
      section('hollow', { charts: [chart([])], tables: [table('a', 'b', 0)] }),
    ]),
  )
  expect(shown.map(({ id, charts, tables }) => [id, charts.length, tables.length])).toEqual([
    ['words', 0, 0],
    ['drawn', 1, 0],
  ])
})

test('one table alone has neither the text around it nor the rules', () => {
  const whole = report([
    section('overview', { paragraphs: ['一句。'], charts: [chart([1])], tables: [table('a'), table('b')] }),
  ])
  expect(tableOnly(whole, 'b')).toEqual({
    ...whole,
    sections: [section('overview', { tables: [table('b')] })],
    notes: [],
  })
  expect(tableOnly(whole, 'c')).toBeUndefined()
})

test('a list of students alone is called so', () => {
  const roster = section('roster', { paragraphs: ['共1人。'], tables: [table('r', 'studentNo')] })
  const alone = tableOnly(report([section('overview', { tables: [table('a')] }), roster]), 'r')
  expect(alone?.title).toBe('文三街小学三年级1班2026-2027学年秋季儿童青少年视力筛查结果名单')
  expect(alone?.sections).toEqual([roster])
})
