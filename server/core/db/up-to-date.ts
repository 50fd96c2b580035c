import pg from 'pg'
import { StartError } from '../start-error.ts'
import { type Connection, type Db, isConnectionFault, openDatabase } from './connect.ts'
import { grantRuntimeRole, migrate, withMigrationLock } from './migrate.ts'
import { applyRepeatableSql, type RepeatableSql } from './repeatable-sql.ts'

/** `owner` holds the tables and changes them at start; `runtime` reads and writes rows. */
export type Connections = { owner: Connection; runtime: Connection }

const MIN_VERSION = 150_000

/**
 * Makes the roles and the database of a new server, as its superuser, who is not used again. A server that asks
 * for a password (the embedded one on Windows) gets the superuser's for both roles: one file guards all three.
 */
export async function prepareServer(
  superuser: Connection,
  wanted: { database: string; owner: string; runtime: string },
): Promise<void> {
  await withClient(superuser, async (client) => {
    for (const role of [wanted.owner, wanted.runtime]) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      const name = client.escapeIdentifier(role)
      if (!rowCount) await client.query(`create role ${name} login`)
      if (typeof superuser.password === 'string')
        await client.query(`alter role ${name} password ${client.escapeLiteral(superuser.password)}`)
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [wanted.database])
    if (rowCount) return
    const [database, owner] = [wanted.database, wanted.owner].map((name) => client.escapeIdentifier(name))
    await client.query(`create database ${database} owner ${owner}`)
  })
}

export type UpToDate = {
  repeatable: readonly RepeatableSql[]
  grantRuntime: boolean
  load(db: Db): Promise<void>
  say(line: string): void
}

/** Applies migrations and repeatable SQL, then `load` fills in what every installation needs; one node at a time. */
export async function bringUpToDate({ owner, runtime }: Connections, options: UpToDate): Promise<void> {
  await withClient(owner, async (client) => {
    await assertVersion(client)
    const waiting = () => options.say('另一个节点正在升级数据库，等待它完成……')
    await withMigrationLock(client, waiting, async () => {
      const done = [...(await migrate(client)), ...(await applyRepeatableSql(client, options.repeatable))]
      if (done.length) options.say(`数据库已升级：${done.join('、')}`)
      const role = new pg.Client(runtime).user
      if (role && options.grantRuntime) await grantRuntimeRole(client, role)
      const loader = openDatabase({ connection: owner, max: 1, connectMs: 5_000, statementMs: 120_000 })
      try {
        await options.load(loader.db)
      } finally {
        await loader.close()
      }
    })
  })
}

async function assertVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  if (Number(rows[0]?.version) < MIN_VERSION) throw new StartError('需要 PostgreSQL 15 或更新的版本')
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(connection)
  try {
    return await work(client)
  } catch (error) {
    throw asStartError(error)
  } finally {
    await client.end()
  }
}

async function connect(connection: Connection): Promise<pg.Client> {
  try {
    // The address itself may be unreadable.
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw new StartError(`连接不上数据库：${reasonOf(error)}`)
  }
}

/** What the database refuses at start is for a person to put right; anything else is a fault of ours. */
export function asStartError(error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error
  const fromDatabase = error instanceof pg.DatabaseError || isConnectionFault(error)
  return fromDatabase ? new StartError(`数据库无法使用：${reasonOf(error)}`) : error
}

/** An address with several meanings (localhost) fails with one error per meaning and no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('；')
  return error instanceof Error ? error.message : String(error)
}
