import { Flex, Statistic, Typography } from 'antd'
import { Link } from 'react-router'
import type { Counts, WorkDone } from '#contract/eyesight/figures/figure-schemas.ts'
import type { RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import type { PlanDetail } from '#contract/eyesight/plan-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { FigureNumber } from '../figures/figure-number.tsx'
import { ratioText } from '../figures/percent-text.ts'
import { RangeNote } from '../figures/plan-range.tsx'

type Props = { plan: PlanDetail; total: Counts; range: RangeCounts }

/** The key figures of a plan, each with a link to its details. */
export function ProgressStrip({ plan, total, range }: Props) {
  const { planId, tasksByStatus: tasks } = plan
  const count = (title: string, counter: WorkDone) => (
    <Statistic
      key={counter}
      title={title}
      valueRender={() => (
        <FigureNumber asked={{ planId, counter }} text={formatNumber(total[counter])} label={title} strong />
      )}
      value={total[counter]}
    />
  )
  const seesTasks = useAllowed(['taskNumbers', 'taskNumbersTakingPart'])
  const seesIntake = useAllowed(['planIntake', 'planIntakeTakingPart'])
  const seesRates = useAllowed(['indicators', 'indicatorsTakingPart'])
  return (
    <>
      <Flex gap={48} wrap className={layout.above20}>
        {count('应筛人数', 'expected')}
        {count('实筛人数', 'screened')}
        <Statistic
          title={`完成率（目标 ${plan.targetRate}%）`}
          value={ratioText(total.screened, total.expected)}
        />
        {count('有效人数', 'valid')}
        <Statistic title="有效率" value={ratioText(total.valid, total.screened)} />
        <Statistic title="任务 已完成/全部" value={`${tasks.completed} / ${plan.taskCount}`} />
      </Flex>
      <div className={layout.above16}>
        <RangeNote range={range} />
      </div>
      <Flex gap="middle" wrap className={layout.above16}>
        <Link to={`/eyesight/task-list?planId=${planId}`}>筛查任务</Link>
        {seesTasks && <Link to={`/eyesight/tasknum-details?planId=${planId}`}>任务数明细</Link>}
        <Link to={`/eyesight/locality-statics?planId=${planId}`}>进度明细</Link>
        {seesRates && <Link to={`/eyesight/indicators-details?planId=${planId}`}>指标明细</Link>}
        {seesIntake && <Link to={`/eyesight/schedule-access?planId=${planId}`}>数据接入</Link>}
        <Typography.Text type="secondary">数字实时更新，点击可查看由来</Typography.Text>
      </Flex>
    </>
  )
}
