import { type TableColumnType, Tag } from 'antd'
import { Treatment } from '#contract/eyesight/treatment.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { type OwnVisit, OwnVisitQuery } from '#contract/visits/visit-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDate } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { axialText } from '#web/widgets/visit/visit-table.tsx'

const WithdrawVisitDialog = lazyPart(
  async () => (await import('#web/widgets/visit/withdraw-visit-dialog.tsx')).WithdrawVisitDialog,
)

const COLUMNS: TableColumnType<OwnVisit>[] = [
  {
    title: '就诊日期',
    width: 100,
    render: (_, { visitedOn, withdrawnAt }) => (withdrawnAt ? <del>{visitedOn}</del> : visitedOn),
  },
  { title: '告知书编号', width: 96, render: (_, { letterNo }) => letterNo ?? '—' },
  { title: '学生', width: 72, dataIndex: 'maskedName' },
  { title: '学校', width: 150, dataIndex: 'schoolName' },
  { title: '诊断', render: (_, { diagnosis }) => diagnosis || '—' },
  {
    title: '处理',
    width: 130,
    render: (_, { treatments }) => treatments.map((code) => Treatment.label(code)).join('、') || '—',
  },
  {
    title: '眼轴 mm 右/左',
    width: 118,
    render: (_, { axialRight, axialLeft }) => `${axialText(axialRight)} / ${axialText(axialLeft)}`,
  },
  { title: '下次复查', width: 100, render: (_, { nextOn }) => nextOn ?? '—' },
  {
    title: '登记',
    width: 100,
    render: (_, { recordedBy, recordedAt }) => (
      <>
        <div>{recordedBy}</div>
        {formatDate(recordedAt)}
      </>
    ),
  },
]

/** What the own hospital recorded, the newest first; what is recent can be taken back. */
export function OwnVisits() {
  const { query, table } = useListQuery(OwnVisitQuery)
  const list = useCall(visitEndpoints.ownVisits, query)
  const withdrawal = useDialog(WithdrawVisitDialog, { onWithdrawn: () => void list.refetch() })
  return (
    <>
      <ListPage
        columns={[
          ...COLUMNS,
          {
            title: '操作',
            width: 68,
            fixed: 'end',
            render: (_, visit) =>
              visit.withdrawnAt ? (
                <Tag title={visit.withdrawReason}>已撤销</Tag>
              ) : (
                visit.mayWithdraw && <LinkButton onClick={() => withdrawal.show({ visit })}>撤销</LinkButton>
              ),
          },
        ]}
        rowKey="visitId"
        list={list}
        {...table}
        empty={<EmptyState title="本院还没有登记过就诊" hint="扫描家长所带的告知书登记后，在此列出" />}
        minWidth={1100}
      />
      {withdrawal.element}
    </>
  )
}
