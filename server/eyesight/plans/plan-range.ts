import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx } from '../../core/context.ts'
import { scopeCoversArea } from '../../core/scope.ts'
import { type PlanArea, selectAreas } from './plan-life-queries.ts'

/** Whether everything in `part` lies in `whole`. */
export const areaCovers = (whole: PlanArea, part: PlanArea): boolean =>
  whole.provinceId === part.provinceId &&
  (whole.cityId === null || whole.cityId === part.cityId) &&
  (whole.regionId === null || whole.regionId === part.regionId)

/** Areas that somebody named, each in the own range (616); one inside another that is named too is left out. */
export async function requireAreas(ctx: UserCtx, areaIds: readonly string[]): Promise<PlanArea[]> {
  const wanted = [...new Set(areaIds)]
  const areas = await selectAreas(ctx.db, wanted)
  if (areas.length < wanted.length) {
    throw new BizError(650, '请选择筛查区域', [{ path: ['areaIds'], message: '请选择筛查区域' }])
  }
  if (!areas.every((area) => scopeCoversArea(ctx.scope, area))) throw new BizError(616)
  return areas.filter((area) => !areas.some((other) => other !== area && areaCovers(other, area)))
}
