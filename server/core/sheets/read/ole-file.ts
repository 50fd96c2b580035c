import { SheetFault } from './sheet-faults.ts'

const HEADER = 512
const ENTRY = 128
const LAST_REGULAR = 0xfffffffa
const NONE = 0xffffffff
const IN_HEADER = 109
const SMALL_SHIFT = 6

type Entry = {
  name: string
  type: number
  left: number
  right: number
  child: number
  start: number
  size: number
}

/** The streams of an OLE2 container, the file format around .xls. Every chain is bounded by the file itself. */
export class OleFile {
  readonly #file: Buffer
  readonly #sector: number
  readonly #table: number[]
  readonly #entries: Entry[]
  readonly #streams = new Map<string, Entry>()

  constructor(file: Buffer) {
    this.#file = file
    this.#sector = 1 << this.#u16(30)
    if (file.length < HEADER || (this.#sector !== 512 && this.#sector !== 4096))
      throw new SheetFault('damaged')
    this.#table = this.#readTable()
    this.#entries = entriesOf(this.#chain(this.#u32(48)))
    const root = this.#entries[0]
    if (root?.type !== 5) throw new SheetFault('damaged')
    this.#collect(root.child)
  }

  /** Whether a stream or a folder of that name lies at the top. */
  has(name: string): boolean {
    return this.#streams.has(name.toLowerCase())
  }

  read(name: string): Buffer {
    const entry = this.#streams.get(name.toLowerCase())
    if (entry?.type !== 2) throw new SheetFault('damaged')
    const isSmall = entry.size < this.#u32(56)
    const bytes = isSmall ? this.#readSmall(entry) : this.#chain(entry.start, entry.size)
    if (bytes.length < entry.size) throw new SheetFault('damaged')
    return bytes.subarray(0, entry.size)
  }

  /** Of the tree of names only the top: an embedded workbook has streams of the same names further down. */
  #collect(first: number): void {
    const seen = new Set<number>()
    const open = [first]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const entry = this.#entries[id]
      if (id === NONE || !entry || seen.has(id)) continue
      seen.add(id)
      this.#streams.set(entry.name.toLowerCase(), entry)
      open.push(entry.left, entry.right)
    }
  }

  #readTable(): number[] {
    const sectors: number[] = []
    const count = Math.min(this.#u32(44), Math.ceil(this.#file.length / this.#sector))
    for (let i = 0; i < IN_HEADER && sectors.length < count; i++) sectors.push(this.#u32(76 + 4 * i))
    const perSector = this.#sector / 4 - 1
    let next = this.#u32(68)
    while (sectors.length < count && next < LAST_REGULAR) {
      const at = this.#offset(next)
      for (let i = 0; i < perSector && sectors.length < count; i++) sectors.push(this.#u32(at + 4 * i))
      next = this.#u32(at + 4 * perSector)
    }
    const table: number[] = []
    for (const sector of sectors) {
      const at = this.#offset(sector)
      for (let i = 0; i < this.#sector; i += 4) table.push(this.#u32(at + i))
    }
    return table
  }

  #chain(start: number, size = Number.POSITIVE_INFINITY): Buffer {
    const pieces: Buffer[] = []
    let length = 0
    for (let sector = start; sector < LAST_REGULAR && length < size; sector = this.#table[sector] ?? NONE) {
      const at = this.#offset(sector)
      const piece = this.#file.subarray(at, at + this.#sector)
      pieces.push(piece)
      length += piece.length
      if (length > this.#file.length) throw new SheetFault('damaged')
    }
    return Buffer.concat(pieces)
  }

  /** Short streams share one stream, cut into small pieces that have a table of their own. */
  #readSmall(entry: Entry): Buffer {
    const root = this.#entries[0] as Entry
    const shared = this.#chain(root.start, root.size)
    const table = this.#chain(this.#u32(60))
    const unit = 1 << SMALL_SHIFT
    if (this.#u16(32) !== SMALL_SHIFT || entry.size > shared.length) throw new SheetFault('damaged')
    const pieces: Buffer[] = []
    for (let piece = entry.start, left = entry.size; piece < LAST_REGULAR && left > 0; left -= unit) {
      pieces.push(shared.subarray(piece * unit, piece * unit + unit))
      piece = piece * 4 + 4 <= table.length ? table.readUInt32LE(piece * 4) : NONE
    }
    return Buffer.concat(pieces)
  }

  #offset(sector: number): number {
    const at = (sector + 1) * this.#sector
    if (at >= this.#file.length) throw new SheetFault('damaged')
    return at
  }

  #u16(at: number): number {
    if (at + 2 > this.#file.length) throw new SheetFault('damaged')
    return this.#file.readUInt16LE(at)
  }

  #u32(at: number): number {
    if (at + 4 > this.#file.length) throw new SheetFault('damaged')
    return this.#file.readUInt32LE(at)
  }
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) {
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 64))
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
      type: directory.readUInt8(at + 66),
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}
