// Devices of an organisation: registered, changed, keyed, and seen by those who may.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { deviceForm, newDevice } from '../testing/devices.ts'
import { accountOf, type By, must, signedIn } from '../testing/people.ts'
import { newSchool } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'
import { newPlan, newRoster, newTask } from '../testing/screening.ts'

const node = useApp()
const { devicePageList, deviceDetail, deviceSchools, addDevice, editDevice } = deviceEndpoints
const { renewDeviceKey, setDeviceStatus, deleteDevice } = deviceEndpoints

const ACCOUNTS = ['city01', 'region01', 'school01', 'hospital01', 'social01', 'teacher01'] as const
const by = {} as Record<(typeof ACCOUNTS)[number] | 'farBureau', By>
/** Two of 西湖, in addition to the demo's; those far away are in 江北. */
const orgs = {} as Record<
  'bureau' | 'school' | 'hospital' | 'social' | 'newSchool' | 'nextSchool' | 'farHospital' | 'farSchool',
  number
>

beforeAll(async () => {
  for (const account of ACCOUNTS) by[account] = await signedIn(node.current, account)
  by.farBureau = await signedIn(node.current, accountOf('330205-教育'))
  orgs.bureau = await orgIdOf(node.current, '330106-教育')
  orgs.school = await orgIdOf(node.current, '330106-school-1')
  orgs.hospital = await orgIdOf(node.current, '330106-hospital')
  orgs.social = await orgIdOf(node.current, '330100-social')
  orgs.farHospital = await orgIdOf(node.current, '330205-hospital')
  orgs.newSchool = await newSchool(node.current, by.region01)
  orgs.nextSchool = (await newRoster(node.current, by.region01)).schoolOrgId
  const area = { provinceId: '330000', cityId: '330200', regionId: '330205' }
  orgs.farSchool = await newSchool(node.current, by.farBureau, { area })
})

const listed = async (who: By, query: InputOf<typeof devicePageList> = {}) =>
  (await must(who.call(devicePageList, { pageSize: 50, ...query }))).list
const rowOf = async (deviceId: number, who: By = by.region01) =>
  (await listed(who)).find((row) => row.deviceId === deviceId)
const issuesOf = (answer: { data: unknown }) =>
  (answer.data as { issues: { path: string[] }[] } | null)?.issues

describe('registering', () => {
  test('gives a key that is shown once and stored sealed', async () => {
    const made = await newDevice(by.hospital01)
    expect(made).toMatchObject({ version: 1, keyId: expect.stringMatching(/^dk_[A-Za-z0-9_-]{16}$/) })
    expect(Buffer.from(made.secret, 'base64url')).toHaveLength(32)
    const [stored] = await rowsOf<{ key_enc: Buffer }>(
      node.current,
      'select key_enc from device where id = $1',
      [made.deviceId],
    )
    expect(stored?.key_enc.includes(made.secret)).toBe(false)
    expect(node.current.services.secrets.decrypt(stored?.key_enc ?? Buffer.alloc(0))).toBe(made.secret)
    const shown = JSON.stringify([
      await by.hospital01.call(devicePageList, {}),
      await by.hospital01.call(deviceDetail, { deviceId: made.deviceId }),
      await rowsOf(node.current, 'select * from audit_log'),
      node.current.logged,
    ])
    expect(shown).not.toContain(made.secret)
  })

  test('is for the own organisation, or by a government body for one in its range', async () => {
    const own = await newDevice(by.school01)
    expect(await rowOf(own.deviceId)).toMatchObject({ orgId: orgs.school, status: 1, readingCount: 0 })
    const given = await newDevice(by.region01, { orgId: orgs.hospital })
    expect(await rowOf(given.deviceId, by.hospital01)).toMatchObject({ orgId: orgs.hospital })
  })

  test.each([
    ['a government body that names nobody', 'region01', null, 700],
    ['a government body for itself', 'region01', 'bureau', 700],
    ['a government body outside its range', 'region01', 'farHospital', 616],
    ['a government body for an organisation that is not there', 'region01', 'nobody', 616],
    ['a hospital for a school', 'hospital01', 'school', 616],
    ['a teacher', 'teacher01', null, 602],
  ] as const)('by %s is refused', async (_, account, org, code) => {
    const orgId = org === 'nobody' ? 999_999 : org ? orgs[org] : undefined
    const answer = await by[account].call(addDevice, deviceForm({ orgId }))
    expect(answer.code).toBe(code)
  })

  test('takes a serial number once, also of many at once on two nodes', async () => {
    const form = deviceForm()
    const other = await node.current.otherNode()
    const far = other.as(await other.login('school01'))
    const answers = await Promise.all(
      [by.hospital01, far, by.hospital01, far].map((who) => who.call(addDevice, form)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 700, 700, 700])
    const refused = answers.find(({ success }) => !success)
    expect(refused?.message).toBe('该序列号的设备已登记，请核对序列号')
    expect(issuesOf(refused ?? { data: null })?.[0]?.path).toEqual(['serialNo'])
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a serial number with blanks', { serialNo: 'A B' }],
    ['an unknown kind', { kind: 9 as 1 }],
    ['no such day', { calibratedOn: '2026-02-30' }],
    ['no calibration at all', { calibrationMonths: 0 }],
  ])('with %s is refused', async (_, fields) => {
    expect((await by.hospital01.call(addDevice, deviceForm(fields))).success).toBe(false)
  })
})

describe('where a device stands', () => {
  const placed = (who: By, schoolOrgId: number, orgId?: number) =>
    who.call(addDevice, deviceForm({ orgId, schoolOrgId }))
  const places = async (who: By, query: InputOf<typeof deviceSchools> = {}) =>
    (await must(who.call(deviceSchools, query))).map(({ orgId }) => orgId)

  test('is the own school', async () => {
    expect(await places(by.school01)).toEqual([orgs.school])
    expect((await placed(by.school01, orgs.school)).code).toBe(200)
    const refused = await placed(by.school01, orgs.newSchool)
    expect(refused.code).toBe(700)
    expect(issuesOf(refused)?.[0]?.path).toEqual(['schoolOrgId'])
    expect((await placed(by.school01, 999_999)).message).toBe(refused.message)
  })

  test('is one that is served', async () => {
    expect((await placed(by.hospital01, orgs.newSchool)).code).toBe(700)
    await node.current.sql(`insert into org_binding (org_id, school_org_id)
      values (${orgs.hospital}, ${orgs.newSchool}), (${orgs.hospital}, ${orgs.farSchool})`)
    expect(await places(by.hospital01)).toEqual(expect.arrayContaining([orgs.newSchool, orgs.farSchool]))
    expect(await places(by.hospital01)).not.toContain(orgs.nextSchool)
    expect((await placed(by.hospital01, orgs.newSchool)).code).toBe(200)
  })

  test('is one of a task', async () => {
    expect((await placed(by.social01, orgs.nextSchool)).code).toBe(700)
    const executor = { by: 'org', orgId: orgs.social } as const
    await newTask(by.region01, await newPlan(by.region01), orgs.nextSchool, { executor })
    expect(await places(by.social01)).toContain(orgs.nextSchool)
    expect((await placed(by.social01, orgs.nextSchool)).code).toBe(200)
  })

  test('is offered to a government body inside its range, and refused outside of it', async () => {
    const offered = await places(by.region01, { orgId: orgs.hospital })
    expect(offered).toContain(orgs.newSchool)
    expect(offered).not.toContain(orgs.farSchool)
    expect((await placed(by.region01, orgs.farSchool, orgs.hospital)).code).toBe(616)
    expect((await placed(by.region01, orgs.nextSchool, orgs.hospital)).code).toBe(700)
    expect((await by.region01.call(deviceSchools, { orgId: orgs.farHospital })).code).toBe(616)
    expect((await by.hospital01.call(deviceSchools, { orgId: orgs.school })).code).toBe(616)
  })

  test('is found by a part of the name', async () => {
    const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(
      node.current,
      'select name from org where id = $1',
      [orgs.newSchool],
    )
    expect(await places(by.hospital01, { keyword: name.slice(1) })).toContain(orgs.newSchool)
    expect(await places(by.hospital01, { keyword: '%' })).toEqual([])
  })

  test('may stay after the school is no longer served', async () => {
    const form = deviceForm({ schoolOrgId: orgs.farSchool })
    const { deviceId, version } = await must(by.hospital01.call(addDevice, form))
    await node.current.sql(`delete from org_binding where school_org_id = ${orgs.farSchool}`)
    const saved = await by.hospital01.call(editDevice, { ...form, name: '改名', deviceId, version })
    expect(saved.data).toEqual({ version: 2 })
    // Out of the bureau's range as well, yet nobody named it anew.
    const again = await by.region01.call(editDevice, { ...form, name: '再改', deviceId, version: 2 })
    expect(again.data).toEqual({ version: 3 })
  })
})

describe('the list', () => {
  test('shows an organisation its own, a government body those of its range', async () => {
    const mine = await newDevice(by.hospital01, { name: '列表验光仪' })
    const school = await newDevice(by.school01, { name: '列表视力表', kind: 2, model: 'VC-9' })
    const ids = async (who: By) => (await listed(who, { keyword: '列表' })).map(({ deviceId }) => deviceId)
    expect(await ids(by.hospital01)).toEqual([mine.deviceId])
    expect(await ids(by.school01)).toEqual([school.deviceId])
    expect(await ids(by.social01)).toEqual([])
    expect(await ids(by.region01)).toEqual([school.deviceId, mine.deviceId])
    expect(await ids(by.city01)).toEqual([school.deviceId, mine.deviceId])
    expect(await ids(by.farBureau)).toEqual([])
    expect((await by.teacher01.call(devicePageList, {})).code).toBe(602)
  })

  test('narrows by organisation, kind, status and a word', async () => {
    const names = async (query: InputOf<typeof devicePageList>) =>
      (await listed(by.region01, query)).map(({ name }) => name)
    expect(await names({ keyword: '列表', orgId: orgs.school })).toEqual(['列表视力表'])
    expect(await names({ keyword: '列表', kind: 2 })).toEqual(['列表视力表'])
    expect(await names({ keyword: '列表', status: 0 })).toEqual([])
    expect(await names({ keyword: 'vc-9' })).toEqual(['列表视力表'])
    expect(await names({ keyword: '列_' })).toEqual([])
    expect((await by.region01.call(devicePageList, { orgId: orgs.farHospital })).code).toBe(616)
    expect((await by.school01.call(devicePageList, { orgId: orgs.hospital })).code).toBe(616)
  })

  test.each([
    ['unknown', null],
    ['overdue', -1],
    ['due', 0],
    ['due', 30],
    ['ok', 31],
  ] as const)('says %s of a calibration that runs out in %s days', async (state, days) => {
    // Whole leap years: no month's length matters.
    const { deviceId } = await newDevice(by.social01, { calibrationMonths: 48 })
    if (days !== null)
      await node.current.sql(`update device set calibrated_on =
        (now() at time zone 'Asia/Shanghai')::date + ${days} - interval '48 months' where id = ${deviceId}`)
    expect((await rowOf(deviceId, by.city01))?.calibration).toBe(state)
    for (const calibration of ['due', 'overdue'] as const) {
      const found = (await listed(by.social01, { calibration })).some((each) => each.deviceId === deviceId)
      expect(found).toBe(calibration === state)
    }
  })
})

describe('changing', () => {
  test('keeps the version, and the trail says what changed', async () => {
    const form = deviceForm({ remark: '旧' })
    const { deviceId } = await must(by.hospital01.call(addDevice, form))
    const change = { ...form, deviceId, name: '新名', remark: null, calibratedOn: '2026-01-31' }
    expect((await by.hospital01.call(editDevice, { ...change, version: 1 })).data).toEqual({ version: 2 })
    const stale = await by.hospital01.call(editDevice, { ...change, version: 1 })
    expect(stale).toMatchObject({
      code: REFUSALS.changedMeanwhile,
      message: '数据已被他人修改，请刷新后重试',
    })
    expect(await rowOf(deviceId)).toMatchObject({
      name: '新名',
      remark: null,
      calibrationDueOn: '2027-01-31',
      version: 2,
    })
    const trail = await rowsOf<{ detail: object }>(
      node.current,
      `select detail from audit_log where action = 'device.edit' and object_id = $1 and success`,
      [String(deviceId)],
    )
    expect(trail).toEqual([
      { detail: { name: [form.name, '新名'], remark: ['旧', null], calibratedOn: [null, '2026-01-31'] } },
    ])
  })

  test('to a serial number of another device is refused', async () => {
    const first = deviceForm()
    await must(by.hospital01.call(addDevice, first))
    const second = deviceForm()
    const { deviceId } = await must(by.school01.call(addDevice, second))
    const input = { ...second, serialNo: first.serialNo, deviceId, version: 1 }
    expect((await by.school01.call(editDevice, input)).code).toBe(700)
  })

  test('a key makes a new pair', async () => {
    const made = await newDevice(by.hospital01)
    const renewed = await must(by.hospital01.call(renewDeviceKey, { deviceId: made.deviceId, version: 1 }))
    expect(renewed.version).toBe(2)
    expect(renewed.keyId).not.toBe(made.keyId)
    expect(renewed.secret).not.toBe(made.secret)
    const again = await by.hospital01.call(renewDeviceKey, { deviceId: made.deviceId, version: 1 })
    expect(again.code).toBe(REFUSALS.changedMeanwhile)
    expect((await rowOf(made.deviceId))?.keyId).toBe(renewed.keyId)
  })

  test('a device of somebody else answers as one that is not there', async () => {
    const { deviceId } = await newDevice(by.hospital01)
    const form = deviceForm()
    const target = { deviceId, version: 1 }
    for (const who of [by.school01, by.social01, by.farBureau]) {
      const answers = [
        await who.call(deviceDetail, { deviceId }),
        await who.call(editDevice, { ...form, ...target }),
        await who.call(renewDeviceKey, target),
        await who.call(setDeviceStatus, { ...target, active: false }),
        await who.call(deleteDevice, target),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ code: 650, data: null })
    }
    expect((await rowOf(deviceId))?.version).toBe(1)
    expect((await by.region01.call(deviceDetail, { deviceId: 999_999 })).code).toBe(650)
  })

  test('takes it out of use and back', async () => {
    const { deviceId } = await newDevice(by.hospital01)
    const set = (version: number, active: boolean) =>
      by.hospital01.call(setDeviceStatus, { deviceId, version, active })
    expect((await set(1, false)).data).toEqual({ version: 2 })
    expect((await rowOf(deviceId))?.status).toBe(0)
    expect((await set(1, true)).code).toBe(REFUSALS.changedMeanwhile)
    expect((await set(2, true)).data).toEqual({ version: 3 })
    expect((await rowOf(deviceId))?.status).toBe(1)
  })

  test('deletes what has sent nothing', async () => {
    const { deviceId } = await newDevice(by.hospital01)
    expect((await by.hospital01.call(deleteDevice, { deviceId, version: 7 })).code).toBe(
      REFUSALS.changedMeanwhile,
    )
    await node.current.sql(`update device set reading_count = 1 where id = ${deviceId}`)
    const refused = await by.hospital01.call(deleteDevice, { deviceId, version: 1 })
    expect(refused).toMatchObject({
      code: REFUSALS.notInThisState,
      message: expect.stringContaining('已上传过数据，不能删除'),
    })
    await node.current.sql(`update device set reading_count = 0 where id = ${deviceId}`)
    expect((await by.hospital01.call(deleteDevice, { deviceId, version: 1 })).data).toEqual({ deleted: 1 })
    expect(await rowOf(deviceId)).toBeUndefined()
  })
})

test('the detail has thirty days and nothing yet', async () => {
  const { deviceId, keyId } = await newDevice(by.hospital01)
  const detail = await must(by.region01.call(deviceDetail, { deviceId }))
  expect(detail).toMatchObject({ deviceId, keyId, lastIp: null, lastSeenAt: null, recent: [] })
  expect(detail.byDay).toHaveLength(30)
  expect(detail.byDay.every(({ readings }) => readings === 0)).toBe(true)
  const [{ today } = { today: '' }] = await rowsOf<{ today: string }>(
    node.current,
    `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today`,
  )
  expect(detail.byDay.at(-1)?.day).toBe(today)
})
