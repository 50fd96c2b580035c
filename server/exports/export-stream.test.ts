// Large files and their readers: streamed in batches, one at a time for everybody, nothing held while a reader waits.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { UserCtx } from '../core/context.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, signedIn } from '../testing/people.ts'
import { newGrade, newSchool } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'
import { readExport } from '../testing/sheets/read-export.ts'
import { reservePlace } from './download-place.ts'
import { placeBatches, SeenIds } from './sources/place-batches.ts'

const app = useApp()
const { exportStudents } = exportEndpoints
const REASON = '核对名册'
/** Enough for several batches. */
const MANY = 8_000
const region = demoUser(app, 'region01')
let token: string
let orgId: number
let classIds: number[]
let port: number

beforeAll(async () => {
  token = await app.current.login('region01')
  orgId = await newSchool(app.current, region, { stages: [2] })
  classIds = (await newGrade(region, orgId, 2, 1, 30)).classIds
  await app.current.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.current.app.server.address() as AddressInfo).port
})

/** A reader of its own that takes nothing yet. */
async function ask(body: object): Promise<http.IncomingMessage> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const request = http.request({ port, path: exportStudents.path, method: 'POST', headers })
  request.on('error', () => undefined)
  request.end(JSON.stringify({ reason: REASON, ...body }))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.on('error', () => undefined)
  return response
}

async function manyStudents(count: number) {
  const classes = `(array[${classIds.join(',')}])[1 + n % ${classIds.length}]`
  await app.current.sql(`with made as (
      insert into student (org_id, class_id, name, sex, birth_date, student_type, status, parent_name)
      select ${orgId}, ${classes}, '测大量' || n, 1, '2016-01-01', 3, 10, md5(n::text)
      from generate_series(1, ${count}) n returning id, class_id, org_id)
    insert into enrolment (student_id, org_id, class_id, from_on)
    select id, org_id, class_id, '2026-09-01' from made`)
}

const placeOf = async (account: string) => {
  const [user] = await rowsOf<{ id: number }>(app.current, 'select id from app_user where account = $1', [
    account,
  ])
  const { config } = app.current.services
  return reservePlace({ config, caller: { userId: user?.id } } as unknown as UserCtx)
}

test('a second download of one user is refused while the first runs; those of others are not', async () => {
  const place = await placeOf('region01')
  const answer = await region.call(exportStudents, { orgId, reason: REASON })
  expect(answer).toMatchObject({ status: 429, code: 429, message: expect.stringContaining('正在下载') })
  const city = await signedIn(app.current, 'city01')
  expect((await city.call(exportStudents, { orgId, reason: REASON })).code).toBe(200)
  place.free()
  expect((await region.call(exportStudents, { orgId, reason: REASON })).code).toBe(200)
})

test('a reader who has taken nothing for a minute gives way', async () => {
  const place = await placeOf('region01')
  const stuck = new Readable({ read: () => undefined })
  place.keepFor(stuck)
  expect((await region.call(exportStudents, { orgId, reason: REASON })).code).toBe(429)
  const later = performance.now() + 61_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  try {
    expect((await region.call(exportStudents, { orgId, reason: REASON })).code).toBe(200)
  } finally {
    clock.mockRestore()
  }
  expect(stuck.destroyed).toBe(true)
})

test('a refusal leaves the place free', async () => {
  expect((await region.call(exportStudents, { regionId: '330205', reason: REASON })).code).toBe(616)
  expect((await region.call(exportStudents, { orgId, reason: REASON })).code).toBe(200)
})

test('thousands of rows come whole, and nothing is held while the reader waits', async () => {
  await manyStudents(MANY)
  const response = await ask({ orgId })
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  await vi.waitFor(
    async () => {
      const { pool } = app.current.data.requests
      expect(pool.totalCount).toBe(pool.idleCount)
      const [row] = await rowsOf<{ n: number }>(
        app.current,
        `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
      )
      expect(row?.n).toBe(0)
    },
    { timeout: 60_000 },
  )
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  const { rows, about } = await readExport(Buffer.concat(pieces))
  expect(rows).toHaveLength(MANY)
  expect(new Set(rows.map((row) => row.姓名)).size).toBe(MANY)
  expect(about.行数).toBe(String(MANY))
  const classes = rows.map((row) => Number(String(row.班级).replace('班', '')))
  expect(classes).toEqual(classes.toSorted((a, b) => a - b))
})

test('a reader who goes away frees the place', async () => {
  for (let round = 0; round < 3; round += 1) {
    const response = await ask({ orgId })
    await once(response, 'readable')
    response.destroy()
    await vi.waitFor(
      async () =>
        expect((await region.call(exportStudents, { classId: classIds[0], reason: REASON })).code).toBe(200),
      { timeout: 60_000 },
    )
  }
})

test('nor does one who went before the first byte keep it', async () => {
  for (const wait of [0, 5, 10, 20, 30, 40]) {
    const headers = { authorization: token, 'content-type': 'application/json' }
    const request = http.request({ port, path: exportStudents.path, method: 'POST', headers })
    request.on('error', () => undefined)
    request.end(JSON.stringify({ reason: REASON, orgId }))
    await sleep(wait)
    request.destroy()
  }
  await vi.waitFor(
    async () =>
      expect((await region.call(exportStudents, { classId: classIds[0], reason: REASON })).code).toBe(200),
    { timeout: 60_000 },
  )
})

test('somebody who changes class meanwhile stands in the file once', async () => {
  const { studentSource } = await import('./sources/student-source.ts')
  const { services } = app.current
  const reader = { ...services, scope: { kind: 'org' as const, orgId }, caller: {} as UserCtx['caller'] }
  const columns = [{ key: 'name' as const }]
  const names: unknown[] = []
  let moved = ''
  for await (const rows of studentSource.read(
    reader,
    {},
    { columns, personal: false, nameOf: (name) => name },
  )) {
    names.push(...rows.map(([name]) => name))
    if (moved) continue
    moved = String(rows[0]?.[0])
    await app.current.sql(`update student set class_id = ${classIds.at(-1)} where name = '${moved}';
      update enrolment set class_id = ${classIds.at(-1)}
        where student_id = (select id from student where name = '${moved}')`)
  }
  expect(names.filter((name) => name === moved)).toHaveLength(1)
  expect(names).toHaveLength(MANY)
})

test('batches keep a school together unless it is very large', () => {
  const place = (orgId: number, classId: number, rows: number) => ({ orgId, classId, rows })
  const small = Array.from({ length: 30 }, (_, index) => place(Math.floor(index / 3), index, 150))
  expect([...placeBatches(small)].map((ids) => ids.length)).toEqual([9, 9, 9, 3])
  const large = Array.from({ length: 100 }, (_, index) => place(1, index, 100))
  expect([...placeBatches(large)].map((ids) => ids.length)).toEqual([20, 20, 20, 20, 20])
  expect([...placeBatches([])]).toEqual([])
  const seen = new SeenIds()
  expect([7, 8, 7, 5_000_000, 8, 5_000_000, 0].map((id) => seen.add(id))).toEqual([
    true,
    true,
    false,
    true,
    false,
    false,
    true,
  ])
})

test('the rows of a day are counted over both ways of exporting', async () => {
  const node = await app.current.otherNode({ EXPORT_ROWS_PER_DAY: '700' })
  const by = node.as(await node.login('school01'))
  const { exportSize, startExport } = exportEndpoints
  const size = await must(by.call(exportSize, { item: 'students' }))
  expect(size.rows).toBeLessThanOrEqual(700)
  await must(by.call(startExport, { item: 'students', reason: REASON }))
  const left = (await must(by.call(exportSize, { item: 'students' }))).rowsLeftToday
  expect(left).toBe(700 - size.rows)
})
