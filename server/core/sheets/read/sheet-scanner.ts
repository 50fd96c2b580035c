import { columnName, columnOfReference, LAST_COLUMN, rowAfter } from './cell-place.ts'
import { dateOfSerial } from './serial-date.ts'
import type { SharedStrings } from './shared-strings.ts'
import { SheetFault } from './sheet-faults.ts'
import { type SheetCell, type SheetRow, UNCALCULATED } from './sheet-row.ts'
import { decodeCellText, MAX_CELL_TEXT, StringItem } from './string-item.ts'
import type { XmlAttributes, XmlHandler } from './xml-scanner.ts'

const MAX_RAW = 10 * MAX_CELL_TEXT
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?$/
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z?)?$/

export type SheetContext = {
  strings: SharedStrings
  /** By style: whether its numbers are dates. */
  dates: boolean[]
  is1904: boolean
  maxColumns: number
  onRow(row: SheetRow): void
  onDimension(reference: string): void
}

/** Reads a worksheet part: `worksheet` (1) / `sheetData` (2) / `row` (3) / `c` (4) / `v`, `f`, `is` (5). */
export class SheetScanner implements XmlHandler {
  readonly #context: SheetContext
  readonly #item = new StringItem()
  #isValue = false
  #inData = false
  #row = 0
  #column = -1
  #cells: SheetCell[] = []
  #type = ''
  #style = 0
  #raw = ''
  #hasValue = false
  #hasFormula = false
  #hasInline = false

  constructor(context: SheetContext) {
    this.#context = context
  }

  get wantsText(): boolean {
    return this.#isValue || this.#item.wantsText
  }

  open(name: string, attributes: XmlAttributes, depth: number): void {
    if (!this.#inData) this.#openOutside(name, attributes, depth)
    else if (depth === 5) this.#openInCell(name)
    else if (depth === 4) {
      if (name === 'c') this.#openCell(attributes)
      else this.#type = 'none'
    } else if (depth > 5) {
      if (this.#hasInline) this.#item.open(name, depth - 5)
    } else if (name === 'row') this.#openRow(attributes.get('r'))
  }

  close(name: string, depth: number): void {
    if (!this.#inData) return
    if (depth === 5) this.#isValue = false
    else if (depth === 4) {
      if (name === 'c') this.#closeCell()
    } else if (depth > 5) {
      if (this.#hasInline) this.#item.close(depth - 5)
    } else if (depth === 3) this.#closeRow()
    else this.#inData = false
  }

  text(raw: string): void {
    if (this.#isValue) {
      this.#raw = this.#raw === '' ? raw : this.#raw + raw
      if (this.#raw.length > MAX_RAW) throw this.#tooLong()
    } else this.#item.text(raw)
  }

  #openOutside(name: string, attributes: XmlAttributes, depth: number): void {
    if (depth !== 2) return
    if (name === 'sheetData') this.#inData = true
    else if (name === 'dimension') this.#context.onDimension(attributes.get('ref') ?? '')
  }

  #openRow(declared: string | undefined): void {
    this.#row = rowAfter(this.#row, declared)
    this.#column = -1
  }

  #openCell(attributes: XmlAttributes): void {
    this.#type = 'n'
    this.#style = 0
    this.#raw = ''
    this.#hasValue = this.#hasFormula = this.#hasInline = false
    let column = this.#column + 1
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.names[i]
      const value = attributes.values[i] as string
      if (name === 'r') column = columnOfReference(value, this.#row)
      else if (name === 's') this.#style = Number(value)
      else if (name === 't') this.#type = value
    }
    if (column <= this.#column || column > LAST_COLUMN)
      throw new SheetFault('badReference', { place: columnName(column) + this.#row })
    this.#column = column
  }

  #openInCell(name: string): void {
    if (this.#type === 'none') return
    if (name === 'v') {
      if (this.#hasValue) throw new SheetFault('damaged')
      this.#isValue = this.#hasValue = true
    } else if (name === 'f') this.#hasFormula = true
    else if (name === 'is') {
      if (this.#hasInline) throw new SheetFault('damaged')
      this.#hasInline = true
    }
  }

  #closeCell(): void {
    const cell = this.#value()
    if (cell === null) return
    if (this.#column >= this.#context.maxColumns)
      throw new SheetFault('tooManyColumns', { limit: this.#context.maxColumns })
    while (this.#cells.length < this.#column) this.#cells.push(null)
    this.#cells.push(cell)
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return
    this.#context.onRow({ row: this.#row, cells: this.#cells })
    this.#cells = []
  }

  #value(): SheetCell {
    if (this.#hasInline) {
      const text = this.#item.take()
      if (this.#type === 'inlineStr') return this.#checked(text)
    }
    if (!this.#hasValue) return this.#hasFormula ? { error: UNCALCULATED } : null
    const raw = this.#raw
    switch (this.#type) {
      case 's':
        return this.#shared(raw.trim())
      case 'n':
        return this.#number(raw.trim())
      case 'str':
      case 'inlineStr':
        return this.#checked(decodeCellText(raw))
      case 'b':
        return this.#boolean(raw.trim())
      case 'e':
        return raw === '' ? null : { error: decodeCellText(raw).slice(0, 64) }
      case 'd':
        return this.#isoDate(raw.trim())
      default:
        throw new SheetFault('damaged')
    }
  }

  #shared(text: string): SheetCell {
    if (text === '') return null
    if (!/^\d{1,9}$/.test(text)) throw new SheetFault('damaged')
    return this.#checked(this.#context.strings.at(Number(text)))
  }

  #number(text: string): SheetCell {
    if (text === '') return null
    const value = Number(text)
    if (!NUMBER.test(text) || !Number.isFinite(value)) throw new SheetFault('damaged')
    if (this.#context.dates[this.#style] !== true) return value
    const date = dateOfSerial(value, this.#context.is1904)
    return date === null ? value : { date }
  }

  #boolean(text: string): SheetCell {
    if (text === '1' || text === 'true') return true
    if (text === '0' || text === 'false') return false
    if (text === '') return null
    throw new SheetFault('damaged')
  }

  #isoDate(text: string): SheetCell {
    if (text === '') return null
    if (!ISO_DATE.test(text)) throw new SheetFault('damaged')
    const [day, time] = text.split('T')
    return {
      date: time === undefined || time.startsWith('00:00:00') ? `${day}` : `${day} ${time.slice(0, 8)}`,
    }
  }

  #checked(text: string): SheetCell {
    if (text.length > MAX_CELL_TEXT) throw this.#tooLong()
    return text === '' ? null : text
  }

  #tooLong(): SheetFault {
    return new SheetFault('cellTooLong', { place: columnName(this.#column) + this.#row })
  }
}
