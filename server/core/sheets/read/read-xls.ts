import { BiffRecords, RECORD } from './biff-record.ts'
import { isBuiltInDate, isDateFormat } from './number-formats.ts'
import { OleFile } from './ole-file.ts'
import type { ParseOutput } from './parse-output.ts'
import { dateOfSerial } from './serial-date.ts'
import { SheetFault } from './sheet-faults.ts'
import type { SheetCell } from './sheet-row.ts'

const BIFF8 = 0x600
const ERRORS = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])

type Book = { strings: string[]; dates: boolean[]; is1904: boolean; sheets: number[] }

/** Hands over the rows of the first visible sheet that has any; a sheet of this format has 65 536 at most. */
export async function readXls(file: Buffer, output: ParseOutput): Promise<void> {
  const stream = findStream(new OleFile(file))
  const book = readGlobals(stream)
  if (book.sheets.length === 0) throw new SheetFault('noSheet')
  let left = stream.length
  for (const position of book.sheets) {
    const records = new BiffRecords(stream, position)
    const rows = new XlsSheet(book, output).read(records)
    // Sheets do not overlap, unless somebody wants the same records read thousands of times.
    left -= records.end - position
    if (left < 0) throw new SheetFault('damaged')
    for (const [index, cells] of rows.entries()) {
      if (!cells) continue
      output.add({ row: index + 1, cells })
      await output.drained()
    }
    if (output.rows > 0) return
  }
}

function findStream(ole: OleFile): Buffer {
  if (['EncryptedPackage', 'EncryptionInfo', '\tDRMContent'].some((name) => ole.has(name)))
    throw new SheetFault('encrypted')
  if (ole.has('Workbook')) return ole.read('Workbook')
  if (ole.has('Book')) throw new SheetFault('oldExcel')
  if (ole.has('WordDocument')) throw new SheetFault('word')
  throw new SheetFault(ole.has('PowerPoint Document') ? 'powerpoint' : 'unknown')
}

/** What stands before the sheets: strings, formats, where the visible sheets begin. */
function readGlobals(stream: Buffer): Book {
  const book: Book = { strings: [], dates: [], is1904: false, sheets: [] }
  const formats = new Map<number, boolean>()
  const styles: number[] = []
  const records = new BiffRecords(stream, 0)
  if (records.advance() !== RECORD.BOF) throw new SheetFault('damaged')
  if (records.u16(0) !== BIFF8) throw new SheetFault('oldExcel')
  for (let id = records.advance(); id !== RECORD.EOF; id = records.advance()) {
    if (id === RECORD.FILEPASS) throw new SheetFault('encrypted')
    if (id === RECORD.DATEMODE) book.is1904 = records.u16(0) === 1
    else if (id === RECORD.FORMAT) formats.set(records.u16(0), isDateFormat(records.body(2).string()))
    else if (id === RECORD.XF) styles.push(records.u16(2))
    else if (id === RECORD.SST) readStrings(records, book.strings)
    else if (id === RECORD.BOUNDSHEET && isVisibleSheet(records)) book.sheets.push(records.u32(0))
  }
  book.dates = styles.map((format) => formats.get(format) ?? isBuiltInDate(format))
  return book
}

const isVisibleSheet = (records: BiffRecords): boolean => (records.u8(4) & 3) === 0 && records.u8(5) === 0

function readStrings(records: BiffRecords, strings: string[]): void {
  const body = records.body()
  body.u32()
  const count = body.u32()
  while (strings.length < count) strings.push(body.string())
}

class XlsSheet {
  readonly #book: Book
  readonly #output: ParseOutput
  readonly #rows: (SheetCell[] | undefined)[] = []
  /** Where the text goes that the last formula gave: it follows in a record of its own. */
  #pending: { row: number; column: number } | null = null

  constructor(book: Book, output: ParseOutput) {
    this.#book = book
    this.#output = output
  }

  read(records: BiffRecords): (SheetCell[] | undefined)[] {
    if (records.advance() !== RECORD.BOF) throw new SheetFault('damaged')
    // Charts lie within a sheet as documents of their own.
    for (let depth = 1; depth > 0; ) {
      const id = records.advance()
      if (id === RECORD.BOF) depth++
      else if (id === RECORD.EOF) depth--
      else if (depth === 1) this.#record(records)
    }
    return this.#rows
  }

  #record(records: BiffRecords): void {
    switch (records.id) {
      case RECORD.LABELSST:
        this.#set(records, this.#shared(records.u32(6)))
        break
      case RECORD.RK:
        this.#set(records, this.#number(records.u16(4), records.rk(6)))
        break
      case RECORD.NUMBER:
        this.#set(records, this.#number(records.u16(4), records.f64(6)))
        break
      case RECORD.MULRK:
        this.#setMany(records)
        break
      case RECORD.BOOLERR:
        this.#set(records, records.u8(7) === 0 ? records.u8(6) !== 0 : errorOf(records.u8(6)))
        break
      case RECORD.FORMULA:
        this.#formula(records)
        break
      case RECORD.LABEL:
      case RECORD.RSTRING:
      case RECORD.STRING:
        this.#text(records)
        break
      case RECORD.DIMENSIONS:
        this.#output.size(records.u32(4))
        break
    }
  }

  #set(records: BiffRecords, cell: SheetCell): void {
    this.#put(records.u16(0), records.u16(2), cell)
  }

  #put(row: number, column: number, cell: SheetCell): void {
    if (cell === null || cell === '') return
    const { maxColumns } = this.#output.limits
    if (column >= maxColumns) throw new SheetFault('tooManyColumns', { limit: maxColumns })
    let cells = this.#rows[row]
    if (!cells) {
      cells = []
      this.#rows[row] = cells
    }
    while (cells.length < column) cells.push(null)
    cells[column] = cell
  }

  #setMany(records: BiffRecords): void {
    const first = records.u16(2)
    const count = Math.floor((records.end - records.start - 6) / 6)
    for (let i = 0; i < count; i++) {
      const at = 4 + 6 * i
      this.#put(records.u16(0), first + i, this.#number(records.u16(at), records.rk(at + 2)))
    }
  }

  #formula(records: BiffRecords): void {
    this.#pending = null
    if (records.u16(12) !== 0xffff) {
      this.#set(records, this.#number(records.u16(4), records.f64(6)))
      return
    }
    const kind = records.u8(6)
    if (kind === 0) this.#pending = { row: records.u16(0), column: records.u16(2) }
    else if (kind === 1) this.#set(records, records.u8(8) !== 0)
    else if (kind === 2) this.#set(records, errorOf(records.u8(8)))
  }

  #text(records: BiffRecords): void {
    if (records.id === RECORD.STRING) {
      if (this.#pending) this.#put(this.#pending.row, this.#pending.column, records.body().string())
      this.#pending = null
      return
    }
    const [row, column] = [records.u16(0), records.u16(2)]
    this.#put(row, column, records.body(6).string())
  }

  #shared(index: number): string {
    const text = this.#book.strings[index]
    if (text === undefined) throw new SheetFault('damaged')
    return text
  }

  #number(style: number, value: number): SheetCell {
    if (this.#book.dates[style] !== true) return value
    const date = dateOfSerial(value, this.#book.is1904)
    return date === null ? value : { date }
  }
}

const errorOf = (code: number): SheetCell => ({ error: ERRORS.get(code) ?? '#N/A' })
