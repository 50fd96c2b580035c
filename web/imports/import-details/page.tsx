import { Button, Flex, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import type { ImportState } from '#contract/core/import-states.ts'
import { WireId } from '#contract/core/wire.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { ImportRowsQuery, type ImportTask } from '#contract/imports/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { type ListQuery, useListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { setImportListOpen } from '#web/widgets/import/task-list/import-started.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { OutcomeCards } from './outcome-cards.tsx'
import { RowsTable } from './rows-table.tsx'
import { isOfReadings } from './sheet-columns.ts'
import { TaskHeader } from './task-header.tsx'
import { TaskNotes } from './task-notes.tsx'
import { useCorrections } from './use-corrections.ts'
import { useImport } from './use-import.ts'

const DetailsQuery = ImportRowsQuery.extend({ recordId: WireId.optional() })
const PINNED = ['recordId'] as const
type Address = { listQuery: ListQuery<typeof DetailsQuery> }

const NO_ROWS: readonly never[] = []
/** In these nothing is read yet, or nothing is left of it. */
const WITHOUT_ROWS: readonly ImportState[] = ['queued', 'reading', 'failed', 'cancelled']

/** One import: preview, correction of wrong rows, result. */
export function Page() {
  const list = useListQuery(DetailsQuery, { pinned: PINNED })
  const { recordId } = list.query
  if (recordId === undefined) return <Missing />
  return <Details key={recordId} recordId={recordId} listQuery={list} />
}

function Details({ recordId, listQuery }: Address & { recordId: number }) {
  const { task, running, result, rereadResult, missing, error, retry } = useImport(recordId)
  if (missing) return <Missing />
  if (!task) {
    return (
      <Panel>
        {error ? (
          <EmptyState
            title="导入任务加载失败"
            hint={error.message}
            action={<Button onClick={retry}>重试</Button>}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    )
  }
  return <TaskView {...{ task, running, result, rereadResult, listQuery }} />
}

type ViewProps = Address &
  Pick<ReturnType<typeof useImport>, 'running' | 'result' | 'rereadResult'> & { task: ImportTask }

function TaskView({ task, running, result, rereadResult, listQuery }: ViewProps) {
  const { query, filtered, setFilter, table } = listQuery
  const { recordId, state, finishedAt } = task
  const { outcome, pageNum, pageSize, failing } = query
  const readable = !WITHOUT_ROWS.includes(state)
  const rows = useCall(
    importEndpoints.importRows,
    { recordId, outcome, failing, pageNum, pageSize },
    { enabled: readable },
  )
  const corrections = useCorrections({
    recordId,
    rows: rows.data?.list ?? NO_ROWS,
    refetch: rows.refetch,
    filtered,
  })
  useOnChange(`${state} ${finishedAt}`, () => {
    if (readable) void rows.refetch()
    rereadResult()
  })
  return (
    <Flex vertical gap="middle">
      <Panel>
        <Flex vertical gap="middle">
          <TaskHeader task={task} />
          <TaskNotes task={task} running={running} result={result} />
          {task.counts && readable && (
            <OutcomeCards
              counts={task.counts}
              ofReadings={isOfReadings(task)}
              chosen={outcome}
              onChoose={(next) => setFilter({ outcome: next, failing: false })}
            />
          )}
        </Flex>
      </Panel>
      {readable && (
        <Panel>
          <RowsTable
            task={task}
            rows={rows}
            query={table.query}
            onPage={table.onPage}
            corrections={corrections}
            transfers={result?.transferFailList ?? NO_ROWS}
          />
        </Panel>
      )}
    </Flex>
  )
}

/** Does something whenever a value differs from the last one. */
function useOnChange(value: string, act: () => void): void {
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    act()
  })
}

function Missing() {
  return (
    <Panel>
      <EmptyState
        title="没有找到导入任务"
        hint="任务可能已删除或到期，请从导入列表打开"
        action={<Button onClick={() => setImportListOpen(true)}>打开导入列表</Button>}
      />
    </Panel>
  )
}
