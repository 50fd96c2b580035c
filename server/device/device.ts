import type { z } from 'zod'
import { OrgType } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { deviceEndpoints } from '#contract/device/endpoints.ts'
import type { DeviceDetail, DevicePageQuery, DeviceRow } from '#contract/device/schemas.ts'
import type { UserCtx } from '../core/context.ts'
import type { Scope } from '../core/scope.ts'
import { screeningScope } from '../eyesight/plans/access.ts'
import { requireOrg } from '../orgs/org.ts'
import { type DeviceRecord, selectDevice, selectDevicePlaces, selectDevices } from './device-queries.ts'
import { selectReadingDays, selectRecentReadings } from './reading-queries.ts'

export const isGovernment = ({ caller }: UserCtx): boolean => caller.org?.orgType === OrgType.code.government

/** A government body sees the devices of the organisations in its range, everybody else the own ones. */
export function deviceScope(ctx: UserCtx): Scope {
  const { orgId } = ctx.caller
  if (isGovernment(ctx)) return ctx.scope
  return orgId === null ? { kind: 'nothing' } : { kind: 'org', orgId }
}

/** 650 where there is none or it is somebody else's. */
export async function requireDevice(ctx: UserCtx, deviceId: number): Promise<DeviceRecord> {
  const device = await selectDevice(ctx.db, deviceScope(ctx), deviceId)
  if (!device) throw new BizError(650)
  return device
}

type Shown = Omit<DeviceRecord, 'lastIp' | 'keyMadeAt' | 'orgType'>
const present = (row: Shown): DeviceRow => ({
  ...row,
  kind: row.kind as DeviceRow['kind'],
  status: row.status as DeviceRow['status'],
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
})

export async function listDevices(ctx: UserCtx, query: DevicePageQuery): Promise<Page<DeviceRow>> {
  if (query.orgId !== undefined) await requireOrg(ctx, query.orgId)
  const page = await selectDevices(ctx.db, deviceScope(ctx), query)
  return { ...page, list: page.list.map(present) }
}

/** Who was examined is disclosed only to callers who may see the record. */
export async function findDevice(ctx: UserCtx, { deviceId }: { deviceId: number }): Promise<DeviceDetail> {
  const device = await requireDevice(ctx, deviceId)
  const [byDay, recent] = await Promise.all([
    selectReadingDays(ctx.db, deviceId),
    selectRecentReadings(ctx.db, deviceId, screeningScope(ctx)),
  ])
  return {
    ...present(device),
    lastIp: device.lastIp,
    keyMadeAt: device.keyMadeAt.toISOString(),
    byDay,
    recent: recent.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}

/** Of the schools where the organisation may place a device a government body is offered those in its range. */
export async function listPlaces(
  ctx: UserCtx,
  { orgId, keyword }: z.output<typeof deviceEndpoints.deviceSchools.input>,
) {
  const { id } = await requireOrg(ctx, orgId ?? ctx.caller.orgId ?? 0)
  return selectDevicePlaces(ctx.db, id, isGovernment(ctx) ? ctx.scope : null, keyword)
}
