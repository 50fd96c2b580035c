export const CYCLOPLEGIC_NOTE = '实心为散瞳'

/** Dioptres with sign and as many decimals as they have, at least two: −1.25, +0.375. */
export function signed(value: number | null): string {
  if (value === null) return '—'
  const size = Math.abs(value)
  const text = Number.isInteger(Math.round(size * 1e6) / 1e4)
    ? size.toFixed(2)
    : size.toFixed(3).replace(/0$/, '')
  if (size < 0.0005) return '0.00'
  return `${value > 0 ? '+' : '−'}${text}`
}
