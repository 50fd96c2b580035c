import type { Mark } from './drawing.ts'
import { widthOf } from './fit-text.ts'

/** How far a mark reaches, for tests of what must stay inside a page. */
export function edgesOf(mark: Mark): { xs: number[]; ys: number[] } {
  if (mark.kind === 'line') return { xs: [mark.x1, mark.x2], ys: [mark.y1, mark.y2] }
  if (mark.kind === 'polyline') return { xs: mark.points.map(([x]) => x), ys: mark.points.map(([, y]) => y) }
  if (mark.kind === 'circle') return { xs: [mark.x], ys: [mark.y] }
  if (mark.kind === 'squares') return { xs: [mark.x, mark.x + mark.size], ys: [mark.y, mark.y + mark.size] }
  const width = widthOf(mark.text, mark.size)
  const left = mark.align === 'left' ? mark.x : mark.align === 'right' ? mark.x - width : mark.x - width / 2
  return { xs: [left, left + width], ys: [mark.y] }
}
