import { Form, Select } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanStatus } from '#contract/eyesight/plan-schemas.ts'
import { type TaskPageQuery, TaskStatus } from '#contract/eyesight/task-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'

type Props = { query: TaskPageQuery; onChange: (patch: Partial<TaskPageQuery>) => void }
const OVERDUE = [{ value: 'yes', label: '已逾期' }] as const

/** Every change starts again at the first page. */
export function TaskFilters({ query, onChange }: Props) {
  const set = (patch: Partial<TaskPageQuery>) => onChange({ ...patch, pageNum: 1 })
  const plans = useCall(eyesightEndpoints.planChoices, {})
  return (
    <>
      <TextFilter
        label="学校"
        value={query.keyword}
        placeholder="学校或承担机构"
        maxLength={50}
        width={200}
        onSearch={(keyword) => set({ keyword })}
      />
      <Form.Item label="计划">
        <Select
          aria-label="计划"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 260 }}
          placeholder="全部"
          value={query.planId}
          loading={plans.isFetching && !plans.data}
          onChange={(planId: number | undefined) => set({ planId })}
          options={plans.data
            ?.filter(({ status }) => status > PlanStatus.code.draft)
            .map(({ planId, planName }) => ({ value: planId, label: planName }))}
        />
      </Form.Item>
      <SelectFilter
        label="状态"
        options={TaskStatus.options}
        value={query.status}
        onChange={(status) => set({ status })}
        width={104}
      />
      <SelectFilter
        label="逾期"
        options={OVERDUE}
        value={query.overdue}
        onChange={(overdue) => set({ overdue })}
        width={100}
      />
    </>
  )
}
