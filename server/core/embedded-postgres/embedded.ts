import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import {
  type Cluster,
  giveTo,
  initialise,
  isInitialised,
  prepareCluster,
  superuser,
} from './embedded-cluster.ts'
import { launch, type Running, stopServer } from './embedded-launch.ts'
import { answerPatience, findServer, isAlive, type ServerAddress, waitForAnswer } from './embedded-running.ts'

export type EmbeddedPostgres = {
  /** Connection parameters for a database on this server, as `pg.PoolConfig` takes them. */
  connection(database: string, user?: string): Connection
  /** From now on a server that ends without `stop` is started again on the same address. */
  keepRunning(events: { startedAgain(): void; lost(reason: StartError): void }): void
  /** Fast shutdown; ends the server for everyone who joined it. Safe to call twice. */
  stop(): Promise<void>
  /** The postmaster. */
  readonly pid: number
  /** It was running already, left alive by a killed predecessor; it keeps the settings it was started with. */
  joined: boolean
}

/** `ssl` is said because PGSSLMODE of the environment would be asked otherwise. */
type Connection = ServerAddress & { user: string; database: string; ssl: false }

const WATCH_MS = 1_000

const defaultSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  // Errors of statements reach the caller; in the log they would quote rows, that is personal data.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Starts the PostgreSQL that comes with the product on a cluster folder, made on first use, or joins the server
 * that still runs on it. The server is detached: it outlives this process unless `stop` is called.
 */
export async function startEmbedded(options: {
  folder: string
  settings?: Record<string, string>
  /** As on Windows: over 127.0.0.1 with a password. */
  loopback?: boolean
}): Promise<EmbeddedPostgres> {
  return explained(options.folder, async () => {
    const { folder, settings, loopback } = options
    const cluster = await prepareCluster(folder, { durable: settings?.fsync !== 'off', loopback })
    const start = (port?: number) => joinOrLaunch(cluster, { ...defaultSettings, ...settings }, port)
    return handle(cluster, await start(), start)
  })
}

/** A server that somebody else runs on this folder, to be used but not ended; undefined where none runs. */
export async function joinEmbedded(
  folder: string,
): Promise<Pick<EmbeddedPostgres, 'connection'> | undefined> {
  return explained(folder, async () => {
    const cluster = await prepareCluster(folder, { durable: true })
    const running = await findServer(cluster)
    const joined = running && (await waitForAnswer(cluster, running))
    return joined && { connection: connectionTo(joined.address) }
  })
}

async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`内置数据库无法使用目录 ${path.resolve(folder)}，请检查它的权限和磁盘：${reason}`)
  }
}

type Started = Running & { joined: boolean }

async function joinOrLaunch(
  cluster: Cluster,
  settings: Record<string, string>,
  port?: number,
): Promise<Started> {
  const giveUp = performance.now() + answerPatience
  for (;;) {
    const initialised = await isInitialised(cluster)
    const running = await findServer(cluster)
    if (running) {
      const joined = await waitForAnswer(cluster, running)
      if (joined) return { ...joined, joined: true }
      continue
    }
    if (!initialised) await initialise(cluster)
    await giveTo(cluster.runAs, cluster.folder)
    const launched = await launch(cluster, settings, port)
    if ('pid' in launched) return { ...launched, joined: false }
    // Another starter was faster, or processes of a killed server are still letting go of its memory.
    const passing = /already exists|is empty|pre-existing shared memory/.test(launched.failure)
    if (!passing || performance.now() > giveUp)
      throw new StartError(
        `内置数据库没有启动成功，完整日志见 ${cluster.log}，最后几行：\n${launched.failure}`,
      )
    await sleep(200)
  }
}

function handle(
  cluster: Cluster,
  first: Started,
  start: (port: number) => Promise<Started>,
): EmbeddedPostgres {
  let server: Running = first
  let stopped: Promise<void> | undefined
  let watching: Promise<void> | undefined
  const over = new AbortController()

  async function watch(startedAgain: () => void) {
    for (;;) {
      await sleep(WATCH_MS, undefined, { ref: false, signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      if (await isAlive(cluster, server.pid)) continue
      server = await explained(cluster.folder, () => start(server.address.port))
      startedAgain()
    }
  }

  return {
    get pid() {
      return server.pid
    },
    joined: first.joined,
    connection: connectionTo(first.address),
    keepRunning({ startedAgain, lost }) {
      watching ??= watch(startedAgain).catch((reason) => lost(reason))
    },
    stop() {
      over.abort()
      stopped ??= (watching ?? Promise.resolve()).then(() => stopServer(cluster, server))
      return stopped
    },
  }
}

const connectionTo =
  (address: ServerAddress): EmbeddedPostgres['connection'] =>
  (database, user = superuser) => ({ ...address, user, database, ssl: false })
