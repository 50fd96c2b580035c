// Designs of custom reports: stored with the organisation, changed by their author, opened by colleagues when shared.
import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { designFault, unseenFault } from '#contract/reports/design/design-faults.ts'
import {
  DESIGNS_MAX,
  type DesignDetail,
  type DesignName,
  type DesignRow,
  type DesignVersion,
  type ReportDesign,
  type SaveDesign,
} from '#contract/reports/design/design-schemas.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { violatedConstraint } from '../../core/db/connect.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import { requirePlan } from '../../eyesight/plans/access.ts'
import { changedMeanwhile } from '../../orgs/org.ts'
import { makeDesignReport } from './design-report.ts'
import { requireDesignUnit, unitForReader } from './design-unit.ts'
import {
  countOwnDesigns,
  type DesignRecord,
  deleteDesignRow,
  insertDesign,
  type Reader,
  selectDesign,
  selectDesigns,
  updateDesign,
} from './saved-design-queries.ts'

const readerOf = ({ caller }: UserCtx): Reader => ({ orgId: caller.orgId ?? 0, userId: caller.userId })

/** 650 where there is none, or it is of others who have not shared it. */
async function requireDesign(ctx: UserCtx, designId: number): Promise<DesignRecord> {
  const found = await selectDesign(ctx.db, readerOf(ctx), designId)
  if (!found) throw new BizError(650, '没有找到这份自定义报告，可能已删除或取消共享')
  return found
}

async function requireOwn(ctx: UserCtx, designId: number): Promise<DesignRecord> {
  const found = await requireDesign(ctx, designId)
  if (found.ownerId !== ctx.caller.userId) {
    throw new BizError(700, '只有创建人可以修改，您可以另存为自己的报告')
  }
  return found
}

/** What was saved has gone through the contract. */
const designOf = ({ design }: DesignRecord): ReportDesign => design as ReportDesign

const present = (record: DesignRecord, { caller }: UserCtx): DesignRow => ({
  designId: record.designId,
  name: record.name,
  dimension: designOf(record).dimension,
  indicatorCount: designOf(record).indicators.length,
  shared: record.shared,
  own: record.ownerId === caller.userId,
  ownerName: record.ownerName,
  version: record.version,
  updatedAt: record.updatedAt.toISOString(),
})

export const listDesigns = async (ctx: UserCtx): Promise<DesignRow[]> =>
  (await selectDesigns(ctx.db, readerOf(ctx))).map((record) => present(record, ctx))

export async function findDesign(ctx: UserCtx, { designId }: { designId: number }): Promise<DesignDetail> {
  const record = await requireDesign(ctx, designId)
  const { areaId, orgId, ...design } = designOf(record)
  const { moved } = await unitForReader(ctx, { areaId, orgId })
  return { ...present(record, ctx), moved, design: moved ? design : { ...design, areaId, orgId } }
}

/** By the reader's range and permissions, never by the author's. */
export async function findDesignReport(ctx: UserCtx, { designId }: { designId: number }): Promise<Report> {
  const record = await requireDesign(ctx, designId)
  const design = designOf(record)
  return makeDesignReport(ctx, design, { name: record.name, ...(await unitForReader(ctx, design)) })
}

async function guardName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error) !== 'report_design_name') throw error
    const message = '您已有同名的自定义报告，请换一个名称'
    throw new BizError(700, message, [{ path: ['name'], message }])
  }
}

function requireSaved(designId: number, version: number | undefined) {
  if (version === undefined) throw changedMeanwhile()
  return { designId, version }
}

/** The named plan and unit must be in the caller's range, and the design must be computable. */
async function requireSound(ctx: UserCtx, design: ReportDesign): Promise<void> {
  const { place } = await requireDesignUnit(ctx, design)
  if (design.planId !== undefined) await requirePlan(ctx, design.planId)
  if (design.lastPlanId !== undefined) await requirePlan(ctx, design.lastPlanId)
  const fault =
    designFault(design, place.level) ?? (maySeeStudents(ctx) ? null : unseenFault(design, place.level))
  if (fault) throw new BizError(700, fault)
}

export async function saveDesign(ctx: UserTxCtx, { name, designId, version, ...design }: SaveDesign) {
  ctx.note({ objectType: 'reportDesign', detail: { name } })
  if (designId === undefined) {
    await requireSound(ctx, design)
    return addDesign(ctx, name, design)
  }
  ctx.note({ objectId: designId })
  await requireOwn(ctx, designId)
  await requireSound(ctx, design)
  return requireSaved(
    designId,
    await guardName(updateDesign(ctx.db, designId, version ?? 0, { name, design })),
  )
}

async function addDesign(ctx: UserTxCtx, name: string, design: ReportDesign) {
  const reader = readerOf(ctx)
  if ((await countOwnDesigns(ctx.db, reader)) >= DESIGNS_MAX) {
    throw new BizError(700, `每人最多保存${DESIGNS_MAX}份自定义报告，请先删除不用的`)
  }
  const designId = await guardName(insertDesign(ctx.db, reader, name, design))
  ctx.note({ objectId: designId })
  return { designId, version: 1 }
}

type Versioned = z.output<typeof DesignVersion>

export async function renameDesign(
  ctx: UserTxCtx,
  { designId, version, name }: Versioned & { name: z.output<typeof DesignName> },
) {
  ctx.note({ objectType: 'reportDesign', objectId: designId })
  const before = await requireOwn(ctx, designId)
  ctx.note({ detail: { name: [before.name, name] } })
  return requireSaved(designId, await guardName(updateDesign(ctx.db, designId, version, { name })))
}

export async function shareDesign(
  ctx: UserTxCtx,
  { designId, version, shared }: Versioned & { shared: boolean },
) {
  ctx.note({ objectType: 'reportDesign', objectId: designId, detail: { shared } })
  await requireOwn(ctx, designId)
  return requireSaved(designId, await updateDesign(ctx.db, designId, version, { shared }))
}

export async function deleteDesign(ctx: UserTxCtx, { designId, version }: Versioned) {
  ctx.note({ objectType: 'reportDesign', objectId: designId })
  const { name } = await requireOwn(ctx, designId)
  ctx.note({ detail: { name } })
  const deleted = await deleteDesignRow(ctx.db, designId, version)
  if (deleted === 0) throw changedMeanwhile()
  return { deleted }
}
