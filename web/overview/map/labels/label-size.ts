import type { Size } from '../boxes.ts'
import { changeText, type MapArea } from '../map-area.ts'

/** Of the type of labels, in pixels; nothing is smaller than 12. */
export type LabelType = { name: number; value: number; change: number; dot: number }
export const labelType = (unit: number): LabelType => ({
  name: Math.max(12, 20 * unit),
  value: Math.max(14, 24 * unit),
  change: Math.max(12, 17 * unit),
  dot: Math.max(4, 6 * unit),
})

export type LabelLine = { text: string; size: number; role: 'name' | 'value' | 'note' | 'change' }
export const LINE_HEIGHT = 1.16

/** Name over value, or over what stands in its place; below it the change. */
export function labelLines(area: MapArea, type: LabelType): LabelLine[] {
  const lines: LabelLine[] = [{ text: area.name, size: type.name, role: 'name' }]
  if (area.note !== null) return [...lines, { text: area.note, size: type.name, role: 'note' }]
  lines.push({ text: area.value, size: type.value, role: 'value' })
  if (area.change) lines.push({ text: changeText(area.change.points), size: type.change, role: 'change' })
  return lines
}

/** Widths are estimated, so that a label does not move with each digit: digits are all equally wide. */
export function labelSize(area: MapArea, type: LabelType): Size {
  const lines = labelLines(area, type)
  const widths = lines.map(({ text, size, role }) => {
    const dot = role === 'name' && area.attention ? 3 * type.dot : 0
    return textWidth(text) * size + dot
  })
  return { width: Math.max(...widths), height: lines.reduce((sum, { size }) => sum + size * LINE_HEIGHT, 0) }
}

/** In ems. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\u2E80-\uFFEF▲▼＊]/u.test(letter) ? 1 : 0.6), 0)
