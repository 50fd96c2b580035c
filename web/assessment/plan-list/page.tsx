import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { AssessPlanQuery } from '#contract/assessment/plan-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AddButton } from '#web/widgets/list/add-button.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { EDITOR_PATH } from '../parts/plan-addresses.ts'
import { planColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { PlanFilters } from './filters.tsx'

/** Plans of the own body and of bodies below. */
export function Page() {
  const { query, setFilter, table } = useListQuery(AssessPlanQuery)
  const list = useCall(assessmentEndpoints.assessPlanPage, query)
  const navigate = useNavigate()
  const mayEdit = useAllowed(['assessmentPlanEdit'])
  const columns = useMemo(() => planColumns(mayEdit), [mayEdit])
  return (
    <ListPage
      filters={<PlanFilters query={query} onChange={setFilter} />}
      toolbar={
        <AddButton needs="assessmentPlanEdit" onClick={() => void navigate(EDITOR_PATH)}>
          新建计划
        </AddButton>
      }
      columns={columns}
      rowKey="planId"
      list={list}
      {...table}
      minWidth={TABLE_MIN_WIDTH}
      empty={
        <EmptyState
          title="还没有考核计划"
          hint={
            mayEdit
              ? '新建计划，设好指标与考核对象后发布；各单位随后自评、提交，再由您评审和公布结果'
              : '本机构或下级制定考核计划后，在此显示进度与结果'
          }
          action={
            <AddButton needs="assessmentPlanEdit" onClick={() => void navigate(EDITOR_PATH)}>
              新建计划
            </AddButton>
          }
        />
      }
    />
  )
}
