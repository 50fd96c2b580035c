// How an import is killed at a point, and what must hold of it afterwards.
import { afterAll, beforeAll, expect } from 'vitest'
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

/** More than one batch of rows. */
export const TWO_BATCHES = 1_050
export const FEW = 100

/** Starts a product whose imports can be stopped at a point, for the tests of a file. */
export function useImportKills(use: (made: { site: ImportProduct; kills: ImportKills }) => void): void {
  let site: ImportProduct | undefined
  beforeAll(async () => {
    site = await importProduct()
    await site.layTraps()
    use({ site, kills: importKills(site) })
  })
  afterAll(async () => {
    try {
      await site?.close()
    } finally {
      await cleanUp()
    }
  })
}

function importKills(site: ImportProduct) {
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

  const upload = (sheet: Roster | Results, preview = false) => requireUpload(site, sheet, preview)

  /** Waits until the task stands in the state, or in none that lasts. */
  async function expectState(recordId: number, state: string) {
    const lasting = ['done', 'failed', 'cancelled', 'undone', 'preview']
    await comesTrue(async () => {
      const now = (await site.task(recordId))?.state ?? ''
      return now === state || (state !== 'undone' && state !== 'done' && lasting.includes(now))
    })
    expect(await site.task(recordId)).toMatchObject({ state, error: null })
  }

  /** All rows are written, once. */
  async function expectWritten(recordId: number, roster: Roster) {
    await expectState(recordId, 'done')
    const rows = roster.rows.length
    const counts = { rows, insert: rows, update: 0, error: 0 }
    expect(await site.task(recordId)).toMatchObject({ counts })
    await site.expectStudents(roster, rows)
    await site.expectInOrder()
  }

  /** The same file again changes nothing. */
  async function expectUnchangedAgain(roster: Roster) {
    const again = await upload(roster)
    await expectState(again, 'done')
    const rows = roster.rows.length
    expect(await site.task(again)).toMatchObject({ counts: { rows, insert: 0, unchanged: rows } })
    await site.expectStudents(roster, rows)
  }

  return { killAt, upload, expectState, expectWritten, expectUnchangedAgain }
}
export type ImportKills = ReturnType<typeof importKills>
