import { DataRangeType } from '#contract/core/codes.ts'
import { findAreaNames } from '../areas/area.ts'
import type { Ctx } from '../core/context.ts'
import type { RangeFields } from '../core/scope.ts'

/** The data range in words: 浙江省-杭州市（全市）, or 本机构. */
export function rangeInWords(range: RangeFields, areaNames: ReadonlyMap<string, string>): string {
  const kind = DataRangeType.label(range.dataRangeType)
  if (range.dataRangeType === DataRangeType.code.own) return kind
  return `${areaNames.get(rangeAreaId(range) ?? '') ?? ''}（${kind}）`
}

export async function findDataRangeName(ctx: Ctx, range: RangeFields): Promise<string> {
  return rangeInWords(range, await findAreaNames(ctx))
}

/** The smallest area the range names. */
export function rangeAreaId(range: RangeFields): string | null {
  return range.dataRangeRegionId ?? range.dataRangeCityId ?? range.dataRangeProvinceId
}
