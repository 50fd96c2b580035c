import { CHART_COLORS } from '../../core/chart-colors.ts'
import type { Box, ChartShape, Point } from './chart-shapes.ts'

type Hatch = 'up' | 'down' | 'flat' | 'upright'
type Marker = 'circle' | 'square' | 'triangle' | 'diamond'
export type SeriesLook = {
  fill: string
  hatch: Hatch | null
  /** For text upon the fill. */
  ink: string
  line: string
  dash: readonly number[] | undefined
  marker: Marker
}

const HATCH_GAP = 5
const LIGHT_INK = '#ffffff'
const DARK_INK = '#141414'

/** The colour mixed with white; 1 is white. */
function tint(color: string, white: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `#${parts
    .map((part) =>
      Math.round(part + (255 - part) * white)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

type Way = { white: number; hatch: Hatch | null; dash: readonly number[] | undefined; marker: Marker }

/** Neighbours differ in lightness or hatching, lines in dashes and markers: they stay distinguishable in a grey print. */
const WAYS: readonly Way[] = [
  { white: 0, hatch: null, dash: undefined, marker: 'circle' },
  { white: 0.5, hatch: null, dash: [6, 3], marker: 'square' },
  { white: 0.6, hatch: 'up', dash: [2, 3], marker: 'triangle' },
  { white: 0.8, hatch: null, dash: [9, 3, 2, 3], marker: 'diamond' },
  { white: 0.55, hatch: 'down', dash: [12, 4], marker: 'circle' },
  { white: 0.6, hatch: 'flat', dash: [4, 2], marker: 'square' },
  { white: 0.6, hatch: 'upright', dash: [1, 2], marker: 'triangle' },
  { white: 0.35, hatch: null, dash: [7, 2, 1, 2], marker: 'diamond' },
]
const LOOKS: readonly SeriesLook[] = WAYS.map(({ white, ...way }, index) => {
  const line = CHART_COLORS[index] ?? CHART_COLORS[0]
  return { ...way, fill: tint(line, white), ink: white === 0 ? LIGHT_INK : DARK_INK, line }
})

export function seriesLook(index: number): SeriesLook {
  const look = LOOKS[index % LOOKS.length]
  if (!look) throw new Error(`no look for series ${index}`)
  return look
}

/** A filled rectangle with its hatching, which is drawn as lines: nothing has to be referred to by an id. */
export function filledBox(part: 'bar' | 'key', box: Box, look: SeriesLook, hint?: string): ChartShape[] {
  const rect: ChartShape = { part, kind: 'rect', ...box, fill: look.fill, stroke: look.line, hint }
  if (look.hatch === null) return [rect]
  const lines = hatchLines(box, look.hatch)
  return lines.length === 0
    ? [rect]
    : [rect, { part: 'hatch', kind: 'strokes', lines, stroke: look.line, width: 0.8 }]
}

function hatchLines(box: Box, hatch: Hatch): Point[][] {
  const { x, y, width, height } = box
  const right = x + width
  const bottom = y + height
  const every = (length: number) =>
    Array.from({ length: Math.max(Math.ceil(length / HATCH_GAP) - 1, 0) }, (_, i) => (i + 1) * HATCH_GAP)
  if (hatch === 'flat') return every(height).map((at) => [[x, bottom - at] as const, [right, bottom - at]])
  if (hatch === 'upright') return every(width).map((at) => [[x + at, y] as const, [x + at, bottom]])
  return every(width + height).map((at) => {
    const low: Point = [x + Math.min(at, width), bottom - Math.max(at - width, 0)]
    const high: Point = [x + Math.max(at - height, 0), bottom - Math.min(at, height)]
    return hatch === 'down' ? [low, high] : [mirrored(low, x + right), mirrored(high, x + right)]
  })
}

const mirrored = ([x, y]: Point, sum: number): Point => [sum - x, y]

const CORNERS: Record<Exclude<Marker, 'circle'>, readonly Point[]> = {
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  triangle: [
    [0, -1.15],
    [1.05, 0.8],
    [-1.05, 0.8],
  ],
  diamond: [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
}
const CIRCLE: readonly Point[] = Array.from({ length: 16 }, (_, index) => {
  const angle = (index * Math.PI) / 8
  return [Math.cos(angle), Math.sin(angle)]
})

export function markerAt([x, y]: Point, radius: number, look: SeriesLook, hint?: string): ChartShape {
  const corners = look.marker === 'circle' ? CIRCLE : CORNERS[look.marker]
  return {
    part: 'point',
    kind: 'polygon',
    points: corners.map(([right, down]) => [x + right * radius, y + down * radius]),
    fill: look.dash === undefined ? look.line : '#ffffff',
    stroke: look.line,
    hint,
  }
}
