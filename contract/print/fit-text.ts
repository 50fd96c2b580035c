// Text that fits: smaller where that is enough, otherwise in several lines.
import { MILLIMETRES_PER_POINT } from './drawing.ts'

/** In the fonts that are used Latin letters and digits are narrower than this, capitals and signs now and then wider. */
const NARROW_EM = 0.58
const WIDE_LATIN_EM = 0.9
/** Signs such as ① and □ are as wide as a character. */
const isLatin = (sign: string): boolean => sign < '\u2100'
const emOf = (sign: string): number =>
  !isLatin(sign) ? 1 : /[A-Z@%&mw—…]/.test(sign) ? WIDE_LATIN_EM : NARROW_EM

/** A width that the text does not exceed, in millimetres. */
export const widthOf = (words: string, size: number): number =>
  [...words].reduce((sum, sign) => sum + emOf(sign), 0) * size * MILLIMETRES_PER_POINT

export const lineHeightOf = (size: number): number => size * MILLIMETRES_PER_POINT * 1.2

export type FittedText = { size: number; lines: string[] }
export type FitOptions = { size: number; least: number }
const STEP = 0.25

/** As large as fits into the box; where even `least` is too large for it, in as many lines as that takes. */
export function fitText(
  words: string,
  width: number,
  height: number,
  { size, least }: FitOptions,
): FittedText {
  for (let own = size; own >= least; own -= STEP) {
    const lines = wrap(words, width, own)
    if (lines.length <= 1 ? fits(words, width, own) : lines.length * lineHeightOf(own) <= height)
      return { size: own, lines: evenLines(lines, width, own) }
  }
  return { size: least, lines: evenLines(wrap(words, width, least), width, least) }
}

const fits = (words: string, width: number, size: number): boolean => widthOf(words, size) <= width

/** 轻度视 力不良, not 轻度视力不 良. */
function evenLines(lines: string[], width: number, size: number): string[] {
  const signs = [...lines.join('')]
  if (lines.length < 2 || /[\w.]/.test(signs.join(''))) return lines
  const each = Math.ceil(signs.length / lines.length)
  const even = lines.map((_, nth) => signs.slice(nth * each, (nth + 1) * each).join(''))
  return even.every((line) => fits(line, width, size)) ? even.filter((line) => line !== '') : lines
}

/** A word or number in Latin letters is broken only where it does not fit into a line of its own. */
export function wrap(words: string, width: number, size: number): string[] {
  const pieces = words.match(/[\u0021-\u2E7F]+|\s+|[^\u0021-\u2E7F\s]/gu) ?? []
  const lines: string[] = []
  let begun = ''
  const add = (piece: string): void => {
    if (widthOf(begun + piece, size) <= width) begun += piece
    else if (begun.trim() !== '') {
      lines.push(begun.trim())
      begun = ''
      add(piece.trimStart())
    } else if ([...piece].length > 1) for (const sign of piece) addSign(sign)
    else begun = piece
  }
  const addSign = (sign: string): void => {
    if (begun !== '' && widthOf(begun + sign, size) > width) {
      lines.push(begun)
      begun = ''
    }
    begun += sign
  }
  for (const piece of pieces) add(piece)
  return begun.trim() === '' ? lines : [...lines, begun.trim()]
}
