import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The parts of a zip by name. */
export async function unzipped(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file)
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return parts
}

export type RecField = { name: string; type: number; length: number; question: string; mark: string }
export type RecFile = { first: string; fields: RecField[]; records: Record<string, string>[] }

const decoder = new TextDecoder('gb18030', { fatal: true })
const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/**
 * Reads a .REC as EpiData does: by bytes, from what its own source says of the format, knowing nothing of the writer.
 * A line says how many fields there are, each has a line with ten numbers at fixed places; then records of one length,
 * cut into lines of 78 bytes that end with a mark.
 */
export function readRec(file: Buffer): RecFile {
  let at = 0
  const line = (): Buffer => {
    const end = file.indexOf('\r\n', at)
    if (end < 0) throw new Error('a line without an end')
    const bytes = file.subarray(at, end)
    at = end + 2
    return bytes
  }
  const first = textOf(line())
  const fields = Array.from({ length: Number(first.split(' ')[0]) }, () => readField(line()))
  const width = fields.reduce((sum, { length }) => sum + length, 0)
  const lines = Math.floor((width - 1) / 78) + 1
  const size = width + lines * 3
  const records: RecFile['records'] = []
  for (; at < file.length; at += size) records.push(readRecord(file.subarray(at, at + size), fields, width))
  return { first, fields, records }
}

function readField(line: Buffer): RecField {
  const numbers = line.subarray(12, 44).toString('latin1')
  const at = (index: number): number => {
    const text = numbers.slice(index * 4, index * 4 + 4)
    if (!/^ *\d+$/.test(text)) throw new Error(`not a number: "${text}" in ${line.toString('latin1')}`)
    return Number(text)
  }
  if (line[11] !== 0x20 || line[44] !== 0x20) throw new Error('no space where one belongs')
  return {
    mark: String.fromCharCode(line[0] ?? 0),
    name: line.subarray(1, 11).toString('latin1').trim(),
    type: at(5),
    length: at(6),
    question: textOf(line.subarray(45)),
  }
}

function readRecord(bytes: Buffer, fields: readonly RecField[], width: number): Record<string, string> {
  const parts: Buffer[] = []
  for (let from = 0; from < bytes.length; from += 81) {
    const end = Math.min(from + 78, bytes.length - 3)
    if (bytes.subarray(end, end + 3).toString('latin1') !== '!\r\n') throw new Error('a record out of step')
    parts.push(bytes.subarray(from, end))
  }
  const whole = Buffer.concat(parts)
  if (whole.length !== width) throw new Error(`a record of ${whole.length} bytes instead of ${width}`)
  let at = 0
  return Object.fromEntries(
    fields.map(({ name, length }) => {
      const value = textOf(whole.subarray(at, at + length))
      at += length
      return [name, value.trim()]
    }),
  )
}
