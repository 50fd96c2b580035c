// 0~6岁儿童眼保健及视力检查记录表: one page for a child, the visits side by side, slips of referral and answer to cut off.
import { A4, line, type Mark, type Page, polyline, text } from './drawing.ts'
import { fitText } from './fit-text.ts'
import { CHILD_ITEMS, CHILD_VISITS, type ChildItem, type ChildVisit } from './forms/child-visits.ts'
import { drawGrid } from './grid-layout.ts'
import type { PaperSheet } from './paper-schemas.ts'
import { pageNumber } from './sheet-layout.ts'
import { drawText } from './table-layout.ts'

const SIZE = { width: A4.short, height: A4.long }
const MARGIN = 8
const INNER = SIZE.width - 2 * MARGIN
const LABEL_WIDTH = 22
const VISIT_WIDTH = (INNER - LABEL_WIDTH) / CHILD_VISITS.length
const HEAD_HEIGHT = 8.5
const CELL = { size: 6.5, least: 5 }
const LABEL = { size: 7.5, least: 5.5 }
/** What a visit does not comprise. */
const NOT_DUE = '—'

/** Of a screening that fell into the visit. */
type Known = { day: string; vision: string; refraction: string }
type Line = {
  label: string
  height: number
  /** Lines of words for each visit; empty to be written by hand. */
  cell: (visit: ChildVisit, known: Known | undefined) => string
}
const always =
  (words: string): Line['cell'] =>
  () =>
    words
const FOUND = '□未见异常\n□异常'
const YES_NO = '□无\n□有'
const BOTH_EYES = '右：\n左：'

const HEIGHTS: Partial<Record<ChildItem, number>> = { refraction: 16.5, vision: 10.5 }
function itemLine([item, label]: readonly [ChildItem, string]): Line {
  const words = (known: Known | undefined): string => {
    if (item === 'refraction') return known?.refraction || BOTH_EYES
    if (item === 'vision') return known?.vision || BOTH_EYES
    return item === 'risk' ? YES_NO : FOUND
  }
  return {
    label,
    height: HEIGHTS[item] ?? 7.4,
    cell: ({ items }, known) => (items.includes(item) ? words(known) : NOT_DUE),
  }
}

const LINES: readonly Line[] = [
  { label: '检查日期', height: 6.5, cell: (_visit, known) => known?.day ?? '' },
  { label: '检查前转诊信息', height: 7.4, cell: always(YES_NO) },
  ...CHILD_ITEMS.map(itemLine),
  { label: '眼病筛查及视力评估', height: 7.4, cell: always('□正常\n□异常') },
  { label: '异常项目', height: 8, cell: always('') },
  { label: '健康指导', height: 5.5, cell: always('□已指导') },
  { label: '转诊', height: 7.4, cell: always(YES_NO) },
  { label: '转诊机构、科室', height: 8, cell: always('') },
  { label: '转诊原因', height: 8, cell: always('') },
  { label: '检查医生（签名）', height: 8, cell: always('') },
]

export function childPages(title: string, sheet: PaperSheet): Page[] {
  const heading = fitText(title, INNER, 0, { size: 15, least: 10 })
  const grid = drawGrid(personFields(sheet), { x: MARGIN, y: 19, width: INNER, perLine: 4, labelWidth: 17 })
  const table = tableMarks(sheet, grid.bottom + 2)
  const note =
    '＊主要由县级妇幼保健机构或具备条件的县级医疗机构提供；“—”为该次不作要求的项目。视力、屈光已打印的为当次年龄段内最近一次筛查结果。'
  const small = fitText(note, INNER, 0, { size: 7, least: 5 })
  return [
    {
      ...SIZE,
      marks: [
        text(SIZE.width / 2, 14, heading.lines[0] ?? '', { size: heading.size, align: 'center', bold: true }),
        ...grid.marks,
        ...table.marks,
        text(MARGIN, table.bottom + 3.5, small.lines[0] ?? '', { size: small.size }),
        ...slips(sheet, table.bottom + 7),
        pageNumber(SIZE, 1, 1),
      ],
    },
  ]
}

const personFields = ({ head, person, parent }: PaperSheet) => [
  { label: '姓名', value: person ?? null },
  ...head.flat(),
  { label: '家长姓名', value: parent ?? null },
]

function tableMarks({ rows }: PaperSheet, top: number): { marks: Mark[]; bottom: number } {
  const known = new Map(
    rows.map(({ cells: [name, day, vision, refraction] }) => [
      name,
      { day: day ?? '', vision: vision ?? '', refraction: refraction ?? '' },
    ]),
  )
  const right = MARGIN + INNER
  const lefts = CHILD_VISITS.map((_, nth) => MARGIN + LABEL_WIDTH + nth * VISIT_WIDTH)
  const cellAt = (nth: number, y: number, height: number) => ({
    x: lefts[nth] ?? 0,
    y,
    wide: VISIT_WIDTH,
    height,
    align: 'center' as const,
  })
  const marks: Mark[] = [
    ...drawText(
      { x: MARGIN, y: top, wide: LABEL_WIDTH, height: HEAD_HEIGHT, align: 'center' },
      { size: 7.5, lines: ['项目＼时间'] },
      true,
    ),
    ...CHILD_VISITS.flatMap(({ name }, nth) =>
      drawText(
        cellAt(nth, top, HEAD_HEIGHT),
        fitText(name, VISIT_WIDTH - 1, HEAD_HEIGHT - 1, { size: 7.5, least: 5.5 }),
        true,
      ),
    ),
    line(MARGIN, top, right, top),
  ]
  let y = top + HEAD_HEIGHT
  for (const { label, height, cell } of LINES) {
    marks.push(
      line(MARGIN, y, right, y),
      ...drawText(
        { x: MARGIN, y, wide: LABEL_WIDTH, height, align: 'center' },
        fitText(label, LABEL_WIDTH - 1, height - 1, LABEL),
        true,
      ),
      ...CHILD_VISITS.flatMap((visit, nth) =>
        drawText(cellAt(nth, y, height), linesOf(cell(visit, known.get(visit.name)), height)),
      ),
    )
    y += height
  }
  const down = [MARGIN, ...lefts, right].map((x) => line(x, top, x, y))
  return { marks: [...marks, line(MARGIN, y, right, y), ...down], bottom: y }
}

/** All lines in the size that the widest of them, and their number, allow. */
function linesOf(words: string, height: number) {
  const lines = words.split('\n').filter((each) => each !== '')
  const room = (height - 0.6) / Math.max(1, lines.length)
  const sizes = lines.map((each) => fitText(each, VISIT_WIDTH - 0.8, room, CELL).size)
  const highest = room / (1.2 * (25.4 / 72))
  return { size: Math.max(4.5, Math.min(CELL.size, highest, ...sizes)), lines }
}

/** Cut off along the dashes: the referral goes with the child, the answer comes back. */
function slips(sheet: PaperSheet, top: number): Mark[] {
  const bottom = SIZE.height - 12
  const middle = SIZE.width / 2
  const half = INNER / 2 - 3
  const birth = sheet.head.flat().find(({ label }) => label === '出生日期')?.value ?? null
  const sex = sheet.head.flat().find(({ label }) => label === '性别')?.value ?? null
  const who = [
    { label: '儿童姓名', value: sheet.person ?? null },
    { label: '性别', value: sex },
    { label: '出生日期', value: birth },
  ]
  const byHand = (...labels: string[]) => labels.map((label) => ({ label, value: null }))
  const slip = (title: string, x: number, written: readonly string[]): Mark[] => {
    const start = top + 9
    const person = drawGrid(who, { x, y: start, width: half, perLine: 1, labelWidth: 25 })
    const height = (bottom - person.bottom) / written.length
    return [
      text(x + half / 2, top + 6.5, title, { size: 10, align: 'center', bold: true }),
      ...person.marks,
      ...byHand(...written).flatMap(({ label }, nth) => {
        const y = person.bottom + nth * height
        return [
          ...drawText(
            { x, y, wide: 25, height, align: 'center' },
            fitText(label, 24, height - 1, LABEL),
            true,
          ),
          line(x, y, x, y + height),
          line(x + 25, y, x + 25, y + height),
          line(x + half, y, x + half, y + height),
          line(x, y + height, x + half, y + height),
        ]
      }),
    ]
  }
  return [
    polyline(
      [
        [MARGIN, top],
        [SIZE.width - MARGIN, top],
      ],
      1.5,
    ),
    polyline(
      [
        [middle, top],
        [middle, bottom],
      ],
      1.5,
    ),
    ...slip('转诊单', MARGIN, ['转诊原因', '转至机构、科室', '转诊机构、医生', '联系电话、日期']),
    ...slip('转诊回执单', middle + 3, ['专项检查情况', '诊断结果', '是否进一步转诊', '医生签名、日期']),
  ]
}
