// A4 in points, with the margins of official documents (GB/T 9704).
const MILLIMETRE = 72 / 25.4
const LONG_SIDE = 841.89
const SHORT_SIDE = 595.28

export type Paper = {
  isWide: boolean
  width: number
  height: number
  margins: { top: number; right: number; bottom: number; left: number }
  /** Of the text between the margins. */
  textWidth: number
  textHeight: number
}

function paper(width: number, height: number, [top, right, bottom, left]: readonly number[]): Paper {
  const points = (millimetres = 0) => millimetres * MILLIMETRE
  const margins = { top: points(top), right: points(right), bottom: points(bottom), left: points(left) }
  return {
    isWide: width > height,
    width,
    height,
    margins,
    textWidth: width - margins.left - margins.right,
    textHeight: height - margins.top - margins.bottom,
  }
}

export const UPRIGHT = paper(SHORT_SIDE, LONG_SIDE, [37, 26, 35, 28])
/** The same sheet turned, with less room at the sides: a list of students has many columns. */
export const ACROSS = paper(LONG_SIDE, SHORT_SIDE, [28, 20, 26, 20])
