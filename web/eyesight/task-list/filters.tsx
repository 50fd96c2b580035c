import { Form, Select } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { TaskPageQuery } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'

type Props = { query: TaskPageQuery; onChange: (patch: Partial<TaskPageQuery>) => void }
const OVERDUE = [{ value: 'yes', label: '已逾期' }] as const

export function TaskFilters({ query, onChange }: Props) {
  const plans = useCall(eyesightEndpoints.planChoices, {})
  return (
    <>
      <KeywordFilter
        label="学校"
        placeholder="学校或承担机构"
        width={200}
        query={query}
        onChange={onChange}
      />
      <Form.Item label="计划">
        <Select
          aria-label="计划"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          className={layout.width260}
          placeholder="全部"
          value={query.planId}
          loading={plans.isFetching && !plans.data}
          onChange={(planId: number | undefined) => onChange({ planId })}
          options={plans.data
            ?.filter(({ status }) => status > PlanStatus.code.draft)
            .map(({ planId, planName }) => ({ value: planId, label: planName }))}
        />
      </Form.Item>
      <SelectFilter
        label="状态"
        options={TaskStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={104}
      />
      <SelectFilter
        label="逾期"
        options={OVERDUE}
        value={query.overdue}
        onChange={(overdue) => onChange({ overdue })}
        width={100}
      />
    </>
  )
}
