// Curves of both eyes against age: the right eye drawn through with dots, the left one dashed with rings, so that they can
// be told apart without colour.
import { circle, line, type Mark, type Point, polyline, text } from './drawing.ts'
import type { CurvePoint } from './paper-schemas.ts'

export type Frame = { x: number; y: number; width: number; height: number }
type Eye = 'Right' | 'Left'
type Curves = {
  title: string
  of: 'naked' | 'se'
  format: (value: number) => string
  /** The values at the lower and upper edge, and how far the lines across are apart. */
  scale: (values: readonly number[]) => { low: number; high: number; step: number }
  /** A line that findings are measured by. */
  limit: number
}

const AXIS_TEXT = { size: 6.5 } as const
const TITLE_HEIGHT = 6
const LEFT_ROOM = 11
const BELOW = 8
/** The dot of the right eye is seen inside the ring of the left one where both are the same. */
const RADII: Record<Eye, number> = { Right: 0.6, Left: 1 }
const DASH = 0.9

export const NAKED_CURVES: Curves = {
  title: '裸眼视力（五分记录）',
  of: 'naked',
  format: (value) => value.toFixed(1),
  scale: (values) => ({ low: Math.min(3.5, ...values), high: Math.max(5.3, ...values), step: 0.5 }),
  limit: 5,
}
export const EQUIVALENT_CURVES: Curves = {
  title: '等效球镜度数（D）',
  of: 'se',
  format: (value) => `${value > 0 ? '+' : ''}${value.toFixed(1)}`,
  scale: (values) => {
    const low = Math.floor(Math.min(-1, ...values))
    const high = Math.ceil(Math.max(1, ...values))
    return { low, high, step: Math.max(1, Math.ceil((high - low) / 8)) }
  },
  limit: -0.5,
}

const measuredOf = (point: CurvePoint, of: Curves['of'], eye: Eye): number | null => point[`${of}${eye}`]

export function drawCurves(curves: Curves, points: readonly CurvePoint[], frame: Frame): Mark[] {
  const { of, format, limit } = curves
  const values = points.flatMap((point) =>
    [measuredOf(point, of, 'Right') ?? [], measuredOf(point, of, 'Left') ?? []].flat(),
  )
  const { low, high, step } = curves.scale(values)
  const ages = points.map(({ age }) => age)
  const youngest = Math.floor(Math.min(...ages))
  const oldest = Math.max(youngest + 1, Math.ceil(Math.max(...ages)))
  const inner = {
    left: frame.x + LEFT_ROOM,
    right: frame.x + frame.width - 3,
    top: frame.y + TITLE_HEIGHT,
    bottom: frame.y + frame.height - BELOW,
  }
  const atAge = (age: number) =>
    inner.left + ((age - youngest) / (oldest - youngest)) * (inner.right - inner.left)
  const atValue = (value: number) =>
    inner.bottom - ((value - low) / (high - low)) * (inner.bottom - inner.top)
  const lines = ticks(low, high, step).flatMap((value) => [
    line(inner.left, atValue(value), inner.right, atValue(value), 0.08),
    text(inner.left - 1, atValue(value) + 0.8, format(value), { ...AXIS_TEXT, align: 'right' }),
  ])
  const years = ticks(youngest, oldest, Math.ceil((oldest - youngest) / 12)).flatMap((age) => [
    line(atAge(age), inner.bottom, atAge(age), inner.bottom + 0.8),
    text(atAge(age), inner.bottom + 3.4, `${age}岁`, { ...AXIS_TEXT, align: 'center' }),
  ])
  const placed = (eye: Eye) =>
    points.map((point): Point | null => {
      const value = measuredOf(point, of, eye)
      return value === null ? null : [atAge(point.age), atValue(value)]
    })
  return [
    text(frame.x + frame.width / 2, frame.y + 3.6, curves.title, { size: 8.5, align: 'center', bold: true }),
    ...lines,
    ...years,
    polyline(
      [
        [inner.left, atValue(limit)],
        [inner.right, atValue(limit)],
      ],
      0.4,
    ),
    line(inner.left, inner.top, inner.left, inner.bottom),
    line(inner.left, inner.bottom, inner.right, inner.bottom),
    ...drawEye(placed('Left'), 'Left'),
    ...drawEye(placed('Right'), 'Right'),
    ...legend(frame.x + frame.width / 2, frame.y + frame.height - 1),
  ]
}

function ticks(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, nth) => Number(((first + nth) * step).toFixed(3)))
}

/** Interrupted where nothing was measured. */
function drawEye(points: readonly (Point | null)[], eye: Eye): Mark[] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)?.push(point)
    else runs.push([])
  }
  return [
    ...runs.filter(({ length }) => length > 1).map((run) => polyline(run, eye === 'Right' ? 0 : DASH, 0.3)),
    ...points.flatMap((point) => (point ? [circle(point[0], point[1], RADII[eye], eye === 'Right')] : [])),
  ]
}

function legend(middle: number, y: number): Mark[] {
  const sample = (x: number, eye: Eye, words: string): Mark[] => [
    polyline(
      [
        [x, y - 0.9],
        [x + 7, y - 0.9],
      ],
      eye === 'Right' ? 0 : DASH,
      0.3,
    ),
    circle(x + 3.5, y - 0.9, RADII[eye], eye === 'Right'),
    text(x + 8, y, words, AXIS_TEXT),
  ]
  return [...sample(middle - 19, 'Right', '右眼'), ...sample(middle + 3, 'Left', '左眼')]
}
