// An import of results whose processes are killed: it ends all the same, with everything once.
import { describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { FEW, type ImportKills, useImportKills } from './import-kills.ts'
import type { ImportProduct, Point, Victim } from './import-product.ts'

const { commitImport, undoImport } = importEndpoints

let site: ImportProduct
let kills: ImportKills

useImportKills((made) => {
  site = made.site
  kills = made.kills
})

describe('an import of results is whole after a kill', () => {
  test.each<[Point, Victim]>([
    ['results written', 'worker'],
    ['results noted', 'product'],
    ['committing', 'worker'],
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
