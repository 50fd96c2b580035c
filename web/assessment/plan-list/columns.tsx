import { Flex, type TableColumnType, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import type { AssessPlanRow } from '#contract/assessment/plan-schemas.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import layout from '#web/core/layout.module.css'
import { detailsOf } from '../parts/plan-addresses.ts'
import { PlanProgress } from '../parts/plan-progress.tsx'
import { AssessPlanTag } from '../parts/status-tag.tsx'
import { PlanActions } from './plan-actions.tsx'

export const TABLE_MIN_WIDTH = 1060

export function planColumns(mayEdit: boolean): TableColumnType<AssessPlanRow>[] {
  return [
    {
      title: '计划名称',
      dataIndex: 'name',
      fixed: 'start',
      render: (name: string, { planId, own, ownerName }) => (
        <Flex vertical>
          <Link to={detailsOf(planId)}>{name}</Link>
          <Typography.Text type="secondary" className={layout.smallText}>
            {ownerName} {!own && <Tag>其他机构制定</Tag>}
          </Typography.Text>
        </Flex>
      ),
    },
    { title: '年度', dataIndex: 'year', width: 76 },
    { title: '考核对象', dataIndex: 'object', width: 96, render: AssessObject.label },
    {
      title: '状态',
      width: 108,
      render: (_, { status, resultsAt }) => <AssessPlanTag status={status} resultsAt={resultsAt} />,
    },
    {
      title: '申报日期',
      width: 124,
      render: (_, { startsOn, endsOn }) => (
        <>
          {startsOn}
          <br />至 {endsOn}
        </>
      ),
    },
    {
      title: '进度（已提交/已通过/共）',
      width: 240,
      render: (_, { progress }) => <PlanProgress progress={progress} />,
    },
    {
      title: '操作',
      width: 148,
      fixed: 'end',
      render: (_, row) => <PlanActions plan={row} mayEdit={mayEdit} />,
    },
  ]
}
