import { Button, Flex } from 'antd'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalKind, ApprovalRow } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { PageQuery } from '#contract/core/envelope.ts'
import { usePageActive } from '#web/core/active.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { ApproveButton } from '#web/widgets/approve-button.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListPage } from '#web/widgets/list-page.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { SelectPage, selectColumn } from '#web/widgets/select-rows.tsx'
import { ApprovalAddress, listQueryOf } from './approval-address.ts'
import { approvalColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { ApprovalFilters } from './filters.tsx'
import { KindTabs, useOpenKinds } from './kind-tabs.tsx'
import { useDecide } from './use-decide.ts'

const DetailDrawer = lazyPart(async () => (await import('./detail-drawer.tsx')).DetailDrawer)
const BatchDialog = lazyPart(async () => (await import('./batch-dialog.tsx')).BatchDialog)

const HINTS = { org: '机构名称', transfer: '学生姓名或学校' } as const satisfies Record<ApprovalKind, string>
const EMPTY = {
  org: { title: '没有等待审核的机构', hint: '机构注册或被新增后，在这里审核' },
  transfer: { title: '没有等待审核的转学申请', hint: '学校提交转学申请后，由管辖双方学校的部门审核' },
} as const satisfies Record<ApprovalKind, { title: string; hint: string }>

export function Page() {
  const kinds = useOpenKinds()
  const [query, setQuery] = useUrlState(ApprovalAddress)
  const kind = kinds.find((each) => each === query.kind) ?? kinds[0]
  if (kind === undefined) {
    return (
      <Panel>
        <EmptyState title="没有您可以审核的事项" hint="有需要您审核的申请时会出现在这里" />
      </Panel>
    )
  }
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <KindTabs kinds={kinds} kind={kind} onChange={(next) => setQuery({ kind: next, pageNum: 1 })} />
      </Panel>
      <Approvals key={kind} kind={kind} query={query} onChange={setQuery} />
    </Flex>
  )
}

type Props = {
  kind: ApprovalKind
  query: ApprovalAddress
  onChange: (patch: Partial<ApprovalAddress>, options?: { replace?: boolean }) => void
}

function Approvals({ kind, query, onChange }: Props) {
  const active = usePageActive()
  const list = useCall(approvalEndpoints.approvalPageList, { ...listQueryOf(query), kind })
  const { decide } = useDecide()
  const [marked, setMarked] = useState<readonly ApprovalRow[]>([])
  const [batching, setBatching] = useState(false)

  const rows = list.data?.list
  const selection = useMemo(() => {
    const choosable = (rows ?? []).filter(isOpen)
    // Only what is in sight counts: a mark does not outlive its page of the list.
    const ids = new Set(marked.map(({ approvalId }) => approvalId))
    const chosen = choosable.filter(({ approvalId }) => ids.has(approvalId))
    return { choosable, chosen, onChange: setMarked }
  }, [rows, marked])
  const { chosen } = selection
  const columns = useMemo(() => {
    const open = ({ approvalId }: ApprovalRow) => onChange({ approvalId })
    const plain = approvalColumns(open, (row) => (
      <Flex gap={10}>
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => open(row)}>
          详情
        </Button>
        {isOpen(row) && <ApproveButton link onDecide={(decision) => decide([row.approvalId], decision)} />}
      </Flex>
    ))
    return [selectColumn(selection, ({ title }) => title), ...plain]
  }, [selection, decide, onChange])

  const handlePage = useCallback(
    (next: PageQuery, options?: { replace?: boolean }) => onChange(next, options),
    [onChange],
  )
  const reset = { keyword: undefined, status: ApprovalStatus.code.pending, pageNum: 1 }
  const filtered = query.keyword !== undefined || query.status !== ApprovalStatus.code.pending
  return (
    <>
      <ListPage
        filters={<ApprovalFilters query={query} onChange={onChange} hint={HINTS[kind]} />}
        onReset={filtered ? () => onChange(reset) : undefined}
        title={<SelectPage {...selection} />}
        toolbar={
          <Button disabled={chosen.length === 0} onClick={() => setBatching(true)}>
            批量审批{chosen.length > 0 && `（${chosen.length}）`}
          </Button>
        }
        columns={columns}
        rowKey="approvalId"
        list={list}
        query={query}
        onPage={handlePage}
        empty={EMPTY[kind]}
        minWidth={TABLE_MIN_WIDTH}
      />
      <Suspense fallback={null}>
        {active && query.approvalId !== undefined && (
          <DetailDrawer
            key={query.approvalId}
            approvalId={query.approvalId}
            onDecide={decide}
            onClose={() => onChange({ approvalId: undefined }, { replace: true })}
          />
        )}
        {active && batching && chosen.length > 0 && (
          <BatchDialog rows={chosen} onClose={() => setBatching(false)} />
        )}
      </Suspense>
    </>
  )
}

const isOpen = ({ status, decidable }: ApprovalRow): boolean =>
  decidable && status === ApprovalStatus.code.pending
