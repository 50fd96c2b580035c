import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { SheetFault, type SheetFaultName, tooManyRows } from './sheet-faults.ts'
import type { SheetRow } from './sheet-row.ts'

export type ReadLimits = {
  maxRows: number
  maxColumns: number
  maxUnpackedBytes: number
  maxSeconds: number
  maxHeapMegabytes: number
  maxRssMegabytes: number
}

/** A line from the reading process to the one that asked. */
export type ParseMessage =
  | { rows: SheetRow[] }
  | { size: number | null }
  | { fault: SheetFaultName; values: Record<string, string | number> }
  | { end: true }

/** The exit code says why the process ended where a message could not be relied on any more. */
export const OUT_OF_MEMORY = 86

const BATCH_ROWS = 500
const BATCH_CHARACTERS = 256 * 1024
const MAX_ROW_TEXT = 1_000_000
/** Bytes that may be buffered for the consumer of the rows: while it works on some, the next ones are read. */
const WAITING_MAX = 1024 * 1024

/** Collects rows into batches and hands them over as fast as they are taken. */
export class ParseOutput {
  readonly limits: ReadLimits
  rows = 0
  readonly #stream: Writable
  #batch: string[] = []
  #length = 0
  #total = 0

  constructor(stream: Writable, limits: ReadLimits) {
    this.#stream = stream
    this.limits = limits
  }

  add(row: SheetRow): void {
    if (++this.rows > this.limits.maxRows) throw tooManyRows(this.limits.maxRows)
    if (textLength(row) > MAX_ROW_TEXT)
      throw new SheetFault('rowTooLong', { row: row.row, limit: MAX_ROW_TEXT })
    const text = JSON.stringify(row)
    this.#batch.push(text)
    this.#length += text.length
    this.#total += text.length
    // One long text that thousands of cells name is small in the file.
    if (this.#total > this.limits.maxUnpackedBytes / 2) throw new SheetFault('unpackedTooBig')
    if (this.#batch.length >= BATCH_ROWS || this.#length >= BATCH_CHARACTERS) this.flush()
  }

  size(rows: number | null): void {
    this.send({ size: rows })
  }

  flush(): void {
    if (this.#batch.length > 0) this.#write(`{"rows":[${this.#batch.join(',')}]}\n`)
    this.#batch = []
    this.#length = 0
  }

  send(message: ParseMessage): void {
    this.#write(`${JSON.stringify(message)}\n`)
  }

  /** Waits until what was handed over has been taken, once it is much. */
  async drained(): Promise<void> {
    if (this.#stream.writableLength > WAITING_MAX) await once(this.#stream, 'drain')
  }

  #write(line: string): void {
    this.#stream.write(line)
  }
}

function textLength({ cells }: SheetRow): number {
  let length = 0
  for (const cell of cells) if (typeof cell === 'string') length += cell.length
  return length
}
