import { Alert, Radio, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { type Indicators, leavesOf, wholePoints } from '#contract/assessment/indicators.ts'
import type { AssessPlanContent, AssessProposal } from '#contract/assessment/plan-schemas.ts'
import { SAMPLE_NOTE, sampleIndicators } from '#contract/assessment/sample-indicators.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import styles from './add-assess-plan.module.css'

type Props = DialogProps & {
  object: AssessPlanContent['object']
  earlier: AssessProposal['earlier']
  /** There are indicators already. */
  isReplacing: boolean
  onCopy: (indicators: Indicators) => void
}

const SAMPLE = 0

/** The indicators to begin with: the sample, or those of an earlier plan of the body. */
export function CopyDialog({ open, onClose, object, earlier, isReplacing, onCopy }: Props) {
  const sameKind = earlier.filter((plan) => plan.object === object)
  const [source, setSource] = useState(sameKind[0]?.planId ?? SAMPLE)
  const plan = useCall(
    assessmentEndpoints.assessPlan,
    { planId: source },
    { enabled: open && source !== SAMPLE },
  )
  const known = plan.data?.planId === source ? plan.data.indicators : undefined
  const indicators = source === SAMPLE ? sampleIndicators(object) : known
  return (
    <PageModal
      open={open}
      title="复制指标"
      width={620}
      okText={isReplacing ? '替换现有指标' : '复制'}
      okButtonProps={{ disabled: !indicators, danger: isReplacing }}
      onCancel={onClose}
      onOk={() => {
        if (!indicators) return
        onCopy(indicators)
        onClose()
      }}
    >
      <Radio.Group
        className={styles.sources}
        vertical
        value={source}
        onChange={({ target }) => setSource(Number(target.value))}
        options={[
          { value: SAMPLE, label: `示例（${AssessObject.label(object)}）` },
          ...earlier.map(({ planId, name, year, object: kind }) => ({
            value: planId,
            label: `${name}（${year}年，${AssessObject.label(kind)}）`,
          })),
        ]}
      />
      {source === SAMPLE && <Alert type="info" showIcon title={SAMPLE_NOTE} className={layout.around12} />}
      {indicators ? (
        <Typography.Paragraph type="secondary" className={layout.above12}>
          {indicators.length} 个一级指标、{leavesOf(indicators).length} 个二级指标，合计{' '}
          {wholePoints(indicators)} 分：{indicators.map(({ name }) => name).join('、')}
        </Typography.Paragraph>
      ) : plan.error ? (
        <Alert type="error" showIcon title={plan.error.message} className={layout.around12} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} className={layout.around12} />
      )}
      {isReplacing && <Typography.Text type="warning">现有的指标将被替换。</Typography.Text>}
    </PageModal>
  )
}
