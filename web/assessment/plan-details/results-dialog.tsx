import { Alert, Typography } from 'antd'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { PLAN_REFRESHES } from '../parts/plan-refreshes.ts'

/** Makes the results known to the units, after what they are has been read once more. */
export function ResultsDialog({ open, onClose, plan }: DialogProps & { plan: AssessPlan }) {
  const ranking = useCall(assessmentEndpoints.assessRanking, { planId: plan.planId }, { enabled: open })
  const { send, sending } = useSend(assessmentEndpoints.publishAssessResults, {
    refreshes: PLAN_REFRESHES,
    success: '结果已公布，各单位已收到通知',
  })
  const waiting = ranking.data?.waiting
  return (
    <PageModal
      open={open}
      title={`公布“${plan.name}”的结果`}
      okText="公布结果"
      confirmLoading={sending}
      okButtonProps={{ disabled: waiting !== 0 }}
      onCancel={onClose}
      onOk={async () => {
        const sent = await send({ planId: plan.planId, version: plan.version })
        if (sent.ok) onClose()
      }}
    >
      {ranking.error && <Alert type="error" showIcon title={ranking.error.message} />}
      {waiting !== undefined && waiting > 0 && (
        <Alert
          type="warning"
          showIcon
          className={layout.around12}
          title={`还有 ${waiting} 个单位没有评审完，评审后才能公布`}
        />
      )}
      {ranking.data && (
        <Typography.Paragraph>
          {ranking.data.grades.map(({ name, units }) => `${name} ${units} 个`).join('、')}
        </Typography.Paragraph>
      )}
      <Typography.Paragraph type="secondary">
        公布后{plan.rankingForUnits ? '各单位可以看到全部排名' : '各单位可以看到自己的得分、名次和等次'}
        {plan.appealDays > 0 && `，并可在 ${plan.appealDays} 天内提出异议`}；公布不能撤回。
      </Typography.Paragraph>
    </PageModal>
  )
}
