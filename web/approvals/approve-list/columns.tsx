import { type TableProps, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { ApprovalRow } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { formatDateTime } from '#web/core/format.ts'
import { TitleButton } from '#web/widgets/list/title-button.tsx'

type Columns = NonNullable<TableProps<ApprovalRow>['columns']>

/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1080

export function approvalColumns(
  onOpen: (row: ApprovalRow) => void,
  actions: (row: ApprovalRow) => ReactNode,
  /** A pending application has no decider yet. */
  { waiting }: { waiting: boolean },
): Columns {
  const decision: Columns = [
    {
      title: '审核',
      width: 190,
      ellipsis: true,
      render: (_, row) =>
        row.decidedAt ? `${row.decidedByName ?? ''} ${formatDateTime(row.decidedAt)}` : <Faint>—</Faint>,
    },
  ]
  return [
    {
      title: '申请事项',
      dataIndex: 'title',
      fixed: 'start',
      width: 260,
      ellipsis: true,
      render: (title: string, row) => <TitleButton title={title} onClick={() => onOpen(row)} />,
    },
    {
      title: '申请人',
      width: 220,
      ellipsis: true,
      render: (_, { applicantName, applicantOrgName }) =>
        [applicantName, applicantOrgName].filter(Boolean).join(' · ') || <Faint>—</Faint>,
    },
    {
      title: '申请说明',
      dataIndex: 'applyReason',
      ellipsis: true,
      render: (reason: string | null) => reason || <Faint>未填写</Faint>,
    },
    { title: '申请时间', dataIndex: 'createdAt', width: 140, render: formatDateTime },
    {
      title: '状态',
      dataIndex: 'status',
      width: 84,
      render: (status: number) => <ApprovalTag status={status} />,
    },
    ...(waiting ? [] : decision),
    { title: '操作', width: 108, fixed: 'end', render: (_, row) => actions(row) },
  ]
}

export function ApprovalTag({ status }: { status: number }) {
  return <Tag color={COLORS[status]}>{ApprovalStatus.label(status)}</Tag>
}

const COLORS: Readonly<Record<number, string>> = {
  [ApprovalStatus.code.pending]: 'processing',
  [ApprovalStatus.code.passed]: 'success',
  [ApprovalStatus.code.rejected]: 'error',
}

function Faint({ children }: { children: string }) {
  return <Typography.Text type="secondary">{children}</Typography.Text>
}
