import styles from './add-assess-plan.module.css'
import type { NodeKey } from './indicator-tree.ts'
import type { TreeEditing } from './tree-editing.ts'

/** What is wrong with one row. */
export function RowFaults({ node, editing }: { node: NodeKey; editing: TreeEditing }) {
  const own = editing.faults.filter(
    ({ headKey, leafKey }) => headKey === node.headKey && leafKey === node.leafKey,
  )
  return own.map(({ message }) => (
    <div key={message} role="alert" className={styles.fault}>
      {message}
    </div>
  ))
}
