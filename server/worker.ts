import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSecrets } from './core/data-key.ts'
import { type Database, openDatabase } from './core/db/connect.ts'
import { makeWorker, type Worker } from './core/jobs/worker.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './core/jobs/worker-process.ts'
import { makeJobKinds } from './features.ts'

const JOBS_AT_ONCE = 2
/** Requests come first. */
const PRIORITY = 10
const GOODBYE_MS = 300
/** The server is gone, and nobody waits for us. */
const ORPHAN_PATIENCE_MS = 500
const ORPHAN_LIMIT_MS = 1_500

/** The jobs that take long, in a process of their own; ends when the server says so, or is gone. */
export async function runWorker(): Promise<void> {
  if (!process.send) throw new Error('the worker process is started by the server')
  try {
    setPriority(PRIORITY)
  } catch {
    // Then it shares evenly.
  }
  let opened: { worker: Worker; work: Database } | undefined
  let leaving = false
  const leave = async (patienceMs?: number) => {
    if (leaving) return
    leaving = true
    await opened?.worker.stop(patienceMs)
    // A statement that still runs would be waited for; what it writes is refused anyway.
    await Promise.race([opened?.work.close(), sleep(GOODBYE_MS)])
    process.exit(0)
  }
  // Ctrl-C reaches every process of the terminal; ours to follow is the server.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('SIGTERM', () => void leave())
  process.on('disconnect', () => {
    setTimeout(() => process.exit(0), ORPHAN_LIMIT_MS)
    void leave(ORPHAN_PATIENCE_MS)
  })
  process.on('message', (message: ToWorker) => {
    if (message === 'stop') void leave()
    else if (message === 'nudge') opened?.worker.nudge()
    else
      open(message).then(
        (ready) => {
          opened = ready
          if (!leaving) ready.worker.start()
        },
        (error) => {
          void report({ err: error }, 'the worker process could not begin').then(() => process.exit(1))
        },
      )
  })
  await tell('ready')
}

async function open({ config, connection, environment }: WorkerSettings) {
  Object.assign(process.env, environment)
  const work = openDatabase({ connection, max: 6, connectMs: 5_000, statementMs: 600_000 })
  const { secrets } = await openSecrets(work.db, config)
  const kinds = makeJobKinds({ config, secrets, work })
  const options = { place: 'worker', atOnce: JOBS_AT_ONCE } as const
  return { work, worker: makeWorker(work.db, kinds, { error: (...event) => void report(...event) }, options) }
}

/** Into the log of the server. */
function report(details: object, message: string): Promise<void> {
  return tell({ log: 'err' in details ? { ...details, err: plain(details.err) } : details, message })
}

/** What of a fault survives the way to another process; no values of rows, which a database quotes. */
function plain(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type: error.name, message: error.message, stack: error.stack, ...code }
}

function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
