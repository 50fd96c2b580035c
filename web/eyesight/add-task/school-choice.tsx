import { Alert, Checkbox, Flex, Form, Typography } from 'antd'
import type { z } from 'zod'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanSchoolQuery, PlanSchoolRow } from '#contract/eyesight/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListTable } from '#web/widgets/list/list-table.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
import { StageTags } from '#web/widgets/org/stage-tags.tsx'

type Query = Omit<z.output<typeof PlanSchoolQuery>, 'planId'>
type Props = {
  planId: number
  query: Query
  onQuery: (patch: Partial<Query>) => void
  chosen: { chosen: readonly PlanSchoolRow[]; onChange: (rows: readonly PlanSchoolRow[]) => void }
  allSchools: boolean
  onAllSchools: (all: boolean) => void
}
const HAS_TASK = [
  { value: 'no', label: '未分配' },
  { value: 'yes', label: '已分配' },
] as const

/** The schools of a plan: ticked one by one, or all that have no task yet. */
export function SchoolChoice({ planId, query, onQuery, chosen, allSchools, onAllSchools }: Props) {
  const { pageNum, pageSize, areaId, hasTask, keyword } = query
  const list = useCall(eyesightEndpoints.planSchools, { planId, pageNum, pageSize, areaId, hasTask, keyword })
  return (
    <>
      <Flex align="center" gap="middle" wrap className={layout.below12}>
        <Typography.Title level={5} className={layout.noMargin}>
          选择学校
        </Typography.Title>
        <Checkbox checked={allSchools} onChange={({ target }) => onAllSchools(target.checked)}>
          范围内全部未分配任务的学校
        </Checkbox>
        {!allSchools && <span>已选 {formatNumber(chosen.chosen.length)} 所</span>}
      </Flex>
      {allSchools ? (
        <Alert
          type="info"
          showIcon
          title="将为您范围内、属于这个计划且还没有任务的每一所学校各建一个任务；没有绑定机构的学校会列出原因。"
        />
      ) : (
        <>
          <Form layout="inline" component="search" className={layout.below8}>
            <TextFilter
              label="学校名称"
              value={keyword}
              placeholder="输入部分名称"
              maxLength={50}
              width={180}
              onSearch={(text) => onQuery({ keyword: text, pageNum: 1 })}
            />
            <SelectFilter
              label="任务"
              options={HAS_TASK}
              value={hasTask}
              onChange={(value) => onQuery({ hasTask: value, pageNum: 1 })}
              width={110}
            />
          </Form>
          <ListTable<PlanSchoolRow>
            size="small"
            rowKey="orgId"
            list={list}
            query={{ pageNum, pageSize }}
            onPage={onQuery}
            selection={{ ...chosen, nameOf: ({ orgName }) => orgName }}
            columns={[
              { title: '学校', dataIndex: 'orgName' },
              { title: '区域', dataIndex: 'areaName' },
              { title: '学段', render: (_, row) => <StageTags stages={row.stages} /> },
              { title: '在校学生', dataIndex: 'students', align: 'right', render: formatNumber },
              { title: '绑定机构', render: (_, { boundOrgNames }) => boundOrgNames.join('、') || '—' },
              { title: '已有任务', dataIndex: 'taskCount', align: 'right' },
            ]}
            empty={<EmptyState title="没有学校" hint="计划的区域与学段内，您的范围里没有学校" />}
          />
        </>
      )}
    </>
  )
}
