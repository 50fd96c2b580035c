import type { z } from 'zod'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { BindingPageQuery, BindingRow, BindSchools } from '#contract/hospitals/schemas.ts'
import { findAreaNames } from '../areas/area.ts'
import { lockOrg } from '../authority/account-queries.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { requireOrg, requireOrgs } from '../orgs/org.ts'
import { countSchools, deleteBindings, insertBindings, selectBindings } from './binding-queries.ts'
import { assertEdits, assertSees, isScreeningOrg } from './hospital.ts'

/** The type of a hospital or social organisation in range; 651 for one that does not screen. */
async function requireScreeningOrg(ctx: UserCtx, orgId: number) {
  const { orgType } = await requireOrg(ctx, orgId)
  if (!isScreeningOrg(orgType)) throw new BizError(651)
  return orgType
}

export async function listBindings(
  ctx: UserCtx,
  query: z.output<typeof BindingPageQuery>,
): Promise<Page<BindingRow>> {
  assertSees(ctx, await requireScreeningOrg(ctx, query.orgId))
  const page = await selectBindings(ctx.db, ctx.scope, query)
  const areas = await findAreaNames(ctx)
  const list = page.list.map((row) => ({
    ...row,
    areaName: areas.get(row.regionId ?? row.cityId ?? row.provinceId) ?? '',
  }))
  return { ...page, list }
}

/** One school that is missing or foreign refuses them all; what is so already counts as no change. */
export async function bindSchools(ctx: UserTxCtx, input: z.output<typeof BindSchools>) {
  const { orgId, bound } = input
  const schoolIds = [...new Set(input.schoolIds)].sort((a, b) => a - b)
  ctx.note({ objectType: 'org', objectId: orgId, detail: { bound, schoolIds } })
  assertEdits(ctx, await requireScreeningOrg(ctx, orgId))
  await requireOrgs(ctx, schoolIds)
  if ((await countSchools(ctx.db, schoolIds)) < schoolIds.length) throw new BizError(651)
  // Two who bind at once: one after the other.
  await lockOrg(ctx.db, orgId)
  const changed = bound
    ? await insertBindings(ctx.db, orgId, schoolIds, ctx.caller.userId)
    : await deleteBindings(ctx.db, orgId, schoolIds)
  ctx.note({ detail: { bound, schoolIds, changed } })
  return { changed }
}
