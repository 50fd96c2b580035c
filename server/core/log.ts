import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
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
  setAside(file)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  stream.on('error', () => undefined)
  return { stream, file }
}

const LOG_MAX = 20 * 1024 * 1024

/** A log that has grown large is archived once, so that a demo left running for months does not fill the disk. */
function setAside(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_MAX) renameSync(file, `${file}.old`)
}
