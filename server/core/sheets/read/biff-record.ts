import { SheetFault } from './sheet-faults.ts'
import { MAX_CELL_TEXT, withoutBrokenCharacters } from './string-item.ts'

/** Numbers of the records that matter; everything else is skipped. */
export const RECORD = {
  FORMULA: 0x06,
  EOF: 0x0a,
  DATEMODE: 0x22,
  FILEPASS: 0x2f,
  CONTINUE: 0x3c,
  BOUNDSHEET: 0x85,
  MULRK: 0xbd,
  RSTRING: 0xd6,
  XF: 0xe0,
  SST: 0xfc,
  LABELSST: 0xfd,
  DIMENSIONS: 0x200,
  NUMBER: 0x203,
  LABEL: 0x204,
  BOOLERR: 0x205,
  STRING: 0x207,
  RK: 0x27e,
  FORMAT: 0x41e,
  BOF: 0x809,
} as const

/** Walks through the records of a stream; `id`, `start` and `end` are those of the current one. */
export class BiffRecords {
  readonly #stream: Buffer
  #next: number
  id = -1
  start = 0
  end = 0

  constructor(stream: Buffer, from: number) {
    this.#stream = stream
    this.#next = from
  }

  advance(): number {
    const at = this.#next
    if (at + 4 > this.#stream.length) throw new SheetFault('damaged')
    this.id = this.#stream.readUInt16LE(at)
    this.start = at + 4
    this.end = this.start + this.#stream.readUInt16LE(at + 2)
    if (this.end > this.#stream.length) throw new SheetFault('damaged')
    this.#next = this.end
    return this.id
  }

  u8(offset: number): number {
    return this.#stream.readUInt8(this.#checked(offset, 1))
  }

  u16(offset: number): number {
    return this.#stream.readUInt16LE(this.#checked(offset, 2))
  }

  u32(offset: number): number {
    return this.#stream.readUInt32LE(this.#checked(offset, 4))
  }

  f64(offset: number): number {
    const value = this.#stream.readDoubleLE(this.#checked(offset, 8))
    if (!Number.isFinite(value)) throw new SheetFault('damaged')
    return value
  }

  /** A number packed into 30 bits: a whole one or the first half of a double, perhaps in hundredths. */
  rk(offset: number): number {
    const packed = this.u32(offset)
    let value = (packed | 0) >> 2
    if ((packed & 2) === 0) {
      const double = Buffer.alloc(8)
      double.writeUInt32LE((packed & 0xfffffffc) >>> 0, 4)
      value = double.readDoubleLE(0)
    }
    if (!Number.isFinite(value)) throw new SheetFault('damaged')
    return packed & 1 ? value / 100 : value
  }

  /** The body from `offset` on together with the records that continue it. */
  body(offset = 0): BiffText {
    const blocks = [this.#stream.subarray(this.#checked(offset, 0), this.end)]
    while (
      this.#next + 4 <= this.#stream.length &&
      this.#stream.readUInt16LE(this.#next) === RECORD.CONTINUE
    ) {
      this.advance()
      blocks.push(this.#stream.subarray(this.start, this.end))
    }
    return new BiffText(blocks)
  }

  #checked(offset: number, length: number): number {
    if (this.start + offset + length > this.end) throw new SheetFault('damaged')
    return this.start + offset
  }
}

/** Text in a record that may go on in the next ones. */
export class BiffText {
  readonly #blocks: Buffer[]
  #block = 0
  #at = 0

  constructor(blocks: Buffer[]) {
    this.#blocks = blocks
  }

  u8(): number {
    const block = this.#current()
    return block.readUInt8(this.#at++)
  }

  u16(): number {
    return this.u8() | (this.u8() << 8)
  }

  u32(): number {
    return this.u16() + this.u16() * 65_536
  }

  /** Characters after their count and a byte of flags; formatting and readings behind them are passed over. */
  string(): string {
    const length = this.u16()
    if (length > MAX_CELL_TEXT) throw new SheetFault('damaged')
    const flags = this.u8()
    const runs = flags & 8 ? this.u16() : 0
    const extra = flags & 4 ? this.u32() : 0
    const text = this.#characters(length, (flags & 1) === 1)
    this.#skip(runs * 4 + extra)
    return withoutBrokenCharacters(text)
  }

  #characters(length: number, isWide: boolean): string {
    let text = ''
    let wide = isWide
    while (text.length < length) {
      let block = this.#blocks[this.#block]
      if (block && this.#at >= block.length) {
        // What continues a text begins with flags of its own.
        block = this.#blocks[++this.#block]
        this.#at = 0
        wide = ((block?.[this.#at++] ?? 0) & 1) === 1
      }
      if (!block) throw new SheetFault('damaged')
      const width = wide ? 2 : 1
      const count = Math.min(length - text.length, Math.floor((block.length - this.#at) / width))
      if (count === 0) throw new SheetFault('damaged')
      text += block.toString(wide ? 'utf16le' : 'latin1', this.#at, this.#at + count * width)
      this.#at += count * width
    }
    return text
  }

  #skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      const step = Math.min(left, this.#current().length - this.#at)
      this.#at += step
      left -= step
    }
  }

  /** The block that has bytes left. */
  #current(): Buffer {
    for (; this.#block < this.#blocks.length; this.#block++, this.#at = 0) {
      const block = this.#blocks[this.#block] as Buffer
      if (this.#at < block.length) return block
    }
    throw new SheetFault('damaged')
  }
}
