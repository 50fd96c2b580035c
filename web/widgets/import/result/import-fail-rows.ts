import { IMPORT_ROW_MESSAGE_SEPARATOR, importRowMessage } from '#contract/core/import-codes.ts'

export type FailRow = { row: number; message: string }

/** Spec §3: lines of row, code and message; messages about one row are joined by ；. */
export function failRowsOf(lines: readonly string[]): FailRow[] {
  const byRow = new Map<number, string[]>()
  for (const line of lines) {
    const [row = '', code = '', ...rest] = line.split(',')
    const messages = byRow.get(Number(row)) ?? []
    const message = importRowMessage(Number(code), rest.join(',').trim())
    if (!messages.includes(message)) messages.push(message)
    byRow.set(Number(row), messages)
  }
  return [...byRow]
    .map(([row, messages]) => ({ row, message: messages.join(IMPORT_ROW_MESSAGE_SEPARATOR) }))
    .sort((one, other) => one.row - other.row)
}
