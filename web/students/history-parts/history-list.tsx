import { Button, Flex, Tooltip, Typography } from 'antd'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { HistoryRow } from '#contract/students/schemas.ts'
import { usePageActive } from '#web/core/active.tsx'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { ListPage } from '#web/widgets/list-page.tsx'
import { SelectPage, selectColumn } from '#web/widgets/select-rows.tsx'
import { HISTORY_MIN_WIDTH, historyColumns, NOT_RECOVERABLE } from './history-columns.tsx'

const RecoverDialog = lazyPart(async () => (await import('./recover-dialog.tsx')).RecoverDialog)

type ListProps = ComponentProps<typeof ListPage<HistoryRow>>
type Props = Pick<ListProps, 'filters' | 'onReset' | 'toolbar' | 'list' | 'query' | 'onPage' | 'empty'> & {
  /** Where rows may be of several schools. */
  withSchool: boolean
}

/** Students who left, with the way to their file and back into school. */
export function HistoryList({ withSchool, toolbar, ...props }: Props) {
  const active = usePageActive()
  const mayRecover = useAllowed(['studentRecover'])
  const [recovering, setRecovering] = useState<readonly HistoryRow[]>([])
  const selection = useSelection(props.list.data?.list)
  const columns = useMemo(() => {
    const plain = historyColumns((row) => <RowActions row={row} onRecover={() => setRecovering([row])} />, {
      withSchool,
    })
    return mayRecover ? [selectColumn(selection, ({ name }) => name), ...plain] : plain
  }, [mayRecover, selection, withSchool])
  const [first] = recovering
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        rowKey="recordId"
        title={mayRecover && <SelectPage {...selection} />}
        minWidth={HISTORY_MIN_WIDTH + (withSchool ? 190 : 0)}
        toolbar={
          <>
            {toolbar}
            {mayRecover && (
              <BatchRecover chosen={selection.chosen} onStart={() => setRecovering(selection.chosen)} />
            )}
          </>
        }
      />
      <Suspense fallback={null}>
        {active && first && (
          <RecoverDialog
            orgId={first.orgId}
            rows={recovering}
            onClose={() => setRecovering([])}
            onRecovered={() => {
              setRecovering([])
              selection.onChange([])
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** What is marked of the page in sight: a mark does not outlive its page of the list. */
function useSelection(rows: readonly HistoryRow[] | undefined) {
  const [marked, setMarked] = useState<readonly HistoryRow[]>([])
  return useMemo(() => {
    const choosable = (rows ?? []).filter(({ recoverable }) => recoverable)
    const ids = new Set(marked.map(({ recordId }) => recordId))
    const chosen = choosable.filter(({ recordId }) => ids.has(recordId))
    return { choosable, chosen, onChange: setMarked }
  }, [rows, marked])
}

function BatchRecover({ chosen, onStart }: { chosen: readonly HistoryRow[]; onStart: () => void }) {
  const schools = new Set(chosen.map(({ orgId }) => orgId)).size
  return (
    <Tooltip title={schools > 1 && `所选学生来自 ${schools} 所学校，请按学校分别恢复`}>
      <Button disabled={schools !== 1} onClick={onStart}>
        批量恢复{chosen.length > 0 && `（${chosen.length}）`}
      </Button>
    </Tooltip>
  )
}

function RowActions({ row, onRecover }: { row: HistoryRow; onRecover: () => void }) {
  return (
    <Flex gap={10} align="center">
      <Allowed any={['studentHistoryInfo']}>
        <Link to={`/schools/student-info-history?recordId=${row.recordId}`}>查看</Link>
      </Allowed>
      {row.recoverable ? (
        <Allowed any={['studentRecover']}>
          <Button type="link" size="small" style={{ padding: 0 }} onClick={onRecover}>
            恢复
          </Button>
        </Allowed>
      ) : (
        <Typography.Text type="secondary">{NOT_RECOVERABLE}</Typography.Text>
      )}
    </Flex>
  )
}
