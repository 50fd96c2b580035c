import { DataRangeType } from '#contract/core/codes.ts'
import { findAreaPath } from '../areas/area-queries.ts'
import type { Db } from '../core/db/connect.ts'
import type { RangeFields } from '../core/scope.ts'

/** The data range in words: 浙江省-杭州市（全市）, or 本机构. */
export function rangeInWords(range: Pick<RangeFields, 'dataRangeType'>, areaName: string): string {
  const kind = DataRangeType.label(range.dataRangeType)
  return range.dataRangeType === DataRangeType.code.own ? kind : `${areaName}（${kind}）`
}

export async function findDataRangeName(db: Db, range: RangeFields): Promise<string> {
  return rangeInWords(range, (await findAreaPath(db, rangeAreaId(range)))?.fullName ?? '')
}

/** The smallest area the range names. */
export function rangeAreaId(range: RangeFields): string | null {
  return range.dataRangeRegionId ?? range.dataRangeCityId ?? range.dataRangeProvinceId
}
