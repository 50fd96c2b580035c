import { ERROR_COLUMNS, type ImportColumn } from './columns.ts'

/** Which column of a sheet is which. */
export type SheetLayout = {
  /** As seen in Excel. */
  headerRow: number
  /** In the order of the sheet; a column without a key is not read, but its cells are stored. */
  columns: { index: number; title: string; key: string | null }[]
  /** Columns that the kind knows and the sheet does not have. */
  absent: string[]
  /** Columns of the sheet that nobody knows. */
  unknown: string[]
}

/** Headers stand among the first rows, below a title at most. */
export const HEADER_WITHIN = 10
/** Fewer known headers are no header row. */
const KNOWN_MIN = 3

/** Letters only: people add blanks, stars, units and remarks in brackets. */
const plainHeader = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[([{【].*?[)\]}】]/g, '')
    .replace(/[\s*:：★※]/g, '')
    .toLowerCase()
/** With what stands in brackets: 球镜(右) and 球镜(左) differ in nothing else. */
const fullHeader = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s*:：★※()[\]{}【】]/g, '')
    .toLowerCase()

type Headers = { row: number; texts: string[] }

/** The header row among the first rows, or undefined where none looks like one. */
export function findLayout(
  rows: readonly Headers[],
  columns: readonly ImportColumn[],
): SheetLayout | undefined {
  const known = namesOf(columns)
  const candidates = rows.flatMap((row, index) => [
    readHeaders(row, columns, known),
    readHeaders(joined(rows[index - 1], row), columns, known),
  ])
  const found = (layout: SheetLayout) => layout.columns.filter(({ key }) => key !== null).length
  const [best] = candidates.sort((a, b) => found(b) - found(a))
  return best && found(best) >= Math.min(KNOWN_MIN, columns.length) ? best : undefined
}

function namesOf(columns: readonly ImportColumn[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { key, title, aliases = [] } of columns) {
    for (const name of aliases) if (!names.has(fullHeader(name))) names.set(fullHeader(name), key)
    names.set(fullHeader(title), key)
  }
  // A title is never taken by another column's alias.
  for (const { key, title } of columns) {
    names.set(fullHeader(title), key)
    if (!names.has(plainHeader(title))) names.set(plainHeader(title), key)
  }
  return names
}

function readHeaders(
  { row, texts }: Headers,
  columns: readonly ImportColumn[],
  known: Map<string, string>,
): SheetLayout {
  const taken = new Set<string>()
  const read = texts.map((title, index) => {
    const key = known.get(fullHeader(title)) ?? known.get(plainHeader(title)) ?? null
    if (key === null || taken.has(key)) return { index, title, key: null }
    taken.add(key)
    return { index, title, key }
  })
  const named = read.filter(({ title }) => title !== '')
  const ours: readonly string[] = Object.values(ERROR_COLUMNS)
  return {
    headerRow: row,
    columns: named,
    absent: columns.filter(({ key }) => !taken.has(key)).map(({ title }) => title),
    unknown: named
      .filter(({ key, title }) => key === null && !ours.includes(title))
      .map(({ title }) => title),
  }
}

/** Two rows of headers: what is merged above stands in its first cell only and holds for those below it. */
function joined(above: Headers | undefined, below: Headers): Headers {
  if (!above) return { row: below.row, texts: [] }
  let group = ''
  const length = Math.max(above.texts.length, below.texts.length)
  const texts = Array.from({ length }, (_, index) => {
    group = above.texts[index] || group
    const own = below.texts[index] ?? ''
    return own === '' ? (above.texts[index] ?? '') : `${group}${own}`
  })
  return { row: below.row, texts }
}
