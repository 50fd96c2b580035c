import { isSecondStepDemanded, type SecondStepRule } from '#contract/account/second-step-policy.ts'
import {
  ASSIGNABLE_ROLES,
  OrgProperty,
  OrgType,
  PROPERTIES_OF_ORG_TYPE,
  RoleType,
} from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'

type Org = CodeOf<typeof OrgType>
type Property = CodeOf<typeof OrgProperty>
type Role = CodeOf<typeof RoleType>

/** A line of the grid: government by its two lines of command, every other type as one. */
export type OrgKind = { label: string; orgType: Org; properties: readonly Property[] }

const { government, school, hospital, social } = OrgType.code
const whole = (orgType: Org): OrgKind => ({
  label: OrgType.label(orgType),
  orgType,
  properties: PROPERTIES_OF_ORG_TYPE[orgType],
})
export const ORG_KINDS: readonly OrgKind[] = [
  ...PROPERTIES_OF_ORG_TYPE[government].map((property) => ({
    label: OrgProperty.label(property),
    orgType: government,
    properties: [property],
  })),
  whole(school),
  whole(hospital),
  whole(social),
]

export const mayHaveRole = (kind: OrgKind, role: Role): boolean =>
  (ASSIGNABLE_ROLES[kind.orgType] as readonly Role[]).includes(role)

/** What the screen edits: everybody, or single kinds of account, and accounts by name. */
export type PolicyDraft = {
  everybody: boolean
  /** `property:role` of each kind that is demanded a second step. */
  demanded: ReadonlySet<string>
  /** Accounts by name; such rules stay as they are. */
  named: readonly SecondStepRule[]
}

const keyOf = (property: Property, role: Role): string => `${property}:${role}`
const cells = ORG_KINDS.flatMap((kind) =>
  RoleType.codes
    .filter((role) => mayHaveRole(kind, role))
    .flatMap((role) =>
      kind.properties.map((property) => ({ orgType: kind.orgType, property, roleType: role })),
    ),
)

export function draftOf(rules: readonly SecondStepRule[]): PolicyDraft {
  const named = rules.filter(({ account }) => account !== undefined)
  const general = rules.filter(({ account }) => account === undefined)
  const demanded = cells.filter((cell) => isSecondStepDemanded(general, { ...cell, account: '' }))
  return {
    everybody: general.some((rule) => Object.values(rule).every((value) => value === undefined)),
    demanded: new Set(demanded.map(({ property, roleType }) => keyOf(property, roleType))),
    named,
  }
}

/** As few rules as say the same: one for a type of organisation where all its properties are demanded it. */
export function rulesOf({ everybody, demanded, named }: PolicyDraft): SecondStepRule[] {
  if (everybody) return [{}, ...named]
  const general = OrgType.codes.flatMap((orgType) =>
    RoleType.codes.flatMap((roleType): SecondStepRule[] => {
      const all = PROPERTIES_OF_ORG_TYPE[orgType]
      const wanted = all.filter((property) => demanded.has(keyOf(property, roleType)))
      if (wanted.length === all.length) return [{ orgType, roleType }]
      return wanted.map((property) => ({ orgType, property, roleType }))
    }),
  )
  return [...general, ...named]
}

export function stateOf(draft: PolicyDraft, kind: OrgKind, role: Role): 'all' | 'some' | 'none' {
  const wanted = kind.properties.filter((property) => draft.demanded.has(keyOf(property, role)))
  if (wanted.length === 0) return 'none'
  return wanted.length === kind.properties.length ? 'all' : 'some'
}

export function withCell(draft: PolicyDraft, kind: OrgKind, role: Role, wanted: boolean): PolicyDraft {
  const demanded = new Set(draft.demanded)
  for (const property of kind.properties) {
    if (wanted) demanded.add(keyOf(property, role))
    else demanded.delete(keyOf(property, role))
  }
  return { ...draft, demanded }
}

/** A rule in words: 学校的班主任. */
function ruleInWords({ account, orgType, property, roleType }: SecondStepRule): string {
  if (account !== undefined) return `账号 ${account}`
  const org = property === undefined ? OrgType.label(orgType) : OrgProperty.label(property)
  const role = roleType === undefined ? '' : RoleType.label(roleType)
  if (!org && !role) return '所有账号'
  if (!org) return `所有${role}`
  return role ? `${org}的${role}` : `${org}的全部账号`
}

export const rulesInWords = (rules: readonly SecondStepRule[]): string =>
  rules.length === 0 ? '不要求任何账号' : rules.map(ruleInWords).join('、')
