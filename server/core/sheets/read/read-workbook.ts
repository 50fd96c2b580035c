import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BizError } from '#contract/core/error-codes.ts'
import { PROJECT_ROOT } from '../../config.ts'
import { OUT_OF_MEMORY, type ParseMessage, type ReadLimits } from './parse-output.ts'
import { SheetFault, sentenceOf } from './sheet-faults.ts'
import type { SheetRow } from './sheet-row.ts'

export type { ReadLimits } from './parse-output.ts'

export const READ_LIMITS: ReadLimits = {
  // Title and header rows are no data: 200 000 students fit.
  maxRows: 200_010,
  maxColumns: 200,
  maxUnpackedBytes: 512 * 1024 * 1024,
  maxSeconds: 120,
  maxHeapMegabytes: 256,
  maxRssMegabytes: 300,
}

export type ReadOptions = {
  signal: AbortSignal
  limits?: Partial<ReadLimits>
  onSize?(estimate: { rows: number | null }): void
}

const WATCH_INTERVAL_MS = 200
const MAX_COMPLAINT = 8_192
/** Messages taken before they are asked for: the reading goes on while the rows before are worked on. */
const MESSAGES_AHEAD = 4

/**
 * Batches of non-empty rows of the first visible sheet that has any, in order. Reads in a process of its own, which
 * gets only a few batches ahead of those that are taken. A file that cannot be read is a BizError with a sentence for
 * its owner; as the end of a file may be the faulty part, that can come after batches.
 */
export async function* readWorkbook(
  file: AsyncIterable<Buffer>,
  options: ReadOptions,
): AsyncGenerator<SheetRow[]> {
  options.signal.throwIfAborted()
  const limits = { ...READ_LIMITS, ...options.limits }
  // Made by the process that reads: if this one is killed before it has begun, nothing is left behind.
  const copy = path.join(tmpdir(), `sheet-${randomUUID()}`)
  const reader = new ReadingProcess(copy, limits, options.signal)
  try {
    reader.feed(file)
    for await (const message of readAhead(reader.messages(), MESSAGES_AHEAD)) {
      if ('rows' in message) yield message.rows
      else if ('size' in message) options.onSize?.({ rows: message.size })
      else if ('fault' in message) throw new SheetFault(message.fault, message.values)
      else return
    }
  } catch (error) {
    throw error instanceof SheetFault ? new BizError(700, sentenceOf(error.fault, error.values)) : error
  } finally {
    await reader.stop()
    // Windows may still lock the file for a moment, and Node retries only with `recursive`.
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A caller that gives up has to end the source: a read may still be under way. */
async function* readAhead<T>(source: AsyncGenerator<T>, count: number): AsyncGenerator<T> {
  const asked: Promise<IteratorResult<T>>[] = []
  const ask = () => {
    const next = source.next()
    // Handled by the caller; silences unhandledRejection.
    next.catch(() => undefined)
    asked.push(next)
  }
  for (let ahead = 0; ahead < count; ahead++) ask()
  for (let next = await asked.shift(); next && !next.done; next = await asked.shift()) {
    ask()
    yield next.value
  }
}

class ReadingProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #limits: ReadLimits
  readonly #signal: AbortSignal
  readonly #exited: Promise<unknown>
  readonly #watch: NodeJS.Timeout
  /** Time it may still take, which runs only while it is waited for: who takes the rows may be slow. */
  #msLeft: number
  #complaint = ''
  /** Why it was ended, where we did it. */
  #reason: { error: unknown } | undefined

  constructor(copy: string, limits: ReadLimits, signal: AbortSignal) {
    this.#limits = limits
    this.#signal = signal
    this.#msLeft = limits.maxSeconds * 1000
    const script = path.join(PROJECT_ROOT, 'scripts/parse-sheet.mjs')
    const args = [`--max-old-space-size=${limits.maxHeapMegabytes}`, script, copy, JSON.stringify(limits)]
    this.#child = spawn(process.execPath, args, {
      cwd: PROJECT_ROOT,
      env: bareEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#exited = Promise.race([once(this.#child, 'close'), once(this.#child, 'error')])
    this.#exited.catch(() => undefined)
    this.#child.stderr.on('data', (piece: Buffer) => {
      this.#complaint = (this.#complaint + piece).slice(-MAX_COMPLAINT)
    })
    signal.addEventListener('abort', this.#onAbort)
    this.#watch = setInterval(() => this.#checkMemory(), WATCH_INTERVAL_MS)
    this.#watch.unref()
  }

  readonly #onAbort = (): void => this.#kill(this.#signal.reason)

  /** Hands over the file; a process that has refused it early takes no more, which is no fault. */
  feed(file: AsyncIterable<Buffer>): void {
    const { stdin } = this.#child
    stdin.on('error', () => undefined)
    const pump = async (): Promise<void> => {
      for await (const piece of file) {
        if (stdin.destroyed) return
        if (!stdin.write(piece))
          await Promise.race([once(stdin, 'drain'), this.#exited]).catch(() => undefined)
      }
      stdin.end()
    }
    pump().catch((error: unknown) => this.#kill(error))
  }

  /** What it says, until it ends well; otherwise throws why not. */
  async *messages(): AsyncGenerator<ParseMessage> {
    const pieces = this.#child.stdout[Symbol.asyncIterator]()
    let begun: Buffer[] = []
    for (;;) {
      const piece = await this.#timed(pieces.next())
      this.#throwReason()
      if (piece.done) break
      const bytes: Buffer = piece.value
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const line = Buffer.concat([...begun, bytes.subarray(from, end)])
        begun = []
        from = end + 1
        yield JSON.parse(line.toString('utf8')) as ParseMessage
      }
      begun.push(bytes.subarray(from))
    }
    await this.#timed(this.#exited)
    this.#throwReason()
    throw this.#faultOfExit()
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch)
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#child.kill('SIGKILL')
    this.#child.stdin.destroy()
    this.#child.stdout.destroy()
    await this.#exited.catch(() => undefined)
  }

  async #timed<T>(work: Promise<T>): Promise<T> {
    const started = performance.now()
    const giveUp = (): void => this.#kill(new SheetFault('time', { limit: this.#limits.maxSeconds }))
    const timer = setTimeout(giveUp, Math.max(0, this.#msLeft))
    try {
      return await work
    } finally {
      clearTimeout(timer)
      this.#msLeft -= performance.now() - started
    }
  }

  #throwReason(): void {
    if (this.#reason) throw this.#reason.error
  }

  #kill(error: unknown): void {
    this.#reason ??= { error }
    this.#child.kill('SIGKILL')
  }

  /** It looks after itself as well, but not while one step takes long. Other systems have only that. */
  #checkMemory(): void {
    const kilobytes = readResident(this.#child.pid)
    if (kilobytes > this.#limits.maxRssMegabytes * 1024) this.#kill(new SheetFault('memory'))
  }

  #faultOfExit(): Error {
    const { exitCode, signalCode } = this.#child
    const isHeapFull = /heap out of memory|heap limit/i.test(this.#complaint)
    // Whom we did not kill was killed by the system, for want of memory.
    if (isHeapFull || exitCode === OUT_OF_MEMORY || signalCode === 'SIGKILL') return new SheetFault('memory')
    return new Error(`The reading process ended with ${signalCode ?? exitCode}: ${this.#complaint}`)
  }
}

/** No addresses, no keys: only what Node needs to start. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const passedOn = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'HOME', 'LANG', 'VISION_SOURCES']
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
}

function readResident(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
