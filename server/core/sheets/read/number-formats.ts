import type { XmlAttributes, XmlHandler } from './xml-scanner.ts'

/** Excel itself allows 65 490. */
const MAX_STYLES = 70_000
const MAX_CODE = 255

/** Formats that every workbook knows without writing them down; 27–36 and 50–58 are the dates of Chinese systems. */
export function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

/** Whether a format shows a date or a time: a letter of one outside quotes, escapes and brackets. */
export function isDateFormat(code: string): boolean {
  const section = code
    .slice(0, MAX_CODE)
    .replace(/"[^"]*"?|\\.|_.|\*./gs, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]?/g, '')
    .split(';')[0]
    ?.toLowerCase()
  if (section === undefined || section === 'general' || section === 'standard') return false
  return /[ymdhs]|aaa|e(?![+-])/.test(section)
}

/** Reads the styles part; `dates[s]` says whether cells of style `s` are dates. */
export class NumberFormats implements XmlHandler {
  wantsText = false
  readonly dates: boolean[] = []
  readonly #codes = new Map<number, boolean>()
  #section = ''

  open(name: string, attributes: XmlAttributes, depth: number): void {
    if (depth === 2) this.#section = name
    if (depth !== 3) return
    if (this.#section === 'numFmts' && name === 'numFmt' && this.#codes.size < MAX_STYLES) {
      this.#codes.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''))
    }
    if (this.#section === 'cellXfs' && name === 'xf' && this.dates.length < MAX_STYLES) {
      const id = Number(attributes.get('numFmtId') ?? 0)
      this.dates.push(this.#codes.get(id) ?? isBuiltInDate(id))
    }
  }

  close(): void {}
  text(): void {}
}
