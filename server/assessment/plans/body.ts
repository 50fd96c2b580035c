// The government body in whose name plans are made, and whom it can assess.
import { AssessObject } from '#contract/assessment/statuses.ts'
import { OrgType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx } from '../../core/context.ts'
import { scopeCoversArea } from '../../core/scope.ts'

export type AssessBody = {
  orgId: number
  property: number
  provinceId: string
  cityId: string | null
  regionId: string | null
}

/** Only who oversees the whole area of the body speaks for it. */
export function requireBody({ caller, scope }: UserCtx): AssessBody {
  const { org } = caller
  if (org?.orgType !== OrgType.code.government || !scopeCoversArea(scope, org)) throw new BizError(602)
  const { id, property, provinceId, cityId, regionId } = org
  return { orgId: id, property, provinceId, cityId, regionId }
}

const { city, region, school, executor } = AssessObject.code

/** A province assesses cities, a city districts and what is directly below it, a district schools and organisations. */
export function objectsOf({
  cityId,
  regionId,
}: Pick<AssessBody, 'cityId' | 'regionId'>): CodeOf<typeof AssessObject>[] {
  if (regionId !== null) return [school, executor]
  return cityId === null ? [city] : [region, school, executor]
}
