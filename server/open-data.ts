import path from 'node:path'
import type { Config } from './core/config.ts'
import { openSecrets } from './core/data-key.ts'
import { type Database, type Db, openDatabase } from './core/db/connect.ts'
import { asStartError, bringUpToDate, type Connections, prepareServer } from './core/db/up-to-date.ts'
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from './core/embedded-postgres/embedded.ts'
import type { Secrets } from './core/secrets.ts'
import { StartError } from './core/start-error.ts'
import { FEED_SQL, FILL_FEED_SQL } from './eyesight/feed/feed.sql.ts'
import { FIGURE_SQL } from './eyesight/figures/figure-triggers.sql.ts'
import { PLAN_RANGE_SQL } from './eyesight/figures/plan-range/plan-range.sql.ts'
import { PLAN_RANGE_SCHOOL_SQL } from './eyesight/figures/plan-range/plan-range-school.sql.ts'
import { COUNT_REFRACTION_SQL, REFRACTION_SQL } from './eyesight/figures/refraction/refraction.sql.ts'
import { PLAN_PLACES_SQL } from './eyesight/plans/plan-places.sql.ts'
import { RETEST_COUNTS_SQL } from './eyesight/retests/retest-counts.sql.ts'
import { LATE_COUNT_SQL } from './late-counts.ts'
import { COUNT_LETTERS_SQL, LETTER_TALLY_SQL } from './letters/letter-tally.sql.ts'
import { loadDemo } from './seed/demo.ts'
import { loadReference } from './seed/reference.ts'
import { VISIT_TASKS_SQL } from './visits/visit-tasks.sql.ts'
import { WARNING_SQL } from './warning/raising/warnings.sql.ts'

const DATABASE = 'vision'
const OWNER = 'vision_owner'
const RUNTIME = 'vision_app'
/** Those that count anew come last: the triggers that apply at the commit what they counted have to be there before. */
const REPEATABLE_SQL = [
  LATE_COUNT_SQL,
  REFRACTION_SQL,
  FEED_SQL,
  FIGURE_SQL,
  RETEST_COUNTS_SQL,
  PLAN_PLACES_SQL,
  PLAN_RANGE_SCHOOL_SQL,
  PLAN_RANGE_SQL,
  WARNING_SQL,
  LETTER_TALLY_SQL,
  VISIT_TASKS_SQL,
  COUNT_REFRACTION_SQL,
  FILL_FEED_SQL,
  COUNT_LETTERS_SQL,
]

/** A database server and how we are known to it; `embedded` where it is ours to keep running and to stop. */
export type Server = Connections & { embedded: EmbeddedPostgres | null; stop(): Promise<void> }

export type Data = {
  /** Serves requests: short statements only. */
  requests: Database
  /** Serves jobs: statements may run long, and never take a request's connection. */
  work: Database
  secrets: Secrets
  storedInDatabase: boolean
  close(): Promise<void>
}

/** The given server, or the embedded one, started or joined; the caller holds the lock of the data folder. */
export async function startServer(config: Config): Promise<Server> {
  if (config.mode === 'production') return givenServer(config)
  const embedded = await startEmbedded({ folder: clusterFolder(config) })
  try {
    await prepareServer(embedded.connection('postgres'), {
      database: DATABASE,
      owner: OWNER,
      runtime: RUNTIME,
    })
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { ...connectionsOf(embedded), embedded, stop: () => embedded.stop() }
}

/** The embedded server of an instance that runs; it stays that instance's to stop. */
export async function joinServer(config: Config): Promise<Server> {
  const embedded = await joinEmbedded(clusterFolder(config))
  if (!embedded) throw new StartError(`使用数据目录 ${config.dataDir} 的实例正在启动或停止，请稍后再试`)
  return { ...connectionsOf(embedded), embedded: null, stop: async () => undefined }
}

/** Both together are what a request may wait: usually under five seconds a frozen database becomes an answer. */
export function requestLimits({ DATABASE_WAIT_MS }: Config): { connectMs: number; statementMs: number } {
  const connectMs = Math.round((DATABASE_WAIT_MS * 5) / 12)
  return { connectMs, statementMs: DATABASE_WAIT_MS - connectMs }
}

/** Brings the database up to date and opens it for work; closing it stops a server that is ours. */
export async function openData(
  config: Config,
  say: (line: string) => void,
  { server: given }: { server?: Server } = {},
): Promise<Data> {
  const server = given ?? (await startServer(config))
  try {
    const grantRuntime = config.mode === 'demo' || config.DATABASE_MIGRATE_URL !== undefined
    const load = (db: Db) => loadData(db, config, server, say)
    await bringUpToDate(server, { repeatable: REPEATABLE_SQL, grantRuntime, load, say })
  } catch (error) {
    await server.stop()
    throw asStartError(error)
  }
  return openUpToDate(config, server)
}

/** Opens a database that is up to date already. */
export async function openUpToDate(config: Config, server = givenServer(config)): Promise<Data> {
  const opened: Database[] = []
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()))
    await server.stop()
  }
  const open = (limits: { max: number; connectMs: number; statementMs: number }) => {
    const database = openDatabase({ connection: server.runtime, ...limits })
    opened.push(database)
    return database
  }
  try {
    const requests = open({ max: config.DATABASE_POOL, ...requestLimits(config) })
    const work = open({ max: 4, connectMs: 5_000, statementMs: 60_000 })
    const { secrets, storedInDatabase } = await openSecrets(requests.db, config)
    return { requests, work, secrets, storedInDatabase, close }
  } catch (error) {
    await close()
    throw asStartError(error)
  }
}

async function loadData(db: Db, config: Config, server: Server, say: (line: string) => void): Promise<void> {
  await loadReference(db)
  // While an instance is running, that instance takes care of the demo.
  if (!server.embedded) return
  const { secrets } = await openSecrets(db, config)
  if (await loadDemo(db, secrets)) say('已载入演示数据')
}

function givenServer(config: Config): Server {
  const runtime = { connectionString: config.DATABASE_URL }
  const owner = { connectionString: config.DATABASE_MIGRATE_URL ?? config.DATABASE_URL }
  return { owner, runtime, embedded: null, stop: async () => undefined }
}

const clusterFolder = (config: Config): string => path.join(config.dataDir, 'postgres')

function connectionsOf(embedded: Pick<EmbeddedPostgres, 'connection'>): Connections {
  return { owner: embedded.connection(DATABASE, OWNER), runtime: embedded.connection(DATABASE, RUNTIME) }
}
