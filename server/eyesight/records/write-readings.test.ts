// The one way into a record, as imports, devices and corrections use it.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../core/db/connect.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { recordOf } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'
import { withValues } from './record-fields.ts'
import { type StoredFields, selectForWriting, type Writer, writeReadings } from './write-readings.ts'
import { STAGED_COLUMNS } from './write-readings-queries.ts'

const node = useApp()
let work: Awaited<ReturnType<typeof taskAtWork>>
beforeAll(async () => {
  work = await taskAtWork(node.current, { roster: { classes: 2, studentsPerClass: 15 } })
})

const within = <T>(run: (db: Tx) => Promise<T>): Promise<T> =>
  node.current.services.db.transaction().execute(run)
const IMPORT: Writer = { source: 2, userId: null, orgId: null }
const RESULT: Partial<StoredFields> = {
  glasses: 1,
  nakedRight: 49,
  nakedLeft: 50,
  sphereRight: -75,
  sphereLeft: 0,
  cylinderRight: 0,
  cylinderLeft: 0,
}
const write = (recordIds: number[], values: Partial<StoredFields>, by: Writer = IMPORT) =>
  within(async (db) => {
    const records = await selectForWriting(db, null, recordIds)
    const rows = records.map((record) => ({ ...record, after: withValues(record.before, values) }))
    const [first] = records
    const written = first ? await writeReadings(db, { plan: first.plan, rows, by }) : []
    return written.map(({ id }) => id).sort((a, b) => a - b)
  })
const sourceOf = async (recordId: number) => {
  const { source, entered_by, device_id } = await recordOf(node.current, recordId)
  return { source, entered_by, device_id }
}

test('what a record becomes is stored column by column as it is staged', async () => {
  const attributes = await rowsOf<{ name: string; type: string }>(
    node.current,
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'record_values'::regclass and attnum > 0 order by attnum`,
  )
  expect(attributes.map(({ name }) => name)).toEqual(STAGED_COLUMNS)
  const columns = await rowsOf<{ name: string; type: string }>(
    node.current,
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'screening_record'::regclass and attname = any ($1)`,
    [STAGED_COLUMNS],
  )
  expect(new Set(columns.map(({ name, type }) => `${name} ${type}`))).toEqual(
    new Set(attributes.map(({ name, type }) => `${name} ${type}`)),
  )
})

test('a class of readings is written by as many statements as one', async () => {
  const { pool } = node.current.data.requests
  const count = async (ids: number[]) => {
    const client = await pool.connect()
    const query = client.query
    let statements = 0
    const counting = (...args: unknown[]) => {
      statements += 1
      return Reflect.apply(query, client, args)
    }
    client.query = counting as typeof client.query
    client.release()
    await write(ids, RESULT)
    client.query = query
    return statements
  }
  const ids = work.records.map(({ recordId }) => recordId)
  const one = await count(ids.slice(0, 1))
  expect(await count(ids.slice(1))).toBe(one)
  expect(one).toBeGreaterThan(3)
  expect(one).toBeLessThanOrEqual(6)
})

describe('where a record comes from', () => {
  test('is where its first result came from, no matter which source changes it later', async () => {
    const { at, taskId } = await taskAtWork(node.current)
    await write([at(0)], RESULT)
    expect(await sourceOf(at(0))).toMatchObject({ source: 2 })
    await write([at(0)], { nakedRight: 48 }, { source: 1, userId: work.adminId, orgId: work.schoolOrgId })
    expect(await sourceOf(at(0))).toEqual({ source: 2, entered_by: null, device_id: null })
    const changes = await rowsOf(
      node.current,
      'select source, user_id, version, changes from record_change where record_id = $1 order by id',
      [at(0)],
    )
    expect(changes).toMatchObject([
      { source: 2, user_id: null, version: 2 },
      { source: 1, user_id: work.adminId, version: 3, changes: { nakedRight: [4.9, 4.8] } },
    ])
    expect(taskId).toBeGreaterThan(0)
  })

  test('an import that is taken back leaves nothing but its trace', async () => {
    const { at } = await taskAtWork(node.current)
    const [before] = await within((db) => selectForWriting(db, null, [at(0)]))
    await write([at(0)], RESULT)
    await write([at(0)], before?.before ?? {}, { ...IMPORT, source: 5 })
    expect(await recordOf(node.current, at(0))).toMatchObject({
      state: 0,
      source: null,
      entered_at: null,
      checked_on: null,
      naked_right: null,
      version: 3,
    })
    const [student] = await rowsOf(
      node.current,
      `select last_on from student_screened where student_id = (select student_id from screening_record where id = $1)`,
      [at(0)],
    )
    expect(student?.last_on).toBeNull()
  })
})

test('what is as it was is left alone', async () => {
  const { at } = await taskAtWork(node.current)
  expect(await write([at(0), at(1)], RESULT)).toEqual([at(0), at(1)])
  expect(await write([at(0), at(1)], RESULT)).toEqual([])
  expect(await write([at(0), at(1)], { ...RESULT, checkedOn: dayFromNow() })).toEqual([])
})

test('what cannot be is refused for all of them', async () => {
  const { at } = await taskAtWork(node.current)
  await expect(write([at(0), at(1)], { ...RESULT, absence: 1 })).rejects.toMatchObject({ code: 700 })
  await expect(write([at(0)], { ...RESULT, correctedLeft: 50 })).rejects.toMatchObject({ code: 700 })
  expect(await recordOf(node.current, at(0))).toMatchObject({ version: 1 })
})

test('readings that were taken before somebody else wrote are not written', async () => {
  const { at } = await taskAtWork(node.current)
  const [stale] = await within((db) => selectForWriting(db, null, [at(0)]))
  await write([at(0)], RESULT)
  if (!stale) throw new Error('no record')
  const after = withValues(stale.before, { nakedRight: 40 })
  const writing = within((db) =>
    writeReadings(db, { plan: stale.plan, rows: [{ ...stale, after }], by: IMPORT }),
  )
  await expect(writing).rejects.toThrow('although it was held')
})

test('records that are not there or not to be seen are missing in the answer', async () => {
  const { at } = await taskAtWork(node.current)
  const nobody = { scope: { kind: 'nothing' }, carriesOut: null, daysAfterArchive: 90 } as const
  expect(await within((db) => selectForWriting(db, nobody, [at(0)]))).toEqual([])
  expect(await within((db) => selectForWriting(db, null, [at(0), 99_999_999]))).toHaveLength(1)
})

test('a thousand at once', async () => {
  const { records, taskId } = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
  const [first] = records
  await node.current.sql(`
    with made as (insert into student (org_id, class_id, name, sex, birth_date, student_type)
      select org_id, class_id, '千' || n, 1 + n % 2, '2016-05-12', 3 from student, generate_series(1, 999) as n
      where id = ${first?.studentId} returning id, sex)
    insert into screening_record (plan_id, task_id, class_id, student_id, sex, age)
    select r.plan_id, r.task_id, r.class_id, made.id, made.sex, 10 from screening_record r, made
    where r.id = ${first?.recordId}`)
  const ids = (
    await rowsOf<{ id: number }>(node.current, 'select id from screening_record where task_id = $1', [taskId])
  ).map(({ id }) => id)
  expect(ids).toHaveLength(1000)
  expect(await write(ids, RESULT)).toHaveLength(1000)
  const [counted] = await rowsOf(
    node.current,
    `select (select count(*)::int from record_change c join screening_record r on r.id = c.record_id
             where r.task_id = $1) as changes,
       (select screened from figure where level = 5 and place_id = $1) as screened,
       (select count(*)::int from student_screened l join screening_record r on r.student_id = l.student_id
        where r.task_id = $1 and l.last_on = r.checked_on) as students`,
    [taskId],
  )
  expect(counted).toEqual({ changes: 1000, screened: 1000, students: 1000 })
  await expect(write([...ids, work.at(0)], { nakedRight: 45 })).rejects.toThrow('at once')
})
