import { Alert } from 'antd'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { ApplicationStatus } from '#contract/assessment/statuses.ts'
import { formatDateTime, today } from '#web/core/format.ts'

const { submitted, returned, firstPassed, passed } = ApplicationStatus.code

type Props = {
  application: Application
  /** What was typed last was stored after the last day. */
  over: boolean
}

/** What the unit has to know first: sent back, too late, not yet begun, or waiting for others. */
export function Notes({ application, over }: Props) {
  const { status, returnReason, submitUntil, startsOn, ownerName, may } = application
  const isLate = may.edit && startsOn <= today() && (submitUntil === null || over)
  return (
    <>
      {status === returned && (
        <Alert
          type="warning"
          showIcon
          title="申报已退回，请修改后重新提交"
          description={returnReason !== null && `退回理由：${returnReason}`}
        />
      )}
      {isLate && (
        <Alert
          type="warning"
          showIcon
          title="申报已截止，不能再提交"
          description={`填写的内容存为草稿，不会丢失。需要补报请联系评审单位（${ownerName}），准予补报后可在这里继续填写并提交。`}
        />
      )}
      {may.edit && startsOn > today() && (
        <Alert type="info" showIcon title={`申报自 ${startsOn} 开始，现在可以先填写，届时再提交`} />
      )}
      <Waiting {...application} />
    </>
  )
}

function Waiting({ status, submittedAt, resultsAt, missed, may, ownerName }: Application) {
  if (missed && !may.edit && resultsAt === null) {
    return (
      <Alert
        type="warning"
        showIcon
        title="没有在截止前提交申报"
        description={`需要补报请联系评审单位（${ownerName}）。`}
      />
    )
  }
  if (resultsAt !== null) return null
  const words = {
    [submitted]: `已于 ${formatDateTime(submittedAt)} 提交，等待${ownerName}评审；评审期间不能修改`,
    [firstPassed]: '初评已通过，等待复评',
    [passed]: '评审已通过，等待公布结果',
  }[status as number]
  return words ? <Alert type="info" showIcon title={words} /> : null
}
