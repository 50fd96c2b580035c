import { Flex } from 'antd'
import { Link } from 'react-router'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlanRow } from '#contract/assessment/plan-schemas.ts'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { detailsOf, editorOf } from '../parts/plan-addresses.ts'

type Props = { plan: AssessPlanRow; mayEdit: boolean }

/** What the state of a plan allows. */
export function PlanActions({ plan, mayEdit }: Props) {
  const { planId, version, name, status, own } = plan
  const remove = useSend(assessmentEndpoints.deleteAssessPlan, {
    refreshes: [assessmentEndpoints.assessPlanPage],
    success: `“${name}”已删除`,
  })
  const isDraft = status === AssessPlanStatus.code.draft
  const changes = own && mayEdit
  return (
    <Flex gap={10} wrap>
      <Link to={detailsOf(planId)}>查看</Link>
      {changes && status !== AssessPlanStatus.code.closed && <Link to={editorOf(planId)}>编辑</Link>}
      {changes && isDraft && (
        <DeleteButton
          link
          title={`删除草稿“${name}”？`}
          description="删除后不可恢复。"
          onConfirm={() => remove.send({ planId, version })}
        />
      )}
    </Flex>
  )
}
