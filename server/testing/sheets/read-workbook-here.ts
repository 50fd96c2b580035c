// Stands in the place of core/sheets/read/read-workbook.ts where imports are tested (vitest.config.ts): starting a process
// for each of their hundreds of small files takes longer than reading them. The process itself is tested beside it, and
// imports that use it in tests/process and tests/e2e.
import { BizError } from '#contract/core/error-codes.ts'
import type { ReadOptions } from '../../core/sheets/read/read-workbook.ts'
import { sentenceOf } from '../../core/sheets/read/sheet-faults.ts'
import type { SheetRow } from '../../core/sheets/read/sheet-row.ts'
import { messagesOf } from './read-sheet.ts'

export async function* readWorkbook(
  file: AsyncIterable<Buffer>,
  { signal, limits, onSize }: ReadOptions,
): AsyncGenerator<SheetRow[]> {
  const pieces: Buffer[] = []
  for await (const piece of file) pieces.push(piece)
  for (const message of await messagesOf(Buffer.concat(pieces), limits)) {
    signal.throwIfAborted()
    if ('rows' in message) yield message.rows
    else if ('size' in message) onSize?.({ rows: message.size })
    else if ('fault' in message) throw new BizError(700, sentenceOf(message.fault, message.values))
  }
}
