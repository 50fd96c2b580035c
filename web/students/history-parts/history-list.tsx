import { Button, Flex, Tooltip, Typography } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { HistoryRow } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { chosenOf, useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { ListPage, type ListPageProps } from '#web/widgets/list/list-page.tsx'
import { HISTORY_MIN_WIDTH, historyColumns, NOT_RECOVERABLE } from './history-columns.tsx'

const RecoverDialog = lazyPart(async () => (await import('./recover-dialog.tsx')).RecoverDialog)

type Props = Pick<
  ListPageProps<HistoryRow>,
  'filters' | 'onReset' | 'toolbar' | 'list' | 'query' | 'onPage' | 'empty'
> & {
  /** Where rows may be of several schools. */
  withSchool: boolean
}

/** Students who left, with the way to their file and back into school. */
export function HistoryList({ withSchool, toolbar, ...props }: Props) {
  const mayRecover = useAllowed(['studentRecover'])
  const marked = useChosenRows<HistoryRow>()
  // Only rows of the current page count: a selection does not outlive its page.
  const chosen = chosenOf(props.list.data?.list ?? [], marked.chosen, 'recordId').filter(isRecoverable)
  const recover = useDialog(RecoverDialog, { onRecovered: () => marked.onChange([]) })
  const columns = useMemo(
    () =>
      historyColumns((row) => <RowActions row={row} onRecover={() => recover.show({ rows: [row] })} />, {
        withSchool,
      }),
    [withSchool, recover.show],
  )
  return (
    <>
      <ListPage
        {...props}
        columns={columns}
        rowKey="recordId"
        selection={
          mayRecover
            ? { chosen, onChange: marked.onChange, nameOf: ({ name }) => name, choosable: isRecoverable }
            : undefined
        }
        minWidth={HISTORY_MIN_WIDTH + (withSchool ? 190 : 0)}
        toolbar={
          <>
            {toolbar}
            {mayRecover && <BatchRecover chosen={chosen} onStart={() => recover.show({ rows: chosen })} />}
          </>
        }
      />
      {recover.element}
    </>
  )
}

const isRecoverable = ({ recoverable }: HistoryRow): boolean => recoverable

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
          <LinkButton onClick={onRecover}>恢复</LinkButton>
        </Allowed>
      ) : (
        <Typography.Text type="secondary" title={NOT_RECOVERABLE}>
          已在他校
        </Typography.Text>
      )}
    </Flex>
  )
}
