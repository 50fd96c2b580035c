// Imports whose processes are killed at any moment end all the same, with everything once or with a sentence.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportProduct, importProduct, kill, moreOf, requireUpload } from './import-product.ts'
import { cleanUp, comesTrue } from './product.ts'

const FEW = 400
const RANDOM_KILLS = 4
/** From the first sign of an import to its end, about. */
const LONGEST_MS = 1_000

let site: ImportProduct

beforeAll(async () => {
  site = await importProduct()
})
afterAll(async () => {
  try {
    await site.close()
  } finally {
    await cleanUp()
  }
})

test(`${RANDOM_KILLS} kills at any moment`, async () => {
  const school = await site.newRoster(0)
  const imports: number[] = []
  const moments: string[] = []
  for (let round = 0; round < RANDOM_KILLS; round++) {
    const recordId = await requireUpload(site, await moreOf(school, FEW))
    imports.push(recordId)
    // The job that was killed before goes on at the same time.
    await comesTrue(async () => (await site.task(recordId))?.state !== 'queued')
    await sleep(Math.random() * LONGEST_MS)
    const leases = await site.leases()
    moments.push(String((await site.task(recordId))?.state))
    // A worker that dies again and again is waited for longer each time; a new server begins anew.
    const victim = round % 3 === 2 ? 'product' : 'worker'
    await kill(site, victim)
    await site.expire(leases)
    if (victim === 'product') await site.startAgain()
  }
  let written = 0
  for (const recordId of imports) {
    const ended = async () => /done|failed/.test((await site.task(recordId))?.state ?? '')
    expect(await comesTrue(ended)).toBe(true)
    const task = await site.task(recordId)
    if (task?.state === 'failed') expect(task.error).toMatch(/多次中断/)
    else expect(task).toMatchObject({ counts: { rows: FEW, insert: FEW }, error: null })
    if (task?.state === 'done') written += FEW
  }
  process.stdout.write(`killed while ${moments.join(' ')}; ${written / FEW} written\n`)
  await site.expectStudents(school, written)
  await site.expectInOrder()
})
