import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx } from '../core/context.ts'

export type AreaColumnsFilter = { provinceId?: string; cityId?: string; regionId?: string }

/**
 * Naming an area outside one's range is a step over the boundary (616), not an empty list. A part of the filter that
 * is wider than the range is harmless: the list is bound to the range anyway.
 */
export function assertAreaFilter({ scope, caller }: UserCtx, filter: AreaColumnsFilter): void {
  const { provinceId, cityId, regionId } = filter
  if (!provinceId && !cityId && !regionId) return
  if (scope.kind === 'nothing') throw new BizError(616)
  const own = rangeOf(scope, caller)
  const differs = (named?: string, bound?: string | null) => Boolean(named && bound && named !== bound)
  if (differs(provinceId, own.provinceId)) throw new BizError(616)
  if (differs(cityId, own.cityId)) throw new BizError(616)
  if (differs(regionId, own.regionId)) throw new BizError(616)
  // A city or district named alone: its code begins like those above it.
  const province = own.provinceId?.slice(0, 2)
  for (const id of [provinceId, cityId, regionId]) {
    if (id && province && !id.startsWith(province)) throw new BizError(616)
  }
  if (regionId && own.cityId && !regionId.startsWith(own.cityId.slice(0, 4))) throw new BizError(616)
}

function rangeOf(scope: UserCtx['scope'], caller: UserCtx['caller']): AreaColumnsFilter {
  switch (scope.kind) {
    case 'province':
      return { provinceId: scope.provinceId }
    case 'city':
      return { provinceId: caller.dataRangeProvinceId ?? undefined, cityId: scope.cityId }
    case 'region':
      return {
        provinceId: caller.dataRangeProvinceId ?? undefined,
        cityId: caller.dataRangeCityId ?? undefined,
        regionId: scope.regionId,
      }
    default:
      return {
        provinceId: caller.org?.provinceId,
        cityId: caller.org?.cityId ?? undefined,
        regionId: caller.org?.regionId ?? undefined,
      }
  }
}
