import type { AssessPlan, AssessPlanContent, AssessProposal } from '#contract/assessment/plan-schemas.ts'
import type { EditFault } from './plan-draft.ts'

/** What each part of the editor gets. */
export type PartProps = {
  content: AssessPlanContent
  onChange: (change: Partial<AssessPlanContent>) => void
  faults: readonly EditFault[]
  /** The plan as it is published: units rely on it, and little may change. Undefined for drafts. */
  published: AssessPlan | undefined
  proposal: AssessProposal
}

export const FIXED_HINT = '计划已发布，此项不能再修改'
