import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { monotonicMs } from '../clock.ts'
import { type Config, PROJECT_ROOT } from '../config.ts'
import type { Connection } from '../db/connect.ts'
import type { WorkerLog } from './queue.ts'

/**
 * The first message to the worker process. Never by arguments or environment: others on the machine can read those.
 */
export type WorkerSettings = {
  config: Config
  connection: Connection
  /** What the database driver looks for in the environment. */
  environment: Record<string, string>
}
export type ToWorker = WorkerSettings | 'nudge' | 'stop'
export type FromWorker = 'ready' | { log: object; message: string }

export type WorkerProcess = {
  start(): void
  /** A job was asked for: it starts at once instead of at the next poll. */
  nudge(): void
  /** Waits until its jobs are handed back and it has ended. */
  stop(): Promise<void>
}

type Options = { config: Config; connection: Connection; log: WorkerLog }

const SCRIPT = path.join(PROJECT_ROOT, 'scripts/worker.mjs')
const HEAP_MEGABYTES = 512
/** Rows live as long as their batch: room for one or two of them spares copying them about. */
const YOUNG_MEGABYTES = 32
/** A little longer than the worker itself waits for its jobs. */
const STOP_MS = 10_000
const WAIT_MS = { first: 1_000, longest: 4_000 }
/** One that lived so long did not die of how it was started. */
const STEADY_MS = 60_000
const LAST_WORDS = 4_000
const HARMLESS =
  /^(PATH|HOME|USER|LOGNAME|USERNAME|TMPDIR|TEMP|TMP|LANG|LC_ALL|TZ|NODE_ENV|NODE_EXTRA_CA_CERTS|VISION_SOURCES|SystemRoot|APPDATA|LOCALAPPDATA)$/i

/** Keeps one worker process running: it is started again when it dies, and ends when this one does. */
export function makeWorkerProcess({ config, connection, log }: Options): WorkerProcess {
  let child: ChildProcess | undefined
  let ready = false
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let waitMs = WAIT_MS.first

  const tell = (message: ToWorker) => {
    // It may have died this moment; then its end is what we hear.
    if (child?.connected) child.send(message, () => undefined)
  }

  function start() {
    if (stopping) return
    const startedAt = monotonicMs()
    const started = fork(SCRIPT, [], {
      cwd: PROJECT_ROOT,
      env: environmentOf(HARMLESS),
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, `--max-semi-space-size=${YOUNG_MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child = started
    const lastWords = collectLastWords(started)
    started.on('message', (message: FromWorker) => {
      if (message !== 'ready') return log.error(message.log, message.message)
      ready = true
      tell(settingsOf(config, connection))
    })
    started.once('error', (error) => {
      log.error({ err: error }, 'the worker process cannot be reached')
      if (started.pid === undefined) startAgain(startedAt)
    })
    started.once('exit', (exitCode, signal) => {
      startAgain(startedAt)
      // Its last words may come after it.
      const tellWhy = () =>
        log.error({ exitCode, signal, said: lastWords() }, 'the worker process ended; it is started again')
      if (exitCode !== 0 && !stopping) setTimeout(tellWhy, 100)
    })
  }

  function startAgain(startedAt: number) {
    child = undefined
    ready = false
    if (stopping) return
    if (monotonicMs() - startedAt > STEADY_MS) waitMs = WAIT_MS.first
    timer = setTimeout(start, waitMs)
    waitMs = Math.min(2 * waitMs, WAIT_MS.longest)
  }

  async function stop() {
    stopping = true
    clearTimeout(timer)
    const leaving = child
    if (!leaving) return
    const ended = new Promise<void>((resolve) => leaving.once('exit', () => resolve()))
    // Before it is ready it has no job to hand back.
    if (ready) tell('stop')
    else leaving.kill('SIGTERM')
    const impatient = setTimeout(() => leaving.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(impatient)
  }

  return { start, nudge: () => tell('nudge'), stop }
}

function settingsOf(config: Config, connection: Connection): WorkerSettings {
  // The worker process never needs the role that owns the tables.
  return {
    config: { ...config, DATABASE_MIGRATE_URL: undefined },
    connection,
    environment: environmentOf(/^PG[A-Z]+$/),
  }
}

function environmentOf(wanted: RegExp): Record<string, string> {
  const found = Object.entries(process.env).filter(([name]) => wanted.test(name))
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? '']))
}

/** The end of what it wrote, where Node explains why it gave up. */
function collectLastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text = (text + chunk).slice(-LAST_WORDS)
  })
  return () => text.trim()
}
