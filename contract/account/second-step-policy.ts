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

const RULES_MAX = 200
const Rules = z.array(SecondStepRule).max(RULES_MAX)

const PolicyVersion = z.object({
  /** 0 while nobody has ever saved one: then the defaults hold. */
  version: z.number().int(),
  rules: Rules,
  changedAt: z.string().nullable(),
  /** Account and name; null where it came with the installation. */
  changedBy: z.string().nullable(),
})

/** Enabled accounts of one kind, in the range of the caller. */
const PolicyAccounts = z.object({
  orgType: OrgType.schema,
  property: OrgProperty.schema,
  roleType: RoleType.schema,
  accounts: z.number(),
  /** Who could give a second step today, by authenticator or by SMS. */
  ready: z.number(),
})
export type PolicyAccounts = z.infer<typeof PolicyAccounts>

export const SecondStepPolicy = PolicyVersion.extend({
  /** Without it everybody who must have a second step needs an authenticator. */
  smsAvailable: z.boolean(),
  accounts: z.array(PolicyAccounts),
  /** Versions before this one, newest first. */
  earlier: z.array(PolicyVersion),
})
export type SecondStepPolicy = z.infer<typeof SecondStepPolicy>

export const SaveSecondStepPolicy = z.object({ version: z.number().int(), rules: Rules })
export type SaveSecondStepPolicy = z.infer<typeof SaveSecondStepPolicy>
