export const EDITOR_PATH = '/assessment/add-assess-plan'
export const editorOf = (planId: number): string => `${EDITOR_PATH}?planId=${planId}`
export const detailsOf = (planId: number): string => `/assessment/plan-details?planId=${planId}`
export const reviewOf = (applicationId: number): string =>
  `/assessment/review-apply?applicationId=${applicationId}`
