import { NOTHING } from '../frame/number-text.ts'

/** +0.75, −2.875, 0.00: as many decimals as a reading of an eighth of a dioptre has, at least two. */
export function dioptreText(value: number | null): string {
  if (value === null) return NOTHING
  const rounded = Math.round(value * 1_000) / 1_000
  const shown = Math.abs(rounded).toFixed(3).replace(/0$/, '')
  return rounded < 0 ? `−${shown}` : rounded > 0 ? `+${shown}` : shown
}

/** A mean has two. */
export function meanText(value: number | null): string {
  if (value === null) return NOTHING
  const shown = Math.abs(value).toFixed(2)
  return Number(shown) === 0 ? shown : `${value < 0 ? '−' : '+'}${shown}`
}

/** A whole number on an axis. */
export const axisText = (tick: number): string => (tick < 0 ? `−${-tick}` : tick > 0 ? `+${tick}` : '0')
