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

/** How wide Word sets a text: Chinese signs are square, figures half as wide. */
export function wordWidth(text: string, size: number): number {
  let ems = 0
  for (const sign of text) ems += sign > 'ÿ' ? 1 : (EMS[sign] ?? (/\d/.test(sign) ? 0.5 : 0.75))
  return ems * size
}
