// Pages of a child's file: who it is, both curves, what the last screening found, and every screening.
import { drawCurves, EQUIVALENT_CURVES, NAKED_CURVES } from './curve-layout.ts'
import { A4, type Mark, type Page, text } from './drawing.ts'
import { fitText, lineHeightOf, wrap } from './fit-text.ts'
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

const CAUTION = '筛查结果不作为诊断依据，异常者请到正规医疗机构检查。'

export function reportPages(title: string, columns: readonly PaperColumn[], sheet: PaperSheet): Page[] {
  const { marks, bottom } = frontMarks(title, sheet)
  const placed = placeColumns(columns, MARGIN, INNER)
  const parts = partsOf(
    sheet.rows.map(({ name, cells }) =>
      layRow(
        placed,
        cells.map((cell) => cell ?? name),
      ),
    ),
    bottom + 2,
  )
  return parts.map((rows, nth) => {
    const top = nth === 0 ? bottom + 2 : NEXT_TOP
    let y = top + HEAD_HEIGHT
    const table = rows.flatMap((row) => {
      const drawn = drawRow(placed, row, y)
      y += row.height
      return drawn
    })
    return {
      ...SIZE,
      marks: [
        ...(nth === 0 ? marks : nextHead(title, sheet)),
        ...drawHead(placed, top),
        ...table,
        text(MARGIN, SIZE.height - 10.5, CAUTION, { size: 7.5 }),
        pageNumber(SIZE, nth + 1, parts.length),
      ],
    }
  })
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

function partsOf(rows: readonly LaidRow[], firstTop: number): LaidRow[][] {
  const parts: LaidRow[][] = [[]]
  let y = firstTop + HEAD_HEIGHT
  for (const row of rows) {
    if (y + row.height > BOTTOM) {
      parts.push([])
      y = NEXT_TOP + HEAD_HEIGHT
    }
    parts.at(-1)?.push(row)
    y += row.height
  }
  return parts
}
