import type { Random } from '../../seed/demo-random.ts'
import { NO_RESULT, randomResult } from '../figure-results.ts'
import type { runTransaction } from '../transaction.ts'

type Client = Parameters<Parameters<typeof runTransaction>[1]>[0]
type School = { planIds: number[]; classes: { plan_id: number; task_id: number; class_id: number }[] }
/** What somebody does in one transaction, locking first what the product locks for it. */
type Act = (client: Client, random: Random, school: School) => Promise<unknown>

const { visit_days: _, ...EMPTY } = NO_RESULT
const COLUMNS = [...Object.keys(EMPTY), 'se_right', 'se_left', 'entered_at']
const SET = COLUMNS.map((column) => `${column} = v.${column}`).join(', ')

async function idsOf(client: Client, statement: string, values: unknown[] = []): Promise<number[]> {
  const { rows } = await client.query(statement, values)
  return rows.map(({ id }) => Number(id))
}
const someRecords = (client: Client, { planIds }: School, random: Random, count: number) =>
  idsOf(client, 'select id from screening_record where plan_id = $1 order by random() limit $2', [
    random.pick(planIds),
    count,
  ])
const lockRecords = (client: Client, ids: readonly number[]) =>
  client.query('select 1 from screening_record where id = any ($1) order by id for no key update', [ids])

const write =
  (count: number, isCleared = false): Act =>
  async (client, random, school) => {
    const ids = await someRecords(client, school, random, count)
    await lockRecords(client, ids)
    const results = ids.map((id) => {
      const result = isCleared ? EMPTY : randomResult(random)
      const isEmpty = result.state === 0
      const se = () => (isEmpty ? null : (random.int(20) - 12) * 125)
      return {
        id,
        ...result,
        se_right: se(),
        se_left: se(),
        entered_at: isEmpty ? null : '2025-10-08T01:00:00Z',
      }
    })
    await client.query(
      `update screening_record as r set ${SET}
       from jsonb_populate_recordset(null::screening_record, $1) as v where r.id = v.id`,
      [JSON.stringify(results)],
    )
  }

/** A visit of a child that has a result: by a hospital, or by the family over what it said before. */
const visit =
  (source: 1 | 2 | 3): Act =>
  async (client, random, school) => {
    const [id] = await someRecords(client, school, random, 1)
    if (source === 2) {
      await lockRecords(client, [id ?? 0])
      await client.query('select 1 from letter where record_id = $1 order by id for update', [id])
      await client.query(
        'update letter set opened_at = now(), acknowledged_at = now() where record_id = $1 and withdrawn_at is null',
        [id],
      )
    }
    await client.query(
      `insert into visit (student_id, record_id, visited_on, source, hospital_name, axial_right)
       select student_id, id, checked_on + $2::int, $3, '县医院', 2300 + $2::int from screening_record
       where id = $1 and checked_on is not null
       on conflict (record_id) where source = 2 and withdrawn_at is null do update set visited_on = excluded.visited_on`,
      [id, random.int(100), source],
    )
  }

const withdrawVisit: Act = async (client) => {
  const [id] = await idsOf(
    client,
    'select id from visit where withdrawn_at is null order by random() limit 1',
  )
  await client.query(
    `select 1 from screening_record where id = (select record_id from visit where id = $1) for no key update`,
    [id],
  )
  await client.query('select 1 from visit where id = $1 for update', [id])
  await client.query('update visit set withdrawn_at = now() where id = $1', [id])
}

const printLetters: Act = async (client, random, school) => {
  const records = await idsOf(
    client,
    `select id from screening_record where id = any ($1) and state <> 0 order by id for share`,
    [await someRecords(client, school, random, 20)],
  )
  await client.query(
    `insert into letter (record_id, student_id, ticket_hash, ticket_enc)
     select id, student_id, decode(md5(random()::text || id), 'hex'), '' from screening_record where id = any ($1) order by id
     on conflict (record_id) where withdrawn_at is null do nothing`,
    [records],
  )
  const letters = await idsOf(
    client,
    'select id from letter where record_id = any ($1) and withdrawn_at is null order by id for update',
    [records],
  )
  await client.query('update letter set printed_at = now() where id = any ($1)', [letters])
  await client.query(
    `with due as materialized (select w.id from warning as w where w.scope = 1 and w.status = 1 and w.ended is null
       and w.record_id = any ($1) order by w.student_id, w.plan_id for no key update)
     update warning as w set status = 2, version = version + 1 from due where w.id = due.id`,
    [records],
  )
}

const withdrawLetters: Act = async (client, random, school) => {
  const records = await someRecords(client, school, random, 5)
  const letters = await idsOf(
    client,
    'select id from letter where record_id = any ($1) and withdrawn_at is null order by id for update',
    [records],
  )
  await client.query('update letter set withdrawn_at = now() where id = any ($1)', [letters])
}

const actOnWarnings: Act = async (client, random) => {
  const ids = await idsOf(client, 'select id from warning order by random() limit 15')
  await client.query(
    'select 1 from warning where id = any ($1) order by student_id, plan_id, id for no key update',
    [ids],
  )
  await client.query('update warning set status = $2, version = version + 1 where id = any ($1)', [
    ids,
    1 + random.int(4),
  ])
}

const review: Act = async (client) => {
  const ids = await idsOf(
    client,
    'select id from (select distinct student_id as id from screening_record) as s order by random() limit 60',
  )
  await client.query('select refresh_student_warnings($1::bigint[])', [ids])
}

/** Of children without a result that study in another class now, of this school or of another one. */
const moveRecords: Act = async (client, random, school) => {
  const place = random.pick(school.classes)
  const ids = await idsOf(
    client,
    'select id from screening_record where plan_id = $1 and state = 0 and id % 7 = $2 order by id for update',
    [place.plan_id, random.int(7)],
  )
  await client.query('update screening_record set task_id = $2, class_id = $3 where id = any ($1)', [
    ids,
    place.task_id,
    place.class_id,
  ])
}

const examineTwice: Act = async (client, random, school) => {
  const [id] = await someRecords(client, school, random, 1)
  await client.query(
    `insert into retest (record_id, plan_id, task_id, school_org_id, items, errors, entered_at)
     select r.id, r.plan_id, r.task_id, t.school_org_id, 4, $2, now()
     from screening_record as r join task as t on t.id = r.task_id where r.id = $1
     on conflict (record_id) do update set errors = excluded.errors`,
    [id, random.int(3)],
  )
}

/** The end of a plan, or its being opened again, with all of its tasks. */
const endPlan: Act = async (client, random, { planIds }) => {
  const planId = random.pick(planIds)
  await client.query('select 1 from plan where id = $1 for no key update', [planId])
  await client.query('select 1 from task where plan_id = $1 order by id for no key update', [planId])
  await client.query('update task set status = 3 - status where plan_id = $1', [planId])
  await client.query('update plan set status = 5 - status where id = $1', [planId])
}

/** What people and jobs do at a school, the usual more often. */
export const ACTS: Record<string, Act> = {
  'a result': write(1),
  'another result': write(1),
  'an import': write(40),
  'its undoing': write(30, true),
  'a visit by a hospital': visit(1),
  'a visit by a school': visit(3),
  'a visit by a family': visit(2),
  'a withdrawn visit': withdrawVisit,
  'printed letters': printLetters,
  'withdrawn letters': withdrawLetters,
  'warnings acted on': actOnWarnings,
  'a review of children': review,
  'moved children': moveRecords,
  'second examinations': examineTwice,
  'the end of a plan': endPlan,
}
