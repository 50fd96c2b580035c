import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { homeEndpoints } from '#contract/home/endpoints.ts'

/** What shows the terms of organisations, or counts those that are over. */
export const REFRESHED = [
  authorityEndpoints.orgTermsPageList,
  authorityEndpoints.orgTerms,
  homeEndpoints.homeSummary,
]

/** Of a renewal, and of any change. */
export const RENEWAL_REASONS = ['合同续签', '新学年续期']
export const USUAL_REASONS = [...RENEWAL_REASONS, '增加工作人员', '机构撤并停用']
