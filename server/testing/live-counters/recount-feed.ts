import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { rowsOf } from '../rows.ts'

type Stored = {
  task_id: number
  class_id: number
  started_at: Date
  at: Date
  listed_at: Date
  students: number
}

const keyOf = (row: { task_id: number; class_id: number }): string => `${row.task_id} ${row.class_id}`

/**
 * Each class of the feed counts the first results between its two times, of which none is later; it stands where its school
 * is, at most seconds behind its time; nothing is left waiting.
 */
export async function expectFeedRight(app: TestApp, planId: number): Promise<Stored[]> {
  const records = await rowsOf<{ task_id: number; class_id: number; entered_at: Date }>(
    app,
    'select task_id, class_id, entered_at from screening_record where plan_id = $1 and entered_at is not null',
    [planId],
  )
  const stored = await rowsOf<Stored>(app, 'select * from class_feed where plan_id = $1', [planId])
  const rows = new Map(stored.map((row) => [keyOf(row), row]))
  const counted = new Map(stored.map((row) => [keyOf(row), 0]))
  for (const record of records) {
    const row = rows.get(keyOf(record))
    if (!row) throw new Error(`class ${record.class_id} has results and is not in the feed`)
    expect(record.entered_at.getTime()).toBeLessThanOrEqual(row.at.getTime())
    if (record.entered_at >= row.started_at) {
      counted.set(keyOf(record), (counted.get(keyOf(record)) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(stored.map((row) => [keyOf(row), row.students]))).toEqual(
    Object.fromEntries(counted),
  )
  for (const { at, listed_at } of stored) {
    expect(at.getTime() - listed_at.getTime()).toBeGreaterThanOrEqual(0)
    expect(at.getTime() - listed_at.getTime()).toBeLessThanOrEqual(20_000)
  }
  const elsewhere = await rowsOf(
    app,
    `select f.class_id from class_feed f join task t on t.id = f.task_id
     where f.plan_id = $1 and (f.plan_id, f.school_org_id, f.province_id, f.city_id, f.region_id)
       is distinct from (t.plan_id, t.school_org_id, t.province_id, t.city_id, t.region_id)`,
    [planId],
  )
  expect(elsewhere).toEqual([])
  expect(await rowsOf(app, 'select tx::text from class_feed_move')).toEqual([])
  return stored
}
