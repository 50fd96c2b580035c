import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Tabs } from 'antd'
import { useState } from 'react'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { ApplicationStatus } from '#contract/assessment/statuses.ts'
import layout from '#web/core/layout.module.css'
import { Panel } from '#web/widgets/panel.tsx'
import { AppealBlock } from '../appeals/appeal-block.tsx'
import { Events } from '../parts/events.tsx'
import { LeaveScores } from '../scoring/leave-scores.tsx'
import { SaveState } from '../scoring/save-state.tsx'
import { withSavedReviews } from '../scoring/saved-reviews.ts'
import { cellOf } from '../scoring/score-rules.ts'
import { type SavedScore, useScores } from '../scoring/use-scores.ts'
import { LeafReviewCard } from './leaf-review-card.tsx'
import styles from './review-apply.module.css'
import { ReviewHeader } from './review-header.tsx'
import { reviewSum } from './review-sum.ts'
import { ReviewTree } from './review-tree.tsx'

export function Review({ application }: { application: Application }) {
  const { applicationId, indicators, leaves, may } = application
  const client = useQueryClient()
  const [headKey, setHeadKey] = useState(indicators[0]?.key)
  const byKey = new Map(leaves.map((leaf) => [leaf.leafKey, leaf]))
  const cells = leavesOf(indicators).map(({ key, points, computed }) => {
    const leaf = byKey.get(key)
    return cellOf({
      applicationId,
      leafKey: key,
      points,
      isComputed: computed !== null,
      selfScore: leaf?.selfScore ?? null,
      measured: leaf?.measured ?? null,
      computedScore: leaf?.computedScore ?? null,
      reviews: leaf?.reviews ?? [],
      round: may.review,
      isFinal: application.measuredFinal,
    })
  })
  const scores = useScores({
    place: `application ${applicationId}`,
    cells,
    onSaved: (saved) =>
      client.setQueryData<Application>(
        [assessmentEndpoints.assessApplication.path, { applicationId }],
        (now) => now && withSaved(now, saved),
      ),
  })
  const cellByKey = new Map(cells.map((cell) => [cell.leafKey, cell]))
  const sum = reviewSum(application, (leafKey) => {
    const cell = cellByKey.get(leafKey)
    return cell && cell.round !== null ? scores.editOf(cell).score : null
  })
  const at = indicators.findIndex(({ key }) => key === headKey)
  const head = indicators[at] ?? indicators[0]
  const go = (step: -1 | 1) => {
    const next = indicators[at + step]
    if (!next) return
    setHeadKey(next.key)
    document.getElementById(REVIEW_TOP)?.scrollIntoView?.({ block: 'start' })
  }
  return (
    <Flex vertical gap="middle">
      <Panel>
        <ReviewHeader application={application} sum={sum} unsaved={scores.unsaved} />
      </Panel>
      {application.appeal && (
        <Panel>
          <AppealBlock application={application} title={<b>异议</b>} />
        </Panel>
      )}
      <Panel>
        <Tabs
          items={[
            {
              key: 'leaves',
              label: '逐项评审',
              children: (
                <div className={styles.split} id={REVIEW_TOP}>
                  <ReviewTree
                    indicators={indicators}
                    marks={sum.marks}
                    headKey={head?.key}
                    onChoose={setHeadKey}
                  />
                  <div className={styles.leaves}>
                    <Flex align="center" gap="small" className={layout.below12}>
                      <b className={layout.text16}>
                        {head?.name}（{head?.points}分{head?.bonus && '，加分项'}）
                      </b>
                      <span className={layout.toTheEnd}>
                        {may.review !== null && <SaveState scores={scores} />}
                      </span>
                    </Flex>
                    {may.review === null && <ReadOnlyNote application={application} />}
                    {head?.leaves.map((leaf) => {
                      const cell = cellByKey.get(leaf.key)
                      return (
                        cell && (
                          <LeafReviewCard
                            key={leaf.key}
                            application={application}
                            leaf={leaf}
                            row={byKey.get(leaf.key)}
                            cell={cell}
                            scores={scores}
                          />
                        )
                      )
                    })}
                    <Flex gap="small" justify="space-between">
                      <Button disabled={at <= 0} onClick={() => go(-1)}>
                        上一项{at > 0 && `：${indicators[at - 1]?.name}`}
                      </Button>
                      <Button disabled={at >= indicators.length - 1} onClick={() => go(1)}>
                        下一项{at < indicators.length - 1 && `：${indicators[at + 1]?.name}`}
                      </Button>
                    </Flex>
                  </div>
                </div>
              ),
            },
            { key: 'events', label: '经过', children: <Events events={application.events} /> },
          ]}
        />
      </Panel>
      <LeaveScores scores={scores} />
    </Flex>
  )
}

const REVIEW_TOP = 'review-leaves'

const withSaved = (application: Application, saved: readonly SavedScore[]): Application => {
  const { review } = application.may
  if (review === null) return application
  const byKey = new Map(saved.map((item) => [item.leafKey, item]))
  return {
    ...application,
    leaves: application.leaves.map((leaf) => {
      const own = byKey.get(leaf.leafKey)
      return own ? { ...leaf, reviews: withSavedReviews(leaf.reviews ?? [], review, own) } : leaf
    }),
  }
}

function ReadOnlyNote({ application }: { application: Application }) {
  return <Alert type="info" showIcon className={layout.below12} title={READ_ONLY_WORDS[application.status]} />
}

/** Why there is nothing to score. */
const READ_ONLY_WORDS: Record<Application['status'], string> = {
  [ApplicationStatus.code.draft]: '单位尚未提交，提交后才能评审',
  [ApplicationStatus.code.submitted]: '由其他评审人初评，您可以查看',
  [ApplicationStatus.code.returned]: '已退回，单位重新提交后再评审',
  [ApplicationStatus.code.firstPassed]: '由其他评审人复评，您可以查看',
  [ApplicationStatus.code.passed]: '评审已完成，得分不再变化',
}
