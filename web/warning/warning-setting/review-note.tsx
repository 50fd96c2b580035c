import { Progress, Typography } from 'antd'
import { Link } from 'react-router'
import type { SettingReview } from '#contract/warning/setting-schemas.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { isRunning, useReview } from './use-review.ts'
import styles from './warning-setting.module.css'

/** What becomes of the warnings after rules were saved: how far it is, then what has changed. */
export function ReviewNote() {
  const review = useReview()
  return (
    <div className={`${styles.review} ${layout.toTheEnd}`} role="status">
      {review && <Words review={review} />}
    </div>
  )
}

function Words({ review }: { review: SettingReview }) {
  const { version, state, percent } = review
  if (state === 'failed') {
    return (
      <Typography.Text type="danger">
        按第 {version} 版规则重新判定没有完成，系统会在一小时内自动重试
      </Typography.Text>
    )
  }
  if (isRunning(review)) {
    return (
      <>
        <Typography.Text type="secondary">{runningText(review)}</Typography.Text>
        <Progress percent={percent} size="small" className={styles.reviewBar} aria-label="重新判定的进度" />
      </>
    )
  }
  return (
    <>
      <Typography.Text type="secondary">{doneText(review)}</Typography.Text>
      <Link to="/warning/warning-list">预警名单</Link>
    </>
  )
}

function runningText({ version, state }: SettingReview): string {
  if (state === 'queued') return `等待按第 ${version} 版规则重新判定`
  return `正在按第 ${version} 版规则重新判定${state === 'students' ? '学生' : '班级、学校和地区'}`
}

/** 已按第 3 版规则重新判定（11-18 16:40）：新增 12 条、解除 3 条 */
function doneText({ version, finishedAt, raised, ended, changed }: SettingReview): string {
  const parts = [
    raised > 0 && `新增 ${formatNumber(raised)} 条`,
    ended > 0 && `解除 ${formatNumber(ended)} 条`,
    changed > 0 && `级别变化 ${formatNumber(changed)} 条`,
  ].filter(Boolean)
  const at = finishedAt === null ? '' : `（${formatDateTime(finishedAt).slice(5)}）`
  return `已按第 ${version} 版规则重新判定${at}：${parts.length > 0 ? parts.join('、') : '预警没有变化'}`
}
