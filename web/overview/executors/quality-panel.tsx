import type { ReactNode } from 'react'
import type { WorkQuality } from '#contract/overview/work-quality.ts'
import { Bullet } from '../chart/bullet.tsx'
import { percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import styles from './quality-panel.module.css'

type Props = {
  quality: WorkQuality
  retestRatio: number
  errorCap: number
  title?: string
  children?: ReactNode
}

/** Invalid records, second examinations and their errors, against the limits of the plan. */
export function QualityPanel({ quality, retestRatio, errorCap, title = '筛查质量', children }: Props) {
  const { invalidRate, retestRate, errorRate, retestShort, errorsOver } = quality
  return (
    <Panel title={title} aside="%">
      <dl className={styles.rates}>
        <div>
          <dt>无效率</dt>
          <dd>{percentText(invalidRate)}</dd>
        </div>
        <div className={retestShort ? styles.attention : undefined}>
          <dt>
            复测率<span>{retestShort ? `不足 ${retestRatio}` : `要求 ${retestRatio}`}</span>
          </dt>
          <dd>{percentText(retestRate)}</dd>
          <Limit value={retestRate} limit={retestRatio} attention={retestShort} />
        </div>
        <div className={errorsOver ? styles.attention : undefined}>
          <dt>
            误差发生率<span>{errorsOver ? `超过上限 ${errorCap}` : `上限 ${errorCap}`}</span>
          </dt>
          <dd>{percentText(errorRate)}</dd>
          <Limit value={errorRate} limit={errorCap} attention={errorsOver} />
        </div>
      </dl>
      {retestRate === null && <p className={styles.note}>有筛查结果后计算复测率。</p>}
      {children}
    </Panel>
  )
}

/** The limit stands in the middle. */
function Limit({ value, limit, attention }: { value: number | null; limit: number; attention: boolean }) {
  if (limit === 0) return null
  return <Bullet value={value === null ? null : (value * 50) / limit} target={50} attention={attention} />
}
