import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanPageQuery } from '#contract/eyesight/plan-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { planColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { PlanFilters } from './filters.tsx'

export function Page() {
  const { query, setFilter, table } = useListQuery(PlanPageQuery)
  const list = useCall(eyesightEndpoints.planPageList, query)
  const navigate = useNavigate()
  const mayAdd = useAllowed(['planAdd'])
  const columns = useMemo(() => planColumns(), [])
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => navigate('/eyesight/add-schedule')}>
      新增计划
    </Button>
  )
  return (
    <ListPage
      filters={<PlanFilters query={query} onChange={setFilter} />}
      toolbar={add}
      columns={columns}
      rowKey="planId"
      list={list}
      {...table}
      minWidth={TABLE_MIN_WIDTH}
      empty={
        <EmptyState
          title="还没有筛查计划"
          hint={
            mayAdd ? '新增并发布计划后，为学校分配筛查任务' : '教育或卫健部门发布计划并分配任务后，在此显示'
          }
          action={mayAdd ? <Link to="/eyesight/add-schedule">新增计划</Link> : undefined}
        />
      }
    />
  )
}
