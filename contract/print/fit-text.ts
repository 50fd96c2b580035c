// Text that fits: smaller where that is enough, otherwise in several lines.
import { MILLIMETRES_PER_POINT } from './drawing.ts'

/**
 * Upper bounds in the fonts that are used, plain and bold: digits and signs of ASCII, small letters, capitals, the widest.
 * Whatever else is a sign of Chinese print (· “ ” − ①), which the browser sets as wide as a character.
 */
const DIGIT_EM = 0.59
const SMALL_EM = 0.65
const CAPITAL_EM = 0.92
const WIDEST_EM = 1.02
const ASCII_END = 0x80
/** Found out once: a page asks for thousands of signs. */
const ASCII_EMS = Array.from({ length: ASCII_END }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (/[m%@]/.test(sign)) return WIDEST_EM
  if (/[A-Zw&]/.test(sign)) return CAPITAL_EM
  return /[a-z`]/.test(sign) ? SMALL_EM : DIGIT_EM
})

function emsOf(words: string): number {
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at)
    // The second half of a pair is no sign of its own.
    if (code < 0xdc00 || code > 0xdfff) sum += ASCII_EMS[code] ?? 1
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
      return { size: own, lines: evenLines(words, lines, width, own) }
  }
  return { size: least, lines: evenLines(words, wrap(words, width, least), width, least) }
}

const fits = (words: string, width: number, size: number): boolean => widthOf(words, size) <= width

/** 轻度视 力不良, not 轻度视力不 良. */
function evenLines(words: string, lines: string[], width: number, size: number): string[] {
  const signs = [...lines.join('')]
  if (lines.length < 2 || /[\w.\n]/.test(words)) return lines
  const each = Math.ceil(signs.length / lines.length)
  const even = lines.map((_, nth) => signs.slice(nth * each, (nth + 1) * each).join(''))
  const isGood = even.every((line) => fits(line, width, size) && !BADLY_BROKEN.test(line))
  return isGood ? even.filter((line) => line !== '') : lines
}

const OPENING = '（《〈「『【“‘(\\['
const CLOSING = '，。、；：！？）》〉」』】”’·…—％,.;:!?)%\\]'
/** Begins with what belongs to the sign before it, or ends with what belongs to the next. */
const BADLY_BROKEN = new RegExp(`^[${CLOSING}]|[${OPENING}]$`, 'u')
/** What stays together: a character, or a word or number in Latin letters, with the signs that belong to it. */
const PIECES = new RegExp(
  `\\s+|[${OPENING}]*[^\\u0021-\\u2E7F\\s][${CLOSING}]*|[${OPENING}]*[\\u0021-\\u2E7F]+[${CLOSING}]*`,
  'gu',
)

/** A word or number in Latin letters is broken only where it does not fit into a line of its own. */
export const wrap = (words: string, width: number, size: number): string[] =>
  words.split('\n').flatMap((line) => wrapLine(line, width, size))

function wrapLine(words: string, width: number, size: number): string[] {
  const pieces = words.match(PIECES) ?? []
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
