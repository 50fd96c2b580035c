import { Button, Input, InputNumber, Typography } from 'antd'
import { useId } from 'react'
import { REVIEW_REASON_MOST } from '#contract/assessment/application-schemas.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { pointsText } from '../parts/points.ts'
import { needsReason, type ScoreCell } from './score-rules.ts'
import styles from './scoring.module.css'
import type { Scores } from './use-scores.ts'

type Props = {
  cell: ScoreCell
  scores: Scores
  /** Whose score of what, for screen readers. */
  name: string
}

const CLOSED = '由系统得分；计划截止、取数后可以更正'

/** The reviewer's score with its reason; both save themselves. */
export function ScoreField({ cell, scores, name }: Props) {
  const id = useId()
  const { score, reason } = scores.editOf(cell)
  const state = scores.stateOf(cell)
  const isWrong = state.kind === 'faulty'
  const type = (change: { score?: number | null; reason?: string }) =>
    scores.type([{ cell, score, reason, ...change }])
  if (cell.isLeftOut) return <Typography.Text type="secondary">不计入总分，无需评分</Typography.Text>
  if (cell.round === null) return <Typography.Text type="secondary">{CLOSED}</Typography.Text>
  return (
    <div className={styles.field}>
      <div className={styles.inputs}>
        <InputNumber
          aria-label={`得分：${name}`}
          aria-describedby={isWrong ? id : undefined}
          className={styles.score}
          status={isWrong ? 'error' : undefined}
          min={0}
          step={0.5}
          value={score}
          suffix={`/ ${cell.points}`}
          onChange={(next) => type({ score: next })}
          onBlur={scores.finish}
        />
        <Input
          aria-label={`理由：${name}`}
          className={styles.reason}
          status={isWrong && needsReason(cell, score) && !reason.trim() ? 'error' : undefined}
          maxLength={REVIEW_REASON_MOST}
          placeholder={needsReason(cell, score) ? '理由（必填）' : '理由'}
          value={reason}
          onChange={({ target }) => type({ reason: target.value })}
          onBlur={scores.finish}
        />
        {cell.expected !== null && score === null && (
          <LinkButton
            aria-label={`${cell.expectedWord}：${name}`}
            onClick={() => type({ score: cell.expected })}
          >
            {cell.expectedWord} {cell.expected}
          </LinkButton>
        )}
      </div>
      {(state.kind === 'faulty' || state.kind === 'failed') && (
        <div id={id} role="alert" className={styles.fault}>
          {state.kind === 'failed' ? `未保存：${state.message}` : state.message}
        </div>
      )}
      {state.kind === 'overtaken' && (
        <div role="alert" className={styles.overtaken}>
          <span>
            他人已改为 {pointsText(cell.score)}
            {cell.reason && `（${cell.reason}）`}
          </span>
          <Button size="small" onClick={() => scores.take(cell)}>
            改用最新
          </Button>
          <Button size="small" onClick={() => scores.insist(cell)}>
            以我的为准
          </Button>
        </div>
      )}
    </div>
  )
}
