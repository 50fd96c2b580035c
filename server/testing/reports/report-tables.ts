import { expect } from 'vitest'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Report, ReportRow, ReportTable, ReportValue } from '#contract/reports/report/report.ts'

export const tablesOf = ({ sections }: Report): ReportTable[] => sections.flatMap(({ tables }) => tables)

export function tableNamed(report: Report, id: string): ReportTable {
  const found = tablesOf(report).find((table) => table.id === id)
  if (!found) throw new Error(`no table ${id}: ${tablesOf(report).map((table) => table.id)}`)
  return found
}

/** A row by the keys of its columns. */
export const cellsOf = ({ columns }: ReportTable, row: ReportRow): Record<string, ReportValue> =>
  Object.fromEntries(columns.map(({ key }, nth) => [key, row.values[nth] ?? null]))

export function rowNamed(table: ReportTable, name: string): Record<string, ReportValue> {
  const row = table.rows.find((each) => each.name === name)
  if (!row) throw new Error(`no row ${name}: ${table.rows.map((each) => each.name)}`)
  return cellsOf(table, row)
}

/** Rows that are plans, people or rates and add up to nothing. */
const LISTS = ['follow-up-unit', 'trend-plan', 'trend-common', 'trend-stage', 'roster-student', 'split-rate']
const isList = ({ id, rows }: ReportTable) =>
  LISTS.includes(id) ||
  id.startsWith('ranking-stage') ||
  (id.startsWith('contrast-') && !rows.at(-1)?.isTotal)

/** Rows after the whole that say something else of it: with colleges, with schools that took part once, or without these. */
const isOtherWhole = ({ name }: ReportRow): boolean => /^(含大学$|全部（|两次都参加的)/.test(name)
const WITHOUT_COLLEGES = /^(last\.)?([12]\.)?(rated|myopia(Low|Mid|High|Ungraded)?)$/

/** The rows that a row is made of. */
function partsOf(rows: readonly ReportRow[], at: number): ReportRow[] {
  const own = rows[at]
  if (at === rows.length - 1) return rows.slice(0, at).filter(({ indent }) => indent === 0)
  const after = rows.slice(at + 1)
  const end = after.findIndex(({ indent }) => indent <= (own?.indent ?? 0))
  return after.slice(0, end < 0 ? undefined : end).filter(({ indent }) => indent === (own?.indent ?? 0) + 1)
}

const sumOf = (values: readonly ReportValue[]) =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0)

function expectSums(table: ReportTable) {
  const rows = table.rows.filter((row) => !isOtherWhole(row))
  const withColleges = table.rows.find(({ name }) => name === '含大学')
  for (const [at, row] of rows.entries()) {
    const parts = partsOf(rows, at)
    expect(row.isTotal, `${table.id} ${row.name}`).toBe(parts.length > 0 || at === rows.length - 1)
    if (parts.length === 0) continue
    for (const [nth, { format, key }] of table.columns.entries()) {
      if (format !== 'count') continue
      const sum = sumOf(parts.map(({ values }) => values[nth] ?? null))
      const apart = at === rows.length - 1 && WITHOUT_COLLEGES.test(key) ? withColleges : undefined
      expect((apart ?? row).values[nth], `${table.id} ${row.name} ${key}`).toBe(sum)
    }
  }
}

/** Standardised rates are made of another table. */
const isFraction = ({ key, format }: ReportTable['columns'][number]): boolean =>
  format === 'percent' && !key.startsWith('standard:')

/** last.1.myopia/rated → the columns last.1.myopia and last.1.rated; t2 is the second of several side by side. */
function expectPercents(table: ReportTable) {
  for (const row of table.rows) {
    const cells = cellsOf(table, row)
    // Blank where a total with colleges would repeat the total, or who is expected at some schools is not known.
    const isBlank = ({ key }: ReportTable['columns'][number]) => cells[key] === '' && isOtherWhole(row)
    for (const { key, format } of table.columns.filter((column) => isFraction(column) && !isBlank(column))) {
      const [, prefix = '', above = '', below = ''] =
        /^((?:t\d\.)?(?:last\.)?(?:[12]\.)?)([\w+]+)\/(\w+)$/.exec(key) ?? []
      const part = sumOf(above.split('+').map((name) => needed(table, cells, `${prefix}${name}`)))
      const whole = needed(table, cells, `${prefix}${below}`)
      expect(cells[key], `${table.id} ${row.name} ${key} ${format}`).toBe(
        whole === 0 ? null : (part * 100) / whole,
      )
    }
  }
}

function needed(table: ReportTable, cells: Record<string, ReportValue>, key: string): number {
  const value = cells[key]
  if (typeof value !== 'number') throw new Error(`${table.id} has no ${key}`)
  return value
}

function expectChanges(table: ReportTable) {
  for (const row of table.rows) {
    const cells = cellsOf(table, row)
    for (const { key } of table.columns.filter((column) => column.key.startsWith('change:'))) {
      const rate = key.replace('change:', '')
      const now = cells[rate]
      const last = cells[`last.${rate}`]
      expect(cells[key]).toBe(typeof now === 'number' && typeof last === 'number' ? now - last : null)
    }
  }
}

/** Rows add up, percents match the counts in the same row, no value is NaN. */
export function expectReportRight(report: Report): void {
  for (const table of tablesOf(report)) {
    expect(table.rows.every(({ values }) => values.length === table.columns.length)).toBe(true)
    expect(new Set(table.columns.map(({ key }) => key)).size, table.id).toBe(table.columns.length)
    expect(table.rows.flatMap(({ values }) => values).every((value) => !Number.isNaN(value))).toBe(true)
    if (!isList(table)) expectSums(table)
    // Its rows are rates themselves, without what they are made of.
    if (table.id === 'split-rate' || table.id === 'trend-common') continue
    expectPercents(table)
    expectChanges(table)
  }
  const ids = tablesOf(report).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { charts } of report.sections) {
    for (const { series, categories } of charts) {
      for (const { values } of series) expect(values).toHaveLength(categories.length)
    }
  }
  expect(JSON.stringify(report)).not.toMatch(/NaN|undefined|Infinity|。。|；。|，。/)
}

/** The whole of every table says of each counter what was counted one by one. */
export function expectWholes(report: Report, counted: Record<0 | 1 | 2, Record<CounterName, number>>): void {
  for (const table of tablesOf(report).filter((each) => !isList(each) && each.id !== 'follow-up-level')) {
    const crude = table.rows.find(({ name }) => name.startsWith('全部（'))
    const row = crude ?? table.rows.filter((each) => !isOtherWhole(each)).at(-1)
    // The kindergarten's total is over other students.
    if (!row || table.id.startsWith('kindergarten')) continue
    const cells = cellsOf(table, row)
    for (const { key, format } of table.columns) {
      if (format !== 'count' || key.startsWith('last.') || key === 'schools') continue
      const [, sex = '0', name = ''] = /^(?:([12])\.)?(\w+)$/.exec(key) ?? []
      expect(cells[key], `${table.id} ${key}`).toBe(counted[Number(sex) as 0 | 1 | 2][name as CounterName])
    }
  }
}
