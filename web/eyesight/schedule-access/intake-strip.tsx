import { Flex, Statistic } from 'antd'
import type { Intake } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { FigureNumber } from '../figures/figure-number.tsx'
import { percentText, ratioText } from '../figures/percent-text.ts'
import { RangeNote } from '../figures/plan-range.tsx'
import styles from './schedule-access.module.css'

/** Eleven numbers in one line. */
const SMALLER = { content: layout.text20 }

type Props = { intake: Intake; onConflicts: () => void }

/** The whole range in a line. */
export function IntakeStrip({ intake, onConflicts }: Props) {
  const { total, plan } = intake
  const explained = (
    title: string,
    counter: 'expected' | 'screened' | 'byHand' | 'byImport' | 'byDevice',
  ) => (
    <Statistic
      classNames={SMALLER}
      title={title}
      value={total[counter]}
      valueRender={() => (
        <FigureNumber
          asked={{ planId: plan.planId, counter }}
          text={formatNumber(total[counter])}
          label={title}
          strong
        />
      )}
    />
  )
  return (
    <Panel>
      <Flex gap={24} wrap>
        {explained('应筛', 'expected')}
        {explained('实筛', 'screened')}
        <Statistic classNames={SMALLER} title="完成率" value={ratioText(total.screened, total.expected)} />
        {explained('手工录入', 'byHand')}
        {explained('表格导入', 'byImport')}
        {explained('设备上传', 'byDevice')}
        <Statistic classNames={SMALLER} title="无效" value={total.invalid} />
        <Statistic
          classNames={SMALLER}
          title="待处理冲突"
          value={total.conflicts}
          valueRender={(value) =>
            total.conflicts > 0 ? (
              <LinkButton size="middle" className={styles.countButton} onClick={onConflicts}>
                {formatNumber(total.conflicts)}
              </LinkButton>
            ) : (
              value
            )
          }
        />
        <Statistic
          classNames={SMALLER}
          title={`复测率（要求 ${plan.retestRatio}%）`}
          value={percentText(total.retestRate)}
        />
        <Statistic
          classNames={SMALLER}
          title={`误差发生率（上限 ${plan.errorCap}%）`}
          value={percentText(total.errorRate)}
        />
        <Statistic
          classNames={SMALLER}
          title="还欠数据"
          value={`${formatNumber(total.schoolsOwing)} 所 ${formatNumber(total.owing)} 人`}
        />
      </Flex>
      <RangeNote range={total.range} />
    </Panel>
  )
}
