import { createHash } from 'node:crypto'
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { BizError } from '#contract/core/error-codes.ts'
import { camelCaseRows, SnakeCaseDialect } from './camel-case.ts'
import type { Schema } from './schema.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar date stays text: a Date would shift it by the time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type Connection = pg.ClientConfig

export type PoolOptions = {
  connection: Connection
  max: number
  /** A request may wait this long for a connection, and a statement may run this long. */
  connectMs: number
  statementMs: number
  /** More waiting than this are refused at once, so that a dead database does not pile them up. */
  maxWaiting?: number
}

/** Named statements per connection; beyond that a statement is sent unnamed. */
const NAMED_STATEMENTS_MAX = 500

/** A database that does not answer does not answer a good-bye either. */
const CLOSE_MS = 5_000

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

export function openDatabase(options: PoolOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.max,
    connectionTimeoutMillis: options.connectMs,
    query_timeout: options.statementMs,
    statement_timeout: options.statementMs,
    idle_in_transaction_session_timeout: options.statementMs * 2,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'vision-screening',
    // Compiling a query takes longer (80 ms) than any of ours runs.
    options: '-c jit=off',
  })
  // An idle connection that breaks (server restart) is dropped by the pool; without a listener it would end the
  // process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Schema>({
    dialect: new SnakeCaseDialect({
      pool: new PreparedPool(pool, options.maxWaiting ?? 200) as unknown as pg.Pool,
    }),
    plugins: [camelCaseRows],
  })
  pools.set(db, pool)
  return { db, pool, close: () => within(CLOSE_MS, db.destroy()) }
}

const pools = new WeakMap<Db, pg.Pool>()

/** Nobody waits for a connection, and one is idle or fewer than half are open. */
export function hasFreeConnection(db: Db): boolean {
  const pool = pools.get(db)
  if (!pool || pool.waitingCount > 0) return false
  return pool.idleCount > 0 || pool.totalCount < pool.options.max / 2
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, patience]).finally(() => clearTimeout(timer))
}

/**
 * What Kysely needs of a pool, plus three things: statements are sent by name (half the look-up time), a
 * connection whose statement timed out is thrown away instead of reused, and the queue is bounded.
 */
class PreparedPool {
  readonly #pool: pg.Pool
  readonly #maxWaiting: number
  readonly #names = new Map<string, string>()
  constructor(pool: pg.Pool, maxWaiting: number) {
    this.#pool = pool
    this.#maxWaiting = maxWaiting
  }

  async connect() {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw new BizError(503)
    const client = await this.#pool.connect()
    let broken = false
    return {
      query: async (text: string | object, values?: unknown[]) => {
        // A rollback after a time-out would wait as long again.
        if (broken) throw new Error('Connection terminated after a fault')
        try {
          if (typeof text !== 'string') return await client.query(text as pg.QueryConfig)
          const name = values?.length || text.startsWith('select') ? this.#nameOf(text) : undefined
          return await client.query(name ? { name, text, values } : { text, values })
        } catch (error) {
          if (isConnectionFault(error)) broken = true
          throw error
        }
      },
      release: () => client.release(broken),
    }
  }

  end() {
    return this.#pool.end()
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= NAMED_STATEMENTS_MAX) return known
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}

/** The database could not be reached or did not answer in time; nothing is known to be wrong with the request. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return (
    /^(08|53|57P0|57014|25P03)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOENT|EAGAIN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(
      code,
    ) ||
    /timeout|Connection terminated|not queryable|connection error|Client was closed/i.test(error.message)
  )
}

const CONSTRAINT_VIOLATION = /^23/
/** Name of the violated constraint, for turning a lost race into a plain answer. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return typeof code === 'string' && CONSTRAINT_VIOLATION.test(code) ? constraint : undefined
}
