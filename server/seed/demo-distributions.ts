import type { Random } from './demo-random.ts'

/** A value of the normal distribution with mean nought and spread one. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit())

export const exponential = (random: Random, mean: number): number => -mean * Math.log(1 - random.unit())

/** Straight lines between points, level before the first and after the last. */
export function between(points: readonly (readonly [number, number])[], x: number): number {
  const next = points.findIndex(([at]) => at >= x)
  if (next === 0) return points[0]?.[1] ?? 0
  const [before, after] = [points.at(next - 1), points.at(next)]
  if (next < 0 || !before || !after) return points.at(-1)?.[1] ?? 0
  return before[1] + ((after[1] - before[1]) * (x - before[0])) / (after[0] - before[0])
}

/** The share of the normal distribution below a value, to five digits (Abramowitz and Stegun 26.2.17). */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
  return z > 0 ? 1 - above : above
}

/** The value below which a share of a distribution lies, read from a table of equal steps of the share. */
function quantilesOf(density: (x: number) => number, from: number, to: number): (share: number) => number {
  const steps = 20_000
  const shares = 2_000
  const width = (to - from) / steps
  const sums = new Float64Array(steps + 1)
  for (let step = 0; step < steps; step++)
    sums[step + 1] = (sums[step] ?? 0) + density(from + (step + 0.5) * width) * width
  const total = sums[steps] ?? 1
  const table = new Float64Array(shares + 1)
  let step = 0
  for (let index = 0; index <= shares; index++) {
    while (step < steps && (sums[step] ?? 0) < (index / shares) * total) step++
    table[index] = from + step * width
  }
  return (share) => {
    const place = Math.min(Math.max(share, 0), 1) * shares
    const low = Math.floor(place)
    const value = table[low] ?? to
    return value + ((table[low + 1] ?? value) - value) * (place - low)
  }
}

export const normalQuantile = quantilesOf((x) => Math.exp((-x * x) / 2), -4, 4)

const SHAPE = 2.3
/** Gamma with shape 2.3 and mean one. */
export const gammaQuantile = quantilesOf((x) => x ** (SHAPE - 1) * Math.exp(-SHAPE * x), 0, 7)
