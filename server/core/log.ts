import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

type LogStream = { write(line: string): void }

/**
 * One JSON line per event. Production writes to standard output, the demo to a file, so that the address and
 * the accounts stay visible in the terminal. A full disk or a closed pipe loses log lines, never the service:
 * what must not be lost is in the audit trail.
 */
export function openLog(config: Config): { stream: LogStream; file: string | null } {
  if (config.mode === 'production') {
    process.stdout.on('error', () => undefined)
    return { stream: process.stdout, file: null }
  }
  const folder = path.join(config.dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'server.log')
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  stream.on('error', () => undefined)
  return { stream, file }
}
