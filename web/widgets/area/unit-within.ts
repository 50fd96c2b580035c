import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import type { AreaRange } from './area-cascader.tsx'
import { areaIdPath } from './area-range.ts'

/**
 * The unit of an address as far as the reader may ask for it: an address can come from a colleague with another range,
 * and naming an area outside the own one ends the session (616).
 */
export function unitWithin(key: UnitKey, range: AreaRange | undefined): UnitKey {
  const { areaId, ...rest } = key
  if (areaId === undefined) return rest
  const own = range && areaIdPath(range).at(-1)
  // A code begins like the one above it; what is filled up with zeros is wider.
  return own && areaId.startsWith(own.replace(/(00)+$/, '')) ? key : rest
}
