import type { z } from 'zod'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import {
  type AddDevice,
  DeviceStatus,
  type DeviceVersion,
  type EditDevice,
} from '#contract/device/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { violatedConstraint } from '../core/db/connect.ts'
import { changedMeanwhile, requireOrg } from '../orgs/org.ts'
import { isGovernment, requireDevice } from './device.ts'
import { newDeviceKey } from './device-key.ts'
import {
  type DeviceFields,
  deleteDeviceRow,
  insertDevice,
  isPlaceOf,
  lockDevice,
  updateDevice,
  updateDeviceKey,
  updateDeviceStatus,
} from './device-queries.ts'

const refusedField = (field: string, message: string) =>
  new BizError(700, message, [{ path: [field], message }])

/** Those who screen or are screened own devices; a government body registers theirs, never one of its own. */
async function requireOwner(ctx: UserCtx, orgId: number | undefined) {
  if (isGovernment(ctx) && orgId === undefined) throw refusedField('orgId', '请选择设备所属机构')
  const org = await requireOrg(ctx, orgId ?? ctx.caller.orgId ?? 0)
  if (org.orgType === OrgType.code.government) {
    throw refusedField('orgId', '设备只能登记在学校、医院或社会筛查机构名下')
  }
  if (org.status !== ApprovalStatus.code.passed)
    throw refusedField('orgId', '该机构尚未审核通过，不能登记设备')
  return org.id
}

/**
 * A government body may name schools of its range only (616); others only schools that their organisation works for.
 */
async function requirePlace(ctx: UserCtx, orgId: number, schoolOrgId: number | null) {
  if (schoolOrgId === null) return
  if (isGovernment(ctx)) await requireOrg(ctx, schoolOrgId)
  if (await isPlaceOf(ctx.db, orgId, schoolOrgId)) return
  throw refusedField('schoolOrgId', '设备只能放置在本校、已绑定的学校或承担筛查任务的学校')
}

async function guardSerialNo<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error) !== 'device_serial_no_key') throw error
    throw refusedField('serialNo', '该序列号的设备已登记，请核对序列号')
  }
}

const fieldsOf = (input: DeviceFields): DeviceFields => ({
  name: input.name,
  kind: input.kind,
  model: input.model || null,
  serialNo: input.serialNo,
  schoolOrgId: input.schoolOrgId,
  calibratedOn: input.calibratedOn,
  calibrationMonths: input.calibrationMonths,
  remark: input.remark || null,
})

export async function addDevice(ctx: UserTxCtx, input: z.output<typeof AddDevice>) {
  const { serialNo } = input
  ctx.note({ objectType: 'device', detail: { serialNo } })
  const orgId = await requireOwner(ctx, input.orgId)
  await requirePlace(ctx, orgId, input.schoolOrgId)
  const { shown, sealed } = newDeviceKey(ctx.secrets)
  const device = { ...fieldsOf(input), ...sealed, orgId, createdBy: ctx.caller.userId }
  const deviceId = await guardSerialNo(insertDevice(ctx.db, device))
  ctx.note({ objectId: deviceId, detail: { serialNo, orgId, keyId: shown.keyId } })
  return { deviceId, ...shown, version: 1 }
}

function requireSaved(version: number | undefined): { version: number } {
  if (version === undefined) throw changedMeanwhile()
  return { version }
}

export async function editDevice(ctx: UserTxCtx, input: z.output<typeof EditDevice>) {
  const { deviceId, version } = input
  ctx.note({ objectType: 'device', objectId: deviceId })
  const device = await requireDevice(ctx, deviceId)
  // Where it stands already it may stay, also after the organisation has left the school.
  if (input.schoolOrgId !== device.schoolOrgId) await requirePlace(ctx, device.orgId, input.schoolOrgId)
  const fields = fieldsOf(input)
  const changed = (Object.keys(fields) as (keyof DeviceFields)[]).filter((key) => fields[key] !== device[key])
  ctx.note({ detail: Object.fromEntries(changed.map((key) => [key, [device[key], fields[key]]])) })
  return requireSaved(await guardSerialNo(updateDevice(ctx.db, deviceId, version, fields)))
}

/** The old key is refused from the next message on. */
export async function renewDeviceKey(ctx: UserTxCtx, { deviceId, version }: z.output<typeof DeviceVersion>) {
  ctx.note({ objectType: 'device', objectId: deviceId })
  const device = await requireDevice(ctx, deviceId)
  const { shown, sealed } = newDeviceKey(ctx.secrets)
  ctx.note({ detail: { keyId: [device.keyId, shown.keyId] } })
  const saved = requireSaved(await updateDeviceKey(ctx.db, deviceId, version, sealed))
  return { deviceId, ...shown, ...saved }
}

export async function setDeviceStatus(
  ctx: UserTxCtx,
  { deviceId, version, active }: z.output<typeof DeviceVersion> & { active: boolean },
) {
  const status = active ? DeviceStatus.code.active : DeviceStatus.code.disabled
  ctx.note({ objectType: 'device', objectId: deviceId, detail: { status } })
  await requireDevice(ctx, deviceId)
  return requireSaved(await updateDeviceStatus(ctx.db, deviceId, version, status))
}

/** One that has sent something is part of the history of its readings. */
export async function deleteDevice(ctx: UserTxCtx, { deviceId, version }: z.output<typeof DeviceVersion>) {
  ctx.note({ objectType: 'device', objectId: deviceId })
  await requireDevice(ctx, deviceId)
  await lockDevice(ctx.db, deviceId)
  const { name, serialNo, readingCount } = await requireDevice(ctx, deviceId)
  if (readingCount > 0) throw new Refusal('notInThisState', `“${name}”已上传过数据，不能删除，可以停用`)
  ctx.note({ detail: { name, serialNo } })
  const deleted = await deleteDeviceRow(ctx.db, deviceId, version)
  if (deleted === 0) throw changedMeanwhile()
  return { deleted }
}
