import type { OrgTerms, OrgTermsRow } from '#contract/authority/org-terms.ts'
import { OrgProperty, OrgType } from '#contract/core/codes.ts'
import { DISTRICT_NAME } from './areas.ts'
import { ORG_IDS } from './users.ts'

/** The sample school, which is soon over. */
export const orgTermsRow = (change: Partial<OrgTermsRow> = {}): OrgTermsRow => ({
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  orgType: OrgType.code.school,
  orgProperty: OrgProperty.code.schoolIndependent,
  areaName: DISTRICT_NAME,
  expiresOn: '2026-12-31',
  remainingDays: 12,
  state: 'soon',
  enabled: true,
  superAdmin: { used: 1, limit: 1 },
  admin: { used: 2, limit: 10 },
  screener: { used: 3, limit: 50 },
  groupCode: 'S',
  groupName: '学校',
  version: 4,
  ...change,
})

export const orgTerms = (change: Partial<OrgTerms> = {}): OrgTerms => ({
  ...orgTermsRow(),
  superAdminLimit: null,
  adminLimit: null,
  screenerLimit: null,
  groups: [{ groupCode: 'S', groupName: '学校', superAdminLimit: 1, adminLimit: 10, screenerLimit: 50 }],
  history: [],
  ...change,
})
