import { useMemo } from 'react'
import { DataRangeType } from '#contract/core/codes.ts'
import type { AreaFilter } from '#contract/schools/schemas.ts'
import type { UserInfo } from '#contract/session/schemas.ts'
import { useSession } from '#web/core/session/session-store.ts'
import type { AreaRange } from './area-cascader.tsx'

type Ranged = Pick<
  UserInfo,
  'dataRangeType' | 'dataRangeProvinceId' | 'dataRangeCityId' | 'dataRangeRegionId'
>

/** The area a user looks after; undefined where the range is the own organisation. */
export function areaRangeOf(user: Ranged): AreaRange | undefined {
  const { dataRangeType } = user
  const { city, region, own } = DataRangeType.code
  if (dataRangeType === own) return undefined
  return {
    provinceId: user.dataRangeProvinceId,
    cityId: dataRangeType >= city ? user.dataRangeCityId : null,
    regionId: dataRangeType >= region ? user.dataRangeRegionId : null,
  }
}

export function useAreaRange(): AreaRange | undefined {
  const { user } = useSession()
  return useMemo(() => (user ? areaRangeOf(user) : undefined), [user])
}

type AreaIds = { [Level in keyof AreaRange]?: AreaRange[Level] }

/** Ids from the province down to where one is missing. */
export function areaIdPath({ provinceId, cityId, regionId }: AreaIds): string[] {
  const ids = [provinceId, cityId, regionId]
  const end = ids.findIndex((id) => !id)
  return ids.slice(0, end < 0 ? ids.length : end).filter((id) => id !== null && id !== undefined)
}

export function areaIds([provinceId, cityId, regionId]: readonly string[]): AreaFilter {
  return { provinceId, cityId, regionId }
}

/**
 * The area of an address as far as the user may ask for it. An address can come from a colleague with another range,
 * and naming an area outside the own one ends the session (616).
 */
export function areaWithin(area: AreaFilter, range: AreaRange | undefined): AreaFilter {
  if (!range) return areaIds([])
  const path = areaIdPath(area)
  const bounds = areaIdPath(range)
  const inside = bounds.length > 0 && bounds.every((id, level) => path[level] === id)
  // A code begins like the one above it: two digits name the province, four the city.
  const joined = path.every((id, level) => id.startsWith((path[level - 1] ?? '').slice(0, level * 2)))
  return areaIds(inside && joined ? path : [])
}
