import type { TableColumnType } from 'antd'
import { Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { PlanKind, type PlanRow, Season } from '#contract/eyesight/plan-schemas.ts'
import layout from '#web/core/layout.module.css'
import { StageTags } from '#web/widgets/org/stage-tags.tsx'
import { UnlistedNote } from '../figures/plan-range.tsx'
import { ProgressMeter } from '../figures/progress-meter.tsx'
import { PlanActions } from '../plans/plan-actions.tsx'
import { schoolYearLabel } from '../plans/school-years.ts'
import { PlanStatusTag } from '../plans/status-tag.tsx'

export const TABLE_MIN_WIDTH = 1120
export const detailsOf = (planId: number): string => `/eyesight/schedule-details?planId=${planId}`

export function planColumns(): TableColumnType<PlanRow>[] {
  return [
    {
      title: '计划名称',
      dataIndex: 'planName',
      fixed: 'start',
      render: (name: string, row) => (
        <Flex vertical>
          <Link to={detailsOf(row.planId)}>{name}</Link>
          <Typography.Text type="secondary" className={layout.smallText}>
            {row.ownerOrgName}
          </Typography.Text>
        </Flex>
      ),
    },
    { title: '状态', width: 84, render: (_, row) => <PlanStatusTag status={row.status} /> },
    {
      title: '学年与季节',
      width: 112,
      render: (_, row) => (
        <>
          {schoolYearLabel(row.schoolYear)}
          <br />
          {Season.label(row.season)}
        </>
      ),
    },
    { title: '类别', dataIndex: 'kind', width: 84, render: PlanKind.label },
    { title: '筛查日期', width: 112, render: (_, row) => <Dates from={row.startsOn} to={row.endsOn} /> },
    {
      title: '范围',
      width: 164,
      render: (_, { areaNames, stages }) => (
        <Flex vertical gap={2}>
          <Typography.Text ellipsis={{ tooltip: areaNames.join('、') }}>
            {areaNames.join('、')}
          </Typography.Text>
          <StageTags stages={stages} />
        </Flex>
      ),
    },
    {
      title: '任务',
      width: 60,
      align: 'right',
      render: (_, { planId, taskCount }) => (
        <Link to={`/eyesight/task-list?planId=${planId}`}>{taskCount}</Link>
      ),
    },
    {
      title: '进度（实筛/应筛）',
      width: 180,
      render: (_, { progress, targetRate, range }) => (
        <>
          <ProgressMeter {...progress} target={targetRate} />
          <UnlistedNote range={range} />
        </>
      ),
    },
    { title: '操作', width: 158, fixed: 'end', render: (_, row) => <PlanActions plan={row} /> },
  ]
}

const Dates = ({ from, to }: { from: string; to: string }) => (
  <>
    {from}
    <br />至 {to}
  </>
)
