import { useMemo, useSyncExternalStore } from 'react'
import { seText } from '../grid/cell-text.ts'
import styles from '../grid/class-grid.module.css'
import type { GridSetup } from '../grid/grid-setup.ts'
import { viewOf } from '../sheet/row-view.ts'
import type { Sheet } from '../sheet/sheet.ts'

/** The conclusion of the focused row: on a small screen its last columns are hidden. */
export function CurrentRow({ sheet, setup }: { sheet: Sheet; setup: GridSetup }) {
  const recordId = useSyncExternalStore(sheet.subscribe, sheet.current)
  const state = useSyncExternalStore(sheet.subscribe, () =>
    recordId === null ? undefined : sheet.rowAt(recordId)?.state,
  )
  const view = useMemo(() => state && viewOf(state, setup), [state, setup])
  if (!state || !view) return <div className={styles.gridCurrent}>选择一格开始录入，Enter 到下一名学生</div>
  const { seRight, seLeft, referral } = view.judgement
  return (
    <div className={styles.gridCurrent}>
      <strong>{state.row.studentName}</strong>
      {setup.withSe && (
        <span>
          等效球镜 右 {seText(seRight) || '—'} 左 {seText(seLeft) || '—'}
        </span>
      )}
      <span>{view.conclusion}</span>
      {referral && <span>建议就诊</span>}
    </div>
  )
}
