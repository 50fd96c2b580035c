import type { SchoolView } from '#contract/overview/school.ts'
import { Bullet } from '../chart/bullet.tsx'
import { percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import styles from './retest-quality.module.css'

/** The scale reaches twice what is asked for, or as far as the worse of the two. */
const SCALE_STEP = 5

/** Whether enough pupils were examined twice, and how often the two differed. */
export function RetestQuality({ view: { retest, total } }: { view: SchoolView }) {
  const { drawn, done, owed, rate, errorRate, short, over, atLeast, atMost } = retest
  const most = Math.max(2 * atLeast, 2 * atMost, rate ?? 0, errorRate ?? 0)
  const scale = Math.ceil(most / SCALE_STEP) * SCALE_STEP
  const at = (value: number | null) => (value === null ? null : (value * 100) / scale)
  return (
    <Panel title="复测质量" aside={`应不少于有效人数的 ${atLeast}%`}>
      <div className={styles.rows}>
        <Row name="复测率" value={rate} limit={`需 ≥ ${atLeast}`} attention={short}>
          <Bullet value={at(rate)} target={at(atLeast) ?? 0} attention={short} />
        </Row>
        <Row name="误差发生率" value={errorRate} limit={`需 ≤ ${atMost}`} attention={over}>
          <Bullet value={at(errorRate)} target={at(atMost) ?? 0} attention={over} />
        </Row>
        <div className={styles.ticks} aria-hidden="true">
          {[0, scale / 2, scale].map((tick) => (
            <span key={tick}>{tick}%</span>
          ))}
        </div>
      </div>
      <p className={styles.note}>
        {drawn === 0
          ? total.valid === 0
            ? '有筛查结果后，从有效的学生中抽取复测。'
            : `尚未抽取复测学生，需复测 ${owed} 人。`
          : `抽取 ${drawn} 人，已复测 ${done} 人${owed > 0 ? `，还差 ${owed} 人` : '，人数已够'}`}
      </p>
    </Panel>
  )
}

type RowProps = {
  name: string
  value: number | null
  limit: string
  attention: boolean
  children: React.ReactNode
}

function Row({ name, value, limit, attention, children }: RowProps) {
  return (
    <div className={styles.row}>
      <span>{name}</span>
      {children}
      <p className={attention ? styles.attention : undefined}>
        <strong>{percentText(value)}</strong>
        <small>{limit}</small>
      </p>
    </div>
  )
}
