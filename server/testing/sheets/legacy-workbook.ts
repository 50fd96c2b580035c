/** A record of the old Excel format. */
export function record(id: number, ...body: (Buffer | number[])[]): Buffer {
  const bytes = Buffer.concat(body.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

export const u16 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, value >> 8])

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** Count, flags, two bytes per character. */
export const wide = (text: string): Buffer =>
  Buffer.concat([Buffer.from([...u16(text.length), 1]), Buffer.from(text, 'utf16le')])

export type LegacySheet = { name?: string; hidden?: boolean; records: Buffer[] }
export type LegacyWorkbook = {
  sheets: LegacySheet[]
  /** Bodies of the string table: the first record and those that continue it. */
  strings?: Buffer[]
  /** Format of each style by number; those from 164 on are written in `formats`. */
  styles?: number[]
  formats?: Record<number, string>
  date1904?: boolean
  /** Further records at the start. */
  before?: Buffer[]
  version?: number
}

/** The bytes of an .xls file. */
export function makeXls(workbook: LegacyWorkbook): Buffer {
  return makeOle({ Workbook: workbookStream(workbook) })
}

export function workbookStream(workbook: LegacyWorkbook): Buffer {
  const { sheets, strings, styles = [0], formats = {}, date1904, before = [], version = 0x600 } = workbook
  const bodies = sheets.map(({ records }) =>
    Buffer.concat([record(0x809, u16(version, 0x10), Buffer.alloc(12)), ...records, record(0x0a)]),
  )
  const globals = (positions: number[]): Buffer =>
    Buffer.concat([
      record(0x809, u16(version, 5), Buffer.alloc(12)),
      ...before,
      record(0x22, u16(date1904 ? 1 : 0)),
      ...Object.entries(formats).map(([id, code]) => record(0x41e, u16(Number(id)), wide(code))),
      ...styles.map((format) => record(0xe0, u16(0, format), Buffer.alloc(16))),
      ...sheets.map(({ name = 'Sheet', hidden }, index) => {
        const title = Buffer.from(name, 'utf16le')
        const state = [hidden ? 1 : 0, 0, name.length, 1]
        return record(0x85, u32(positions[index] ?? 0), state, title)
      }),
      ...(strings ?? []).map((body, index) => record(index === 0 ? 0xfc : 0x3c, body)),
      record(0x0a),
    ])
  let at = globals([]).length
  const positions = bodies.map((body) => {
    at += body.length
    return at - body.length
  })
  return Buffer.concat([globals(positions), ...bodies])
}

const END = 0xfffffffe
const FREE = 0xffffffff
const SECTOR = 512
const SMALL = 64
const CUTOFF = 4096
/** Tables named in the header, and in each sector that goes on with the list. */
const IN_HEADER = 109
const IN_SECTOR = 127

type Stream = { name: string; type: number; start: number; size: number }

/** An OLE2 container of these streams; those shorter than 4096 bytes are filled up, or share one as Excel does it. */
export function makeOle(streams: Record<string, Buffer>, shareSmall = false): Buffer {
  const contents: Buffer[] = []
  const entries: Stream[] = [{ name: 'Root Entry', type: 5, start: -1, size: 0 }]
  const small: Buffer[] = []
  const smallNext: number[] = []
  for (const [name, content] of Object.entries(streams)) {
    if (shareSmall && content.length < CUTOFF) {
      entries.push({ name, type: 2, start: smallNext.length, size: content.length })
      small.push(padded(content, SMALL))
      addChain(smallNext, Math.ceil(content.length / SMALL))
    } else {
      const whole = content.length < CUTOFF ? padded(content, CUTOFF) : content
      entries.push({ name, type: 2, start: -1 - contents.push(whole), size: whole.length })
    }
  }
  return assemble(entries, contents, Buffer.concat(small), Buffer.concat(smallNext.map(u32)))
}

/** Header, tables, list of tables, directory, shared small streams and their table, other streams. */
function assemble(entries: Stream[], contents: Buffer[], small: Buffer, smallTable: Buffer): Buffer {
  const parts = [Buffer.alloc(entries.length * 128), small, smallTable, ...contents].map((part) =>
    padded(part, SECTOR),
  )
  const data = parts.reduce((sum, part) => sum + part.length / SECTOR, 0)
  let tables = 1
  let lists = 0
  while (tables * 128 < data + tables + lists) {
    tables++
    lists = Math.max(0, Math.ceil((tables - IN_HEADER) / IN_SECTOR))
  }
  const next: number[] = [...new Array(tables).fill(0xfffffffd), ...new Array(lists).fill(0xfffffffc)]
  const starts = parts.map((part) => addChain(next, part.length / SECTOR))
  while (next.length < tables * 128) next.push(FREE)
  const [directory = 0, smallStart = 0, smallTableStart = 0] = starts
  const placed = entries.map((entry) => {
    if (entry.type === 5) return { ...entry, start: small.length > 0 ? smallStart : END, size: small.length }
    return entry.start < 0 ? { ...entry, start: starts[1 - entry.start] ?? 0 } : entry
  })
  parts[0] = padded(oleDirectory(placed), SECTOR)
  const header = oleHeader({
    tables,
    lists,
    directory,
    smallTable: smallTable.length > 0 ? smallTableStart : END,
  })
  return Buffer.concat([header, ...next.map(u32), ...tableLists(tables, lists), ...parts])
}

/** Adds a chain of so many pieces; says where it begins. */
function addChain(next: number[], count: number): number {
  const start = next.length
  for (let i = 1; i < count; i++) next.push(next.length + 1)
  if (count > 0) next.push(END)
  return start
}

function tableLists(tables: number, lists: number): Buffer[] {
  return Array.from({ length: lists }, (_, list) => {
    const sector = Buffer.alloc(SECTOR, 0xff)
    const first = IN_HEADER + list * IN_SECTOR
    for (let i = 0; i < IN_SECTOR && first + i < tables; i++) sector.writeUInt32LE(first + i, 4 * i)
    sector.writeUInt32LE(list + 1 < lists ? tables + list + 1 : END, SECTOR - 4)
    return sector
  })
}

type Places = { tables: number; lists: number; directory: number; smallTable: number }

function oleHeader({ tables, lists, directory, smallTable }: Places): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  Buffer.from(u16(0x3e, 3, 0xfffe, 9, 6)).copy(header, 24)
  for (const [at, value] of [
    [44, tables],
    [48, directory],
    [56, CUTOFF],
    [60, smallTable],
    [64, smallTable === END ? 0 : 1],
    [68, lists > 0 ? tables : END],
    [72, lists],
  ] as const)
    header.writeUInt32LE(value, at)
  for (let i = 0; i < Math.min(tables, IN_HEADER); i++) header.writeUInt32LE(i, 76 + 4 * i)
  return header
}

/** The names hang on one another to the right, which is a tree as well. */
function oleDirectory(entries: Stream[]): Buffer {
  const items = entries.map(({ name, type, start, size }, index) => {
    const bytes = Buffer.alloc(128)
    bytes.write(name, 'utf16le')
    bytes.writeUInt16LE(name.length * 2 + 2, 64)
    bytes.writeUInt8(type, 66)
    bytes.writeUInt8(1, 67)
    const right = index > 0 && index + 1 < entries.length ? index + 1 : FREE
    const child = index === 0 && entries.length > 1 ? 1 : FREE
    for (const [place, value] of [FREE, right, child].entries()) bytes.writeUInt32LE(value, 68 + 4 * place)
    bytes.writeUInt32LE(start, 116)
    bytes.writeUInt32LE(size, 120)
    return bytes
  })
  return Buffer.concat(items)
}

function padded(content: Buffer, unit: number): Buffer {
  return Buffer.concat([content, Buffer.alloc((unit - (content.length % unit)) % unit)])
}
