// A page of paper as marks in millimetres. The browser shows them as SVG and the server writes them into a PDF, so both are
// the same to the last line.

export type Align = 'left' | 'center' | 'right'

/** `y` is the base line, `size` in points. */
export type TextMark = {
  kind: 'text'
  x: number
  y: number
  size: number
  align: Align
  bold: boolean
  text: string
}
export type LineMark = { kind: 'line'; x1: number; y1: number; x2: number; y2: number; width: number }
export type Point = readonly [x: number, y: number]
/** Dashed where `dash` is above nothing: as long as the gaps. */
export type PolylineMark = { kind: 'polyline'; points: readonly Point[]; width: number; dash: number }
export type CircleMark = { kind: 'circle'; x: number; y: number; radius: number; filled: boolean }
/** A code to scan: rows of squares from the left upper corner, the dark ones as 1; `size` is its width and height. */
export type SquaresMark = { kind: 'squares'; x: number; y: number; size: number; rows: readonly string[] }
export type Mark = TextMark | LineMark | PolylineMark | CircleMark | SquaresMark

export type Page = { width: number; height: number; marks: Mark[] }

export const A4 = { short: 210, long: 297 } as const
export const MILLIMETRES_PER_POINT = 25.4 / 72

const THIN = 0.2
/** The line of a circle. */
export const RING = 0.25

export const line = (x1: number, y1: number, x2: number, y2: number, width = THIN): LineMark => ({
  kind: 'line',
  x1,
  y1,
  x2,
  y2,
  width,
})

export const polyline = (points: readonly Point[], dash = 0, width = THIN): PolylineMark => ({
  kind: 'polyline',
  points,
  width,
  dash,
})
export const circle = (x: number, y: number, radius: number, filled: boolean): CircleMark => ({
  kind: 'circle',
  x,
  y,
  radius,
  filled,
})

type Style = { size: number; align?: Align; bold?: boolean }
export const text = (
  x: number,
  y: number,
  words: string,
  { size, align = 'left', bold = false }: Style,
): TextMark => ({ kind: 'text', x, y, size, align, bold, text: words })

/** The dark squares of a row that stand side by side, as one rectangle each. */
export const darkRuns = (row: string): { from: number; length: number }[] =>
  [...row.matchAll(/1+/g)].map(({ 0: run, index }) => ({ from: index, length: run.length }))
