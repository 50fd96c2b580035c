// An import whose processes are killed, anywhere: it ends all the same, with everything once or with nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import {
  type ImportProduct,
  importProduct,
  kill,
  type Point,
  type Results,
  type Roster,
  requireUpload,
  type Victim,
} from './import-product.ts'
import { cleanUp, comesTrue } from './product.ts'

const { commitImport, undoImport, recheckImport } = importEndpoints
const ROWS = 2_200
const FEW = 400

let site: ImportProduct

beforeAll(async () => {
  site = await importProduct()
  await site.layTraps()
})
afterAll(async () => {
  try {
    await site.close()
  } finally {
    await cleanUp()
  }
})

/** Does something, stops it at the point, kills, and lets go; the next worker goes on at once. */
async function killAt<T>(point: Point, victim: Victim, act: () => Promise<T>): Promise<T> {
  await site.worker()
  await site.hold(point)
  let leases: string[] = []
  let done: T
  try {
    done = await act()
    await site.expectHeld(point)
    leases = await site.leases()
    await kill(site, victim)
    // A last statement that arrived would still be carried out: what is meant is that it never did.
    if (point === 'committed') await site.endHeld(point)
  } finally {
    await site.release(point)
  }
  await site.expire(leases)
  if (victim === 'product') await site.startAgain()
  return done
}

const upload = (roster: Roster | Results, preview = false) => requireUpload(site, roster, preview)

/** Waits until the task stands in the state, or in none that lasts. */
async function expectState(recordId: number, state: string) {
  const lasting = ['done', 'failed', 'cancelled', 'undone', 'preview']
  await comesTrue(async () => {
    const now = (await site.task(recordId))?.state ?? ''
    return now === state || (state !== 'undone' && state !== 'done' && lasting.includes(now))
  })
  expect(await site.task(recordId)).toMatchObject({ state, error: null })
}

/** All rows are written, once; the same file again changes nothing. */
async function expectWritten(recordId: number, roster: Roster) {
  await expectState(recordId, 'done')
  const rows = roster.rows.length
  const counts = { rows, insert: rows, update: 0, error: 0 }
  expect(await site.task(recordId)).toMatchObject({ counts })
  await site.expectStudents(roster, roster.rows.length)
  await site.expectInOrder()
}

async function expectUnchangedAgain(roster: Roster) {
  const again = await upload(roster)
  await expectState(again, 'done')
  const rows = roster.rows.length
  expect(await site.task(again)).toMatchObject({ counts: { rows, insert: 0, unchanged: rows } })
  await site.expectStudents(roster, roster.rows.length)
}

describe('an upload whose server is killed', () => {
  test('before the end of its transaction leaves nothing', async () => {
    const roster = await site.newRoster(FEW)
    await site.hold('uploading')
    const asked = site.upload(roster).catch(() => undefined)
    await site.expectHeld('uploading')
    await site.killProduct()
    expect(await asked).toBeUndefined()
    await site.release('uploading')
    await site.startAgain()
    expect(await site.query('select 1 from import_task where org_id = $1', [roster.orgId])).toEqual([])
    expect(await site.query('select 1 from stored_file')).toEqual([])
    await site.expectStudents(roster, 0)
  })

  test('after it, before the answer, is imported; sent again it is one import', async () => {
    const roster = await site.newRoster(FEW)
    await site.hold('uploaded')
    const asked = site.upload(roster).catch(() => undefined)
    await site.expectHeld('uploaded')
    await site.killProduct()
    expect(await asked).toBeUndefined()
    await site.release('uploaded')
    await site.startAgain()
    const recordId = await upload(roster)
    const tasks = await site.query('select id from import_task where org_id = $1', [roster.orgId])
    expect(tasks).toEqual([{ id: recordId }])
    await expectWritten(recordId, roster)
  })
})

describe('an import is whole after a kill', () => {
  test.each<[Point, Victim]>([
    ['claimed', 'worker'],
    ['in the last batch', 'worker'],
    ['in the first batch', 'product'],
    ['about to write', 'worker'],
    ['committing', 'worker'],
    ['written', 'product'],
    ['read', 'worker'],
    ['committed', 'worker'],
  ])('%s, of the %s', async (point, victim) => {
    const roster = await site.newRoster(ROWS)
    const recordId = await killAt(point, victim, () => upload(roster))
    await expectWritten(recordId, roster)
    if (point === 'written') await expectUnchangedAgain(roster)
  })

  test('with a preview, killed while it is read, written and undone', async () => {
    const roster = await site.newRoster(ROWS)
    const recordId = await killAt('read', 'product', () => upload(roster, true))
    await expectState(recordId, 'preview')
    await site.expectStudents(roster, 0)

    await killAt('written', 'worker', () => site.ask(commitImport, { recordId }))
    await expectWritten(recordId, roster)

    await killAt('undoing', 'worker', () => site.ask(undoImport, { recordId }))
    await expectState(recordId, 'undone')
    await site.expectStudents(roster, 0)
    await site.expectInOrder()

    await killAt('in the last batch', 'product', () => site.ask(recheckImport, { recordId }))
    await expectState(recordId, 'preview')
    await site.ask(commitImport, { recordId })
    await expectWritten(recordId, roster)
  })

  test('and ends with a sentence when every try was killed', async () => {
    const roster = await site.newRoster(ROWS)
    const recordId = await killAt('in the last batch', 'worker', async () => {
      const uploaded = await upload(roster)
      await site.expectHeld('in the last batch')
      // The fence is not held while rows are copied.
      await site.query(
        "update job set attempts = max_attempts where kind = 'import.read' and state = 'running'",
      )
      return uploaded
    })
    const ended = async () => (await site.task(recordId))?.state === 'failed'
    expect(await comesTrue(ended)).toBe(true)
    expect((await site.task(recordId))?.error).toMatch(/多次中断/)
    await site.expectStudents(roster, 0)
    await site.expectInOrder()
  })
})

describe('an import of results is whole after a kill', () => {
  test.each<[Point, Victim]>([
    ['results written', 'worker'],
    ['results noted', 'product'],
    ['committing', 'worker'],
  ])('%s, of the %s', async (point, victim) => {
    const results = await site.newResults(FEW)
    const recordId = await killAt(point, victim, () => upload(results))
    await expectState(recordId, 'done')
    expect(await site.task(recordId)).toMatchObject({ counts: { rows: FEW, insert: FEW, error: 0 } })
    await site.expectResults(results, FEW)
    await site.expectInOrder()
  })

  test('with a preview, killed while it is written and undone', async () => {
    const results = await site.newResults(FEW)
    const recordId = await upload(results, true)
    await expectState(recordId, 'preview')
    await killAt('results noted', 'worker', () => site.ask(commitImport, { recordId }))
    await expectState(recordId, 'done')
    await site.expectResults(results, FEW)
    await killAt('results written', 'worker', () => site.ask(undoImport, { recordId }))
    await expectState(recordId, 'undone')
    await site.expectResults(results, 0, 2 * FEW)
    await site.expectInOrder()
  })
})
