/** Dioptres with sign and as many decimals as they have, at least two: −1.25, +0.375. */
export function signedDioptres(dioptres: number): string {
  const size = Math.abs(dioptres)
  if (size < 0.0005) return '0.00'
  const text = Number.isInteger(Math.round(size * 1e6) / 1e4)
    ? size.toFixed(2)
    : size.toFixed(3).replace(/0$/, '')
  return `${dioptres > 0 ? '+' : '−'}${text}`
}
