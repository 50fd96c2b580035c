import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { ParentsView } from '#contract/overview/parents.ts'
import { Funnel, type FunnelStep } from '../chart/funnel.tsx'
import columns from '../frame/columns.module.css'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { belowOf } from '../frame/place-words.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { AreaFunnels } from './area-funnels.tsx'
import { FamiliesTable } from './families-table.tsx'
import styles from './parent-side.module.css'
import { shareWords } from './share-text.ts'

type Props = { view: ParentsView; unit: Unit; onOpen: (unit: Unit) => void }

/** From the letter to the doctor: what families were sent, what they read, and whether the child was seen. */
export function ParentSide({ view, unit, onOpen }: Props) {
  if (view.letters === 0 && view.valid === 0)
    return <WallMessage>还没有有效结果，打印结果告知书后这里显示家长的查看、知晓和就诊。</WallMessage>
  return (
    <div className={styles.side}>
      <Panel title="结果告知书" aside="份，含不需就诊的">
        <Letters view={view} />
      </Panel>
      <Panel title="就诊复查" aside="人">
        <Visits view={view} />
      </Panel>
      <div className={`${columns.column} ${styles.places}`}>
        <FamiliesTable view={view} unit={unit} onOpen={onOpen} />
        {view.letters > 0 && (
          <AreaFunnels title={`${belowOf(unit)}查看与知晓`} areas={view.areas} onOpen={onOpen} />
        )}
      </div>
    </div>
  )
}

type Whole = Pick<Props, 'view'>

function Letters({ view: { letters, opened, acknowledged, valid } }: Whole) {
  if (letters === 0) return <WallMessage>还没有打印结果告知书，打印后这里显示家长的查看和知晓。</WallMessage>
  const steps: FunnelStep[] = [
    { key: 'letters', label: '已打印', value: letters, share: `有效结果 ${countText(valid)} 人` },
    {
      key: 'opened',
      label: '已查看',
      value: opened.numerator,
      share: shareWords(opened, '已打印', '份'),
    },
    {
      key: 'acknowledged',
      label: '已知晓',
      value: acknowledged.numerator,
      share: shareWords(acknowledged, '已打印', '份'),
    },
  ]
  return <Funnel steps={steps} whole={letters} />
}

function Visits({ view: { valid, referral, visited, visited90, visited30 } }: Whole) {
  if (valid === 0) return <WallMessage>还没有有效结果，筛查开始后这里显示建议就诊和就诊。</WallMessage>
  if (!referral.hidden && valid < SHOWN_LEAST)
    return (
      <WallMessage>
        有效 {countText(valid)} 人，满 {SHOWN_LEAST} 人后显示就诊率。
      </WallMessage>
    )
  const steps: FunnelStep[] = [
    {
      key: 'referral',
      label: '建议就诊',
      value: referral.numerator,
      share: shareWords(referral, '有效', '人'),
    },
    ...[
      { key: 'visited', label: '已就诊', rate: visited },
      { key: 'visited90', label: '90 日内就诊', rate: visited90 },
      { key: 'visited30', label: '30 日内就诊', rate: visited30 },
    ].map(({ rate, ...step }) => ({
      ...step,
      value: rate.numerator,
      share: shareWords(rate, '建议就诊', '人'),
    })),
  ]
  return <Funnel steps={steps} whole={referral.numerator ?? 0} />
}
