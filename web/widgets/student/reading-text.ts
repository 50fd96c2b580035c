/** Vision with its one decimal: 5.0 */
export const visionText = (value: number | null): string => (value === null ? '—' : value.toFixed(1))

/** Dioptres with sign and two decimals, three where the half of a cylinder needs them: -0.625, +1.00 */
export function dioptreText(value: number | null): string {
  if (value === null) return '—'
  const digits = Number.isInteger(Math.round(value * 1000) / 10) ? 2 : 3
  return `${value > 0 ? '+' : ''}${value.toFixed(digits)}`
}
