// An import from its upload over preview and undoing to being read again, with a kill at each step.
import { describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { FEW, type ImportKills, useImportKills } from './import-kills.ts'
import type { ImportProduct } from './import-product.ts'

const { commitImport, undoImport, recheckImport } = importEndpoints

let site: ImportProduct
let kills: ImportKills

useImportKills((made) => {
  site = made.site
  kills = made.kills
})

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
    expect(
      await site.query('select 1 from stored_file where id not in (select file_id from assess_file)'),
    ).toEqual([])
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
    const recordId = await kills.upload(roster)
    const tasks = await site.query('select id from import_task where org_id = $1', [roster.orgId])
    expect(tasks).toEqual([{ id: recordId }])
    await kills.expectWritten(recordId, roster)
  })
})

test('an import with a preview is whole, killed while it is read, written, undone and read again', async () => {
  const { killAt, expectState, expectWritten } = kills
  const roster = await site.newRoster(FEW)
  const recordId = await killAt('read', 'product', () => kills.upload(roster, true))
  await expectState(recordId, 'preview')
  await site.expectStudents(roster, 0)

  await killAt('written', 'worker', () => site.ask(commitImport, { recordId }))
  await expectWritten(recordId, roster)

  await killAt('undoing', 'worker', () => site.ask(undoImport, { recordId }))
  await expectState(recordId, 'undone')
  await site.expectStudents(roster, 0)
  await site.expectInOrder()

  await killAt('in the first batch', 'product', () => site.ask(recheckImport, { recordId }))
  await expectState(recordId, 'preview')
  await site.ask(commitImport, { recordId })
  await expectWritten(recordId, roster)
})
