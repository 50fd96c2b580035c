import { Flex, Typography } from 'antd'
import { type PlanDetail, PlanKind, Season } from '#contract/eyesight/plan-schemas.ts'
import layout from '#web/core/layout.module.css'
import { PlanExportButton } from '#web/widgets/export/plan-export-button.tsx'
import { PlanActions } from '../plans/plan-actions.tsx'
import { schoolYearLabel } from '../plans/school-years.ts'
import { PlanStatusTag } from '../plans/status-tag.tsx'

type Props = { plan: PlanDetail; onDeleted: () => void }

export function PlanHeader({ plan, onDeleted }: Props) {
  return (
    <Flex justify="space-between" align="start" gap="middle" wrap>
      <div>
        <Flex align="center" gap="small">
          <Typography.Title level={4} className={layout.noMargin}>
            {plan.planName}
          </Typography.Title>
          <PlanStatusTag status={plan.status} />
        </Flex>
        <Typography.Text type="secondary">
          {schoolYearLabel(plan.schoolYear)} {Season.label(plan.season)} · {PlanKind.label(plan.kind)} ·{' '}
          {plan.startsOn} 至 {plan.endsOn} · {plan.ownerOrgName}
        </Typography.Text>
      </div>
      <Flex gap="small" wrap>
        <PlanExportButton part={{ planId: plan.planId }} />
        <PlanActions plan={plan} onDeleted={onDeleted} />
      </Flex>
    </Flex>
  )
}
