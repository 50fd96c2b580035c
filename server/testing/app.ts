import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Endpoint, FileAnswer, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { buildApp } from '../app.ts'
import type { Services } from '../core/context.ts'
import type { Db } from '../core/db/connect.ts'
import { makeInTurn } from '../core/in-turn.ts'
import { makeWorker, type Worker } from '../core/jobs/worker.ts'
import { makeSharedMoments } from '../core/shared-moments.ts'
import type { SmsSender } from '../core/sms/sender.ts'
import { makeJobKinds } from '../features.ts'
import { type Data, openUpToDate } from '../open-data.ts'
import { makeSiteConfig } from '../site.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { cloneDatabase, runAsSuperuser, TEMPLATE, type TestConnection, testConfig } from './database.ts'

export type Answer<T> = {
  status: number
  success: boolean
  code: number
  message: string
  data: T
  headers: Record<string, unknown>
}

/** The content of a download is read whole. */
export type ReceivedOf<E extends Endpoint> =
  OutputOf<E> extends FileAnswer ? { fileName: string; contentType: string; content: Buffer } : OutputOf<E>

export type Sms = { phone: string; code: string; type: number }

export type TestApp = {
  app: FastifyInstance
  db: Db
  /** As the owner of the tables, for setting states that no call can reach. */
  sql(statement: string): Promise<void>
  services: Services
  data: Data
  worker: Worker
  /** Runs every job that is due, of all kinds, and those they ask for; tells of a fault in one. */
  runJobs(): Promise<void>
  /** Every SMS sent so far, newest last. */
  sent: Sms[]
  /** A provider that is down. */
  smsFails: boolean
  /** Calls as nobody. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Answer<ReceivedOf<E>>>
  /** Calls as somebody signed in. */
  as(token: string): Pick<TestApp, 'call'>
  login(account: string, password?: string): Promise<string>
  /** A second node on the same database. */
  otherNode(env?: NodeJS.ProcessEnv): Promise<TestApp>
  logged: string[]
}

/** Parts of the application that a test puts its own in the place of. */
export type Replaced = Partial<Pick<Services, 'passwords' | 'inTurn' | 'moments'>>

let databases = 0

/** Clones a template (the one with the demo unless said otherwise) for this file and builds the whole application on it. */
export function useApp(
  env: NodeJS.ProcessEnv = {},
  replaced: Replaced = {},
  template = TEMPLATE,
): { readonly current: TestApp } {
  const holder: { current?: TestApp } = {}
  const close: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const connection = inject('postgres')
    const database = `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${databases++}`
    await cloneDatabase(connection, database, template)
    holder.current = await openNode({ connection, database, env, replaced, close })
    close.push(() => runAsSuperuser(connection, [`drop database ${database} with (force)`]))
  })
  afterAll(async () => {
    for (const step of close) await step()
  })
  return {
    get current() {
      if (!holder.current) throw new Error('the application is not built yet')
      return holder.current
    },
  }
}

type NodeOptions = {
  connection: TestConnection
  database: string
  env: NodeJS.ProcessEnv
  replaced: Replaced
  close: (() => Promise<void>)[]
}

async function openNode(options: NodeOptions): Promise<TestApp> {
  const { connection, database, env, replaced, close } = options
  const config = testConfig(connection, database, env)
  // What it was cloned from is up to date.
  const data = await openUpToDate(config)
  const superuser = superuserOf({ ...connection, database })
  const sent: Sms[] = []
  const logged: string[] = []
  const sms: SmsSender = {
    async send(phone, code, type) {
      if (node.smsFails) throw new Error('provider down')
      sent.push({ phone, code, type })
    },
  }
  const kinds = makeJobKinds({ config, secrets: data.secrets, work: data.work })
  const jobFaults: string[] = []
  const worker = makeWorker(data.work.db, kinds, {
    error: (details, message) => void jobFaults.push(`${message}: ${faultOf(details)}`),
  })
  const services: Services = {
    config,
    db: data.requests.db,
    secrets: data.secrets,
    sms,
    enqueue: worker.enqueue,
    passwords: cheapPasswords(),
    inTurn: makeInTurn(),
    // What a test has changed it sees at once.
    moments: makeSharedMoments(0),
    ...replaced,
  }
  const logStream = { write: (line: string) => void logged.push(line) }
  const app = await buildApp({ services, site: makeSiteConfig(config), logStream })
  close.unshift(async () => {
    await app.close()
    await data.close()
    await superuser.close()
  })
  const callAs = (token: string | null) => async (endpoint: Endpoint, input: object) => {
    const headers = token ? { authorization: token } : {}
    const response =
      endpoint.method === 'GET'
        ? await app.inject({ method: 'GET', url: endpoint.path, query: asQuery(input), headers })
        : await app.inject({ method: 'POST', url: endpoint.path, payload: input, headers })
    return { status: response.statusCode, headers: response.headers, ...contentOf(response) }
  }
  const node: TestApp = {
    app,
    db: data.requests.db,
    sql: superuser.run,
    services,
    data,
    worker,
    async runJobs() {
      jobFaults.length = 0
      await worker.runDue()
      if (jobFaults.length > 0) throw new Error(jobFaults.join('\n'))
    },
    sent,
    smsFails: false,
    logged,
    call: callAs(null) as TestApp['call'],
    as: (token) => ({ call: callAs(token) as TestApp['call'] }),
    async login(account, password = 'Demo@2026') {
      const answer = await node.call(sessionEndpoints.login, { account, password })
      if (!answer.success || !answer.data.token)
        throw new Error(`${account}: ${answer.code} ${answer.message}`)
      return answer.data.token
    },
    otherNode: (otherEnv = env) => openNode({ ...options, env: otherEnv }),
  }
  return node
}

/** Connects once: a connection for each statement would take longer than the statement. */
function superuserOf(connection: pg.ClientConfig) {
  let connected: Promise<pg.Client> | undefined
  const connect = async () => {
    const client = new pg.Client(connection)
    await client.connect()
    return client
  }
  return {
    async run(statement: string): Promise<void> {
      connected ??= connect()
      const client = await connected
      await client.query(statement).finally(() => client.query('reset all'))
    },
    close: async () => (await connected)?.end(),
  }
}

type Response = Awaited<ReturnType<FastifyInstance['inject']>>

/** The envelope, or the file of a download in the place of its data. */
function contentOf(response: Response): Omit<Answer<unknown>, 'status' | 'headers'> {
  const contentType = String(response.headers['content-type'])
  if (contentType.startsWith('application/json')) return response.json()
  const [, coded = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(String(response.headers['content-disposition'])) ?? []
  const file = { fileName: decodeURIComponent(coded), contentType, content: response.rawPayload }
  return { success: true, code: 200, message: '', data: file }
}

const faultOf = (details: object): string =>
  'err' in details && details.err instanceof Error ? (details.err.stack ?? '') : ''

function asQuery(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}
