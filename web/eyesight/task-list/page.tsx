import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { TaskPageQuery, type TaskRow } from '#contract/eyesight/task-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { TaskActions } from '../tasks/task-actions.tsx'
import { TASK_TABLE_WIDTH, taskColumns } from '../tasks/task-columns.tsx'
import { TaskFilters } from './filters.tsx'

const EditTasksDialog = lazyPart(async () => (await import('../tasks/edit-tasks-dialog.tsx')).EditTasksDialog)

/** Tasks of the plans in range, or those the own organisation carries out. */
export function Page() {
  const { query, filter, setFilter, table } = useListQuery(TaskPageQuery)
  const list = useCall(eyesightEndpoints.taskPageList, query)
  const chosen = useChosenRows<TaskRow>(JSON.stringify(filter))
  const editing = useDialog(EditTasksDialog, { onSaved: () => chosen.onChange([]) })
  const navigate = useNavigate()
  const mayAdd = useAllowed(['taskAdd'])
  const mayEdit = useAllowed(['taskEdit'])
  const columns = useMemo(
    () =>
      taskColumns({
        withPlan: query.planId === undefined,
        actions: (row) => <TaskActions task={row} onEdit={() => editing.show({ tasks: [row] })} />,
      }),
    [query.planId, editing.show],
  )
  const add = mayAdd && (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      onClick={() => void navigate(`/eyesight/add-task${query.planId ? `?planId=${query.planId}` : ''}`)}
    >
      分配任务
    </Button>
  )
  return (
    <>
      <ListPage
        filters={<TaskFilters query={query} onChange={setFilter} />}
        toolbar={
          <>
            {mayEdit && chosen.chosen.length > 0 && (
              <Button onClick={() => editing.show({ tasks: chosen.chosen })}>
                批量调整（{chosen.chosen.length}）
              </Button>
            )}
            {add}
          </>
        }
        selection={
          mayEdit
            ? {
                ...chosen,
                nameOf: ({ schoolName }) => schoolName,
                choosable: ({ can }) => can.edit,
              }
            : undefined
        }
        columns={columns}
        rowKey="taskId"
        list={list}
        {...table}
        minWidth={TASK_TABLE_WIDTH}
        empty={
          <EmptyState
            title="还没有筛查任务"
            hint={mayAdd ? '从已发布的计划为学校分配任务' : '主管部门分配任务后在此显示'}
            action={add || undefined}
          />
        }
      />
      {editing.element}
    </>
  )
}
