import { Button, Drawer, Flex, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { APPROVAL_KINDS, type ApprovalDetail } from '#contract/approvals/schemas.ts'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import { ApproveButton } from '#web/widgets/dialog/approve-button.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AssessmentBlock } from './assessment-block.tsx'
import { ApprovalTag } from './columns.tsx'
import { CorrectionBlock } from './correction-block.tsx'
import { DetailBlock, type DetailItems } from './detail-block.tsx'
import { type Decision, refuseWordOf } from './use-decide.ts'

type Props = {
  approvalId: number
  onDecide: (approvalIds: number[], decision: Decision) => Promise<boolean>
  onClose: () => void
}

/** Everything there is to know before deciding, and afterwards how it was decided. */
export function DetailDrawer({ approvalId, onDecide, onClose }: Props) {
  // Slides away first; the address follows.
  const [open, setOpen] = useState(true)
  const detail = useCall(approvalEndpoints.approvalDetail, { approvalId })
  const approval = detail.data
  const decidable = approval?.decidable && approval.status === ApprovalStatus.code.pending
  const handleDecide = async (decision: Decision) => {
    const done = await onDecide([approvalId], decision)
    if (done) setOpen(false)
    return done
  }
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => shown || onClose()}
      title={approval ? `${APPROVAL_KINDS[approval.kind].label}详情` : '审核详情'}
      size={560}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button onClick={() => setOpen(false)}>关闭</Button>
          {decidable && (
            <ApproveButton
              refuseWord={refuseWordOf(approval.kind)}
              obstacle={approval.assessment?.obstacle}
              onDecide={handleDecide}
            />
          )}
        </Flex>
      }
    >
      {approval ? (
        <Content approval={approval} />
      ) : detail.error ? (
        <EmptyState
          title="详情无法打开"
          hint={detail.error.message}
          action={<Button onClick={() => void detail.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}

function Content({ approval }: { approval: ApprovalDetail }) {
  return (
    <Flex vertical gap="large">
      <Flex gap="small" align="center" wrap>
        <Typography.Text strong>{approval.title}</Typography.Text>
        <ApprovalTag status={approval.status} />
      </Flex>
      {approval.org && <DetailBlock title="机构" items={orgItems(approval.org)} />}
      {approval.transfer && <TransferBlock transfer={approval.transfer} />}
      {approval.correction && <CorrectionBlock correction={approval.correction} />}
      {approval.assessment && <AssessmentBlock assessment={approval.assessment} />}
      <DetailBlock title="申请" items={applicationItems(approval)} />
      {approval.earlier.length > 0 && <DetailBlock title="此前未通过" items={earlierItems(approval)} />}
      {approval.decidedAt && <DetailBlock title="审核" items={decisionItems(approval)} />}
      {approval.status === ApprovalStatus.code.pending && !approval.decidable && (
        <Typography.Text type="secondary">您可以查看此申请，由主管部门审核</Typography.Text>
      )}
    </Flex>
  )
}

function TransferBlock({ transfer }: { transfer: NonNullable<ApprovalDetail['transfer']> }) {
  const mayView = useAllowed(['studentView', 'studentAdd', 'studentEdit'])
  const { studentId, studentName } = transfer
  const name =
    studentId !== null && mayView ? (
      <Link to={`/schools/student-info?studentId=${studentId}`}>{studentName}</Link>
    ) : (
      studentName
    )
  const place = (school: string | null, className: string | null) =>
    [school, className].filter(Boolean).join(' ')
  return (
    <DetailBlock
      title="转学"
      items={[
        { key: 'name', label: '学生', children: name },
        { key: 'sex', label: '性别', children: transfer.sexName },
        { key: 'idCard', label: '证件号', children: transfer.idCard },
        {
          key: 'from',
          label: '转出',
          children: place(transfer.fromOrgName, transfer.fromClassName) || '其他学校',
        },
        { key: 'to', label: '转入', children: place(transfer.toOrgName, transfer.toClassName) },
      ]}
    />
  )
}

function orgItems(org: NonNullable<ApprovalDetail['org']>): DetailItems {
  return [
    { key: 'name', label: '机构全称', children: org.orgName },
    { key: 'type', label: '机构类型', children: OrgType.label(org.orgType) },
    { key: 'area', label: '所在区域', children: org.areaName },
    { key: 'address', label: '详细地址', children: org.address },
    { key: 'contact', label: '联系人', children: org.contactName },
    { key: 'phone', label: '联系电话', children: org.contactPhone },
  ]
}

function applicationItems(approval: ApprovalDetail): DetailItems {
  return [
    { key: 'who', label: '申请人', children: approval.applicantName },
    { key: 'org', label: '申请机构', children: approval.applicantOrgName },
    { key: 'at', label: '申请时间', children: formatDateTime(approval.createdAt) },
    { key: 'reason', label: '申请说明', children: approval.applyReason },
  ]
}

/** An organisation that was corrected and submitted again: what was wrong with it before. */
function earlierItems({ earlier }: ApprovalDetail): DetailItems {
  return earlier.map(({ decidedAt, decidedByName, decideReason }) => ({
    key: decidedAt,
    label: '审核意见',
    children: (
      <>
        {decideReason}
        <br />
        <Typography.Text type="secondary">
          {[decidedByName, formatDateTime(decidedAt)].filter(Boolean).join(' ')}
        </Typography.Text>
      </>
    ),
  }))
}

function decisionItems(approval: ApprovalDetail): DetailItems {
  return [
    { key: 'who', label: '审核人', children: approval.decidedByName },
    { key: 'at', label: '审核时间', children: formatDateTime(approval.decidedAt) },
    { key: 'reason', label: '审核意见', children: approval.decideReason },
  ]
}
