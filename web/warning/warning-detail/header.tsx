import { Flex, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  CloseReason,
  type WarningDetail,
  WarningEnd,
  WarningStatus,
} from '#contract/warning/warning-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { daysUntil } from '#web/core/days-until.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { WarningTag } from '#web/widgets/student/warning-tag.tsx'
import { Actions } from './actions.tsx'
import { LifeSteps } from './life-steps.tsx'
import styles from './warning-detail.module.css'

const { closed } = WarningStatus.code

type Props = { warning: WarningDetail; namesButton: ReactNode }

/** Who or what is warned, how far it has got, by when, and what comes next. */
export function Header({ warning, namesButton }: Props) {
  const isOver = warning.ended !== null
  return (
    <Panel>
      <Flex vertical gap={14}>
        <Flex gap="middle" align="center" wrap>
          <Subject warning={warning} />
          <Flex gap="small" align="center" wrap className={styles.actions}>
            {namesButton}
            {isOver ? <Tag color="success">已解除</Tag> : <Actions warning={warning} />}
          </Flex>
        </Flex>
        <Flex gap="middle" align="center" justify="space-between" wrap>
          <LifeSteps warning={warning} />
          {isOver ? (
            <Typography.Text>预警已解除：{WarningEnd.label(warning.ended)}，经过保留</Typography.Text>
          ) : (
            <Deadline warning={warning} />
          )}
        </Flex>
      </Flex>
    </Panel>
  )
}

function Subject({ warning }: { warning: WarningDetail }) {
  const { name, sex, age, level, studentId, schoolName, className, areaName, unitName } = warning
  const mayOpen = useAllowed(['studentView'])
  if (studentId === null) {
    return (
      <>
        <h1 className={styles.name}>{unitName}</h1>
        <WarningTag level={level} suffix="预警" />
        {areaName !== unitName && <Typography.Text type="secondary">{areaName}</Typography.Text>}
      </>
    )
  }
  const details = [sex, age !== null && `${age} 岁`].filter(Boolean).join('，')
  return (
    <>
      <h1 className={styles.name}>
        {mayOpen ? <Link to={`/schools/student-info?studentId=${studentId}`}>{name}</Link> : name}
      </h1>
      <span>{details}</span>
      <WarningTag level={level} suffix="预警" />
      <Typography.Text type="secondary">
        {schoolName} {className}
      </Typography.Text>
    </>
  )
}

function Deadline({ warning }: { warning: WarningDetail }) {
  const { status, closeReason, closedNote, letter, visitedOn, dueOn, overdue } = warning
  if (status === closed) {
    return (
      <Typography.Text>
        关闭原因：{closeReason === null ? '—' : CloseReason.label(closeReason)}
        {closedNote && `（${closedNote}）`}
      </Typography.Text>
    )
  }
  if (visitedOn !== null) return <Typography.Text type="success">已于 {visitedOn} 就诊</Typography.Text>
  // A letter is due where the result says that the child should be examined.
  const what = letter === null ? '处理' : '就诊'
  const days = daysUntil(dueOn)
  // What was acted on is not overdue, though a child may still have to be seen.
  if (days < 0 && !overdue) {
    return letter === null ? null : <Typography.Text type="warning">还没有就诊登记</Typography.Text>
  }
  if (overdue) {
    return (
      <span className={styles.overDue}>
        应于 {dueOn} 前{what}，已逾期 {-days} 天
      </span>
    )
  }
  return (
    <span className={styles.due}>
      {dueOn} 前应{what}，{days === 0 ? '今天到期' : `还有 ${days} 天`}
    </span>
  )
}
