import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { type ParseMessage, ParseOutput } from '../../core/sheets/read/parse-output.ts'
import { readSheet } from '../../core/sheets/read/parser-process.ts'
import {
  READ_LIMITS,
  type ReadLimits,
  type ReadOptions,
  readWorkbook,
} from '../../core/sheets/read/read-workbook.ts'
import { sentenceOf } from '../../core/sheets/read/sheet-faults.ts'
import type { SheetRow } from '../../core/sheets/read/sheet-row.ts'

/** The rows of a file, read in this process; a refused file throws its sentence. */
export async function readHere(file: Buffer, limits: Partial<ReadLimits> = {}): Promise<SheetRow[]> {
  const messages = await messagesOf(file, limits)
  const last = messages.at(-1)
  if (last && 'fault' in last) throw new Error(sentenceOf(last.fault, last.values))
  if (!last || !('end' in last)) throw new Error('no end')
  return messages.flatMap((message) => ('rows' in message ? message.rows : []))
}

/** The messages of the parser about a file that is read in this process. */
export async function messagesOf(file: Buffer, limits: Partial<ReadLimits> = {}): Promise<ParseMessage[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'read-here-'))
  const name = path.join(folder, 'file')
  writeFileSync(name, file)
  const fd = openSync(name, 'r')
  try {
    let text = ''
    const stream = new Writable({
      write(piece, _, done) {
        text += piece
        done()
      },
    })
    await readSheet(fd, new ParseOutput(stream, { ...READ_LIMITS, ...limits }))
    const lines = text.trim().split('\n')
    return lines.map((line) => JSON.parse(line) as ParseMessage)
  } finally {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  }
}

/** The same in a process of its own, as the product does it. */
export async function readApart(file: Buffer, options: Partial<ReadOptions> = {}): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  const signal = new AbortController().signal
  for await (const batch of readWorkbook(inPieces(file), { signal, ...options })) rows.push(...batch)
  return rows
}

export async function* inPieces(file: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}
