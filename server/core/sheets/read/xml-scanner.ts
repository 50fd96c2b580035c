import { SheetFault } from './sheet-faults.ts'

/** Longest tag, and longest text between two tags where the text is wanted, in characters. */
const MAX_TAG = 65_536
const MAX_TEXT = 300_000
const MAX_DEPTH = 64

/** Names and values of the tag just opened; overwritten by the next. */
export class XmlAttributes {
  count = 0
  readonly names: string[] = []
  readonly values: string[] = []

  get(name: string): string | undefined {
    for (let i = 0; i < this.count; i++) {
      if (this.names[i] === name) return decodeText(this.values[i] as string)
    }
    return undefined
  }

  /** The first attribute of that local name that has a prefix: `r:id`, whatever the prefix. */
  getPrefixed(name: string): string | undefined {
    for (let i = 0; i < this.count; i++) {
      if ((this.names[i] as string).endsWith(`:${name}`)) return decodeText(this.values[i] as string)
    }
    return undefined
  }
}

export type XmlHandler = {
  /** `depth` of the root is 1. */
  open(name: string, attributes: XmlAttributes, depth: number): void
  close(name: string, depth: number): void
  /** Raw text (see `decodeText`), called only while `wantsText` holds; may come in several parts. */
  text(raw: string): void
  wantsText: boolean
}

/**
 * A strict scanner for the XML of workbooks, fed in pieces. It knows elements, attributes, text, CDATA, comments and
 * processing instructions; a DOCTYPE is refused, so there are no entities but the five and numbers.
 * Names reach the handler without the prefix of the root; others keep theirs.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #attributes = new XmlAttributes()
  readonly #open: string[] = []
  #rest = ''
  #prefix: string | null = null
  #rootSeen = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: string): void {
    const source = this.#rest === '' ? chunk : this.#rest + chunk
    let at = 0
    while (at < source.length) {
      const next = source.charCodeAt(at) === 60 ? this.#markup(source, at) : this.#text(source, at)
      if (next < 0) break
      at = next
    }
    this.#rest = source.slice(at)
  }

  /** The document must be complete. */
  end(): void {
    if (this.#open.length > 0 || !this.#rootSeen || this.#rest.trim() !== '') throw new SheetFault('damaged')
  }

  /** Position behind the text, or -1 when its end has not come yet. */
  #text(source: string, from: number): number {
    const end = source.indexOf('<', from)
    if (!this.#handler.wantsText) return end < 0 ? source.length : end
    const length = (end < 0 ? source.length : end) - from
    if (length > MAX_TEXT) throw new SheetFault('damaged')
    if (end < 0) return -1
    this.#handler.text(source.slice(from, end))
    return end
  }

  #markup(source: string, from: number): number {
    const second = source.charCodeAt(from + 1)
    let next: number
    if (second === 47) next = this.#closeTag(source, from)
    else if (second === 33) next = this.#declaration(source, from)
    else if (second === 63) next = behind(source, '?>', from + 2)
    else next = this.#openTag(source, from)
    if (next < 0 && source.length - from > MAX_TAG && second !== 33) throw new SheetFault('damaged')
    return next
  }

  #closeTag(source: string, from: number): number {
    const name = this.#open[this.#open.length - 1]
    if (name === undefined) throw new SheetFault('damaged')
    let end = from + 2 + name.length
    // Nearly always the bracket follows at once.
    if (source.charCodeAt(end) !== 62 || !source.startsWith(name, from + 2)) {
      end = source.indexOf('>', from)
      if (end < 0) return -1
      if (source.slice(from + 2, end).trimEnd() !== name) throw new SheetFault('damaged')
    }
    const depth = this.#open.length
    this.#open.pop()
    this.#handler.close(this.#local(name), depth)
    return end + 1
  }

  #declaration(source: string, from: number): number {
    const isCut = source.length - from < 9
    if (source.startsWith('<!--', from)) return this.#skip(source, '-->', from, 4)
    if (source.startsWith('<![CDATA[', from)) return this.#cdata(source, from)
    if (isCut && ('<!--'.startsWith(source.slice(from)) || '<![CDATA['.startsWith(source.slice(from))))
      return -1
    throw new SheetFault('forbiddenXml')
  }

  #cdata(source: string, from: number): number {
    const end = source.indexOf(']]>', from)
    if (end < 0 || end - from > MAX_TEXT) {
      if (source.length - from > MAX_TEXT) throw new SheetFault('damaged')
      return -1
    }
    // As `&` in CDATA means itself, it is written so that decoding gives it back.
    if (this.#handler.wantsText) this.#handler.text(source.slice(from + 9, end).replaceAll('&', '&amp;'))
    return end + 3
  }

  #skip(source: string, mark: string, from: number, offset: number): number {
    const next = behind(source, mark, from + offset)
    if (next < 0 && source.length - from > MAX_TEXT) throw new SheetFault('damaged')
    return next
  }

  #openTag(source: string, from: number): number {
    let at = from + 1
    let code = source.charCodeAt(at)
    while (code > 32 && code !== 62 && code !== 47) code = source.charCodeAt(++at)
    if (Number.isNaN(code)) return -1
    const name = source.slice(from + 1, at)
    if (name === '') throw new SheetFault('damaged')
    at = this.#readAttributes(source, at)
    if (at < 0) return -1
    const isEmpty = source.charCodeAt(at) === 47
    if (isEmpty && at + 1 === source.length) return -1
    if (isEmpty && source.charCodeAt(at + 1) !== 62) throw new SheetFault('damaged')
    this.#enter(name)
    if (isEmpty) {
      this.#open.pop()
      this.#handler.close(this.#local(name), this.#open.length + 1)
    }
    return at + (isEmpty ? 2 : 1)
  }

  #enter(name: string): void {
    if (this.#open.length === 0) {
      if (this.#rootSeen) throw new SheetFault('damaged')
      this.#rootSeen = true
      this.#prefix = name.includes(':') ? name.slice(0, name.indexOf(':') + 1) : null
    }
    if (this.#open.push(name) > MAX_DEPTH) throw new SheetFault('damaged')
    this.#handler.open(this.#local(name), this.#attributes, this.#open.length)
  }

  #local(name: string): string {
    const prefix = this.#prefix
    if (prefix === null) return name
    // An unprefixed name in a prefixed document belongs to another vocabulary.
    return name.startsWith(prefix) ? name.slice(prefix.length) : `:${name}`
  }

  /** Position of the `/` or `>` behind the attributes, or -1 when it has not come yet. */
  #readAttributes(source: string, from: number): number {
    const attributes = this.#attributes
    attributes.count = 0
    let at = from
    for (;;) {
      let code = source.charCodeAt(at)
      while (code <= 32) code = source.charCodeAt(++at)
      if (code === 62 || code === 47) return at
      const start = at
      while (code > 32 && code !== 61 && code !== 62 && code !== 47) code = source.charCodeAt(++at)
      const nameEnd = at
      while (code <= 32) code = source.charCodeAt(++at)
      if (Number.isNaN(code)) return -1
      if (code !== 61 || nameEnd === start) throw new SheetFault('damaged')
      code = source.charCodeAt(++at)
      while (code <= 32) code = source.charCodeAt(++at)
      if (Number.isNaN(code)) return -1
      if (code !== 34 && code !== 39) throw new SheetFault('damaged')
      const end = source.indexOf(code === 34 ? '"' : "'", at + 1)
      if (end < 0) return -1
      attributes.names[attributes.count] = source.slice(start, nameEnd)
      attributes.values[attributes.count++] = source.slice(at + 1, end)
      at = end + 1
    }
  }
}

const behind = (source: string, mark: string, from: number): number => {
  const found = source.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Text as meant: entities replaced, line ends as XML reads them. */
export function decodeText(raw: string): string {
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  return text.replaceAll(/&([^;&]{0,12})(;?)/g, (_, name: string, end: string) => {
    if (end === '') throw new SheetFault('damaged')
    return ENTITIES.get(name) ?? decodeReference(name)
  })
}

function decodeReference(name: string): string {
  const isHex = /^#x[0-9a-f]{1,6}$/i.test(name)
  if (!isHex && !/^#[0-9]{1,7}$/.test(name)) throw new SheetFault('forbiddenXml')
  const code = isHex ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isAllowed = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  if (!isAllowed) throw new SheetFault('damaged')
  return String.fromCodePoint(code)
}
