import { Flex, Progress, Typography } from 'antd'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import styles from './figures.module.css'
import { ratioText } from './percent-text.ts'

/** Before the start nobody is expected yet: who is in school now will be. */
export const NotBegun = ({ students }: { students: number }) => (
  <Typography.Text type="secondary" className={layout.smallText}>
    在校 {formatNumber(students)} 人，开始后计入应筛
  </Typography.Text>
)

type Props = { expected: number; screened: number; valid: number; target?: number }

/** 应筛, 实筛 and 有效 as one bar: the whole is who is expected, the inner part who is valid. */
export function ProgressMeter({ expected, screened, valid, target }: Props) {
  const rate = percentOf(screened, expected) ?? 0
  const reached = target !== undefined && rate >= target
  const words = `应筛${formatNumber(expected)}人，实筛${formatNumber(screened)}人，有效${formatNumber(valid)}人`
  return (
    <Flex vertical gap={2} className={styles.meter}>
      <Progress
        percent={Math.min(rate, 100)}
        success={{ percent: Math.min(percentOf(valid, expected) ?? 0, 100) }}
        status={reached ? 'success' : 'normal'}
        format={() => ratioText(screened, expected)}
        size="small"
        aria-label={words}
      />
      <Typography.Text type="secondary" className={layout.smallText}>
        {formatNumber(screened)} / {formatNumber(expected)}，有效 {formatNumber(valid)}
      </Typography.Text>
    </Flex>
  )
}
