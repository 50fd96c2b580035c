import { Button, Flex, Tag, Typography } from 'antd'
import type { Application } from '#contract/assessment/application-schemas.ts'
import type { Head, Leaf } from '#contract/assessment/indicators.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { MeasuredText } from '../parts/measured-text.tsx'
import type { EvidenceUploads } from '../parts/use-evidence-uploads.ts'
import styles from './add-assess-apply.module.css'
import { AnswerFields } from './answer-fields.tsx'
import { AnswerText } from './answer-text.tsx'
import type { AnswerSheet, Snapshot } from './answers/answer-sheet.ts'
import { leafId } from './leaf-focus.ts'
import { LeafReviews } from './leaf-reviews.tsx'
import { leafOf } from './progress.ts'
import { SaveState } from './save-state.tsx'

type Props = {
  application: Application
  head: Head
  sheet: AnswerSheet
  answers: Snapshot
  uploads: EvidenceUploads
  onChoose: (headKey: string) => void
}

/** The indicators of one head. */
export function HeadPanel({ application, head, onChoose, ...rest }: Props) {
  const { indicators } = application
  const at = indicators.indexOf(head)
  const [before, after] = [indicators[at - 1], indicators[at + 1]]
  return (
    <Panel>
      <Flex gap="small" align="baseline" className={styles.headTitle}>
        <h2>{head.name}</h2>
        <Typography.Text type="secondary">{head.points} 分</Typography.Text>
        {head.bonus && <Tag color="gold">加分项，最多计 {application.bonusLimit} 分</Tag>}
      </Flex>
      {head.leaves.map((leaf) => (
        <LeafPart key={leaf.key} application={application} leaf={leaf} {...rest} />
      ))}
      <Flex justify="space-between">
        {before ? <Button onClick={() => onChoose(before.key)}>上一项：{before.name}</Button> : <span />}
        {after && <Button onClick={() => onChoose(after.key)}>下一项：{after.name}</Button>}
      </Flex>
    </Panel>
  )
}

type LeafProps = Omit<Props, 'head' | 'onChoose'> & { leaf: Leaf }

function LeafPart({ application, leaf, sheet, answers, uploads }: LeafProps) {
  const { may, measuredAt, measuredFinal } = application
  const { key, name, points, rule, computed, filesRequired } = leaf
  const stored = leafOf(application, key)
  const state = answers.answers.get(key)
  const isEdited = may.edit && state !== undefined
  return (
    <article id={leafId(key)} className={styles.leaf} aria-label={name}>
      <Flex gap="small" align="baseline" wrap>
        <h3>{name}</h3>
        <span className={styles.leafPoints}>{points} 分</span>
        {computed && <Tag color="blue">系统取数</Tag>}
        {filesRequired && <Tag>须上传佐证</Tag>}
        {isEdited && <SaveState state={state} points={points} />}
      </Flex>
      {rule && <p className={styles.rule}>{rule}</p>}
      {computed ? (
        <MeasuredText
          measured={stored?.measured ?? null}
          score={stored?.computedScore ?? null}
          points={points}
          measuredAt={measuredAt}
          final={measuredFinal}
        />
      ) : isEdited ? (
        <AnswerFields
          applicationId={application.applicationId}
          leaf={leaf}
          files={stored?.files ?? []}
          state={state}
          sheet={sheet}
          uploads={uploads}
        />
      ) : (
        stored && <AnswerText applicationId={application.applicationId} leaf={leaf} answer={stored} />
      )}
      {stored?.reviews && <LeafReviews leaf={leaf} answer={stored} />}
    </article>
  )
}
