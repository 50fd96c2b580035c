// Pages of a form that is a table under a head: one sheet for each class, school or whatever it is about.
import { A4, type Mark, type Page, text } from './drawing.ts'
import { fitText, widthOf } from './fit-text.ts'
import type { PaperSheet } from './paper-schemas.ts'
import {
  drawHead,
  drawRow,
  HEAD_HEIGHT,
  type LaidRow,
  layRow,
  type PaperColumn,
  type PlacedColumn,
  placeColumns,
} from './table-layout.ts'

export type TableForm = { title: string; columns: readonly PaperColumn[]; landscape: boolean }

const MARGIN = 10
const TITLE = { size: 16, least: 10 }
const SUBTITLE = { size: 10, least: 7 }
const FIELD_SIZE = 9.5
const TITLE_LINE = 17
const SUBTITLE_LINE = 23
const FIELDS_STEP = 5.7
/** From the last line of the head to the table. */
const HEAD_GAP = 2.2
/** Of the number of the page, from the lower edge. */
const PAGE_NUMBER_ABOVE = 7

export const pageNumber = (
  { width, height }: Pick<Page, 'width' | 'height'>,
  nth: number,
  of: number,
): Mark =>
  text(width / 2, height - PAGE_NUMBER_ABOVE, `第 ${nth} 页  共 ${of} 页`, { size: 8, align: 'center' })

/** Where it has no rows, a page of blank ones: to be filled in by hand. */
export function sheetPages({ title, columns, landscape }: TableForm, sheet: PaperSheet): Page[] {
  const [width, height] = landscape ? [A4.long, A4.short] : [A4.short, A4.long]
  const inner = width - 2 * MARGIN
  const placed = placeColumns(columns, MARGIN, inner)
  const top = SUBTITLE_LINE + sheet.head.length * FIELDS_STEP + HEAD_GAP
  const bottom = height - PAGE_NUMBER_ABOVE - 4 - sheet.foot.length * FIELDS_STEP
  const room = bottom - top - HEAD_HEIGHT
  const parts = partsOf(placed, sheet, room)
  return parts.map((rows, nth) => {
    const marks: Mark[] = [
      ...headMarks(title, sheet, width),
      ...drawHead(placed, top),
      ...rowMarks(placed, rows, top + HEAD_HEIGHT),
      ...fieldMarks(sheet.foot, bottom, inner),
      pageNumber({ width, height }, nth + 1, parts.length),
    ]
    return { width, height, marks }
  })
}

function partsOf(columns: readonly PlacedColumn[], { rows }: PaperSheet, room: number): LaidRow[][] {
  if (rows.length === 0) {
    const blank = layRow(columns, [])
    return [Array.from({ length: Math.floor(room / blank.height) }, () => blank)]
  }
  const parts: LaidRow[][] = []
  let used = room
  for (const { name, cells } of rows) {
    const row = layRow(
      columns,
      cells.map((cell) => cell ?? name),
    )
    if (used + row.height > room) {
      parts.push([])
      used = 0
    }
    parts.at(-1)?.push(row)
    used += row.height
  }
  return parts
}

function rowMarks(columns: readonly PlacedColumn[], rows: readonly LaidRow[], top: number): Mark[] {
  let y = top
  return rows.flatMap((row) => {
    const marks = drawRow(columns, row, y)
    y += row.height
    return marks
  })
}

function headMarks(title: string, { subtitle, head }: PaperSheet, width: number): Mark[] {
  const inner = width - 2 * MARGIN
  const heading = fitText(title, inner, 0, TITLE)
  const below = fitText(subtitle, inner, 0, SUBTITLE)
  return [
    text(width / 2, TITLE_LINE, heading.lines[0] ?? '', { size: heading.size, align: 'center', bold: true }),
    text(width / 2, SUBTITLE_LINE, below.lines[0] ?? '', { size: below.size, align: 'center' }),
    ...fieldMarks(head, SUBTITLE_LINE, inner),
  ]
}

type Fields = PaperSheet['head']
const BY_HAND = '＿＿＿＿＿＿'
const FIELD_GAP = 4

/** Lines of fields below `top`: side by side with equal gaps, all of a line smaller where they are too long for it. */
const fieldMarks = (lines: Fields, top: number, inner: number): Mark[] =>
  lines.flatMap((fields, nth) => {
    const words = fields.map(({ label, value }) => `${label}：${value ?? BY_HAND}`)
    const natural = words.reduce((sum, each) => sum + widthOf(each, FIELD_SIZE), 0)
    const room = inner - (fields.length - 1) * FIELD_GAP
    const size = FIELD_SIZE * Math.min(1, room / natural)
    const widths = words.map((each) => widthOf(each, size))
    const used = widths.reduce((sum, width) => sum + width, 0)
    const gap = (inner - used) / Math.max(1, fields.length - 1)
    let x = MARGIN
    return words.map((each, at) => {
      const mark = text(x, top + (nth + 1) * FIELDS_STEP, each, { size })
      x += (widths[at] ?? 0) + gap
      return mark
    })
  })
