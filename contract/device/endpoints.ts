// Devices: register, bind, key, calibration; and what they send (spec §2 "Device").
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { OrgId } from '../orgs/schemas.ts'
import {
  AddDevice,
  DeviceAnswer,
  DeviceDetail,
  DeviceId,
  DeviceKey,
  DeviceMessage,
  DevicePageQuery,
  DeviceRow,
  DeviceVersion,
  EditDevice,
} from './schemas.ts'

const read = { method: 'GET', access: ['devices'], scoped: true, audit: null } as const
const write = { method: 'POST', access: ['deviceEdit'], scoped: true } as const
const Saved = z.object({ version: z.number() })

export const deviceEndpoints = {
  devicePageList: endpoint({
    ...read,
    path: '/manager/device/pageList',
    summary: '设备列表',
    input: DevicePageQuery,
    output: page(DeviceRow),
  }),
  deviceDetail: endpoint({
    ...read,
    path: '/manager/device/detail',
    summary: '设备详情与最近上传',
    input: z.object({ deviceId: DeviceId }),
    output: DeviceDetail,
  }),
  deviceSchools: endpoint({
    ...read,
    path: '/manager/device/schools',
    summary: '设备可以放置的学校',
    input: z.object({ orgId: OrgId.optional(), keyword: z.string().trim().max(50).optional() }),
    output: z.array(z.object({ orgId: z.number(), orgName: z.string() })),
  }),
  addDevice: endpoint({
    ...write,
    path: '/manager/device/add',
    summary: '登记设备，密钥只显示一次',
    audit: 'device.add',
    input: AddDevice,
    output: DeviceKey,
  }),
  editDevice: endpoint({
    ...write,
    path: '/manager/device/edit',
    summary: '编辑设备',
    audit: 'device.edit',
    input: EditDevice,
    output: Saved,
  }),
  renewDeviceKey: endpoint({
    ...write,
    path: '/manager/device/renewKey',
    summary: '更换密钥，旧密钥立即失效',
    audit: 'device.renewKey',
    input: DeviceVersion,
    output: DeviceKey,
  }),
  setDeviceStatus: endpoint({
    ...write,
    path: '/manager/device/setStatus',
    summary: '停用或启用设备',
    audit: 'device.setStatus',
    input: DeviceVersion.extend({ active: z.boolean() }),
    output: Saved,
  }),
  deleteDevice: endpoint({
    ...write,
    path: '/manager/device/delete',
    summary: '删除没有上传过数据的设备',
    audit: 'device.delete',
    input: DeviceVersion,
    output: z.object({ deleted: z.number() }),
  }),
  postReadings: endpoint({
    method: 'POST',
    path: '/thirdpart/device/readings',
    summary: '设备上传检查结果（签名、防重放、可重复发送）',
    access: 'public',
    scoped: false,
    audit: 'device.readings',
    limited: true,
    input: DeviceMessage,
    output: DeviceAnswer,
  }),
}
