// Fields of a person in boxes: label and value side by side, lines as high as their words need.
import { line, type Mark } from './drawing.ts'
import { fitText, lineHeightOf } from './fit-text.ts'
import type { PaperSheet } from './paper-schemas.ts'
import { drawText } from './table-layout.ts'

type Field = PaperSheet['head'][number][number]
export type Grid = { x: number; y: number; width: number; perLine: number; labelWidth: number }

const LABEL = { size: 8.5, least: 6 }
const VALUE = { size: 9, least: 5.5 }
const LEAST_LINE = 6.4
const INSIDE = 1.2

/** The marks, and where they end. */
export function drawGrid(fields: readonly Field[], { x, y, width, perLine, labelWidth }: Grid) {
  const wide = width / perLine
  const marks: Mark[] = [line(x, y, x + width, y)]
  let top = y
  for (let at = 0; at < fields.length; at += perLine) {
    const boxes = fields.slice(at, at + perLine).map(({ label, value }, nth, own) => {
      const left = x + nth * wide
      // The last one has the rest of the line.
      const room = (nth === own.length - 1 ? x + width - left : wide) - labelWidth
      return {
        left,
        room,
        label: fitText(label, labelWidth - INSIDE, LEAST_LINE - 1, LABEL),
        value: fitText(value ?? '', room - INSIDE, LEAST_LINE - 1, VALUE),
      }
    })
    const heights = boxes.map(({ value }) => value.lines.length * lineHeightOf(value.size) + 1)
    const height = Math.max(LEAST_LINE, ...heights)
    for (const { left, room, label, value } of boxes) {
      const box = { y: top, height }
      marks.push(
        ...drawText({ ...box, x: left, wide: labelWidth, align: 'center' }, label, true),
        ...drawText({ ...box, x: left + labelWidth, wide: room, align: 'center' }, value),
        line(left, top, left, top + height),
        line(left + labelWidth, top, left + labelWidth, top + height),
      )
    }
    top += height
    marks.push(line(x, top, x + width, top), line(x + width, top - height, x + width, top))
  }
  return { marks, bottom: top }
}
