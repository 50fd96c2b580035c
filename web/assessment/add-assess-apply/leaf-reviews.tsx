import { Tag } from 'antd'
import type { ApplicationLeaf } from '#contract/assessment/application-schemas.ts'
import { type Leaf, tenths } from '#contract/assessment/indicators.ts'
import { ReviewRound } from '#contract/assessment/statuses.ts'
import styles from './add-assess-apply.module.css'

type Props = { leaf: Leaf; answer: ApplicationLeaf }

/** What the reviewers gave, beside what the unit gave itself. */
export function LeafReviews({ leaf, answer: { reviews, selfScore, computedScore } }: Props) {
  if (!reviews || reviews.length === 0) return null
  const own = leaf.computed ? computedScore : selfScore
  return (
    <div className={styles.reviews}>
      {reviews.map(({ round, score, reason }) => (
        <div key={round} className={styles.field}>
          <span>{ReviewRound.label(round)}得分</span>
          <div>
            <b>
              {score} / {leaf.points} 分
            </b>{' '}
            <Difference own={own} score={score} computed={leaf.computed !== null} />
            {reason !== null && <p className={styles.text}>理由：{reason}</p>}
          </div>
        </div>
      ))}
    </div>
  )
}

function Difference({ own, score, computed }: { own: number | null; score: number; computed: boolean }) {
  if (own === null || own === score) return null
  const difference = (tenths(score) - tenths(own)) / 10
  return (
    <Tag color={difference < 0 ? 'orange' : 'green'}>
      比{computed ? '系统得分' : '自评'}
      {difference < 0 ? '低' : '高'} {Math.abs(difference)} 分
    </Tag>
  )
}
