// Text that fits: smaller where that is enough, otherwise in several lines.
import { MILLIMETRES_PER_POINT } from './drawing.ts'

/** In the fonts that are used Latin letters and digits are narrower than this, capitals and signs now and then wider. */
const NARROW_EM = 0.58
const WIDE_LATIN_EM = 0.9
/** Signs such as ① and □ are as wide as a character. */
const LATIN_END = 0x2e80
/** Found out once: a page asks for thousands of signs. */
const LATIN_EMS = Array.from({ length: LATIN_END }, (_, code) =>
  /[A-Z@%&mw—…]/.test(String.fromCharCode(code)) ? WIDE_LATIN_EM : NARROW_EM,
)

function emsOf(words: string): number {
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at)
    // The second half of a pair is no sign of its own.
    if (code < 0xdc00 || code > 0xdfff) sum += LATIN_EMS[code] ?? 1
  }
  return sum
}

/** A width that the text does not exceed, in millimetres. */
export const widthOf = (words: string, size: number): number => emsOf(words) * size * MILLIMETRES_PER_POINT

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
  let wide = 0
  const begin = (piece: string): void => {
    begun = piece
    wide = widthOf(piece, size)
  }
  const add = (piece: string): void => {
    const more = widthOf(piece, size)
    if (wide + more <= width) {
      begun += piece
      wide += more
    } else if (begun.trim() !== '') {
      lines.push(begun.trim())
      begin('')
      add(piece.trimStart())
    } else if ([...piece].length > 1) for (const sign of piece) addSign(sign)
    else begin(piece)
  }
  const addSign = (sign: string): void => {
    const more = widthOf(sign, size)
    if (begun !== '' && wide + more > width) {
      lines.push(begun)
      begin('')
    }
    begun += sign
    wide += more
  }
  for (const piece of pieces) add(piece)
  return begun.trim() === '' ? lines : [...lines, begun.trim()]
}
