import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/core/config.ts'
import type { Services } from '../server/core/context.ts'
import type { Database, Db } from '../server/core/db/connect.ts'
import { makeInTurn } from '../server/core/in-turn.ts'
import type { WorkerLog } from '../server/core/jobs/queue.ts'
import { makeWorker } from '../server/core/jobs/worker.ts'
import { makeWorkerProcess } from '../server/core/jobs/worker-process.ts'
import { makePasswords } from '../server/core/passwords.ts'
import type { Secrets } from '../server/core/secrets.ts'
import { makeSharedMoments } from '../server/core/shared-moments.ts'
import { openOwner } from '../server/demo.ts'
import { makeJobKinds } from '../server/features.ts'
import { openData, startServer } from '../server/open-data.ts'
import { makeSiteConfig } from '../server/site.ts'
import { scratchFolder } from './scratch-product.ts'
import { stolenTicks } from './stolen-time.ts'

/** `bodies`: another one for each call, from the beginning again when they are used up. */
export type Call = { path: string; token: string; body?: object; bodies?: readonly object[] }
export type MeasuredApp = {
  login(account: string): Promise<string>
  /** Server-side milliseconds of each of `calls` calls, made one after the other. */
  times(call: Call, calls: number): Promise<number[]>
  /** The same of as many calls that the host did not disturb; of those it did the least disturbed, after many tries. */
  quietTimes(call: Call, calls: number): Promise<number[]>
  read<T>(call: Call): Promise<T>
  address: string
  services: Services
  /** As the owner of the tables, for what no call can do. */
  owner(): Database
  close(): Promise<void>
}

type Options = {
  routes?: (app: FastifyInstance, services: Services) => void
  /** Work of the database's owner once the demo is there. */
  prepare?: (owner: Db, secrets: Secrets) => Promise<void>
  /** Settings other than the usual ones. */
  env?: NodeJS.ProcessEnv
  /** With the worker process, as the product runs. */
  worker?: boolean
  /** Where the database stays for another time; otherwise it is gone at the end. */
  dataDir?: string
}

const TRIES = 4
type Timed = { ms: number; stolen: number }

/** The whole application on a database of its own, in this process, with its service times on record. */
export async function measuredApp({ routes, prepare, env, worker, dataDir }: Options = {}) {
  const { folder, remove } = dataDir ? { folder: dataDir, remove: () => undefined } : scratchFolder()
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...env })
  const server = await startServer(config)
  const data = await openData(config, () => undefined, { server })
  if (prepare) {
    const owner = openOwner(server)
    await prepare(owner.db, data.secrets)
    await owner.close()
  }
  const log: WorkerLog = { error: (details, message) => console.error(message, details) }
  const kinds = makeJobKinds({ config, secrets: data.secrets, work: data.work })
  const services: Services = {
    config,
    db: data.requests.db,
    secrets: data.secrets,
    sms: { send: async () => undefined },
    enqueue: worker ? makeWorker(data.work.db, kinds, log).enqueue : async () => undefined,
    passwords: makePasswords(),
    inTurn: makeInTurn(),
    // Every question is measured, none answered from the one before.
    moments: makeSharedMoments(0),
  }
  const workerProcess = worker ? makeWorkerProcess({ config, connection: server.runtime, log }) : undefined
  let timed: Timed[] = []
  let stolenBefore = 0
  const undisturbed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const app = await buildApp({
    services,
    site: makeSiteConfig(config),
    devTools: (instance) => {
      routes?.(instance, services)
      instance.addHook('onResponse', async (request, reply) => {
        const stolenNow = stolenTicks()
        timed.push({ ms: reply.elapsedTime, stolen: stolenNow - stolenBefore })
        if (stolenNow === stolenBefore) Atomics.add(undisturbed, 0, 1)
        stolenBefore = stolenNow
        if (request.queuedJob) workerProcess?.nudge()
      })
    },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async <T>({ path, token, body }: Call): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = (await (await fetch(address + path, request)).json()) as {
      success: boolean
      message: string
      data: T
    }
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
    return answer.data
  }
  workerProcess?.start()
  const measured: MeasuredApp = {
    read,
    address,
    services,
    owner: () => openOwner(server),
    async login(account) {
      const body = { account, password: 'Demo@2026' }
      return (await read<{ token: string }>({ path: '/auth/system/login', token: '', body })).token
    },
    async times(call, calls) {
      timed = []
      await callFromOutside({ ...call, path: address + call.path }, { calls })
      return timed.map(({ ms }) => ms)
    },
    async quietTimes(call, calls) {
      timed = []
      undisturbed[0] = 0
      await callFromOutside(
        { ...call, path: address + call.path },
        { calls: calls * TRIES, until: { undisturbed, reaches: calls } },
      )
      return timed
        .sort((a, b) => a.stolen - b.stolen)
        .slice(0, calls)
        .map(({ ms }) => ms)
    },
    async close() {
      await app.close()
      await workerProcess?.stop()
      await data.close()
      remove()
    },
  }
  return measured
}

/** The caller has a thread of its own: what it does with an answer must not count as the server's time. */
const CALLER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { path, token, body, bodies = body && [body], calls, until } = workerData
  const isEnough = () => until !== undefined && Atomics.load(until.undisturbed, 0) >= until.reaches
  const run = async () => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    const requests = bodies
      ? bodies.map((each) => ({ method: 'POST', headers, body: JSON.stringify(each) }))
      : [{ headers }]
    for (let call = 0; call < calls && !isEnough(); call++) {
      const response = await fetch(path, requests[call % requests.length])
      const answer = await response.json()
      if (!answer.success) throw new Error('the call failed: ' + answer.message)
    }
  }
  run().then(() => parentPort.postMessage('done'))
`

type Often = { calls: number; until?: { undisturbed: Int32Array; reaches: number } }

function callFromOutside(call: Call, often: Often): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(CALLER, { eval: true, workerData: { ...call, ...often } })
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
}
