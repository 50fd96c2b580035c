import { makeRandom } from '../../seed/demo-random.ts'
import type { TestApp } from '../app.ts'
import { type FigureWorld, makeFigureWorld } from '../figure-world.ts'
import { oneOf, orgIdOf, rowsOf } from '../rows.ts'

/** The day on which most of the results were entered; the others the day before. */
export const ENTERED_ON = '2025-10-10'
const DAY_BEFORE = '2025-10-09'
const ACCOUNTS = ['hospital01', 'hscreen01', 'social01', 'oscreen01', 'teacher01'] as const
const ORGS = ['330106-hospital', '330100-social'] as const

export type ExecutorWorld = FigureWorld & {
  user: Record<(typeof ACCOUNTS)[number], number>
  device: Record<(typeof ORGS)[number], number>
  /** The tasks of either organisation, one of them at a school that both share. */
  own: { hospital01: number[]; social01: number[] }
}

/** A hospital and a social organisation at work, with results from their people and devices, from others and from sheets. */
export async function makeExecutorWorld(app: TestApp): Promise<ExecutorWorld> {
  // Enough of them that everybody writes something.
  await app.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
    select c.org_id, c.id, '加测' || c.id || '号' || n, 1 + n % 2, '2014-05-05', 3
    from class c join org on org.id = c.org_id, generate_series(1, 15) as n where org.name like '西湖%'`)
  const world = await makeFigureWorld(app, makeRandom('executors'))
  const { kindergarten = 0, sharedHospital = 0, sharedSocial = 0, ...others } = world.tasks
  const [first = 0, second = 0] = [others['330106-school-1'], others['330106-school-2']]
  const own = { hospital01: [sharedHospital, kindergarten, first], social01: [sharedSocial, second] }
  const device = {} as ExecutorWorld['device']
  for (const [nth, key] of ORGS.entries()) {
    const orgId = await orgIdOf(app, key)
    await rowsOf(app, 'update task set org_id = $1 where id = $2', [orgId, [first, second][nth]])
    device[key] = await oneOf(
      app,
      `insert into device (org_id, name, kind, serial_no, key_id, key_enc) values ($1, $2, 1, $2, $2, '\\x00') returning id`,
      [orgId, `电脑验光仪 ${key}`],
    )
  }
  const user = {} as ExecutorWorld['user']
  for (const account of ACCOUNTS) {
    user[account] = await oneOf(app, 'select id from app_user where account = $1', [account])
  }
  const made = { ...world, user, device, own }
  await enterAtHours(app, made)
  return made
}

async function enterAtHours(app: TestApp, { planId, user, device }: ExecutorWorld) {
  const random = makeRandom('hours')
  const records = await rowsOf<{ id: number; source: number }>(
    app,
    'select id, source from screening_record where plan_id = $1 and state <> 0 order by id',
    [planId],
  )
  const people = [...Object.values(user), null]
  const devices = Object.values(device)
  const two = (number: number) => String(number).padStart(2, '0')
  const given = records.map(({ id, source }, nth) => ({
    id,
    entered_at: `${random.chance(0.7) ? ENTERED_ON : DAY_BEFORE}T${two(random.int(24))}:${two(random.int(60))}:00+08:00`,
    entered_by: source === 3 ? null : people[nth % people.length],
    device_id: source === 3 ? devices[nth % devices.length] : null,
  }))
  await rowsOf(
    app,
    `update screening_record as r set entered_at = v.entered_at, entered_by = v.entered_by, device_id = v.device_id
     from jsonb_populate_recordset(null::screening_record, $1::jsonb) as v where r.id = v.id`,
    [JSON.stringify(given)],
  )
}

/** Second examinations of the first valid records of a task, each with the same items and errors. */
export const insertRetests = (app: TestApp, taskId: number, most: number, items: number, errors: number) =>
  rowsOf(
    app,
    `insert into retest (record_id, plan_id, task_id, school_org_id, items, errors, entered_at)
     select r.id, r.plan_id, r.task_id, t.school_org_id, $3, $4, now()
     from screening_record r join task t on t.id = r.task_id
     where r.task_id = $1 and r.state = 2 order by r.id limit $2`,
    [taskId, most, items, errors],
  )
