import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import { formatNumber } from '#web/core/format.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { DeadlineText } from '../parts/deadline-text.tsx'
import { ApplicationTag } from '../parts/status-tag.tsx'
import styles from './add-assess-apply.module.css'
import type { Snapshot } from './answers/answer-sheet.ts'
import { gapsOf, selfTotalOf } from './progress.ts'

type Props = {
  application: Application
  answers: Snapshot
  /** Indicators that do not get saved by themselves. */
  troubled: number
  submit: ReactNode
}

/** Which assessment of which unit, by when, and how far it is. */
export function Header({ application, answers, troubled, submit }: Props) {
  const { planName, year, object, orgName, ownerName, coOrgName, status, missed, may } = application
  return (
    <Panel>
      <Flex vertical gap="small">
        <Flex gap="middle" align="center" wrap>
          <h1 className={styles.title}>{planName}</h1>
          <ApplicationTag status={status} missed={missed} />
          <Flex gap="middle" align="center" className={styles.actions}>
            {may.edit && <Saving answers={answers} troubled={troubled} />}
            {submit}
          </Flex>
        </Flex>
        <Flex gap="4px 24px" align="baseline" wrap>
          <Typography.Text>{orgName}</Typography.Text>
          <Typography.Text type="secondary">
            {year} 年度{AssessObject.label(object)}考核
          </Typography.Text>
          <Typography.Text type="secondary">
            评审单位：{ownerName}
            {coOrgName !== null && `（会同${coOrgName}）`}
          </Typography.Text>
          <DeadlineText {...application} />
          <SelfTotal application={application} answers={answers} />
        </Flex>
      </Flex>
    </Panel>
  )
}

function SelfTotal({ application, answers }: Pick<Props, 'application' | 'answers'>) {
  const { may } = application
  const total = may.edit ? selfTotalOf(application, answers) : application.selfTotal
  if (total !== null) {
    return (
      <Typography.Text strong>
        自评总分 {formatNumber(total)}
        {!application.measuredFinal && '（系统指标按目前数值）'}
      </Typography.Text>
    )
  }
  if (!may.edit) return null
  const missing = gapsOf(application, answers).length
  return (
    <Typography.Text type="secondary">
      {missing > 0 ? `还有 ${missing} 项没有填齐` : '系统取数后得出自评总分'}
    </Typography.Text>
  )
}

function Saving({ answers, troubled }: Pick<Props, 'answers' | 'troubled'>) {
  const unsent = [...answers.answers.values()].some(({ draft }) => draft !== null)
  return (
    <Typography.Text
      type={troubled > 0 ? 'danger' : 'secondary'}
      aria-live="polite"
      className={styles.saving}
    >
      {troubled > 0 ? `${troubled} 项未保存` : unsent ? '正在保存…' : '填写的内容自动保存'}
    </Typography.Text>
  )
}
