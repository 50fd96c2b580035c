import { Button, Flex, Table } from 'antd'
import { useMemo } from 'react'
import type { PageQuery } from '#contract/core/envelope.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { ImportRow, ImportTask, TransferFail } from '#contract/imports/schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ApplyTransfer } from '#web/widgets/import/result/import-transfers.tsx'
import { Pagination } from '#web/widgets/list/pagination.tsx'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { useLastPage } from '#web/widgets/list/use-last-page.ts'
import { CorrectButton, rowColumns, widthOf } from './row-columns.tsx'
import { correctionsOf, isCorrectable } from './row-editing.ts'
import { RowEditor } from './row-editor.tsx'
import { isOfReadings, type RowsPage } from './sheet-columns.ts'
import type { Corrections } from './use-corrections.ts'

type Props = {
  task: ImportTask
  rows: {
    data: RowsPage | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  query: PageQuery
  onPage: (next: PageQuery, options?: { replace?: boolean }) => void
  corrections: Corrections
  transfers: readonly TransferFail[]
}

/** The rows as the sheet has them; those that are wrong unfold into inputs. */
export function RowsTable({ task, rows, query, onPage, corrections, transfers }: Props) {
  const { data } = rows
  useLastPage(rows, query, onPage)
  const editable = task.state === 'preview' || task.state === 'done'
  const list = data?.list ?? []
  const edited = new Map(corrections.edits.map((edit) => [edit.row, edit]))
  const headers = useMemo(() => data?.columns ?? [], [data])
  const actions = (row: ImportRow) => (
    <Flex gap={12}>
      {isCorrectable(row) && (
        <CorrectButton
          row={row.row}
          disabled={edited.has(row.row) || corrections.opening}
          onClick={() => void corrections.open(row.row)}
        />
      )}
      {row.outcome === RowOutcome.code.elsewhere && (
        <ApplyTransfer
          recordId={task.recordId}
          row={row.row}
          studentName={row.name ?? `第 ${row.row} 行`}
          schoolName={task.beOperatedOrgName}
          applied={transfers.some((transfer) => transfer.row === row.row && transfer.applied)}
        />
      )}
    </Flex>
  )
  const acts = editable && list.some(isCorrectable)
  const columns = rowColumns({
    headers,
    rows: list,
    ofReadings: isOfReadings(task),
    written: task.state === 'done',
    actions: acts ? actions : null,
  })
  return (
    <Flex vertical gap="small">
      <Flex justify="space-between" align="center" gap="small" className={layout.tall32}>
        <SaveAll corrections={corrections} />
        <RefreshButton loading={rows.isFetching} onClick={() => void rows.refetch()} />
      </Flex>
      <Table<ImportRow>
        size="small"
        columns={columns}
        rowKey="row"
        dataSource={list}
        loading={rows.isFetching}
        pagination={false}
        sticky
        scroll={{ x: widthOf(columns) }}
        locale={{ emptyText: <TableNote rows={rows} /> }}
        expandable={{
          showExpandColumn: false,
          expandedRowKeys: [...edited.keys()],
          expandedRowRender: (row) => {
            const edit = edited.get(row.row)
            return edit && <RowEditor {...{ row, edit, headers, corrections }} />
          },
        }}
      />
      {(data?.total ?? 0) > 0 && (
        <Pagination
          total={data?.total ?? 0}
          pageNum={query.pageNum}
          pageSize={query.pageSize}
          onChange={onPage}
        />
      )}
    </Flex>
  )
}

/** Several rows can be changed first and saved in one go. */
function SaveAll({ corrections }: { corrections: Corrections }) {
  const changed = correctionsOf(corrections.edits).reduce((sum, rows) => sum + rows.length, 0)
  if (changed === 0) return <span />
  return (
    <Flex gap="small" align="center" role="toolbar" aria-label="更正">
      <span aria-live="polite">已修改 {formatNumber(changed)} 行，尚未保存</span>
      <Button
        type="primary"
        loading={corrections.saving}
        onClick={() => void corrections.save(corrections.edits)}
      >
        全部保存并检查
      </Button>
      <Button onClick={corrections.closeAll}>全部放弃</Button>
    </Flex>
  )
}

function TableNote({ rows: { isFetching, error, refetch } }: Pick<Props, 'rows'>) {
  if (isFetching) return <EmptyState title="正在加载…" />
  if (error) {
    return (
      <EmptyState
        title="明细加载失败"
        hint={error.message}
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  }
  return <EmptyState title="没有这样的行" hint="可点击上方其他结果查看" />
}
