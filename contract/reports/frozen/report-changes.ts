// What differs between a report and the same report made later, cell by cell as they are read.
import { z } from 'zod'
import { TextChange, textChanges } from '../own-text/text-changes.ts'
import {
  HIDDEN_VALUE,
  type Report,
  type ReportColumn,
  ReportFormat,
  type ReportRow,
  type ReportTable,
  ReportValue,
} from '../report/report.ts'
import { isRoster } from '../report/report-layout.ts'
import { formatValue } from '../report/report-text.ts'

/** So many are listed; all are counted. */
export const CHANGES_MAX = 200

export const ReportChange = z.object({
  what: z.enum(['value', 'rowCame', 'rowGone', 'columnCame', 'columnGone', 'tableCame', 'tableGone']),
  section: z.string(),
  table: z.string(),
  row: z.string().nullable(),
  column: z.string().nullable(),
  format: ReportFormat,
  was: ReportValue,
  is: ReportValue,
})
export type ReportChange = z.infer<typeof ReportChange>

export const ReportDifference = z.object({
  total: z.number(),
  list: z.array(ReportChange),
  /** Cells suppressed on one side or both: they cannot be compared. */
  hidden: z.number(),
  /** Sentences of the notes that came or went: rules, profile, plan. */
  rules: z.object({ came: z.array(z.string()), gone: z.array(z.string()) }),
  /** What organisations wrote themselves. */
  texts: z.array(TextChange),
})
export type ReportDifference = z.infer<typeof ReportDifference>

export function differenceOf(was: Report, is: Report): ReportDifference {
  const before = placedTables(was)
  const after = placedTables(is)
  const found = pairsOf(before, after, ({ table }) => table.id).map(tableDifference)
  const list = found.flatMap(({ changes }) => changes)
  return {
    total: list.length,
    list: list.slice(0, CHANGES_MAX),
    hidden: found.reduce((sum, { hidden }) => sum + hidden, 0),
    rules: rulesDifference(timelessNotes(was), timelessNotes(is)),
    texts: textChanges(was, is),
  }
}

/** Of the notes everything but the moment the figures were read. Reports frozen before 0.7.0 write days as 2026-11-05. */
export const timelessNotes = ({ notes }: Pick<Report, 'notes'>): string[] =>
  notes.map((note) =>
    note.replace(/^数据截至[^；]+；/, '').replace(/(\d{4})-0?(\d+)-0?(\d+)/g, '$1年$2月$3日'),
  )

const rulesDifference = (was: readonly string[], is: readonly string[]): ReportDifference['rules'] => ({
  came: is.filter((note) => !was.includes(note)),
  gone: was.filter((note) => !is.includes(note)),
})

type Placed = { section: string; table: ReportTable }
const placedTables = ({ sections }: Report): Placed[] =>
  sections.flatMap(({ title, tables }) => tables.map((table) => ({ section: title, table })))

type Pair<T> = { was: T; is: T } | { was: T; is: null } | { was: null; is: T }

/** In the order of before; what is new comes last. */
function pairsOf<T>(was: readonly T[], is: readonly T[], keyOf: (each: T) => string): Pair<T>[] {
  const after = keyed(is, keyOf)
  const before = keyed(was, keyOf)
  return [
    ...[...before].map(([key, each]): Pair<T> => {
      const other = after.get(key)
      return other === undefined ? { was: each, is: null } : { was: each, is: other }
    }),
    ...[...after].filter(([key]) => !before.has(key)).map(([, each]): Pair<T> => ({ was: null, is: each })),
  ]
}

/** A second one of the same key is the second on the other side too. */
function keyed<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, T> {
  const found = new Map<string, T>()
  for (const each of list) {
    const key = keyOf(each)
    let nth = 1
    while (found.has(`${key} ${nth}`)) nth += 1
    found.set(`${key} ${nth}`, each)
  }
  return found
}

type Found = { changes: ReportChange[]; hidden: number }

function tableDifference({ was, is }: Pair<Placed>): Found {
  if (was === null || is === null) {
    const { section, table } = was ?? is
    return { changes: [changeIn(section, table, { what: was ? 'tableGone' : 'tableCame' })], hidden: 0 }
  }
  const { section } = is
  const columns = pairsOf(was.table.columns, is.table.columns, ({ key }) => key)
  const rows = pairsOf(identified(was.table), identified(is.table), ({ id }) => id)
  const found = rows.map((pair) => rowDifference({ section, was: was.table, is: is.table, columns }, pair))
  const headings = columns.flatMap((pair) =>
    pair.was && pair.is
      ? []
      : [
          changeIn(section, is.table, {
            what: pair.was ? 'columnGone' : 'columnCame',
            column: columnName(pair.was ?? pair.is),
          }),
        ],
  )
  return {
    changes: [...headings, ...found.flatMap(({ changes }) => changes)],
    hidden: found.reduce((sum, { hidden }) => sum + hidden, 0),
  }
}

type Identified = { id: string; row: ReportRow; at: number }

/** Of students with the same name in one class these are most likely to differ. */
const PERSON_COLUMNS = ['studentNo', 'sex', 'age']

/** A place by itself, whatever it is called by now; everything else by its name below those it is a part of. */
function identified(table: ReportTable): Identified[] {
  const { columns, rows } = table
  const listsPersons = isRoster(table)
  const person = columns.flatMap(({ key }, at) => (listsPersons && PERSON_COLUMNS.includes(key) ? [at] : []))
  const above: string[] = []
  return rows.map((row, at) => {
    above.splice(row.indent, above.length, row.name)
    const own = person.map((column) => row.values[column] ?? '').join(' ')
    const id = row.unit ? `${row.unit.level} ${keyText(row.unit.key)}` : `${above.join('/')} ${own}`
    return { id, row, at }
  })
}

const keyText = (key: object): string =>
  Object.entries(key)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ')

type InTable = { section: string; was: ReportTable; is: ReportTable; columns: Pair<ReportColumn>[] }

function rowDifference({ section, was, is, columns }: InTable, pair: Pair<Identified>): Found {
  if (pair.was === null || pair.is === null) {
    const { row } = pair.was ?? pair.is
    const what = pair.was ? 'rowGone' : 'rowCame'
    return { changes: [changeIn(section, is, { what, row: row.name })], hidden: 0 }
  }
  const before = pair.was.row
  const after = pair.is.row
  const cells = columns.flatMap((column) => {
    if (column.was === null || column.is === null) return []
    const { format } = column.is
    const cell = { format, was: cellOf(was, before, column.was), is: cellOf(is, after, column.is) }
    return [{ ...cell, column: columnName(column.is) }]
  })
  const texts = [
    { column: is.rowTitle, format: 'text' as const, was: before.name, is: after.name },
    { column: '备注', format: 'text' as const, was: before.note, is: after.note },
  ]
  const hides = ({ was: one, is: other }: (typeof cells)[number]) =>
    one === HIDDEN_VALUE || other === HIDDEN_VALUE
  const changed = [...texts, ...cells.filter((cell) => !hides(cell))].filter(
    (cell) => formatValue(cell.was, cell.format) !== formatValue(cell.is, cell.format),
  )
  return {
    changes: changed.map((cell) => changeIn(section, is, { what: 'value', row: after.name, ...cell })),
    hidden: cells.filter(hides).length,
  }
}

const cellOf = ({ columns }: ReportTable, { values }: ReportRow, { key }: ReportColumn): ReportValue =>
  values[columns.findIndex((column) => column.key === key)] ?? null

const columnName = ({ group, title }: ReportColumn): string => (group === null ? title : `${group}·${title}`)

const changeIn = (
  section: string,
  { title }: ReportTable,
  change: Pick<ReportChange, 'what'> & Partial<ReportChange>,
): ReportChange => ({
  section,
  table: title,
  row: null,
  column: null,
  format: 'text',
  was: null,
  is: null,
  ...change,
})
