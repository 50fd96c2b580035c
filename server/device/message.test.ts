// Whether a message comes from the device it says, now, and for the first time.
import { beforeAll, describe, expect, test } from 'vitest'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type Message, newDevice, nowSeconds, send, signedMessage } from '../testing/devices.ts'
import { type By, demoUser, must } from '../testing/people.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { signatureOf } from './device-key.ts'

const node = useApp()
const { postReadings, renewDeviceKey, setDeviceStatus, deviceDetail } = deviceEndpoints

const hospital = demoUser(node, 'hospital01')
let hospitalId: number
let key: Awaited<ReturnType<typeof newDevice>>
beforeAll(async () => {
  hospitalId = await orgIdOf(node.current, '330106-hospital')
  key = await newDevice(hospital)
})

const READINGS = [{ readingNo: 'R1', recordId: 987_654_321, reading: { nakedRight: 4.9 } }]
const PAYLOAD = { readings: READINGS }
const post = (message: Message, each: By = node.current) => each.call(postReadings, message)
const UNRECOGNISED = { status: 401, success: false, code: 401, message: '认证失败', data: null }

const statusOf = async (message: Message) => (await post(message)).status
const trail = (deviceId: number) =>
  rowsOf<{ success: boolean; code: number; detail: object; user_id: number | null }>(
    node.current,
    `select success, code, detail, user_id from audit_log where action = 'device.readings'
      and object_type = 'device' and object_id = $1 order by id`,
    [String(deviceId)],
  )

test('a signature is the one that openssl makes', () => {
  const message = {
    keyId: 'dk_0123456789abcdef',
    time: 1760000000,
    nonce: 'msg-20261115-0001',
    payload: '{"readings":[{"readingNo":"R1","recordId":1,"reading":{"nakedRight":4.9}}]}',
  }
  expect(signatureOf('3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', message).toString('hex')).toBe(
    'f0df56c928dc2338881218cde6723d7d7b8b43f4f15104559a89b16d4f24f2fc',
  )
})

describe('a message', () => {
  test('that is signed is taken, and the device was seen', async () => {
    const mine = await newDevice(hospital)
    const answer = await send(node.current, mine, READINGS)
    expect(answer).toMatchObject({
      success: true,
      data: { results: [{ readingNo: 'R1', outcome: 'refused', message: '未找到学生' }] },
    })
    const detail = await must(hospital.call(deviceDetail, { deviceId: mine.deviceId }))
    expect(detail).toMatchObject({ lastIp: '127.0.0.1', readingCount: 1, version: 1 })
    expect(Math.abs(Date.parse(detail.lastSeenAt ?? '') / 1000 - nowSeconds())).toBeLessThan(60)
    expect(detail.byDay.at(-1)?.readings).toBe(1)
    expect(detail.recent).toMatchObject([
      { readingNo: 'R1', outcome: 'refused', message: '未找到学生', studentName: null, schoolName: null },
    ])
    expect(await trail(mine.deviceId)).toEqual([
      {
        success: true,
        code: 200,
        user_id: null,
        detail: { readings: 1, repeated: 0, taken: 0, same: 0, conflict: 0, refused: 1 },
      },
    ])
  })

  test('needs no session, and one that comes along changes nothing', async () => {
    expect(await statusOf(signedMessage(key, PAYLOAD))).toBe(200)
    expect((await post(signedMessage(key, PAYLOAD), hospital)).status).toBe(200)
    expect((await post(signedMessage(key, PAYLOAD), node.current.as('x'.repeat(43)))).status).toBe(200)
  })

  const other = { keyId: 'dk_AAAAAAAAAAAAAAAA', secret: 'x'.repeat(43) }
  test.each<[string, () => Message]>([
    ['of a key nobody has', () => signedMessage(other, PAYLOAD)],
    ['signed with another secret', () => signedMessage({ ...key, secret: other.secret }, PAYLOAD)],
    ['with a signature of zeros', () => signedMessage(key, PAYLOAD, { signature: '0'.repeat(64) })],
    ['whose content was changed', () => ({ ...signedMessage(key, PAYLOAD), payload: '{"readings":[]}' })],
    [
      'whose content got a blank',
      () => ({ ...signedMessage(key, PAYLOAD), payload: `${JSON.stringify(PAYLOAD)} ` }),
    ],
    ['whose time was changed', () => ({ ...signedMessage(key, PAYLOAD), time: nowSeconds() - 1 })],
    ['whose nonce was changed', () => ({ ...signedMessage(key, PAYLOAD), nonce: 'another-nonce' })],
    ['that is too old', () => signedMessage(key, PAYLOAD, { time: nowSeconds() - 305 })],
    ['that comes from the future', () => signedMessage(key, PAYLOAD, { time: nowSeconds() + 305 })],
    ['in milliseconds', () => signedMessage(key, PAYLOAD, { time: Date.now() })],
    ['from the beginning of time', () => signedMessage(key, PAYLOAD, { time: 0 })],
  ])('%s is not recognised, and the reason is not disclosed', async (_, message) => {
    const { headers: _headers, ...answer } = await post(message())
    expect(answer).toEqual(UNRECOGNISED)
  })

  test('may be a few minutes off', async () => {
    expect(await statusOf(signedMessage(key, PAYLOAD, { time: nowSeconds() - 295 }))).toBe(200)
    expect(await statusOf(signedMessage(key, PAYLOAD, { time: nowSeconds() + 295 }))).toBe(200)
  })

  test('is taken once', async () => {
    const message = signedMessage(key, PAYLOAD)
    expect(await statusOf(message)).toBe(200)
    const { headers: _, ...again } = await post(message)
    expect(again).toEqual(UNRECOGNISED)
    const other = await node.current.otherNode()
    expect((await post(message, other)).code).toBe(401)
    // The nonce alone is used up, whatever comes with it; another device may use the same.
    expect(await statusOf(signedMessage(key, PAYLOAD, { nonce: message.nonce }))).toBe(401)
    const second = await newDevice(hospital)
    expect(await statusOf(signedMessage(second, PAYLOAD, { nonce: message.nonce }))).toBe(200)
  })

  test('that is refused changes nothing but the trail', async () => {
    const mine = await newDevice(hospital)
    const bad = signedMessage(mine, PAYLOAD, { signature: 'f'.repeat(64) })
    await post(bad)
    const old = signedMessage(mine, PAYLOAD, { time: nowSeconds() - 4000 })
    await post(old)
    const good = signedMessage(mine, PAYLOAD)
    await post(good)
    await post(good)
    expect((await trail(mine.deviceId)).map(({ success, detail }) => [success, detail])).toEqual([
      [false, { reason: 'signature' }],
      [false, { reason: 'clock' }],
      [true, expect.anything()],
      [false, { reason: 'replay' }],
    ])
    const nonces = await rowsOf<{ nonce: string }>(
      node.current,
      'select nonce from device_nonce where device_id = $1',
      [mine.deviceId],
    )
    expect(nonces).toEqual([{ nonce: good.nonce }])
    const unknown = 'dk_unknown_to_the_trail'
    await post(signedMessage({ keyId: unknown, secret: 'x' }, PAYLOAD))
    expect(JSON.stringify(await rowsOf(node.current, 'select * from audit_log'))).not.toContain(unknown)
  })

  test.each<[string, object]>([
    ['without a signature', { signature: undefined }],
    ['with a signature in capitals', { signature: 'F'.repeat(64) }],
    ['with a line break in its nonce', { nonce: 'abcdefgh\nx' }],
    ['with a short nonce', { nonce: 'abc' }],
    ['with a line break in its key', { keyId: 'dk_x\n1' }],
    ['with a time that is a text', { time: String(nowSeconds()) }],
    ['with a broken time', { time: 1.5 }],
    ['without content', { payload: '' }],
  ])('%s is a bad request', async (_, change) => {
    const answer = await post({ ...signedMessage(key, PAYLOAD), ...change } as Message)
    expect(answer).toMatchObject({ status: 400, code: 400 })
  })

  test.each<[string, string]>([
    ['no JSON', 'readings'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no readings', '{"readings":[]}'],
    ['too many readings', JSON.stringify({ readings: Array(201).fill(READINGS[0]) })],
    ['a reading without a number', '{"readings":[{"recordId":1,"reading":{"nakedRight":4.9}}]}'],
    ['a number with a NUL', '{"readings":[{"readingNo":"a\\u0000","recordId":1,"reading":{}}]}'],
    ['deep nesting', `{"readings":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('with %s in it is a bad request and uses up no nonce', async (_, payload) => {
    const message = signedMessage(key, payload)
    expect(await post(message)).toMatchObject({ status: 400, code: 400 })
    expect(await statusOf(signedMessage(key, PAYLOAD, { nonce: message.nonce }))).toBe(200)
  })
})

describe('a device', () => {
  const sent = async (each: { keyId: string; secret: string }) =>
    (await send(node.current, each, READINGS)).code

  test('that was taken out of use is not recognised until it is back', async () => {
    const mine = await newDevice(hospital)
    const { deviceId } = mine
    await must(hospital.call(setDeviceStatus, { deviceId, version: 1, active: false }))
    expect(await sent(mine)).toBe(401)
    expect((await trail(deviceId)).at(-1)?.detail).toEqual({ reason: 'closed' })
    await must(hospital.call(setDeviceStatus, { deviceId, version: 2, active: true }))
    expect(await sent(mine)).toBe(200)
  })

  test('is known by its newest key alone', async () => {
    const mine = await newDevice(hospital)
    const renewed = await must(hospital.call(renewDeviceKey, { deviceId: mine.deviceId, version: 1 }))
    expect(await sent(mine)).toBe(401)
    expect(await sent({ keyId: renewed.keyId, secret: mine.secret })).toBe(401)
    expect(await sent({ keyId: mine.keyId, secret: renewed.secret })).toBe(401)
    expect(await sent(renewed)).toBe(200)
  })

  test.each([
    ['is not approved', 'status = 0', 'status = 1'],
    ['has expired', `expires_on = '2020-01-01'`, `expires_on = '2099-12-31'`],
    ['has no expiry', 'expires_on = null', `expires_on = '2099-12-31'`],
  ])('whose organisation %s is not recognised', async (_, closed, open) => {
    await node.current.sql(`update org set ${closed} where id = ${hospitalId}`)
    const code = await sent(key)
    await node.current.sql(`update org set ${open} where id = ${hospitalId}`)
    expect(code).toBe(401)
    expect(await sent(key)).toBe(200)
  })
})

test('too many messages from one address are refused before any work', async () => {
  const tight = await node.current.otherNode({ LIMITED_CALLS_PER_MINUTE: '3' })
  const codes: number[] = []
  for (let n = 0; n < 5; n++) codes.push((await send(tight, key, READINGS)).code)
  expect(codes).toEqual([200, 200, 200, 429, 429])
})

test('marks of messages are forgotten after a day', async () => {
  const mine = await newDevice(hospital)
  await send(node.current, mine, READINGS, { nonce: 'of-yesterday' })
  await send(node.current, mine, READINGS, { nonce: 'of-today' })
  await node.current.sql(
    `update device_nonce set at = now() - interval '25 hours' where nonce = 'of-yesterday'`,
  )
  await node.current.services.enqueue(node.current.db, 'device.purgeNonces', {})
  await node.current.runJobs()
  const stored = await rowsOf(node.current, 'select nonce from device_nonce where device_id = $1', [
    mine.deviceId,
  ])
  expect(stored).toEqual([{ nonce: 'of-today' }])
})
