import path from 'node:path'
import pg from 'pg'
import type { Config } from './core/config.ts'
import { openSecrets } from './core/data-key.ts'
import { type Database, openDatabase } from './core/db/connect.ts'
import { type EmbeddedPostgres, startEmbedded } from './core/db/embedded.ts'
import { grantRuntimeRole, migrate, withMigrationLock } from './core/db/migrate.ts'
import type { Secrets } from './core/secrets.ts'
import { StartError } from './core/start-error.ts'
import { loadDemo } from './seed/demo.ts'
import { loadReference } from './seed/reference.ts'

const DATABASE = 'vision'
const OWNER = 'vision_owner'
const RUNTIME = 'vision_app'

export type Data = {
  /** Serves requests: short statements only. */
  requests: Database
  /** Serves jobs: statements may run long, and never take a request's connection. */
  work: Database
  secrets: Secrets
  keptInDatabase: boolean
  close(): Promise<void>
}

/** Starts or joins the database, brings it up to date, and opens it for work. */
export async function openData(config: Config, say: (line: string) => void): Promise<Data> {
  const embedded =
    config.mode === 'demo' ? await startEmbedded({ folder: path.join(config.dataDir, 'postgres') }) : null
  try {
    const { owner, runtime } = embedded ? await prepareEmbedded(embedded) : givenConnections(config)
    await bringUpToDate(config, owner, runtime, say)
    // Both limits together stay under five seconds: that is when a frozen database becomes an answer.
    const requests = openDatabase({
      connection: runtime,
      max: config.DATABASE_POOL,
      connectMs: 2_000,
      statementMs: 2_800,
    })
    const work = openDatabase({ connection: runtime, max: 4, connectMs: 5_000, statementMs: 60_000 })
    const { secrets, keptInDatabase } = await openSecrets(requests.db, config)
    if (config.mode === 'demo' && (await loadDemo(work.db, secrets))) say('已载入演示数据')
    return {
      requests,
      work,
      secrets,
      keptInDatabase,
      async close() {
        await Promise.all([requests.close(), work.close()])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

type Connections = { owner: pg.ClientConfig; runtime: pg.ClientConfig }

function givenConnections(config: Config): Connections {
  const runtime = { connectionString: config.DATABASE_URL }
  return { owner: { connectionString: config.DATABASE_MIGRATE_URL ?? config.DATABASE_URL }, runtime }
}

/** The server's superuser makes the roles and the database, and is not used again. */
async function prepareEmbedded(embedded: EmbeddedPostgres): Promise<Connections> {
  await withClient(embedded.connection('postgres'), async (client) => {
    for (const role of [OWNER, RUNTIME]) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (!rowCount) await client.query(`create role ${role} login`)
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE} owner ${OWNER}`)
  })
  return { owner: embedded.connection(DATABASE, OWNER), runtime: embedded.connection(DATABASE, RUNTIME) }
}

async function bringUpToDate(
  config: Config,
  owner: pg.ClientConfig,
  runtime: pg.ClientConfig,
  say: (line: string) => void,
) {
  await withClient(owner, async (client) => {
    await assertVersion(client)
    await withMigrationLock(client, async () => {
      const done = await migrate(client)
      if (done.length) say(`数据库已升级：${done.join('、')}`)
      const role = new pg.Client(runtime).user
      if (role && (config.mode === 'demo' || config.DATABASE_MIGRATE_URL))
        await grantRuntimeRole(client, role)
      const loader = openDatabase({ connection: owner, max: 1, connectMs: 5_000, statementMs: 120_000 })
      try {
        await loadReference(loader.db)
      } finally {
        await loader.close()
      }
    })
  })
}

const MIN_VERSION = 150_000

async function assertVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  if (Number(rows[0]?.version) < MIN_VERSION) throw new StartError('需要 PostgreSQL 15 或更新的版本')
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`连接不上数据库：${error instanceof Error ? error.message : error}`)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
