import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { OutRow } from '../../core/sheets/write/write-workbook.ts'
import type { Cells, ExportReader, ExportReadOptions, StoredNumber } from './export-source.ts'

/** Unsealing the numbers of so many takes a few milliseconds; then others get their turn. */
const SLICE_ROWS = 200

export async function* toCells<K extends ExportKey, Row>(
  { secrets }: ExportReader,
  batches: AsyncIterable<readonly Row[]>,
  cells: Cells<K, Row>,
  { columns }: ExportReadOptions<K>,
): AsyncGenerator<readonly OutRow[], void, void> {
  const open = (number: StoredNumber) => (Buffer.isBuffer(number) ? secrets.decrypt(number) : number)
  const writers = columns.map(({ key }) => cells[key])
  for await (const rows of batches) {
    for (let at = 0; at < rows.length; at += SLICE_ROWS) {
      yield rows.slice(at, at + SLICE_ROWS).map((row) => writers.map((cell) => cell(row, open)))
      await nextTurn()
    }
  }
}
