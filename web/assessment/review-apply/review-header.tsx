import { Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { ApplicationStatus, ReviewRound } from '#contract/assessment/statuses.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { ApproveButton } from '#web/widgets/dialog/approve-button.tsx'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { detailsOf } from '../parts/plan-addresses.ts'
import { PLAN_REFRESHES } from '../parts/plan-refreshes.ts'
import { pointsText } from '../parts/points.ts'
import { ApplicationTag } from '../parts/status-tag.tsx'
import styles from './review-apply.module.css'
import type { ReviewSum } from './review-sum.ts'

const GrantDialog = lazyPart(async () => (await import('../plan-details/grant-dialog.tsx')).GrantDialog)
const DECISION_REFRESHES = [
  ...PLAN_REFRESHES,
  approvalEndpoints.approvalPageList,
  approvalEndpoints.approvalDetail,
  approvalEndpoints.pendingApprovals,
]

type Props = {
  application: Application
  sum: ReviewSum
  /** Scores that are typed and not saved yet. */
  unsaved: number
}

/** Whose application it is, how far its review is, and the decision. */
export function ReviewHeader({ application, sum, unsaved }: Props) {
  const { applicationId, orgName, planId, planName, status, missed, approvalId, may, returnReason } =
    application
  const seesPlans = useAllowed(['assessmentPlans'])
  const grant = useDialog(GrantDialog)
  return (
    <div className={styles.head}>
      <div className={layout.shrinkable}>
        <Flex align="center" gap="small" wrap>
          <Typography.Title level={4} className={layout.noMargin}>
            {orgName}
          </Typography.Title>
          <ApplicationTag status={status} missed={missed} />
          {may.review !== null && <b>{ReviewRound.label(may.review)}</b>}
        </Flex>
        <Typography.Text type="secondary">
          {seesPlans ? <Link to={detailsOf(planId)}>{planName}</Link> : planName} ·{' '}
          {application.submittedAt === null
            ? '尚未提交'
            : `第${application.submissions}次提交于 ${formatDateTime(application.submittedAt)}`}
        </Typography.Text>
        {returnReason && status === ApplicationStatus.code.returned && (
          <div className={styles.note}>退回原因：{returnReason}</div>
        )}
      </div>
      <dl className={styles.sums}>
        <Sum label="自评总分" value={pointsText(application.selfTotal)} />
        <Sum label="已评 / 应评" value={`${sum.scored} / ${sum.toScore}`} />
        <Sum
          label={sum.total === null ? '目前得分' : '评审总分'}
          value={pointsText(application.submittedAt === null ? null : (sum.total ?? sum.earned))}
        />
        {application.place !== null && (
          <Sum label="名次" value={`${application.place} / ${application.placeOf ?? '—'}`} />
        )}
        {application.grade !== null && <Sum label="等次" value={application.grade} />}
      </dl>
      <Flex gap="small" className={layout.toTheEnd}>
        {may.grantLate && (
          <LinkButton onClick={() => grant.show({ applicationId, orgName })}>准予补报</LinkButton>
        )}
        {approvalId !== null && <DecideButton approvalId={approvalId} orgName={orgName} unsaved={unsaved} />}
      </Flex>
      {grant.element}
    </div>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

type DecideProps = { approvalId: number; orgName: string; unsaved: number }

/** 通过 once everything is scored, 退回 at any time with a reason. */
function DecideButton({ approvalId, orgName, unsaved }: DecideProps) {
  const approval = useCall(approvalEndpoints.approvalDetail, { approvalId })
  const passing = useSend(approvalEndpoints.decide, {
    refreshes: DECISION_REFRESHES,
    success: `${orgName}的申报已通过`,
  })
  const returning = useSend(approvalEndpoints.decide, {
    refreshes: DECISION_REFRESHES,
    success: `${orgName}的申报已退回`,
  })
  const obstacle = unsaved > 0 ? `还有 ${unsaved} 项得分没有保存` : approval.data?.assessment?.obstacle
  return (
    <ApproveButton
      refuseWord="退回"
      obstacle={obstacle}
      onDecide={async (decision) => {
        const way = decision.passed ? passing : returning
        return (await way.send({ approvalIds: [approvalId], ...decision })).ok
      }}
    />
  )
}
