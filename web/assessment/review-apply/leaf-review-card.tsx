import { Typography } from 'antd'
import type { Application, ApplicationLeaf } from '#contract/assessment/application-schemas.ts'
import type { Leaf } from '#contract/assessment/indicators.ts'
import { ReviewRound } from '#contract/assessment/statuses.ts'
import { formatDateTime } from '#web/core/format.ts'
import { EvidenceList } from '../parts/evidence-list.tsx'
import { MeasuredText } from '../parts/measured-text.tsx'
import { pointsText } from '../parts/points.ts'
import { LongText } from '../scoring/long-text.tsx'
import { ScoreField } from '../scoring/score-field.tsx'
import type { ScoreCell } from '../scoring/score-rules.ts'
import type { Scores } from '../scoring/use-scores.ts'
import styles from './review-apply.module.css'

type Props = {
  application: Application
  leaf: Leaf
  /** What the unit wrote and what was computed; undefined where there is nothing. */
  row: ApplicationLeaf | undefined
  cell: ScoreCell
  scores: Scores
}

/** One indicator: what the unit says, what the figures say, and the reviewer's score. */
export function LeafReviewCard({ application, leaf, row, cell, scores }: Props) {
  const isComputed = leaf.computed !== null
  const others = (row?.reviews ?? []).filter(({ round }) => round !== cell.ownRound)
  return (
    <section className={styles.card} aria-label={leaf.name}>
      <h3 className={styles.name}>
        {leaf.name} <span className={styles.faint}>{leaf.points}分</span>
      </h3>
      {leaf.rule && <Typography.Paragraph type="secondary">{leaf.rule}</Typography.Paragraph>}
      {isComputed ? (
        <MeasuredText
          measured={row?.measured ?? null}
          score={row?.computedScore ?? null}
          points={leaf.points}
          measuredAt={application.measuredAt}
          final={application.measuredFinal}
        />
      ) : (
        <>
          <div>
            自评 <b>{pointsText(row?.selfScore ?? null)}</b>
            {row?.savedBy && (
              <Typography.Text type="secondary">
                {' '}
                {row.savedBy} {formatDateTime(row.savedAt)}
              </Typography.Text>
            )}
          </div>
          <LongText text={row?.text ?? ''} />
          <EvidenceList applicationId={application.applicationId} files={row?.files ?? []} />
        </>
      )}
      {others.map(({ round, score, reason, reviewerName, at }) => (
        <div key={`${round} ${at}`} className={styles.other}>
          {ReviewRound.label(round)} <b>{pointsText(score)}</b>
          {reason && `，${reason}`}
          <Typography.Text type="secondary">
            {' '}
            {reviewerName} {formatDateTime(at)}
          </Typography.Text>
        </div>
      ))}
      {(cell.ownRound !== null || cell.isLeftOut) && (
        <div className={styles.own}>
          <span>{cell.ownRound === null ? '评审' : ReviewRound.label(cell.ownRound)}</span>
          <ScoreField cell={cell} scores={scores} name={leaf.name} />
        </div>
      )}
    </section>
  )
}
