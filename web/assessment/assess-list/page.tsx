import { Progress, Typography } from 'antd'
import { Link } from 'react-router'
import { ApplicationQuery, type ApplicationRow } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListPage, type ListPageProps } from '#web/widgets/list/list-page.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { DeadlineText } from '../parts/deadline-text.tsx'
import { ApplicationTag } from '../parts/status-tag.tsx'

const { draft, returned } = ApplicationStatus.code
const addressOf = ({ applicationId }: ApplicationRow): string =>
  `/assessment/add-assess-apply?applicationId=${applicationId}`

/** The assessments that the own organisation takes part in. */
export function Page() {
  const { query, setFilter, table } = useListQuery(ApplicationQuery)
  const list = useCall(assessmentEndpoints.assessApplicationPage, query)
  return (
    <ListPage
      filters={
        <SelectFilter
          label="状态"
          options={ApplicationStatus.options}
          value={query.status}
          onChange={(status) => setFilter({ status })}
          width={124}
        />
      }
      columns={COLUMNS}
      rowKey="applicationId"
      list={list}
      {...table}
      minWidth={1078}
      empty={
        <EmptyState
          title="还没有需要申报的考核"
          hint="主管部门发布考核计划并列入本单位后会发来消息，在这里填写自评、上传佐证材料并提交"
        />
      }
    />
  )
}

const COLUMNS: ListPageProps<ApplicationRow>['columns'] = [
  { title: '考核计划', width: 220, render: (_, row) => <Link to={addressOf(row)}>{row.planName}</Link> },
  { title: '年度', width: 64, dataIndex: 'year' },
  { title: '评审单位', width: 140, dataIndex: 'ownerName' },
  { title: '状态', width: 88, render: (_, row) => <ApplicationTag {...row} /> },
  { title: '填报进度', width: 120, render: (_, row) => <Filled {...row} /> },
  { title: '申报期限', width: 212, render: (_, row) => <DeadlineText {...row} /> },
  { title: '结果', width: 150, render: (_, row) => <Result {...row} /> },
  {
    title: '操作',
    width: 84,
    fixed: 'end',
    render: (_, row) => <Link to={addressOf(row)}>{actionOf(row)}</Link>,
  },
]

const isOpen = ({ status, submitUntil }: ApplicationRow): boolean =>
  (status === draft || status === returned) && submitUntil !== null

function actionOf(row: ApplicationRow): string {
  if (!isOpen(row)) return row.total === null ? '查看' : '查看结果'
  if (row.status === returned) return '修改'
  return row.touched ? '继续填写' : '开始填写'
}

function Filled({ filled, toFill }: ApplicationRow) {
  if (toFill === 0) return <Typography.Text type="secondary">系统取数</Typography.Text>
  return (
    <Progress
      percent={(filled / toFill) * 100}
      size="small"
      format={() => `${filled} / ${toFill}`}
      status={filled === toFill ? 'success' : 'normal'}
      aria-label={`已填 ${filled} 项，共 ${toFill} 项`}
    />
  )
}

function Result({ total, place, grade, planStatus }: ApplicationRow) {
  if (total === null) {
    return (
      <Typography.Text type="secondary">
        {planStatus === AssessPlanStatus.code.closed ? '待公布' : '—'}
      </Typography.Text>
    )
  }
  return [`${formatNumber(total)} 分`, place !== null && `第 ${place} 名`, grade].filter(Boolean).join('，')
}
