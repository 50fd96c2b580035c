// An import whose processes are killed, anywhere: it ends all the same, with everything once or with nothing. Kills in
// the first batch and once all is read: import-killed-stepwise.test.ts.
import { describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { FEW, type ImportKills, TWO_BATCHES, useImportKills } from './import-kills.ts'
import type { ImportProduct, Point, Victim } from './import-product.ts'
import { comesTrue } from './product.ts'

const { commitImport, undoImport } = importEndpoints

let site: ImportProduct
let kills: ImportKills

useImportKills((made) => {
  site = made.site
  kills = made.kills
})

describe('an import is whole after a kill', () => {
  // A worker that dies again and again is waited for longer each time; a new server begins anew.
  test.each<[Point, Victim, number]>([
    ['claimed', 'worker', FEW],
    ['in the last batch', 'worker', TWO_BATCHES],
    ['about to write', 'worker', FEW],
    ['committing', 'worker', FEW],
    ['written', 'product', FEW],
    ['committed', 'worker', FEW],
  ])('%s, of the %s', async (point, victim, rows) => {
    const roster = await site.newRoster(rows)
    const recordId = await kills.killAt(point, victim, () => kills.upload(roster))
    await kills.expectWritten(recordId, roster)
    if (point === 'written') await kills.expectUnchangedAgain(roster)
  })

  test('and ends with a sentence when every try was killed', async () => {
    const roster = await site.newRoster(TWO_BATCHES)
    const recordId = await kills.killAt('in the last batch', 'worker', async () => {
      const uploaded = await kills.upload(roster)
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
  ])('%s, of the %s', async (point, victim) => {
    const results = await site.newResults(FEW)
    const recordId = await kills.killAt(point, victim, () => kills.upload(results))
    await kills.expectState(recordId, 'done')
    expect(await site.task(recordId)).toMatchObject({ counts: { rows: FEW, insert: FEW, error: 0 } })
    await site.expectResults(results, FEW)
    await site.expectInOrder()
  })

  test('with a preview, killed while it is written and undone', async () => {
    const results = await site.newResults(FEW)
    const recordId = await kills.upload(results, true)
    await kills.expectState(recordId, 'preview')
    await kills.killAt('results noted', 'worker', () => site.ask(commitImport, { recordId }))
    await kills.expectState(recordId, 'done')
    await site.expectResults(results, FEW)
    await kills.killAt('results written', 'worker', () => site.ask(undoImport, { recordId }))
    await kills.expectState(recordId, 'undone')
    await site.expectResults(results, 0, 2 * FEW)
    await site.expectInOrder()
  })
})
