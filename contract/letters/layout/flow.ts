// What letters are set from: lines of fields, paragraphs and boxes, from the top down.
import { line, type Mark, MILLIMETRES_PER_POINT, text } from '../../print/drawing.ts'
import { fitText, lineHeightOf, widthOf, wrap } from '../../print/fit-text.ts'

export const LEFT = 16
export const INNER = 178
export const RIGHT = LEFT + INNER

/** Marks, and how much room they take. */
export type Block = { marks: Mark[]; height: number }

const LEADING = 1.5
export const leadingOf = (size: number): number => size * MILLIMETRES_PER_POINT * LEADING

type Place = { x: number; y: number; wide: number }

/** As wide as a sign of Chinese, of which paragraphs begin two further in. */
const INDENT = '国国'

type Style = { bold?: boolean; indent?: boolean }

/** Each line of the text is a paragraph of its own; empty ones are left out. */
export function paragraphs(
  words: string,
  { x, y, wide }: Place,
  size: number,
  { bold = false, indent = false }: Style = {},
): Block {
  const before = indent ? INDENT : ''
  const lines = words
    .split('\n')
    .filter((each) => each.trim() !== '')
    .flatMap((each) =>
      wrap(before + each.trim(), wide, size).map((line, nth) =>
        nth === 0 ? { at: widthOf(before, size), line: line.slice(before.length) } : { at: 0, line },
      ),
    )
  const step = leadingOf(size)
  return {
    marks: lines.map(({ at, line }, nth) => text(x + at, y + nth * step + step * 0.72, line, { size, bold })),
    height: lines.length * step,
  }
}

type Cell = { x: number; y: number; wide: number; high: number }

/** In the middle of its height; smaller, and then in several lines, where it is too long. */
export function inBox(
  words: string,
  { x, y, wide, high }: Cell,
  { size, align = 'left', bold = false }: { size: number; align?: 'left' | 'center'; bold?: boolean },
): Mark[] {
  const fitted = fitText(words, wide - 1, high, { size, least: 5 })
  const step = lineHeightOf(fitted.size)
  const first = y + high / 2 - ((fitted.lines.length - 1) * step) / 2 + step * 0.29
  const at = align === 'left' ? x : x + wide / 2
  return fitted.lines.map((each, nth) =>
    text(at, first + nth * step, each, { size: fitted.size, align, bold }),
  )
}

export type FieldBox = { label: string; value: string; wide: number; bold?: boolean }

/** Fields side by side, their widths in parts of the whole, over a line. */
export function fieldRow(fields: readonly FieldBox[], y: number, high: number, size: number): Mark[] {
  const whole = fields.reduce((sum, { wide }) => sum + wide, 0)
  let x = LEFT
  return [
    ...fields.flatMap(({ label, value, wide, bold = false }) => {
      const room = (wide / whole) * INNER
      const labelWide = label === '' ? 0 : label.length * size * MILLIMETRES_PER_POINT + 1.5
      const marks = [
        ...inBox(label, { x, y, wide: labelWide + 1, high }, { size }),
        ...inBox(value, { x: x + labelWide, y, wide: room - labelWide - 2, high }, { size, bold }),
      ]
      x += room
      return marks
    }),
    line(LEFT, y + high, RIGHT, y + high, 0.15),
  ]
}

export const rectangle = (x: number, y: number, wide: number, high: number, width = 0.2): Mark[] => [
  line(x, y, x + wide, y, width),
  line(x, y + high, x + wide, y + high, width),
  line(x, y, x, y + high, width),
  line(x + wide, y, x + wide, y + high, width),
]

/** Blocks under each other with a gap between. */
export function stack(top: number, gap: number, blocks: readonly ((y: number) => Block)[]): Block {
  let y = top
  const marks = blocks.flatMap((make) => {
    const block = make(y)
    if (block.height > 0) y += block.height + gap
    return block.marks
  })
  return { marks, height: y - top - gap }
}
