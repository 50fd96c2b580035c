// What the curve of a child shows: its range and the reference.
import type { WarningReading } from '#contract/warning/warning-schemas.ts'

export type Eye = 'right' | 'left'
export const EYE_WORDS: Record<Eye, string> = { right: '右眼', left: '左眼' }
export const EYES: readonly Eye[] = ['right', 'left']

export const seOf = ({ seRight, seLeft }: WarningReading, eye: Eye): number | null =>
  eye === 'right' ? seRight : seLeft

type Point = readonly [age: number, dioptres: number]
/** 远视储备 by age, with cycloplegia: from below and from above. */
export const RESERVE: { lower: readonly Point[]; upper: readonly Point[] } = {
  lower: [
    [3, 3],
    [4, 1.5],
    [5, 1.5],
    [6, 1],
    [8, 1],
    [9, 0.75],
    [10, 0.5],
    [12, 0.5],
    [13, 0],
    [30, 0],
  ],
  upper: [
    [3, 3],
    [4, 2],
    [5, 2],
    [6, 1.5],
    [7, 1.5],
    [8, 1],
    [9, 0.75],
    [10, 0.5],
    [12, 0.5],
    [13, 0],
    [30, 0],
  ],
}

/** The highest point of the reference in a range of ages. */
export const reserveTop = (from: number, to: number): number =>
  Math.max(...cutLine(RESERVE.upper, from, to).map(([, value]) => value))

/** A line of points cut to a range of ages. */
export function cutLine(line: readonly Point[], from: number, to: number): Point[] {
  const inside = line.filter(([age]) => age > from && age < to)
  return [[from, valueAt(line, from)], ...inside, [to, valueAt(line, to)]]
}

function valueAt(line: readonly Point[], age: number): number {
  const next = line.findIndex(([at]) => at >= age)
  const after = line[next]
  const before = line[next - 1]
  if (!after) return line.at(-1)?.[1] ?? 0
  if (!before) return after[1]
  return before[1] + ((after[1] - before[1]) * (age - before[0])) / (after[0] - before[0])
}

const YEARS = 6
const AGE_MIN = 3

/** Ages and dioptres of the axes, in whole numbers. */
export function rangeOf(readings: readonly WarningReading[]) {
  const ages = readings.map(({ ageYears }) => ageYears)
  const values = readings.flatMap((reading) => EYES.flatMap((eye) => seOf(reading, eye) ?? []))
  const youngest = Math.floor(Math.min(...ages))
  const oldest = Math.ceil(Math.max(...ages))
  const from = Math.max(AGE_MIN, youngest - 2)
  const to = Math.max(from + YEARS, oldest + 1)
  const top = Math.max(from < 5 ? 3 : 2, Math.ceil(Math.max(...values, 0)))
  // Below the lowest point the progression is written.
  const bottom = Math.min(-3, Math.floor(Math.min(...values, 0)) - 1)
  return { from, to, top, bottom }
}
