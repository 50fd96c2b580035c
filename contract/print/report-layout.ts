// Pages of a child's file: who it is, both curves, what the last screening found, every screening and every visit.
import { drawCurves, EQUIVALENT_CURVES, NAKED_CURVES } from './curve-layout.ts'
import { A4, type Mark, type Page, text } from './drawing.ts'
import { fitText, lineHeightOf, wrap } from './fit-text.ts'
import { STUDENT_VISIT_COLUMNS } from './forms/student-visits.ts'
import { drawGrid } from './grid-layout.ts'
import type { PaperSheet } from './paper-schemas.ts'
import { pageNumber } from './sheet-layout.ts'
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

const SIZE = { width: A4.short, height: A4.long }
const MARGIN = 10
const INNER = SIZE.width - 2 * MARGIN
const TITLE_LINE = 17
const SUBTITLE_LINE = 23
const TOP = 26
const CURVES_HEIGHT = 58
const SENTENCE = 9
const BOTTOM = SIZE.height - 15
/** On the pages after the first. */
const NEXT_TOP = 18

const VISITS = '就诊记录'
/** Over a table that has a title. */
const TITLE_ROOM = 8

const CAUTION = '筛查结果不作为诊断依据，异常者请到正规医疗机构检查。'

type Table = { title: string | null; columns: readonly PlacedColumn[]; rows: readonly LaidRow[] }

export function reportPages(title: string, columns: readonly PaperColumn[], sheet: PaperSheet): Page[] {
  const { marks, bottom } = frontMarks(title, sheet)
  const screenings = sheet.rows.map(({ name, cells }) => cells.map((cell) => cell ?? name))
  const { visits = [] } = sheet
  const tables = [
    tableOf(null, columns, screenings),
    ...(visits.length > 0 ? [tableOf(VISITS, STUDENT_VISIT_COLUMNS, visits)] : []),
  ]
  const parts = drawTables(tables, bottom + 2)
  return parts.map((table, nth) => ({
    ...SIZE,
    marks: [
      ...(nth === 0 ? marks : nextHead(title, sheet)),
      ...table,
      text(MARGIN, SIZE.height - 10.5, CAUTION, { size: 7.5 }),
      pageNumber(SIZE, nth + 1, parts.length),
    ],
  }))
}

function tableOf(title: string | null, columns: readonly PaperColumn[], rows: readonly string[][]): Table {
  const placed = placeColumns(columns, MARGIN, INNER)
  return { title, columns: placed, rows: rows.map((cells) => layRow(placed, cells)) }
}

/** One after the other, the head of each on every page that has rows of it. */
function drawTables(tables: readonly Table[], firstTop: number): Mark[][] {
  let page: Mark[] = []
  const pages = [page]
  let y = firstTop
  const turnPage = () => {
    page = []
    pages.push(page)
    y = NEXT_TOP
  }
  const drawHeadOf = ({ columns }: Table) => {
    page.push(...drawHead(columns, y))
    y += HEAD_HEIGHT
  }
  for (const table of tables) {
    if (table.title !== null) {
      if (y + TITLE_ROOM + HEAD_HEIGHT + (table.rows[0]?.height ?? 0) > BOTTOM) turnPage()
      page.push(text(MARGIN, y + TITLE_ROOM - 1.5, table.title, { size: 10, bold: true }))
      y += TITLE_ROOM
    }
    drawHeadOf(table)
    for (const row of table.rows) {
      if (y + row.height > BOTTOM) {
        turnPage()
        drawHeadOf(table)
      }
      page.push(...drawRow(table.columns, row, y))
      y += row.height
    }
  }
  return pages
}

function frontMarks(title: string, sheet: PaperSheet): { marks: Mark[]; bottom: number } {
  const { subtitle, head, foot, person, parent, curves = [] } = sheet
  const below = fitText(subtitle, INNER, 0, { size: 10, least: 5.5 })
  const fields = [
    { label: '姓名', value: person ?? null },
    ...head.flat(),
    { label: '家长姓名', value: parent ?? null },
  ]
  const grid = drawGrid(fields, { x: MARGIN, y: TOP, width: INNER, perLine: 3, labelWidth: 21 })
  const half = INNER / 2
  const frame = { y: grid.bottom + 2, width: half, height: CURVES_HEIGHT }
  const drawn =
    curves.length === 0
      ? []
      : [
          ...drawCurves(NAKED_CURVES, curves, { ...frame, x: MARGIN }),
          ...drawCurves(EQUIVALENT_CURVES, curves, { ...frame, x: MARGIN + half }),
        ]
  const under = curves.length === 0 ? grid.bottom + 2 : frame.y + CURVES_HEIGHT + 2
  const lines = foot.flat().flatMap(({ label, value }) => wrap(`${label}：${value ?? ''}`, INNER, SENTENCE))
  const step = lineHeightOf(SENTENCE)
  return {
    marks: [
      text(SIZE.width / 2, TITLE_LINE, title, { size: 16, align: 'center', bold: true }),
      text(SIZE.width / 2, SUBTITLE_LINE, below.lines[0] ?? '', { size: below.size, align: 'center' }),
      ...grid.marks,
      ...drawn,
      ...lines.map((words, nth) => text(MARGIN, under + (nth + 1) * step, words, { size: SENTENCE })),
    ],
    bottom: under + lines.length * step + 1,
  }
}

/** Whose page it is, on the pages that follow. */
function nextHead(title: string, { person, subtitle }: PaperSheet): Mark[] {
  const { size, lines } = fitText([title, person, subtitle].filter(Boolean).join('  '), INNER, 0, {
    size: 9,
    least: 5,
  })
  return lines.slice(0, 1).map((words) => text(MARGIN, NEXT_TOP - 3, words, { size }))
}
