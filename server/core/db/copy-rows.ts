import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type CopyValue = string | number | boolean | null | Buffer | readonly string[]

/** COPY of a batch, in a statement of its own: for tables whose rows mean nothing until something else names them. */
export async function copyRows(
  pool: pg.Pool,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return
  const client = await pool.connect()
  let broken: Error | undefined
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  try {
    const ended = once(stream, 'finish')
    stream.end(encodeRows(rows))
    await ended
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

/** COPY's text format. */
export function encodeRows(rows: readonly (readonly CopyValue[])[]): string {
  let text = ''
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      text += (index === 0 ? '' : '\t') + encode(row[index] ?? null)
    }
    text += '\n'
  }
  return text
}

function encode(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'string') return escaped(value)
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return escaped(
    `{${(value as readonly string[]).map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`,
  )
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char) : text
