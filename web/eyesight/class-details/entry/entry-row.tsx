import { memo, type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { Sex } from '#contract/core/codes.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import type { CellTone } from '../grid/cell-frame.tsx'
import { readOnlyText, seText } from '../grid/cell-text.ts'
import styles from '../grid/class-grid.module.css'
import { type Column, fieldsBehind, flagsCode, flagsWord, type GridColumnKey } from '../grid/columns.ts'
import { ConclusionCell } from '../grid/conclusion-cell.tsx'
import { GridCell } from '../grid/grid-cell.tsx'
import type { GridSetup } from '../grid/grid-setup.ts'
import { isClosed } from '../sheet/row-rules.ts'
import { phaseOf, textAt } from '../sheet/row-state.ts'
import { type RowView, viewOf } from '../sheet/row-view.ts'
import type { RowSnapshot, Sheet } from '../sheet/sheet.ts'
import type { RowAction } from './dialogs/row-action.ts'
import { RowMenu } from './row-menu.tsx'
import { RowStatus } from './row-status.tsx'

type Props = {
  sheet: Sheet
  recordId: number
  index: number
  setup: GridSetup
  onAction: (action: RowAction) => void
}

/** One student. Draws itself anew when something of this row changes, and only then. */
export const EntryRow = memo(function EntryRow({ sheet, recordId, index, setup, onAction }: Props) {
  const snapshot = useSyncExternalStore(sheet.subscribe, () => sheet.rowAt(recordId))
  const view = useMemo(() => snapshot && viewOf(snapshot.state, setup), [snapshot, setup])
  if (!snapshot || !view) return null
  const { state } = snapshot
  const { row } = state
  const cellsOf = (columns: readonly Column[]): ReactNode =>
    columns.map((column) => {
      const props = { recordId, name: row.studentName, column, ...cellOf(column.key, snapshot, view) }
      return setup.editable ? (
        <GridCell key={column.key} {...props} handlers={sheet} />
      ) : (
        <ReadCell key={column.key} {...props} view={view} />
      )
    })
  return (
    <tr
      data-record={recordId}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) sheet.leaveRow(recordId)
      }}
    >
      <td className={styles.gridIndex}>{index}</td>
      <th scope="row" className={styles.gridName}>
        <span title={row.studentNo ? `${row.studentName} 学籍号 ${row.studentNo}` : row.studentName}>
          {row.studentName}
        </span>
        {row.left && <em title="该生已不在本班，已有的结果仍保留">已离班</em>}
        {row.retest !== 'none' && <em>{row.retest === 'done' ? '已复测' : '待复测'}</em>}
      </th>
      <td>{Sex.label(row.sex)}</td>
      <td>{row.age}</td>
      {cellsOf(setup.readings)}
      {setup.withSe && <td className={styles.gridSe}>{seText(view.judgement.seRight)}</td>}
      {setup.withSe && <td className={styles.gridSe}>{seText(view.judgement.seLeft)}</td>}
      <ConclusionCell view={view} />
      {cellsOf(setup.notes)}
      <td className={styles.gridState}>
        <div>
          <RowStatus
            row={row}
            phase={phaseOf(state)}
            message={state.trouble?.message ?? null}
            mayEnter={setup.mayEnter}
            editable={setup.editable}
            sheet={sheet}
            onAction={onAction}
          />
          <RowMenu
            recordId={recordId}
            studentId={row.studentId}
            name={row.studentName}
            correctable={setup.correctable && !row.pendingCorrection}
            onAction={onAction}
          />
        </div>
      </td>
    </tr>
  )
})

type Shown = { text: string; tone: CellTone | null; message: string | null; closed: boolean }

function cellOf(key: GridColumnKey, { state, edit }: RowSnapshot, view: RowView): Shown {
  const first = (found: { [F in RecordField]?: string }) =>
    fieldsBehind(key).flatMap((field) => found[field] ?? [])[0]
  const clashing = fieldsBehind(key).some((field) => state.clash?.fields.includes(field))
  const text = key === 'flags' ? String(flagsCode(view.fields)) : textIn(key, { state, edit })
  const fault = (key === 'flags' ? null : faultIn(key, { state, edit })) ?? first(view.contradictions)
  const doubt = first(view.doubts)
  const pointless = key !== 'flags' && edit?.field !== key && isClosed(key, view.fields)
  const tone = clashing ? 'clash' : fault ? 'fault' : doubt ? 'doubt' : null
  const message = clashing ? '与他人的修改冲突，请在右侧处理' : (fault ?? doubt ?? null)
  return { text, tone, message, closed: view.blind || pointless }
}

const textIn = (field: RecordField, { state, edit }: RowSnapshot): string =>
  edit?.field === field ? edit.text : textAt(state, field)

/** While somebody is typing, what can still become right is not called wrong. */
function faultIn(field: RecordField, { state, edit }: RowSnapshot): string | null {
  const draft = state.drafts[field]
  if (!draft?.fault || (draft.unfinished && edit?.field === field)) return null
  return draft.fault
}

type ReadProps = Shown & { column: Column; view: RowView }

function ReadCell({ column, tone, message, view, text }: ReadProps) {
  const { key } = column
  const shown = key === 'flags' ? flagsWord(flagsCode(view.fields)) : readOnlyText(key, view.fields[key])
  return (
    <td
      data-tone={tone ?? undefined}
      className={column.kind === 'number' ? `${styles.gridRead} ${styles.gridNumber}` : styles.gridRead}
      title={message ?? (column.kind === 'remark' ? shown : undefined)}
    >
      {tone === 'fault' ? text : shown}
    </td>
  )
}
