/** The zoom steps of browsers, in percent. */
const LEVELS = [
  25, 30, 33, 50, 67, 75, 80, 90, 100, 110, 120, 125, 133, 150, 170, 175, 200, 240, 250, 300, 400, 500,
]
/** Scales of operating systems and screens, which are not zoom. */
const SCREEN_SCALES = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]

type Measures = { outerWidth: number; innerWidth: number; devicePixelRatio: number }

const isNear = (value: number, wanted: number, tolerance: number) =>
  Math.abs(value - wanted) <= wanted * tolerance

/**
 * The zoom in percent, 100 where it cannot be determined. The window's outer width does not shrink with zoom and
 * its inner width does; that alone would be misled by docked developer tools, so what is left of the pixel
 * ratio without the zoom must also be the scale of a real screen.
 */
export function zoomLevel({ outerWidth, innerWidth, devicePixelRatio }: Measures): number {
  if (outerWidth <= 0 || innerWidth <= 0) return 100
  const ratio = outerWidth / innerWidth
  const level = LEVELS.find((percent) => isNear(ratio, percent / 100, 0.025))
  if (level === undefined || level === 100) return 100
  const screenScale = devicePixelRatio / (level / 100)
  return SCREEN_SCALES.some((scale) => isNear(screenScale, scale, 0.015)) ? level : 100
}
