import { Progress, Typography } from 'antd'
import type { AssessProgress } from '#contract/assessment/plan-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import styles from './plan-progress.module.css'

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part * 100) / whole)

/** Units that handed in as one bar, those that passed its inner part. */
export function PlanProgress({ progress }: { progress: AssessProgress }) {
  const { units, submitted, firstPassed, passed, returned, openAppeals } = progress
  const handedIn = submitted + firstPassed + passed
  const words = [
    `已提交 ${formatNumber(handedIn)}`,
    `已通过 ${formatNumber(passed)}`,
    `共 ${formatNumber(units)}`,
  ].join(' / ')
  const others = [
    returned > 0 && `已退回 ${formatNumber(returned)}`,
    openAppeals > 0 && `异议待答复 ${formatNumber(openAppeals)}`,
  ].filter(Boolean)
  return (
    <div className={styles.progress}>
      <Progress
        percent={percentOf(handedIn, units)}
        success={{ percent: percentOf(passed, units) }}
        showInfo={false}
        size="small"
        aria-label={words}
      />
      <Typography.Text type="secondary" className={layout.smallText}>
        {words}
      </Typography.Text>
      {others.length > 0 && (
        <Typography.Text type="warning" className={layout.smallText}>
          {others.join('，')}
        </Typography.Text>
      )}
    </div>
  )
}
