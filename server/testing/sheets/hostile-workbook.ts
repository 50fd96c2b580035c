import { crc32, deflateRawSync } from 'node:zlib'
import type { SheetFaultName } from '../../core/sheets/read/sheet-faults.ts'
import { columnsOf } from '../../imports/row-rules/columns.ts'
import { escapeXml, makeXlsx, worksheet } from './workbook.ts'

export const MEGABYTE = 1 << 20
export const SHEET_PART = 'xl/worksheets/sheet1.xml'
const STRINGS_PART = 'xl/sharedStrings.xml'
const [OPEN = '', CLOSE = ''] = worksheet('|').split('|')

/** A packed part of a workbook and what is said of it. */
export type PackedPart = { data: Buffer; size: number; checksum: number }

/** A part that unpacks to the start, as many repetitions and the end, made without unpacking it here. */
export function repeated(start: string, unit: string, times: number, end: string): PackedPart {
  const perBlock = Math.max(1, Math.floor(MEGABYTE / unit.length))
  const block = deflateRawSync(unit.repeat(perBlock), { finishFlush: 3 })
  const blocks = Math.floor(times / perBlock)
  const flush = (text: string) => deflateRawSync(text, { finishFlush: 3 })
  const tail = deflateRawSync(unit.repeat(times - blocks * perBlock) + end)
  const content = Buffer.from(unit.repeat(perBlock))
  let checksum = crc32(start)
  for (let i = 0; i < blocks; i++) checksum = crc32(content, checksum)
  checksum = crc32(unit.repeat(times - blocks * perBlock) + end, checksum)
  return {
    data: Buffer.concat([flush(start), ...new Array<Buffer>(blocks).fill(block), tail]),
    size: Buffer.byteLength(start) + Buffer.byteLength(unit) * times + Buffer.byteLength(end),
    checksum,
  }
}

/** Like `repeated`, inside the data of a sheet. */
export const repeatedRows = (start: string, unit: string, times: number, end = ''): PackedPart =>
  repeated(OPEN + start, unit, times, end + CLOSE)

/** Puts a part into a workbook by hand, so that the directory can say what it likes. */
export async function withPart(
  name: string,
  part: PackedPart,
  declaredSize = part.size,
): Promise<Buffer<ArrayBuffer>> {
  const base = await makeXlsx({ sheets: [{ rows: [] }], sharedStrings: true, extraEntries: { [name]: null } })
  const eocd = base.lastIndexOf('PK\x05\x06')
  const directory = base.readUInt32LE(eocd + 16)
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  const central = Buffer.alloc(46)
  central.write('PK\x01\x02', 'latin1')
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(directory, 42)
  for (const [header, at] of [
    [local, 14],
    [central, 16],
  ] as const) {
    header.writeUInt32LE(part.checksum, at)
    header.writeUInt32LE(part.data.length, at + 4)
    header.writeUInt32LE(declaredSize, at + 8)
    header.writeUInt16LE(name.length, at + 12)
  }
  const end = Buffer.from(base.subarray(eocd))
  const count = end.readUInt16LE(10) + 1
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory + 30 + name.length + part.data.length, 16)
  const title = Buffer.from(name)
  return Buffer.concat([
    base.subarray(0, directory),
    ...[local, title, part.data],
    base.subarray(directory, eocd),
    ...[central, title, end],
  ])
}

export type HostileFile = { name: string; file: Buffer; fault: SheetFaultName }

/** One of each kind that a person could upload as a roster; every one is to be refused with its sentence. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const titles = columnsOf(0, 1).map(({ title }) => cellXml(title))
  const header = `<row>${titles.join('')}</row>`
  const damaged = repeatedRows(header, '<row/>', 100_000)
  damaged.data.fill(0xee, damaged.data.length >> 1)
  const sheet = (part: PackedPart, declared?: number) => withPart(SHEET_PART, part, declared)
  const entities = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${worksheet('<row><c t="str"><v>&b;</v></c></row>')}`
  const blank = repeatedRows('', ' '.repeat(1024), MEGABYTE)
  const of = async (name: string, fault: SheetFaultName, file: Buffer | Promise<Buffer>) => ({
    name,
    fault,
    file: await file,
  })
  return Promise.all([
    of('a blank sheet of 1 GiB', 'unpackedTooBig', sheet(blank)),
    of('the same, said to be small', 'unpackedTooBig', sheet(blank, 400_000)),
    of('entities', 'forbiddenXml', makeXlsx({ sheets: [{ rawXml: entities }] })),
    of('10 000 columns', 'tooManyColumns', sheet(repeatedRows('<row>', '<c><v>1</v></c>', 10_000, '</row>'))),
    of('a million rows', 'tooManyRows', sheet(repeatedRows(header, '<row><c><v>1</v></c></row>', 1_000_000))),
    of(
      'millions of strings',
      'tooManyStrings',
      withPart(STRINGS_PART, repeated('<sst xmlns="x">', '<si><t>a</t></si>', 8_000_000, '</sst>')),
    ),
    of('broken compression', 'damaged', sheet(damaged)),
    of('half a file', 'damaged', (await makeXlsx({ sheets: [{ rows: [['a']] }] })).subarray(0, 1000)),
    of('text', 'text', Buffer.from('姓名,性别\r\n张三,男\r\n')),
    of('PDF', 'pdf', Buffer.from('%PDF-1.7\n')),
  ])
}

const cellXml = (text: string) => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`
