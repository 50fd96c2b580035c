import { z } from 'zod'
import { OrgProperty, OrgType, RoleType } from '../core/codes.ts'

/** A rule demands a second step of everybody whom all that it names fits; one that names nothing, of everybody. */
export const SecondStepRule = z.strictObject({
  account: z.string().optional(),
  orgType: OrgType.schema.optional(),
  property: OrgProperty.schema.optional(),
  roleType: RoleType.schema.optional(),
})
export type SecondStepRule = z.infer<typeof SecondStepRule>

export type SignsIn = { account: string; orgType: number | null; property: number | null; roleType: number }

export function isSecondStepDemanded(rules: readonly SecondStepRule[], person: SignsIn): boolean {
  return rules.some((rule) =>
    Object.entries(rule).every(
      ([field, wanted]) => wanted === undefined || person[field as keyof SignsIn] === wanted,
    ),
  )
}
