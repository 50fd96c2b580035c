// What a chart is drawn with: four kinds of shapes, so that SVG and PDF need no more than four strokes of the pen.
export type Point = readonly [x: number, y: number]

/** What a shape stands for; the screen styles by it, tests find by it. */
export type ChartPart =
  | 'bar'
  | 'point'
  | 'line'
  | 'hatch'
  | 'grid'
  | 'zero'
  | 'tick'
  | 'name'
  | 'value'
  | 'key'

export type ChartShape = { part: ChartPart; hint?: string } & (
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string; stroke?: string }
  | {
      kind: 'strokes'
      lines: readonly (readonly Point[])[]
      stroke: string
      width: number
      dash?: readonly number[]
    }
  | { kind: 'polygon'; points: readonly Point[]; fill: string; stroke: string }
  | ChartText
)
export type ChartText = {
  kind: 'text'
  x: number
  /** Of the base line. */
  y: number
  text: string
  size: number
  anchor: 'start' | 'middle' | 'end'
  fill: string
  /** On a white edge, legible across lines. */
  halo?: boolean
  /** Turned to be read from below. */
  turned?: boolean
}
export type ChartScene = { width: number; height: number; shapes: readonly ChartShape[] }
export type Box = { x: number; y: number; width: number; height: number }

export const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

export function stroke(part: ChartPart, from: Point, to: Point, color: string, width = 1): ChartShape {
  return { part, kind: 'strokes', lines: [[from, to]], stroke: color, width }
}
