import { Flex } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { today } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { gridSetup } from '../grid/grid-setup.ts'
import { GridTable } from '../grid/grid-table.tsx'
import { useVisibleRows } from '../grid/use-visible-rows.ts'
import { useEntryKeys } from '../keyboard/use-entry-keys.ts'
import type { RowFilter } from '../sheet/row-view.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { CurrentRow } from './current-row.tsx'
import { EntryDialogs } from './dialogs/entry-dialogs.tsx'
import type { RowAction } from './dialogs/row-action.ts'
import { EntryRow } from './entry-row.tsx'
import { EntryToolbar } from './entry-toolbar.tsx'

type Props = {
  grid: ClassGrid
  sheet: Sheet
  filter: RowFilter | undefined
  onFilter: (filter: RowFilter | undefined) => void
  onRefresh: () => void
}

/** The grid of the class, with what helps to fill it. */
export function EntryTab({ grid, sheet, filter, onFilter, onRefresh }: Props) {
  const { items, profile, stage, lockedReason, correctable } = grid
  const mayEnter = useAllowed(['recordEnter'])
  const [day] = useState(today)
  const setup = useMemo(
    () => gridSetup({ items, profile, stage, lockedReason, correctable }, { mayEnter, today: day }),
    [items, profile, stage, lockedReason, correctable, mayEnter, day],
  )
  const table = useRef<HTMLTableElement>(null)
  const { visible, counts } = useVisibleRows(sheet, setup, filter)
  const goOn = useEntryKeys(sheet, setup, table)
  const dialog = useDialog(EntryDialogs, { grid, sheet, setup, onDone: onRefresh })
  const { show } = dialog
  const handleAction = useCallback((action: RowAction) => show({ action }), [show])
  return (
    <Flex vertical gap={8} className={layout.paddedBelow12}>
      <EntryToolbar
        sheet={sheet}
        setup={setup}
        counts={counts}
        filter={filter}
        onFilter={onFilter}
        onGoOn={goOn}
      />
      {visible.length > 0 ? (
        <GridTable
          ref={table}
          label={`${grid.gradeName}${grid.className}的筛查结果`}
          head={setup.head}
          foot={setup.editable && <CurrentRow sheet={sheet} setup={setup} />}
        >
          {visible.map(({ recordId, index }) => (
            <EntryRow
              key={recordId}
              sheet={sheet}
              recordId={recordId}
              index={index}
              setup={setup}
              onAction={handleAction}
            />
          ))}
        </GridTable>
      ) : (
        <NoRows filtered={filter !== undefined} maySync={grid.task.can.sync} />
      )}
      {dialog.element}
    </Flex>
  )
}

function NoRows({ filtered, maySync }: { filtered: boolean; maySync: boolean }) {
  if (filtered) return <EmptyState title="没有这样的学生" hint="可选择“全部”查看整个班级" />
  const sync = maySync ? '请在任务详情中同步' : '由主管部门、承担机构或学校的管理员同步'
  return <EmptyState title="本班没有学生" hint={`名单在任务开始时固定；之后转入的学生${sync}`} />
}
