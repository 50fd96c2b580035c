import { describe, expect, test } from 'vitest'
import { HIDDEN_VALUE } from '#contract/reports/report/report.ts'
import { cohortSentences } from '../sentences/cohort-sentences.ts'
import { BANDS, type CohortRow, cohortOf, meanDaysOf, PACES, yearlyOf } from './cohort.ts'
import { bandsTable, type CohortLine, cohortCharts, cohortTable, hasSmallCells } from './cohort-table.ts'

const row = (fields: Partial<CohortRow> = {}): CohortRow => ({
  valid: 0,
  cohort: 0,
  compared: 0,
  days: 0,
  rightEyes: 0,
  rightYearly: 0,
  leftEyes: 0,
  leftYearly: 0,
  reached: PACES.map(() => 0),
  atRisk: 0,
  incident: 0,
  reversed: 0,
  ...fields,
})
const MANY = row({
  valid: 50,
  cohort: 40,
  compared: 20,
  days: 20 * 180,
  rightEyes: 20,
  rightYearly: -9_000_000_000,
  leftEyes: 16,
  leftYearly: -4_000_000_000,
  reached: [18, 12, 9, 5, 2],
  atRisk: 25,
  incident: 5,
})
const line = (name: string, rows: CohortRow[], parts: CohortLine[] = []): CohortLine => ({
  name,
  unit: null,
  counts: cohortOf(rows),
  parts,
})
const SENTENCES = { kind: '学段', lastPlanName: '上次', hidden: false }

describe('children added up', () => {
  test('the bands are what lies between the paces', () => {
    const counts = cohortOf([MANY, MANY])
    expect(counts.bands).toEqual([4, 12, 6, 8, 6, 4])
    expect(counts.bands.reduce((sum, people) => sum + people, 0)).toBe(counts.compared)
    expect(counts.bands).toHaveLength(BANDS.length)
    expect(counts.fast).toBe(10)
  })

  test('means are those of the eyes that were measured', () => {
    const counts = cohortOf([MANY])
    expect([yearlyOf(counts, 'right'), yearlyOf(counts, 'left'), meanDaysOf(counts)]).toEqual([
      -0.45, -0.25, 180,
    ])
    const nobody = cohortOf([])
    expect([yearlyOf(nobody, 'right'), meanDaysOf(nobody)]).toEqual([null, null])
  })
})

describe('a reader without permission to see students', () => {
  const small = line('初中', [row({ valid: 9, cohort: 6, compared: 3, rightEyes: 3, leftEyes: 3 })])
  const part = (hidden: boolean) => {
    const whole = line('合计', [MANY, MANY], [line('小学', [MANY]), small])
    return { id: 'stage', kind: '学段', line: whole, hidden }
  }

  test('a handful anywhere hides the findings of the whole table and its chart', () => {
    expect(hasSmallCells(part(true).line)).toBe(true)
    expect(hasSmallCells(line('合计', [MANY]))).toBe(false)
    const table = cohortTable(part(true), [])
    const shown = table.columns.filter((_, nth) => table.rows[0]?.values[nth] !== HIDDEN_VALUE)
    expect(shown.map(({ key }) => key)).toEqual(['valid', 'followed', 'followed/valid', 'compared'])
    expect(
      bandsTable(part(true), [])
        .rows[0]?.values.slice(1)
        .every((value) => value === HIDDEN_VALUE),
    ).toBe(true)
    expect(cohortCharts(part(true))).toEqual([])
    expect(cohortCharts(part(false)).map(({ id }) => id)).toEqual(['followed-bands-stage-chart'])
  })
})

describe('in sentences', () => {
  test('what was found', () => {
    expect(
      cohortSentences({ ...SENTENCES, line: line('合计', [MANY]) }).filter((text) => text !== ''),
    ).toEqual([
      '本次有效50人，其中40人在“上次”中也有有效结果，追踪率80.00%。',
      '20人的屈光度可比，两次检查平均间隔180天，等效球镜平均每年变化右眼-0.45D、左眼-0.25D；进展较快5人，占25.00%。',
      '上次未近视的25人中，新发近视5人，新发近视率20.00%。',
    ])
  })

  test('who has the most, among those with enough at risk', () => {
    const part = (name: string, atRisk: number, incident: number) =>
      line(name, [row({ valid: 60, cohort: 60, atRisk, incident })])
    const most = (...parts: ReturnType<typeof part>[]) =>
      cohortSentences({ ...SENTENCES, line: line('合计', [MANY], parts) }).find((text) =>
        /最高|高于/.test(text),
      )
    expect(most(part('甲班', 30, 3), part('乙班', 30, 6), part('丙班', 3, 3))).toMatch(/^甲班.+乙班高于甲班/)
    expect(most(part('甲班', 30, 3), part('丙班', 3, 3))).toBeUndefined()
  })

  test('why there is nothing', () => {
    const sentences = (rows: CohortRow[], hidden = false) =>
      cohortSentences({ ...SENTENCES, hidden, line: line('合计', rows) })
    expect(sentences([])).toEqual(['本次计划没有有效的检查结果，无法追踪。'])
    expect(sentences([row({ valid: 3 })])).toEqual(['本次有效学生在“上次”中均没有有效结果，无法追踪。'])
    expect(sentences([row({ valid: 3, cohort: 3 })]).slice(1, 3)).toEqual([
      '没有可比较的屈光度，无法计算年变化。',
      '没有上次未近视的学生，无新发近视率。',
    ])
    expect(sentences([MANY], true)).toHaveLength(2)
  })
})
