import { Tag, Typography } from 'antd'
import { measuredValue, measuredWords } from '#contract/assessment/measured-words.ts'
import type { Measured } from '#contract/assessment/metrics.ts'
import { formatDateTime } from '#web/core/format.ts'
import styles from './measured-text.module.css'

type Props = {
  /** Null as long as nothing was read. */
  measured: Measured | null
  /** What the value is worth; null where it is left out or not read. */
  score: number | null
  points: number
  measuredAt: string | null
  /** The figures count; before that they are those of now. */
  final: boolean
}

/** A computed indicator: its value, what it is made of, as of when, and its score. */
export function MeasuredText({ measured, score, points, measuredAt, final }: Props) {
  if (measured === null) {
    return <Typography.Text type="secondary">暂无数据，截止后由系统取数</Typography.Text>
  }
  return (
    <div className={styles.measured}>
      <span className={styles.value}>{measuredValue(measured)}</span>
      <span className={styles.score}>
        {measured.leftOut === null ? `系统得分 ${score ?? '—'} / ${points}` : '不计入总分'}
      </span>
      <MeasuredMoment at={measuredAt} final={final} />
      <div className={styles.words}>{measuredWords(measured)}</div>
    </div>
  )
}

/** 目前 up to the closing of the plan, afterwards 截止时取数. */
export const MeasuredMoment = ({ at, final }: { at: string | null; final: boolean }) => (
  <span className={styles.moment}>
    <Tag color={final ? 'success' : 'blue'} className={styles.tag}>
      {final ? '截止时取数' : '目前'}
    </Tag>
    {at !== null && `${formatDateTime(at)}${final ? '' : '，截止后以最终取数为准'}`}
  </span>
)
