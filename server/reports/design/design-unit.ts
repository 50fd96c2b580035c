// The area or school that a custom report is of.
import { BizError } from '#contract/core/error-codes.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import type { UserCtx } from '../../core/context.ts'
import { type Place, type ResolvedUnit, resolveUnit } from '../../eyesight/figures/unit.ts'

export type DesignPlace = Extract<Place, { level: 'province' | 'city' | 'region' | 'school' }>
export type DesignUnit = { resolved: ResolvedUnit; place: DesignPlace }
type Named = Pick<ReportDesign, 'areaId' | 'orgId'>

const isDesignPlace = (place: Place): place is DesignPlace => 'areaId' in place || place.level === 'school'

/** The named one inside the caller's range, or the whole range. */
export async function requireDesignUnit(ctx: UserCtx, { areaId, orgId }: Named): Promise<DesignUnit> {
  // Whether a screening organisation has a task of the plan is not asked: it has no custom reports.
  const resolved = await resolveUnit(ctx, { planId: 0, areaId, orgId })
  const { place } = resolved
  if (!isDesignPlace(place)) throw new BizError(650, '自定义报告需要一个地区或一所学校，请先选择')
  return { resolved, place }
}

const OUTSIDE: readonly number[] = [616, 650, 651]

/** As above for a unit that somebody else has named: one outside the reader's range gives way to that range. */
export async function unitForReader(ctx: UserCtx, named: Named): Promise<DesignUnit & { moved: boolean }> {
  if (named.areaId === undefined && named.orgId === undefined) {
    return { ...(await requireDesignUnit(ctx, {})), moved: false }
  }
  try {
    return { ...(await requireDesignUnit(ctx, named)), moved: false }
  } catch (error) {
    if (!(error instanceof BizError) || !OUTSIDE.includes(error.code)) throw error
    return { ...(await requireDesignUnit(ctx, {})), moved: true }
  }
}
