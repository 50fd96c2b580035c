import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import type { StoredRecord } from '../recount.ts'
import { rowsOf } from '../rows.ts'

/** The refraction of a plan is that of its valid records, eye by eye; nothing is left waiting. */
export async function expectRefractionRight(app: TestApp, planId: number): Promise<void> {
  const records = await rowsOf<StoredRecord>(
    app,
    `select r.*, c.stage, c.grade_no, t.province_id, t.city_id, t.region_id
     from screening_record r join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
       join task t on t.id = r.task_id
     where r.plan_id = $1`,
    [planId],
  )
  const counted = new Map<string, number>()
  for (const record of records) {
    if (record.state !== 2) continue
    const area = record.region_id ?? record.city_id ?? record.province_id
    for (const [eye, se] of [
      [1, record.se_right],
      [2, record.se_left],
    ]) {
      if (se === null) continue
      const key = [area, record.stage, record.grade_no, record.age, eye, se].join(' ')
      counted.set(key, (counted.get(key) ?? 0) + 1)
    }
  }
  type Row = Record<string, number>
  const stored = await rowsOf<Row>(app, 'select * from refraction where plan_id = $1 and records <> 0', [
    planId,
  ])
  const keyOf = (row: Row) => [row.area_id, row.stage, row.grade_no, row.age, row.eye, row.se].join(' ')
  expect(Object.fromEntries(stored.map((row) => [keyOf(row), row.records]))).toEqual(
    Object.fromEntries(counted),
  )
  expect(await rowsOf(app, 'select tx::text from refraction_move')).toEqual([])
}
