import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { type DeviceDetail, DeviceKind, type DeviceRow, DeviceStatus } from '#contract/device/schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOf } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { confirm, findRow } from '#web/testing/screen-actions.ts'

const ADDRESS = '/device/device-list'
const {
  addDevice,
  deleteDevice,
  deviceDetail,
  devicePageList,
  deviceSchools,
  renewDeviceKey,
  setDeviceStatus,
} = deviceEndpoints
const KEY = { deviceId: 5, keyId: 'K-0005', secret: 'secret-of-the-test', version: 1 }

const device = (change: Partial<DeviceRow> = {}): DeviceRow => ({
  deviceId: 1,
  name: '1号验光仪',
  kind: DeviceKind.code.refractor,
  model: 'KR-800',
  serialNo: 'SN-0001',
  orgId: ORG_IDS.hospital,
  orgName: '西湖眼科医院',
  schoolOrgId: null,
  schoolName: null,
  keyId: 'K-0001',
  status: DeviceStatus.code.active,
  calibratedOn: null,
  calibrationMonths: 12,
  calibrationDueOn: null,
  calibration: 'unknown',
  lastSeenAt: null,
  readingCount: 0,
  remark: null,
  version: 2,
  ...change,
})

async function open(list: DeviceRow[] = [device()], as = userOf('HA'), address = ADDRESS) {
  const api = fakeApi()
    .answer(devicePageList, pageOf(list))
    .answer(deviceSchools, [{ orgId: ORG_IDS.school, orgName: '文一路小学' }])
  const rendered = await renderScreen(address, { api, as })
  await screen.findByRole('columnheader', { name: '设备名称' })
  return { ...rendered, api }
}
type Opened = Awaited<ReturnType<typeof open>>

const press = async ({ user }: Opened, action: string) =>
  confirm(user, (await findRow('1号验光仪')).getByRole('button', { name: action }))

describe('the list of devices', () => {
  it('says what nobody has entered yet, and what never came', async () => {
    await open()
    const row = await findRow('1号验光仪')
    for (const text of ['电脑验光仪', 'SN-0001', '使用中', '未指定', '未登记', '从未上传']) {
      expect(row.getByText(text)).toBeTruthy()
    }
  })

  it.each([
    ['due', '即将到期'],
    ['overdue', '已过期'],
  ] as const)('marks a calibration that is %s', async (calibration, text) => {
    await open([device({ calibration, calibrationDueOn: '2026-10-01' })])
    expect((await findRow('1号验光仪')).getByText(text)).toBeTruthy()
  })

  it('without devices says what registering is good for', async () => {
    await open([])
    expect(await screen.findByText('还没有登记设备')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /登记设备/ })).toHaveLength(2)
  })

  it('is narrowed from the address, but never to another organisation', async () => {
    const { api } = await open([device()], userOf('HA'), `${ADDRESS}?calibration=due&orgId=999`)
    await findRow('1号验光仪')
    expect(api.calls(devicePageList).at(-1)).toEqual({ calibration: 'due', pageNum: 1, pageSize: 20 })
  })

  it('holds its filters in the address', async () => {
    const { api, user } = await open()
    await findRow('1号验光仪')
    await choose(user, screen.getByRole('combobox', { name: '状态' }), '已停用')
    await waitFor(() =>
      expect(api.calls(devicePageList).at(-1)).toMatchObject({ status: DeviceStatus.code.disabled }),
    )
    expect(currentAddress()).toBe(`${ADDRESS}?status=${DeviceStatus.code.disabled}`)
  })

  it('offers who may only look on nothing but the details', async () => {
    await open([device()], userOf('HA', { without: ['deviceEdit'] }))
    const row = await findRow('1号验光仪')
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['详情'])
    expect(screen.queryByRole('button', { name: /登记设备/ })).toBeNull()
  })

  it('lets no device be deleted that has sent something', async () => {
    await open([device({ readingCount: 12 })])
    expect((await findRow('1号验光仪')).queryByRole('button', { name: '删除' })).toBeNull()
  })
})

describe('registering a device', () => {
  async function openDrawer() {
    const opened = await open()
    opened.api.answer(addDevice, KEY)
    await opened.user.click(screen.getByRole('button', { name: /登记设备/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '登记设备' }))
    return { ...opened, drawer, submit: drawer.getByRole('button', { name: '登记' }) }
  }

  it('asks for name, type and serial number', async () => {
    const { api, drawer, submit, user } = await openDrawer()
    await user.click(submit)
    for (const message of ['请输入1-30个字的设备名称', '请选择设备类型', '请输入设备序列号']) {
      expect(await drawer.findByText(message)).toBeTruthy()
    }
    expect(api.calls(addDevice)).toEqual([])
  })

  it('refuses a serial number with other characters', async () => {
    const { drawer, user } = await openDrawer()
    await fill(user, drawer.getByLabelText('序列号'), '编号 1')
    await user.tab()
    expect(await drawer.findByText('序列号只能包含字母、数字、点、横线和下划线')).toBeTruthy()
  })

  it('places it at a school and shows its key once', async () => {
    const { api, drawer, submit, user } = await openDrawer()
    await fill(user, drawer.getByLabelText('设备名称'), '2号验光仪')
    await user.click(drawer.getByRole('radio', { name: '电脑验光仪' }))
    await fill(user, drawer.getByLabelText('序列号'), 'SN-0002')
    await choose(user, drawer.getByLabelText('放置学校'), '文一路小学')
    await user.click(submit)
    const shown = within(await screen.findByRole('dialog', { name: '“2号验光仪”已登记' }))
    expect(shown.getByText('K-0005')).toBeTruthy()
    expect(shown.getByText('secret-of-the-test')).toBeTruthy()
    expect(shown.getByText('密钥只显示这一次，关闭后不能再查看')).toBeTruthy()
    expect(api.calls(addDevice)).toMatchObject([
      {
        name: '2号验光仪',
        kind: DeviceKind.code.refractor,
        serialNo: 'SN-0002',
        schoolOrgId: ORG_IDS.school,
        calibrationMonths: 12,
      },
    ])
    await user.click(shown.getByRole('button', { name: '我已保存，关闭' }))
    await waitFor(() => expect(screen.queryByText('secret-of-the-test')).toBeNull())
  })

  it('that the server refuses says so at the field', async () => {
    const { api, drawer, submit, user } = await openDrawer()
    const message = '该序列号已登记'
    api.refuse(addDevice, 700, message, [{ path: ['serialNo'], message }])
    await fill(user, drawer.getByLabelText('设备名称'), '2号验光仪')
    await user.click(drawer.getByRole('radio', { name: '电脑验光仪' }))
    await fill(user, drawer.getByLabelText('序列号'), 'SN-0001')
    await user.click(submit)
    expect(await drawer.findByText(message)).toBeTruthy()
  })
})

describe('one device', () => {
  it('gets another key after a question, shown once', async () => {
    const opened = await open()
    opened.api.answer(renewDeviceKey, { ...KEY, deviceId: 1 })
    await press(opened, '更换密钥')
    expect(await screen.findByRole('dialog', { name: '“1号验光仪”的密钥已更换' })).toBeTruthy()
    expect(opened.api.calls(renewDeviceKey)).toEqual([{ deviceId: 1, version: 2 }])
  })

  it('is stopped with the version that was seen', async () => {
    const opened = await open()
    opened.api.answer(setDeviceStatus, { version: 3 })
    await press(opened, '停用')
    expect(await screen.findByText('“1号验光仪”已停用')).toBeTruthy()
    expect(opened.api.calls(setDeviceStatus)).toEqual([{ deviceId: 1, version: 2, active: false }])
  })

  it('that somebody else changed is read again', async () => {
    const opened = await open()
    opened.api.refuse(deleteDevice, REFUSALS.changedMeanwhile, '数据已被他人修改，请刷新后重试')
    await press(opened, '删除')
    expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy()
    await waitFor(() => expect(opened.api.calls(devicePageList)).toHaveLength(2))
  })
})

describe('the details of a device', () => {
  const detail = (change: Partial<DeviceDetail> = {}): DeviceDetail => ({
    ...device(),
    lastIp: '10.0.0.8',
    keyMadeAt: '2026-09-01T02:00:00.000Z',
    byDay: [{ day: '2026-10-08', readings: 3 }],
    recent: [
      reading('R-1', 'taken', null),
      reading('R-2', 'conflict', null),
      reading('R-3', 'refused', '任务已完成'),
    ],
    ...change,
  })
  const reading = (
    readingNo: string,
    outcome: DeviceDetail['recent'][number]['outcome'],
    message: string | null,
  ) => ({
    readingNo,
    at: '2026-10-08T02:00:00.000Z',
    outcome,
    message,
    studentName: '陈一诺',
    schoolName: '文一路小学',
  })
  async function openDetail(answer = detail()) {
    const opened = await open()
    opened.api.answer(deviceDetail, answer)
    await opened.user.click((await findRow('1号验光仪')).getByRole('button', { name: '详情' }))
    return { ...opened, drawer: within(await screen.findByRole('dialog', { name: '1号验光仪' })) }
  }

  it('say what it is, what it sent lately and what became of it', async () => {
    const { drawer } = await openDetail()
    expect(await drawer.findByText('近 30 天上传数')).toBeTruthy()
    expect(drawer.getByText('10.0.0.8')).toBeTruthy()
    for (const text of ['已采用', '不一致，待处理', '未采用', '任务已完成']) {
      expect(drawer.getByText(text)).toBeTruthy()
    }
  })

  it('of a device that never sent say how it begins', async () => {
    const { drawer } = await openDetail(detail({ byDay: [], recent: [] }))
    expect(await drawer.findByText('还没有上传过数据')).toBeTruthy()
    expect(drawer.getByText('近 30 天没有上传')).toBeTruthy()
  })

  it('that cannot be loaded can be asked for again', async () => {
    const opened = await open()
    opened.api.refuse(deviceDetail, 503)
    await opened.user.click((await findRow('1号验光仪')).getByRole('button', { name: '详情' }))
    const drawer = within(await screen.findByRole('dialog', { name: '1号验光仪' }))
    expect(await drawer.findByText('设备信息加载失败')).toBeTruthy()
    opened.api.answer(deviceDetail, detail())
    await opened.user.click(drawer.getByRole('button', { name: '重试' }))
    expect(await drawer.findByText('已采用')).toBeTruthy()
  })
})

it('a device is edited with what stands there', async () => {
  const { api, user } = await open()
  api.answer(deviceEndpoints.editDevice, { version: 3 })
  await user.click((await findRow('1号验光仪')).getByRole('button', { name: '编辑' }))
  const drawer = within(await screen.findByRole('dialog', { name: '编辑设备“1号验光仪”' }))
  expect(drawer.getByLabelText<HTMLInputElement>('设备名称').value).toBe('1号验光仪')
  await fill(user, drawer.getByLabelText('设备名称'), '3号验光仪')
  await user.click(drawer.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('设备已保存')).toBeTruthy()
  expect(api.calls(deviceEndpoints.editDevice)).toMatchObject([
    { deviceId: 1, version: 2, name: '3号验光仪', serialNo: 'SN-0001' },
  ])
})
