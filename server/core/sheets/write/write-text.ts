/** What a cell holds at most, in UTF-16 units. */
const MAX_TEXT = 32_767

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot carry
const UNCLEAN = /[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; with the u flag only halves of pairs match
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu
const SPECIAL = /[&<>_]/
/** Readers take _x000D_ for the character of that code, so the text itself needs its underscore escaped. */
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi
/** What a spreadsheet may take for a formula once the cell is edited or copied, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\n＝＋－＠]/

/** Text as a cell can hold it: no characters that XML lacks, one kind of line end, not too long. */
export function cleanText(text: string, limit = MAX_TEXT): string {
  let clean = text
  if (UNCLEAN.test(clean)) clean = clean.replace(/\r\n?/g, '\n').replace(ILLEGAL, '')
  if (clean.length <= limit) return clean
  // A pair cut in two leaves a half behind.
  return clean.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}

export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text)
}

/** For element content; the text is already clean. */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(ESCAPE_LIKE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

/** A `t` element; without the attribute readers drop space at the ends. */
export function textElement(clean: string): string {
  const space = clean.trim().length === clean.length ? '' : ' xml:space="preserve"'
  return `<t${space}>${escapeText(clean)}</t>`
}

/** Chinese characters take the room of two. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > 'ÿ' ? 2 : 1
  return width
}
