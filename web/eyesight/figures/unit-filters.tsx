import { Form } from 'antd'
import { SchoolStage } from '#contract/core/codes.ts'
import layout from '#web/core/layout.module.css'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { PlanPicker } from '#web/widgets/plan/plan-picker.tsx'
import type { useUnit } from './use-unit.ts'

type Props = { unit: ReturnType<typeof useUnit>; children?: React.ReactNode }

/** Which plan and which stage; the place is chosen by going down the table. */
export function UnitFilters({ unit, children }: Props) {
  const { query, setQuery, plans, choosePlan } = unit
  return (
    <Panel tight>
      <Form layout="inline" component="search" className={layout.filterBar}>
        <PlanPicker plans={plans} value={query.planId} onChange={choosePlan} />
        <SelectFilter
          label="学段"
          options={SchoolStage.options}
          value={query.stage}
          onChange={(stage) => setQuery({ stage })}
          width={120}
        />
        {children}
      </Form>
    </Panel>
  )
}
