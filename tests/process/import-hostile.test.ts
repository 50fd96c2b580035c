// Files made to harm, oversized and many at once: each is answered, others hardly notice, and everything lives on.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { SHEET_FAULTS } from '#server/core/sheets/read/sheet-faults.ts'
import { type HostileFile, hostileFiles, MEGABYTE } from '#server/testing/sheets/hostile-workbook.ts'
import { type ImportProduct, importProduct, type Roster } from './import-product.ts'
import { call, cleanUp, comesTrue } from './product.ts'

/** Less than the files of the largest crowd together, and more than a busy machine leaves uncollected for a while. */
const GROWN_MEGABYTES = 200
const CALLS_BEFORE = 60

let site: ImportProduct
let files: HostileFile[]
let roster: Roster
let worker: number
let reader: string
let before: number

beforeAll(async () => {
  site = await importProduct()
  files = await hostileFiles()
  roster = await site.newRoster(300)
  worker = await site.worker()
  const account = { account: 'city01', password: 'Demo@2026' }
  reader = String((await call(site.product().url, sessionEndpoints.login, account)).data.token)
  for (let time = 0; time < 20; time++) await timedList()
  before = p95(await listTimes(CALLS_BEFORE))
})
afterAll(async () => {
  await site.close()
  await cleanUp()
})

async function timedList(): Promise<number> {
  const began = performance.now()
  const answer = await call(site.product().url, studentEndpoints.studentPageList, { pageNum: 1 }, reader)
  expect(answer.success, answer.message).toBe(true)
  return performance.now() - began
}

async function listTimes(calls: number): Promise<number[]> {
  const times: number[] = []
  while (times.length < calls) times.push(await timedList())
  return times
}

function p95(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

const megabytes = () => {
  const status = readFileSync(`/proc/${site.product().child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/**
 * While something goes on somebody else reads lists. Prints how much slower they get, which the bench promises, and how
 * much memory it took at most.
 */
async function watched(what: string, work: () => Promise<void>) {
  const start = megabytes()
  let most = start
  let over = false
  const times: number[] = []
  const reading = (async () => {
    while (!over) {
      times.push(await timedList())
      most = Math.max(most, megabytes())
      await sleep(20)
    }
  })()
  await work().finally(() => {
    over = true
  })
  await reading
  const slower = p95(times) / before
  process.stdout.write(
    `${what}: list p95 ${slower.toFixed(2)}× (${before.toFixed(1)} ms before), ${times.length} calls, +${(most - start).toFixed(0)} MB\n`,
  )
  expect(most - start).toBeLessThan(GROWN_MEGABYTES)
}

async function expectRefused({ name, file, fault }: HostileFile) {
  const { success, message, data } = await site.upload({ orgId: roster.orgId, file })
  expect(success, `${name}: ${message}`).toBe(true)
  const ended = async () => (await site.task(data.recordId))?.state === 'failed'
  expect(await comesTrue(ended), `${name} does not end`).toBe(true)
  expect((await site.task(data.recordId))?.error, name).toContain(SHEET_FAULTS[fault].split('{')[0])
}

/** The same processes as ever, and work is done. */
async function expectAlive() {
  expect(site.product().child.exitCode).toBeNull()
  expect(await site.worker()).toBe(worker)
  const good = await site.newRoster(300)
  const { data } = await site.upload(good)
  const done = async () => (await site.task(data.recordId))?.state === 'done'
  expect(await comesTrue(done)).toBe(true)
  await site.expectStudents(good, good.rows.length)
  await site.expectInOrder()
}

test('each hostile file is refused with its sentence, one after the other or four at once', async () => {
  const [blank, small, , , rows, strings] = files
  const four = [blank, small, rows, strings].filter((file) => file !== undefined)
  await watched('one after the other', async () => {
    for (const file of files) if (!four.includes(file)) await expectRefused(file)
  })
  await watched('four at once', async () => {
    await Promise.all(four.map(expectRefused))
  })
  await expectAlive()
})

test('one that is too large is said to be so', async () => {
  const file = randomBytes(21 * MEGABYTE)
  const answer = await site.upload({ orgId: roster.orgId, file })
  expect(answer).toMatchObject({ status: 413, success: false, code: 413 })
  expect(answer.message).toMatch(/20\s*MB?/)
  expect(await site.query('select 1 from stored_file where not complete')).toEqual([])
})

test('twenty large ones at once are all answered', async () => {
  const content = randomBytes(12 * MEGABYTE)
  await watched('twenty uploads', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const file = Buffer.from(content)
        file.writeUInt32LE(index + 1)
        return site.upload({ orgId: roster.orgId, file })
      }),
    )
    const kinds = answers.map(({ status, code }) => `${status} ${code}`)
    expect(new Set([...kinds, '200 200', '429 429'])).toEqual(new Set(['200 200', '429 429']))
    expect(kinds).toContain('200 200')
  })
  const busy = () => site.query("select 1 from import_task where state in ('queued', 'reading')")
  expect(await comesTrue(async () => (await busy()).length === 0)).toBe(true)
  await expectAlive()
})
