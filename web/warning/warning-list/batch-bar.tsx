import { Button, Flex, Typography } from 'antd'
import type { WarningRow } from '#contract/warning/warning-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import { isPossible, STEP_WORDS, type StepName } from '../parts/steps.ts'

type Props = {
  warnings: readonly WarningRow[]
  offered: readonly StepName[]
  reminding: boolean
  onTake: (step: StepName) => void
  onClear: () => void
}

/** Replaces the title of the list while warnings are selected. */
export function BatchBar({ warnings, offered, reminding, onTake, onClear }: Props) {
  const steps = offered.filter((step) => warnings.some((warning) => isPossible(step, warning)))
  return (
    <Flex gap="small" align="center" wrap role="toolbar" aria-label="批量操作">
      <Typography.Text strong aria-live="polite">
        已选 {formatNumber(warnings.length)} 条
      </Typography.Text>
      {steps.map((step) => (
        <Button key={step} loading={step === 'remind' && reminding} onClick={() => onTake(step)}>
          {STEP_WORDS[step]}
        </Button>
      ))}
      {steps.length === 0 && <Typography.Text type="secondary">已解除的预警不需要处理</Typography.Text>}
      <Button type="link" onClick={onClear}>
        取消选择
      </Button>
    </Flex>
  )
}
