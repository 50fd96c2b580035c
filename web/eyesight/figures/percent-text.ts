import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { formatPercent } from '#web/core/format.ts'

/** A rate with two decimals; `--` where nobody counts, never 0.00%. */
export const percentText = (percent: number | null): string =>
  percent === null ? '--' : formatPercent(percent / 100)

export const ratioText = (numerator: number, denominator: number): string =>
  percentText(percentOf(numerator, denominator))

/** A difference of two rates in 百分点, with its sign. */
export function pointsText(points: number | null): string {
  if (points === null) return '--'
  const rounded = Number(Number(points.toPrecision(12)).toFixed(2))
  return `${rounded > 0 ? '+' : ''}${rounded.toFixed(2)}`
}
