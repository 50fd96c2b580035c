import { Flex, Form, Segmented, Statistic, Table, Tabs } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { CodeOf } from '#contract/core/enums.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { TaskNumbers } from '#contract/eyesight/task-schemas.ts'
import { TaskPageQuery } from '#contract/eyesight/task-schemas.ts'
import type { TaskStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { useListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ListTable } from '#web/widgets/list/list-table.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { PlanPicker, usePlans } from '#web/widgets/plan/plan-picker.tsx'
import { NoPlan } from '../plans/no-plan.tsx'
import { TASK_TABLE_WIDTH, taskColumns } from '../tasks/task-columns.tsx'

/** Chosen above the list; clearing leaves them. */
const PINNED = ['planId', 'status', 'overdue', 'orgId', 'keyword'] as const

/** The tasks behind a number: by status, area and organisation, and the list itself. */
export function Page() {
  const { query, setFilter, table } = useListQuery(TaskPageQuery, { pinned: PINNED })
  const { planId } = query
  const choose = useCallback((chosen: number) => setFilter({ planId: chosen }), [setFilter])
  const { plans, loading } = usePlans(planId, choose)
  const asked = { enabled: planId !== undefined }
  const numbers = useCall(eyesightEndpoints.taskNumbers, { planId: planId ?? 0 }, asked)
  const list = useCall(eyesightEndpoints.taskPageList, query, asked)
  const columns = useMemo(() => taskColumns({ withPlan: false }), [])
  if (!loading && plans.length === 0 && planId === undefined) return <NoPlan />
  const chosen = query.overdue ? 'overdue' : (query.status ?? 'all')
  const pick = (value: string | number) =>
    setFilter({
      status: typeof value === 'number' ? (value as CodeOf<typeof TaskStatus>) : undefined,
      overdue: value === 'overdue' ? 'yes' : undefined,
    })
  const { data } = numbers
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <Form layout="inline" component="search" className={layout.paddedBelow8}>
          <PlanPicker plans={plans} value={planId} onChange={choose} />
        </Form>
      </Panel>
      {data && (
        <Panel>
          <Flex gap={48} wrap>
            <Statistic title="任务" value={data.total} />
            <Statistic title="未开始" value={data.waiting} />
            <Statistic title="进行中" value={data.underWay} />
            <Statistic title="已完成" value={data.completed} />
            <Statistic title="已逾期" value={data.overdue} />
          </Flex>
          <Groups
            numbers={data}
            onArea={(areaId) => setFilter({ areaId, executorOrgId: undefined })}
            onExecutor={(executorOrgId) => setFilter({ executorOrgId, areaId: undefined })}
          />
        </Panel>
      )}
      <Panel>
        <ListTable
          title={
            <Segmented
              value={chosen}
              onChange={pick}
              options={[
                { value: 'all', label: '全部' },
                { value: 0, label: '未开始' },
                { value: 1, label: '进行中' },
                { value: 2, label: '已完成' },
                { value: 'overdue', label: '已逾期' },
              ]}
            />
          }
          columns={columns}
          rowKey="taskId"
          list={list}
          {...table}
          minWidth={TASK_TABLE_WIDTH}
          empty={<EmptyState title="没有任务" hint="这个计划还没有分配任务" />}
        />
      </Panel>
    </Flex>
  )
}

type GroupRow = { id: string | number; name: string } & Omit<
  TaskNumbers['byArea'][number],
  'areaId' | 'areaName'
>
type GroupsProps = {
  numbers: TaskNumbers
  onArea: (areaId: string) => void
  onExecutor: (orgId: number) => void
}

function Groups({ numbers, onArea, onExecutor }: GroupsProps) {
  const [tab, setTab] = useState('area')
  const rows: GroupRow[] =
    tab === 'area'
      ? numbers.byArea.map(({ areaId, areaName, ...counts }) => ({ id: areaId, name: areaName, ...counts }))
      : numbers.byExecutor.map(({ orgId, orgName, ...counts }) => ({ id: orgId, name: orgName, ...counts }))
  const pick = (row: GroupRow) => (tab === 'area' ? onArea(String(row.id)) : onExecutor(Number(row.id)))
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'area', label: '按区域' },
          { key: 'executor', label: '按承担机构' },
        ]}
        className={layout.above8}
      />
      <Table<GroupRow>
        size="small"
        rowKey="id"
        dataSource={rows}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: '名称', render: (_, row) => <NameButton name={row.name} onClick={() => pick(row)} /> },
          { title: '任务', dataIndex: 'total', align: 'right' },
          { title: '未开始', dataIndex: 'waiting', align: 'right' },
          { title: '进行中', dataIndex: 'underWay', align: 'right' },
          { title: '已完成', dataIndex: 'completed', align: 'right' },
        ]}
      />
    </>
  )
}

const NameButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <LinkButton onClick={onClick}>{name}</LinkButton>
)
