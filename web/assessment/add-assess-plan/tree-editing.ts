import type { Indicators } from '#contract/assessment/indicators.ts'
import type { AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import { idOf, type NodeKey } from './indicator-tree.ts'
import type { EditFault } from './plan-draft.ts'

/** What the rows of the tree share. */
export type TreeEditing = {
  tree: Indicators
  object: AssessPlanContent['object']
  /** Only the texts of rules may change. */
  isFixed: boolean
  faults: readonly EditFault[]
  /** The leaf whose rule and source are in sight. */
  open: string | null
  onOpen: (leafKey: string | null) => void
  onChange: (tree: Indicators) => void
  onAddLeaf: (headKey: string) => void
  onMove: (node: NodeKey, step: -1 | 1) => void
}

export const nameId = (node: NodeKey): string => `indicator-${idOf(node)}`
