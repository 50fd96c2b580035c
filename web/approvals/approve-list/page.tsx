import { Button, Flex } from 'antd'
import { Suspense, useMemo } from 'react'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalKind, ApprovalRow } from '#contract/approvals/schemas.ts'
import { ApprovalStatus, DataRangeType } from '#contract/core/codes.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { type ListQuery, useListQuery } from '#web/core/list-query.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { ApproveButton } from '#web/widgets/dialog/approve-button.tsx'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { chosenOf, useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { ApprovalAddress, listQueryOf } from './approval-address.ts'
import { approvalColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { ApprovalFilters } from './filters.tsx'
import { KindTabs, useOpenKinds } from './kind-tabs.tsx'
import { refuseWordOf, useDecide } from './use-decide.ts'

const DetailDrawer = lazyPart(async () => (await import('./detail-drawer.tsx')).DetailDrawer)
const BatchDialog = lazyPart(async () => (await import('./batch-dialog.tsx')).BatchDialog)

const HINTS = {
  org: '机构名称',
  transfer: '学生姓名或学校',
  correction: '学生姓名或学校',
  assessment: '单位或计划名称',
} as const satisfies Record<ApprovalKind, string>
const EMPTY = {
  org: { title: '没有等待审核的机构', hint: '机构注册或被新增后，在这里审核' },
  transfer: { title: '没有等待审核的转学申请', hint: '学校提交转学申请后，由管辖双方学校的部门审核' },
  correction: { title: '没有等待审核的数据更正', hint: '筛查任务完成后更正结果的申请，在这里审核' },
  assessment: { title: '没有等待审核的考核申报', hint: '单位提交考核申报后，评完各项得分，在这里通过或退回' },
} as const satisfies Record<ApprovalKind, { title: string; hint: string }>

const PINNED = ['kind', 'approvalId'] as const

export function Page() {
  const kinds = useOpenKinds()
  const list = useListQuery(ApprovalAddress, { pinned: PINNED })
  const kind = kinds.find((each) => each === list.query.kind) ?? kinds[0]
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
        <KindTabs kinds={kinds} kind={kind} onChange={(next) => list.setFilter({ kind: next })} />
      </Panel>
      <Approvals key={kind} kind={kind} listQuery={list} />
    </Flex>
  )
}

type Props = { kind: ApprovalKind; listQuery: ListQuery<typeof ApprovalAddress> }

function Approvals({ kind, listQuery: { query, setQuery, setFilter, table } }: Props) {
  const list = useCall(approvalEndpoints.approvalPageList, { ...listQueryOf(query), kind })
  const { decide } = useDecide(kind)
  const marked = useChosenRows<ApprovalRow>()
  const waiting = query.status === ApprovalStatus.code.pending
  // A school looks on; above it decisions are made.
  const decides = useSession().user?.dataRangeType !== DataRangeType.code.own

  // Only rows of the current page that are still open count: a selection does not outlive its page.
  const chosen = chosenOf(list.data?.list ?? [], marked.chosen, 'approvalId').filter(isOpen)
  const batch = useDialog(BatchDialog, { rows: chosen, kind })
  const columns = useMemo(() => {
    const open = ({ approvalId }: ApprovalRow) => setQuery({ approvalId })
    const actions = (row: ApprovalRow) => (
      <Flex gap={10}>
        <LinkButton onClick={() => open(row)}>详情</LinkButton>
        {isOpen(row) && (
          <ApproveButton
            link
            refuseWord={refuseWordOf(row.kind)}
            onDecide={(decision) => decide([row.approvalId], decision)}
          />
        )}
      </Flex>
    )
    return approvalColumns(open, actions, { waiting })
  }, [decide, setQuery, waiting])

  return (
    <>
      <ListPage
        filters={<ApprovalFilters query={query} onChange={setFilter} hint={HINTS[kind]} />}
        selection={
          decides
            ? { chosen, onChange: marked.onChange, nameOf: ({ title }) => title, choosable: isOpen }
            : undefined
        }
        toolbar={
          decides && (
            <Button disabled={chosen.length === 0} onClick={() => batch.show()}>
              批量审批{chosen.length > 0 && `（${chosen.length}）`}
            </Button>
          )
        }
        columns={columns}
        rowKey="approvalId"
        list={list}
        {...table}
        empty={<EmptyState {...EMPTY[kind]} />}
        minWidth={TABLE_MIN_WIDTH}
      />
      <Suspense fallback={null}>
        {query.approvalId !== undefined && (
          <DetailDrawer
            key={query.approvalId}
            approvalId={query.approvalId}
            onDecide={decide}
            onClose={() => setQuery({ approvalId: undefined }, { replace: true })}
          />
        )}
      </Suspense>
      {batch.element}
    </>
  )
}

const isOpen = ({ status, decidable }: ApprovalRow): boolean =>
  decidable && status === ApprovalStatus.code.pending
