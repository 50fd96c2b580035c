import { BizError } from '#contract/core/error-codes.ts'
import { isArea, type ResolvedUnit } from '../eyesight/figures/unit.ts'
import type { AreaPlace } from './progress-queries.ts'

/** A view of an area asked for by somebody whose range is none. */
export function requireAreaPlace({ place }: ResolvedUnit): AreaPlace {
  if (!isArea(place)) throw new BizError(650, '请选择一个区域')
  return place
}
