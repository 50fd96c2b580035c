import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import type { StoredRecord } from '../recount.ts'
import { rowsOf } from '../rows.ts'

type Counts = Record<string, number>

function add(counts: Counts, key: (string | number | null)[], more: number): void {
  const text = key.join(' ')
  counts[text] = (counts[text] ?? 0) + more
}

/** The refraction of a plan is that of its valid records, eye by eye; nothing is left waiting. */
export async function expectRefractionRight(app: TestApp, planId: number): Promise<void> {
  const records = await rowsOf<StoredRecord & { system: number }>(
    app,
    `select r.*, c.stage, c.grade_no, t.province_id, t.city_id, t.region_id, s.school_system as system
     from screening_record r join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
       join task t on t.id = r.task_id join school s on s.org_id = t.school_org_id
     where r.plan_id = $1 and r.state = 2`,
    [planId],
  )
  const [places, eyes]: [Counts, Counts] = [{}, {}]
  for (const { se_right: right, se_left: left, ...record } of records) {
    const year = record.stage === 3 && record.system === 54 ? record.grade_no - 1 : record.grade_no
    const areas = [record.region_id, record.city_id, record.province_id].filter((id) => id !== null)
    for (const area of right === null ? [] : areas)
      add(places, [area, record.stage, year, record.age, right], 1)
    const smallest = [areas[0] ?? '', record.province_id, record.city_id, record.region_id]
    for (const [side, se] of [
      ['right', right],
      ['left', left],
    ] as const) {
      if (se === null) continue
      add(eyes, [...smallest, record.stage, year, side, 'eyes'], 1)
      add(eyes, [...smallest, record.stage, year, side, 'sum'], se)
    }
  }
  type Row = Record<string, number>
  const storedPlaces: Counts = {}
  const refraction = 'select * from refraction where plan_id = $1 and records <> 0'
  for (const row of await rowsOf<Row>(app, refraction, [planId])) {
    const { place_id = 0, stage = 0, grade_no = 0, age = 0, se = 0, records = 0 } = row
    add(storedPlaces, [place_id, stage, grade_no, age, se], records)
  }
  expect(storedPlaces).toEqual(places)
  const storedEyes: Counts = {}
  for (const row of await rowsOf<Row>(app, 'select * from refraction_grade where plan_id = $1', [planId])) {
    const place = ['area_id', 'province_id', 'city_id', 'region_id', 'stage', 'grade_no']
    const key = place.map((column) => row[column] ?? null)
    for (const side of ['right', 'left'])
      for (const what of ['eyes', 'sum']) {
        const value = Number(row[`${side}_${what}`])
        if (value !== 0 || Number(row[`${side}_eyes`]) !== 0) add(storedEyes, [...key, side, what], value)
      }
  }
  expect(storedEyes).toEqual(eyes)
  const waiting = 'select tx::text from refraction_move union all select tx::text from late_count'
  expect(await rowsOf(app, waiting)).toEqual([])
}
