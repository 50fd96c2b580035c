// Small multiples on one scale: a row is as high as its peak asks, and never lower than its numbers need.

/** Pixels per percent, so that all rows together fill the height. */
export function scaleOfRows(peaks: readonly number[], height: number, least: number): number {
  const needed = (scale: number) => peaks.reduce((sum, peak) => sum + Math.max(least, peak * scale), 0)
  let [low, high] = [0, height]
  // Halved until a pixel is met: with rows of a least height there is no formula.
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (needed(middle) > height) high = middle
    else low = middle
  }
  return low
}

export const heightOfRow = (peak: number, scale: number, least: number): number =>
  Math.max(least, peak * scale)
