import { Form, Radio, Select, Tooltip } from 'antd'
import { CityProperty, SchoolStage, Sex } from '#contract/core/codes.ts'
import { Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import {
  type DesignLevel,
  dimensionFault,
  propertyFault,
  sexFault,
  stageFault,
} from '#contract/reports/design/design-faults.ts'
import {
  DesignComparison,
  DesignDimension,
  type ReportDesign,
} from '#contract/reports/design/design-schemas.ts'
import layout from '#web/core/layout.module.css'
import { Panel } from '#web/widgets/panel.tsx'
import { ChartFields } from './chart-fields.tsx'
import styles from './design.module.css'
import { IndicatorFields } from './indicator-fields.tsx'
import { UnitFields } from './unit-fields.tsx'
import type { DesignState } from './use-design.ts'

type FieldsProps = {
  draft: ReportDesign
  level: DesignLevel
  plans: DesignState['plans']
  onChange: (patch: Partial<ReportDesign>) => void
}

/** The choices a report is made of; the report next to it follows every choice. */
export function Builder({ state }: { state: DesignState }) {
  const { draft, level, plans, change } = state
  if (!draft) return null
  const fields = { draft, level, plans, onChange: change }
  return (
    <Panel>
      <Form layout="vertical" component="search" aria-label="报告设计" className={styles.designForm}>
        <UnitFields state={state} />
        <DimensionField {...fields} />
        <FilterFields {...fields} />
        <PlanFields {...fields} />
        <IndicatorFields draft={draft} onChange={change} />
        <ChartFields draft={draft} onChange={change} />
      </Form>
    </Panel>
  )
}

function DimensionField({ draft, level, onChange }: FieldsProps) {
  return (
    <Form.Item label="分列方式">
      <Radio.Group
        aria-label="分列方式"
        value={draft.dimension}
        onChange={({ target }) => onChange({ dimension: target.value as ReportDesign['dimension'] })}
        className={styles.designDimensions}
      >
        {DesignDimension.options.map(({ value, label }) => {
          const why = dimensionFault(value, level)
          return (
            <Tooltip key={value} title={why}>
              <Radio.Button value={value} disabled={why !== null}>
                {label}
              </Radio.Button>
            </Tooltip>
          )
        })}
      </Radio.Group>
    </Form.Item>
  )
}

const LATEST = [
  { value: 'any', label: '最近一次' },
  ...Season.options.map(({ value, label }) => ({ value: `season ${value}`, label: `最近一次${label}` })),
]

/** A plan by its name, or whichever is the latest when the report is opened. */
function PlanFields({ draft, plans, onChange }: FieldsProps) {
  const { planId, season, comparison, lastPlanId } = draft
  const named = plans.map((plan) => ({
    value: String(plan.planId),
    label: `${plan.planName}（${PlanStatus.label(plan.status)}）`,
  }))
  const choose = (value: string) => {
    if (value === 'any') return onChange({ planId: undefined, season: undefined })
    const [, latest] = /^season (\d)$/.exec(value) ?? []
    if (latest)
      return onChange({ planId: undefined, season: Season.codes.find((code) => code === Number(latest)) })
    return onChange({ planId: Number(value), season: undefined })
  }
  return (
    <>
      <Form.Item label="筛查计划">
        <Select
          aria-label="筛查计划"
          value={planId === undefined ? (season === undefined ? 'any' : `season ${season}`) : String(planId)}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { label: '随时间更新', options: LATEST },
            { label: '固定计划', options: named },
          ]}
          onChange={choose}
        />
      </Form.Item>
      <Form.Item label="对比">
        <Select
          aria-label="对比"
          value={comparison}
          options={DesignComparison.options}
          onChange={(value) => onChange({ comparison: value })}
        />
        {comparison === 'plan' && (
          <Select
            aria-label="对比计划"
            value={lastPlanId}
            placeholder="请选择要对比的计划"
            showSearch={{ optionFilterProp: 'label' }}
            className={layout.above8}
            options={plans
              .filter((plan) => plan.planId !== planId)
              .map((plan) => ({ value: plan.planId, label: plan.planName }))}
            onChange={(value: number) => onChange({ lastPlanId: value })}
          />
        )}
      </Form.Item>
    </>
  )
}

function FilterFields({ draft, level, onChange }: FieldsProps) {
  const { stage, sex, cityProperty } = draft
  return (
    <Form.Item label="筛选（不选为全部）">
      <div className={styles.designFilters}>
        <Filter
          label="学段"
          value={stage}
          options={SchoolStage.options}
          why={stageFault(draft)}
          onChange={(value) => onChange({ stage: value })}
        />
        <Filter
          label="性别"
          value={sex}
          options={Sex.options}
          why={sexFault(draft)}
          onChange={(value) => onChange({ sex: value })}
        />
        <Filter
          label="城乡"
          value={cityProperty}
          options={CityProperty.options}
          why={propertyFault(draft, level)}
          onChange={(value) => onChange({ cityProperty: value })}
        />
      </div>
    </Form.Item>
  )
}

type FilterProps<V> = {
  label: string
  value: V | undefined
  options: { value: V; label: string }[]
  /** Why it cannot be chosen. */
  why: string | null
  onChange: (value: V | undefined) => void
}

function Filter<V extends number>({ label, value, options, why, onChange }: FilterProps<V>) {
  return (
    <Tooltip title={why}>
      <Select<V | undefined>
        aria-label={label}
        value={value}
        allowClear
        placeholder={label}
        disabled={why !== null}
        options={options}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    </Tooltip>
  )
}
