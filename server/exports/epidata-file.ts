// EpiData: a .REC with its fields and records, the .QES it belongs to, and who took it out and why, in one zip.
import type { Readable } from 'node:stream'
import { type HealthField, healthFields } from '#contract/exports/health-sheet.ts'
import type { OutCell, OutRow } from '../core/sheets/write/write-workbook.ts'
import { zipStream } from '../core/sheets/write/write-zip.ts'
import { aboutLines, type ExportOrder, ExportTally, talliedRows } from './export-workbook.ts'
import { encodeGb18030 } from './gb18030.ts'

const LINE_END = '\r\n'
/** Records are cut into lines of so many bytes, each ended by a mark; the last one is shorter. */
export const REC_LINE_BYTES = 78
const END_OF_LINE = Buffer.from(`!${LINE_END}`)
const NAME_BYTES = 10
const QUESTION_COLOUR = 30
const ENTRY_COLOUR = 112
/** Windows opens text with a mark as what it is, whatever its system's encoding. */
const UTF8_MARK = '\uFEFF'
const LEVEL = 6

export function exportEpiData(order: ExportOrder<'healthRec'>): Readable {
  const fields = healthFields(order.request.filter.healthExcelType)
  const tally = new ExportTally()
  const rows = talliedRows(order, tally)
  return zipStream([
    { path: 'VISION.QES', level: LEVEL, content: () => [encodeGb18030(qesOf(fields))] },
    {
      path: 'VISION.REC',
      level: LEVEL,
      content: () => recParts(fields, rows),
      abandon: () => void rows.return().catch(() => undefined),
    },
    {
      path: '导出说明.txt',
      level: LEVEL,
      content: () => [Buffer.from(UTF8_MARK + aboutText(order, tally))],
    },
  ])
}

const aboutText = (order: ExportOrder<'healthRec'>, tally: ExportTally): string =>
  [...aboutLines(order, tally)].map(([name, words]) => `${name}：${words}${LINE_END}`).join('')

// ------------------------------------------------------------------------------------------ the form
/** The first word is taken for the name of the field. */
const questionOf = ({ name, label }: HealthField): string => `${name} ${label} `

function markOf({ kind, length, decimals }: HealthField): string {
  if (kind === 'date') return '<yyyy/mm/dd>'
  if (kind === 'text') return '_'.repeat(length)
  if (!decimals) return '#'.repeat(length)
  return `${'#'.repeat(length - decimals - 1)}.${'#'.repeat(decimals)}`
}

export const qesOf = (fields: readonly HealthField[]): string =>
  fields.map((field) => `${questionOf(field)}${markOf(field)}${LINE_END}`).join('')

// ------------------------------------------------------------------------------------------ the records
const TYPES: Record<HealthField['kind'], number> = { integer: 0, text: 1, date: 19, decimal: 100 }
const typeOf = ({ kind, decimals = 0 }: HealthField): number => TYPES[kind] + decimals

function headerOf(fields: readonly HealthField[]): Buffer {
  const four = (number: number) => String(number).padStart(4)
  const lines = fields.map((field, index) => {
    const question = questionOf(field)
    const line = index + 1
    const place = [1, line, QUESTION_COLOUR, 1 + encodeGb18030(question).length, line]
    const numbers = [...place, typeOf(field), field.length, ENTRY_COLOUR].map(four).join('')
    const mark = field.kind === 'text' || field.kind === 'date' ? '_' : '#'
    const name = field.name.slice(0, NAME_BYTES).padEnd(NAME_BYTES)
    return `${mark}${name} ${numbers} ${question}`
  })
  return encodeGb18030([`${fields.length} 1 VLAB`, ...lines, ''].join(LINE_END))
}

async function* recParts(
  fields: readonly HealthField[],
  batches: AsyncIterable<readonly OutRow[]>,
): AsyncGenerator<Buffer> {
  yield headerOf(fields)
  for await (const rows of batches) yield Buffer.concat(rows.map((row) => recordOf(fields, row)))
}

function recordOf(fields: readonly HealthField[], row: OutRow): Buffer {
  const whole = Buffer.concat(fields.map((field, index) => bytesOfCell(field, row[index] ?? null)))
  const lines: Buffer[] = []
  for (let at = 0; at < whole.length; at += REC_LINE_BYTES)
    lines.push(whole.subarray(at, at + REC_LINE_BYTES), END_OF_LINE)
  return Buffer.concat(lines)
}

/** Exactly as many bytes as the field has: numbers to the right, everything else to the left. */
function bytesOfCell({ kind, length, decimals = 0 }: HealthField, cell: OutCell): Buffer {
  const value = cell !== null && typeof cell === 'object' ? cell.value : cell
  if (value === null) return Buffer.alloc(length, ' ')
  if (kind === 'integer' || kind === 'decimal') {
    const number = Number(value).toFixed(decimals)
    // One that does not fit would be another one: nothing is better.
    return Buffer.from(number.length > length ? ' '.repeat(length) : number.padStart(length))
  }
  if (kind === 'date') return Buffer.from(String(value).replaceAll('-', '/').padEnd(length).slice(0, length))
  return fitted(String(value), length)
}

/** As many whole characters as fit. */
function fitted(text: string, length: number): Buffer {
  const result = Buffer.alloc(length, ' ')
  let at = 0
  for (const char of text.replaceAll(/\p{Cc}+/gu, ' ')) {
    const bytes = encodeGb18030(char)
    if (at + bytes.length > length) break
    at += bytes.copy(result, at)
  }
  return result
}
