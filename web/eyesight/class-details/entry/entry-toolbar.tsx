import { Button, Flex, Popover, Segmented } from 'antd'
import { useSyncExternalStore } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import classDetailsStyles from '../class-details.module.css'
import classGridStyles from '../grid/class-grid.module.css'
import type { GridSetup } from '../grid/grid-setup.ts'
import type { FilterCounts } from '../grid/use-visible-rows.ts'
import { ROW_FILTERS, type RowFilter } from '../sheet/row-view.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { saveState } from '../sheet/sheet-summary.ts'

const AbsenceDialog = lazyPart(async () => (await import('./dialogs/absence-dialog.tsx')).AbsenceDialog)

type Props = {
  sheet: Sheet
  setup: GridSetup
  counts: FilterCounts
  filter: RowFilter | undefined
  onFilter: (filter: RowFilter | undefined) => void
  onGoOn: () => void
}

const KEYS = [
  ['Enter、↓ / ↑', '下一名、上一名学生的同一列'],
  ['Tab、→ / ←', '右边、左边一格'],
  ['Ctrl+Enter', '下一名学生的第一格'],
  ['1–4', '戴镜类型；其他选择框同样按序号，Delete 清空'],
  ['Esc', '恢复进入这一格时的内容'],
  ['F8', '下一名未完成的学生'],
  ['Ctrl+S', '立即保存'],
  ['49、-150、.75', '即 4.9、-1.50、柱镜 -0.75'],
  ['+.75', '正柱镜，填好轴位、离开该行时换算为负柱镜'],
] as const

/** Which rows, what can be done with many of them, and whether all is saved. */
export function EntryToolbar({ sheet, setup, counts, filter, onFilter, onGoOn }: Props) {
  const absence = useDialog(AbsenceDialog, { sheet, setup })
  const kinds = Object.keys(ROW_FILTERS) as RowFilter[]
  return (
    <Flex justify="space-between" align="center" gap="small" wrap>
      <Segmented<RowFilter | 'all'>
        aria-label="显示哪些学生"
        value={filter ?? 'all'}
        onChange={(next) => onFilter(next === 'all' ? undefined : next)}
        options={[
          { value: 'all', label: `全部 ${counts.all}` },
          ...kinds.map((kind) => ({ value: kind, label: `${ROW_FILTERS[kind]} ${counts[kind]}` })),
        ]}
      />
      {setup.editable && (
        <Flex gap="small" align="center" wrap>
          <SaveNote sheet={sheet} />
          <Button onClick={onGoOn}>下一名未完成（F8）</Button>
          <Button onClick={() => absence.show()}>其余标为未检</Button>
          <Popover trigger="click" placement="bottomRight" title="键盘操作" content={<KeyList />}>
            <Button type="text">键盘操作</Button>
          </Popover>
          {absence.element}
        </Flex>
      )}
    </Flex>
  )
}

function KeyList() {
  return (
    <dl className={classDetailsStyles.gridKeys}>
      {KEYS.map(([key, meaning]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A screen reader announces the state only once saving has ended, not at every save while typing. */
function SaveNote({ sheet }: { sheet: Sheet }) {
  const { tone, text } = saveState(useSyncExternalStore(sheet.subscribe, sheet.summary))
  return (
    <>
      <span
        className={classDetailsStyles.gridNote}
        data-tone={tone}
        aria-hidden={tone === 'busy' || undefined}
      >
        {text}
      </span>
      <output className={classGridStyles.gridUnseen} aria-live="polite">
        {tone === 'busy' ? '' : text}
      </output>
    </>
  )
}
