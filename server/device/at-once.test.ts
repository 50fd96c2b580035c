// Messages that come at once, twice, on two nodes, or while something ends: each reading is taken once.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { newDevice, send, signedMessage } from '../testing/devices.ts'
import { type By, must, schoolAdmin, signedIn } from '../testing/people.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { startedTask } from '../testing/screening.ts'
import { untilLocksAreAwaited } from '../testing/transaction.ts'

const node = useApp()
let other: TestApp
let nodes: TestApp[]
let task: Awaited<ReturnType<typeof startedTask>>
let school: By

beforeAll(async () => {
  other = await node.current.otherNode()
  nodes = [node.current, other, node.current, other, node.current, other]
  task = await startedTask(node.current, { roster: { classes: 2, studentsPerClass: 15 } })
  school = await schoolAdmin(node.current, task.schoolOrgId)
})

let next = 0
/** About students of whom nothing was measured yet. */
function someReadings(count: number) {
  next += count
  return task.records.slice(next - count, next).map(({ recordId }) => ({
    readingNo: `R${recordId}`,
    recordId,
    reading: { nakedRight: 4.9 },
  }))
}
const changeCounts = async (readings: { recordId: number }[]) =>
  (
    await rowsOf<{ count: number }>(
      node.current,
      `select count(c.id)::int as count from unnest($1::bigint[]) as r (id)
        left join record_change c on c.record_id = r.id group by r.id`,
      [readings.map(({ recordId }) => recordId)],
    )
  ).map(({ count }) => count)
const countOf = async (deviceId: number) =>
  (await must(school.call(deviceEndpoints.deviceDetail, { deviceId }))).readingCount

test('the same message many times at once is taken once', async () => {
  const key = await newDevice(school)
  const readings = someReadings(3)
  const message = signedMessage(key, { readings })
  const answers = await Promise.all(nodes.map((each) => each.call(deviceEndpoints.postReadings, message)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 401, 401, 401, 401, 401])
  expect(await changeCounts(readings)).toEqual([1, 1, 1])
  expect(await countOf(key.deviceId)).toBe(3)
})

test('the same readings in many messages at once are taken once and answered alike', async () => {
  const key = await newDevice(school)
  const readings = someReadings(3)
  const answers = await Promise.all(
    nodes.map((each, nth) => send(each, key, nth % 2 ? readings : [...readings].reverse())),
  )
  for (const { data } of answers)
    expect(data.results.map(({ outcome }) => outcome)).toEqual(['taken', 'taken', 'taken'])
  expect(await changeCounts(readings)).toEqual([1, 1, 1])
  expect(await countOf(key.deviceId)).toBe(3)
})

test('of two devices that contradict each other at once the first is taken, the other waits', async () => {
  const [one, two] = [await newDevice(school), await newDevice(school)]
  const readings = someReadings(4)
  const contrary = readings.map((reading) => ({ ...reading, reading: { nakedRight: 4.5 } })).reverse()
  const [first, second] = await Promise.all([send(node.current, one, readings), send(other, two, contrary)])
  const outcomes = [...first.data.results, ...second.data.results].map(({ outcome }) => outcome)
  expect(outcomes.sort()).toEqual([...Array(4).fill('conflict'), ...Array(4).fill('taken')])
  const open = await rowsOf(
    node.current,
    'select 1 from reading_conflict where record_id = any ($1::bigint[]) and resolved_at is null',
    [readings.map(({ recordId }) => recordId)],
  )
  expect(open).toHaveLength(4)
})

test('nothing is taken once a task is completed, however close the two come', async () => {
  const ending = await startedTask(node.current, { by: task.by, roster: { studentsPerClass: 8 } })
  const by = await schoolAdmin(node.current, ending.schoolOrgId)
  const keys = await Promise.all([0, 1, 2, 3].map(() => newDevice(by)))
  const { version } = await must(by.call(taskEndpoints.taskDetail, { taskId: ending.taskId }))
  const written = () =>
    rowsOf(
      node.current,
      `select c.id from record_change c join screening_record r on r.id = c.record_id where r.task_id = $1`,
      [ending.taskId],
    )
  const completing = by
    .call(taskEndpoints.completeTask, { taskId: ending.taskId, version })
    .then(async ({ success }) => ({ success, before: await written() }))
  const answers = await Promise.all(
    ending.records.map(({ recordId }, nth) => {
      const key = keys[nth % 4]
      const reading = { readingNo: `E${recordId}`, recordId, reading: { nakedRight: 4.9 } }
      return key && send(nodes[nth % 2] ?? other, key, [reading])
    }),
  )
  const { success, before } = await completing
  expect(success).toBe(true)
  const taken = answers.filter((answer) => answer?.data.results[0]?.outcome === 'taken')
  const refused = answers.filter((answer) => answer?.data.results[0]?.message === '未找到学生')
  expect(taken.length + refused.length).toBe(answers.length)
  expect(before).toHaveLength(taken.length)
  expect(await written()).toHaveLength(taken.length)
})

test('nothing of a device is taken that was disabled, given another key or lost its task while it waited', async () => {
  const key = await newDevice(school)
  const [reading] = someReadings(1)
  const waitingFor = async (lock: string, change: string) => {
    const { pool } = node.current.data.work
    const client = await pool.connect()
    await client.query('begin')
    await client.query(lock)
    const answering = send(other, key, [{ ...reading, readingNo: 'W1' }])
    await untilLocksAreAwaited(node.current)
    await client.query(change)
    await client.query('commit')
    client.release()
    return answering
  }
  const device = `from device where id = ${key.deviceId}`
  const hold = `select 1 ${device} for update`
  const disabled = await waitingFor(hold, `update device set status = 0 where id = ${key.deviceId}`)
  expect(disabled.code).toBe(401)
  await node.current.sql(`update device set status = 1 where id = ${key.deviceId}`)

  const rekeyed = await waitingFor(
    hold,
    `update device set key_enc = '\\x00' || key_enc where id = ${key.deviceId}`,
  )
  expect(rekeyed.code).toBe(401)
  await node.current.sql(`update device set key_enc = substr(key_enc, 2) where id = ${key.deviceId}`)

  const hospitalId = await orgIdOf(node.current, '330106-hospital')
  const farther = await startedTask(node.current, {
    by: task.by,
    task: { executor: { by: 'org', orgId: hospitalId } },
  })
  const hospitalKey = await newDevice(await signedIn(node.current, 'hospital01'))
  const [record] = farther.records
  const client = await node.current.data.work.pool.connect()
  await client.query('begin')
  await client.query(`update task set org_id = school_org_id where id = ${farther.taskId}`)
  const answering = send(other, hospitalKey, [
    { readingNo: 'T1', recordId: record?.recordId, reading: { nakedRight: 4.9 } },
  ])
  await untilLocksAreAwaited(node.current)
  await client.query('commit')
  client.release()
  expect((await answering).data.results).toMatchObject([{ outcome: 'refused', message: '未找到学生' }])
  expect(await changeCounts([{ recordId: record?.recordId ?? 0 }])).toEqual([0])
})

test('a message whose answer was lost is sent again in a new one', async () => {
  const key = await newDevice(school)
  const readings = someReadings(2)
  const { app } = await node.current.otherNode()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const body = JSON.stringify(signedMessage(key, { readings }))
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${deviceEndpoints.postReadings.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  await expect.poll(() => countOf(key.deviceId), { interval: 20, timeout: 60_000 }).toBe(2)
  socket.destroy()
  // The message itself is used up; its readings are not sent in vain.
  const repeated = await node.current.call(deviceEndpoints.postReadings, JSON.parse(body))
  expect(repeated.code).toBe(401)
  const again = await must(send(node.current, key, readings))
  expect(again.results.map(({ outcome }) => outcome)).toEqual(['taken', 'taken'])
  expect(await changeCounts(readings)).toEqual([1, 1])
  expect(await countOf(key.deviceId)).toBe(2)
})
