export const OUT_MARKS = ['error', 'muted', 'good', 'total'] as const
export type OutMark = (typeof OUT_MARKS)[number]
export type OutFormat =
  | 'text'
  | 'date'
  | 'integer'
  | 'thousands'
  | 'tenths'
  | 'decimal'
  | 'signed'
  | 'thousandths'
  | 'percent'
  | 'general'
export type OutAlign = 'left' | 'right' | 'center'

export type OutValue = string | number | null
export type OutCell = OutValue | { value: OutValue; mark?: OutMark }
export type OutRow = readonly OutCell[]

export type OutColumn = {
  title: string
  /** Adjacent columns of one group have a common heading above their titles. */
  group?: string | null
  /** In characters of western text, a Chinese one counts as two; by default as wide as the title. */
  width?: number
  format?: OutFormat
  /** The title is red and begins with an asterisk. */
  required?: boolean
  /** Shown while the header cell is selected. */
  note?: string
  /** Drop-down for the rows below the header. */
  choices?: readonly string[]
  align?: OutAlign
}

export type OutSheet = {
  name: string
  hidden?: boolean
  columns: readonly OutColumn[]
  /** Stands above the header over the whole width. */
  title?: string
  /** Async sources give batches of rows. */
  rows: Iterable<OutRow> | AsyncIterable<readonly OutRow[]>
  filter?: boolean
  /** Free text: no header, lines wrapped. */
  plain?: boolean
}

export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 16_384

/** A for the first column, as in references. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
