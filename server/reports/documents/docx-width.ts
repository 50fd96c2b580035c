/** The signs of Times New Roman that numbers and names are made of, bold, in parts of the letter size; others are narrower. */
const EMS: Record<string, number> = {
  '.': 0.25,
  ',': 0.25,
  ':': 0.34,
  '-': 0.34,
  '+': 0.57,
  '%': 1,
  ' ': 0.25,
}
/** Some programs leave room between a Chinese sign and a figure whatever the style says. */
const BETWEEN = 0.25

const isSquare = (sign: string): boolean => sign > 'ÿ'

/** How wide Word sets a text: Chinese signs are square, figures half as wide. */
export function wordWidth(text: string, size: number): number {
  let ems = 0
  let before = ''
  for (const sign of text) {
    ems += isSquare(sign) ? 1 : (EMS[sign] ?? (/\d/.test(sign) ? 0.5 : 0.75))
    if (before !== '' && isSquare(sign) !== isSquare(before)) ems += BETWEEN
    before = sign
  }
  return ems * size
}
