import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Flex, Typography } from 'antd'
import { useNavigate } from 'react-router'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import { AssessObject, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useDownload } from '#web/core/api/use-download.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { editorOf } from '../parts/plan-addresses.ts'
import { PlanProgress } from '../parts/plan-progress.tsx'
import { AssessPlanTag } from '../parts/status-tag.tsx'
import styles from './plan-details.module.css'

const CloseDialog = lazyPart(async () => (await import('./close-dialog.tsx')).CloseDialog)
const ResultsDialog = lazyPart(async () => (await import('./results-dialog.tsx')).ResultsDialog)

const { published, closed } = AssessPlanStatus.code

/** What the plan is, how far it has got, and what can be done with it. */
export function PlanHeader({ plan }: { plan: AssessPlan }) {
  const navigate = useNavigate()
  const changes = useAllowed(['assessmentPlanEdit']) && plan.own
  const closing = useDialog(CloseDialog, { plan })
  const publishing = useDialog(ResultsDialog, { plan })
  const facts = [
    `${plan.year}年`,
    `考核${AssessObject.label(plan.object)}`,
    `申报 ${plan.startsOn} 至 ${plan.endsOn}`,
    plan.ownerName,
    plan.coOrgName && `会同${plan.coOrgName}`,
  ].filter(Boolean)
  return (
    <div className={styles.head}>
      <div className={layout.shrinkable}>
        <Flex align="center" gap="small" wrap>
          <Typography.Title level={4} className={layout.noMargin}>
            {plan.name}
          </Typography.Title>
          <AssessPlanTag status={plan.status} resultsAt={plan.resultsAt} />
        </Flex>
        <Typography.Text type="secondary">{facts.join(' · ')}</Typography.Text>
        <Moments plan={plan} />
      </div>
      {plan.status !== AssessPlanStatus.code.draft && <PlanProgress progress={plan.progress} />}
      <Flex gap="small" wrap className={layout.toTheEnd}>
        {changes && plan.status !== closed && (
          <Button onClick={() => void navigate(editorOf(plan.planId))}>编辑</Button>
        )}
        {changes && plan.status === published && <Button onClick={() => closing.show()}>提前截止</Button>}
        {plan.status === closed && (
          <Allowed any={['exportAssessments']}>
            <ExportMenu planId={plan.planId} />
          </Allowed>
        )}
        {changes && plan.status === closed && plan.resultsAt === null && (
          <Button type="primary" onClick={() => publishing.show()}>
            公布结果
          </Button>
        )}
      </Flex>
      {closing.element}
      {publishing.element}
    </div>
  )
}

function Moments({ plan }: { plan: AssessPlan }) {
  const { status, measuredAt, resultsAt, appealsUntil } = plan
  const words = [
    status === closed &&
      (measuredAt === null ? '系统指标正在取数，稍后可评分' : `系统指标取数于 ${formatDateTime(measuredAt)}`),
    resultsAt !== null && `结果公布于 ${formatDateTime(resultsAt)}`,
    appealsUntil !== null && `异议受理至 ${appealsUntil}`,
  ].filter(Boolean)
  if (words.length === 0) return null
  return <div className={styles.moments}>{words.join(' · ')}</div>
}

const FORMATS = [
  { key: 'xlsx', label: 'Excel' },
  { key: 'docx', label: 'Word' },
  { key: 'pdf', label: 'PDF' },
] as const

function ExportMenu({ planId }: { planId: number }) {
  const { download, downloading } = useDownload(assessmentEndpoints.exportAssessRanking, '考核结果已下载')
  return (
    <Dropdown
      trigger={['click']}
      disabled={downloading}
      menu={{
        items: [...FORMATS],
        onClick: ({ key }) => {
          const format = FORMATS.find((each) => each.key === key)?.key
          if (format) void download({ planId, format })
        },
      }}
    >
      <Button icon={<DownloadOutlined />} loading={downloading}>
        {downloading ? '正在生成' : '导出'}
      </Button>
    </Dropdown>
  )
}
