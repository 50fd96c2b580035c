import { expect } from 'vitest'
import { rowsOf, type Tables } from '../rows.ts'

type Letter = {
  task_id: number
  own_task_id: number
  school_org_id: number
  province_id: string
  city_id: string | null
  region_id: string | null
  printed_at: Date | null
  opened_at: Date | null
  acknowledged_at: Date | null
  withdrawn_at: Date | null
}
type Tally = Pick<Letter, 'task_id' | 'school_org_id' | 'province_id' | 'city_id' | 'region_id'> & {
  letters: number
  opened: number
  acknowledged: number
}

/** The tallies of a plan are those of its letters, where the records of these are; nothing is left waiting. */
export async function expectLetterTalliesRight(app: Tables, planId: number): Promise<Tally[]> {
  const letters = await rowsOf<Letter>(
    app,
    `select l.*, r.task_id, l.task_id as own_task_id, t.school_org_id, t.province_id, t.city_id, t.region_id
     from letter l join screening_record r on r.id = l.record_id join task t on t.id = r.task_id
     where r.plan_id = $1`,
    [planId],
  )
  const counted = new Map<number, Tally>()
  for (const letter of letters) {
    expect(letter.own_task_id).toBe(letter.task_id)
    if (letter.printed_at === null || letter.withdrawn_at !== null) continue
    const { task_id, school_org_id, province_id, city_id, region_id } = letter
    const tally = counted.get(task_id) ?? {
      ...{ task_id, school_org_id, province_id, city_id, region_id },
      ...{ letters: 0, opened: 0, acknowledged: 0 },
    }
    tally.letters += 1
    if (letter.opened_at !== null) tally.opened += 1
    if (letter.acknowledged_at !== null) tally.acknowledged += 1
    counted.set(task_id, tally)
  }
  const stored = await rowsOf<Tally>(
    app,
    `select task_id, school_org_id, province_id, city_id, region_id, letters, opened, acknowledged
     from letter_tally where plan_id = $1 and (letters, opened, acknowledged) <> (0, 0, 0) order by task_id`,
    [planId],
  )
  expect(stored).toEqual([...counted.values()].sort((one, other) => one.task_id - other.task_id))
  const waiting = 'select tx::text from letter_move union all select tx::text from late_count'
  expect(await rowsOf(app, waiting)).toEqual([])
  return stored
}
