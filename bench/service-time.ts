import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/core/config.ts'
import type { Services } from '../server/core/context.ts'
import { openData } from '../server/open-data.ts'
import { makeSiteConfig } from '../server/site.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, type Table } from './table.ts'

const ROUNDS = 7
const CALLS = 300
const BAR = 6

/** The same process answers a bare `SELECT 1` and a list of 20 within the caller's range, in turns. */
export async function measureServiceTime(): Promise<Table> {
  const { folder, remove } = scratchFolder()
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' })
  const data = await openData(config, () => undefined)
  const services: Services = {
    config,
    db: data.requests.db,
    secrets: data.secrets,
    sms: { send: async () => undefined },
    enqueue: async () => undefined,
  }
  const app = await buildApp({
    services,
    site: makeSiteConfig(config),
    devTools: (instance) => {
      instance.get('/bench/select-1', async () => {
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(services.db)
        return { success: true, code: 200, message: '', data: rows[0] }
      })
      instance.addHook('onResponse', async (_request, reply) => {
        elapsed.push(reply.elapsedTime)
      })
    },
  })
  let elapsed: number[] = []
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const login = await post(`${address}/auth/system/login`, { account: 'province01', password: 'Demo@2026' })
    const list = `${address}${authorityEndpoints.accountPageList.path}?pageNum=1&pageSize=20`
    const times = async (url: string) => {
      elapsed = []
      await callFromOutside(url, login.data.token)
      return median(elapsed)
    }
    await times(`${address}/bench/select-1`)
    await times(list)
    const control: number[] = []
    const subject: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      control.push(await times(`${address}/bench/select-1`))
      subject.push(await times(list))
    }
    const ratio = median(subject) / median(control)
    return {
      title: '服务时间',
      note: `同一进程内交替测量 ${ROUNDS} 轮，每轮 ${CALLS} 次，取各轮中位数的中位数。`,
      rows: [
        { what: '只执行 SELECT 1 的路由', value: `${median(control).toFixed(2)} 毫秒` },
        { what: '按数据范围过滤的 20 行列表', value: `${median(subject).toFixed(2)} 毫秒` },
        { what: '列表 / SELECT 1', value: ratio.toFixed(1), bar: `≤ ${BAR}`, met: ratio <= BAR },
      ],
    }
  } finally {
    await app.close()
    await data.close()
    remove()
  }
}

/** The caller has a thread of its own: what it does with an answer must not count as the server's time. */
const CALLER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { url, token, calls } = workerData
  const run = async () => {
    for (let call = 0; call < calls; call++) {
      const response = await fetch(url, { headers: { authorization: token } })
      if (!(await response.json()).success) throw new Error('the call failed')
    }
  }
  run().then(() => parentPort.postMessage('done'))
`

function callFromOutside(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(CALLER, { eval: true, workerData: { url, token, calls: CALLS } })
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
}

async function post(url: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { data: { token: string } }
}
