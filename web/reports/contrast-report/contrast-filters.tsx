import { PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Segmented, Select } from 'antd'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { CONTRAST_MAX, unitCode } from '#contract/reports/contrast/contrast-query.ts'
import layout from '#web/core/layout.module.css'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { DownloadMenu } from '../parts/download-menu.tsx'
import { FreezeButton } from '../parts/frozen/freeze-button.tsx'
import { FrozenListButton } from '../parts/frozen/frozen-list-button.tsx'
import styles from './contrast-report.module.css'
import { UnitSteps } from './unit-steps.tsx'
import type { ContrastState } from './use-contrast.ts'

const WAYS = [
  { value: 'plans' as const, label: '比较计划' },
  { value: 'units' as const, label: '比较单位' },
]

/** What is put side by side: plans of a unit, or units of a plan. */
export function ContrastFilters({ state }: { state: ContrastState }) {
  const { by, placePlan, path, report, isComplete, go, compareBy } = state
  return (
    <Panel tight>
      <Flex justify="space-between" align="start" gap="middle">
        <Form layout="inline" component="search" className={layout.filterBar}>
          <Form.Item>
            <Segmented aria-label="比较什么" value={by} onChange={compareBy} options={WAYS} />
          </Form.Item>
          {by === 'plans' ? <PlansField state={state} /> : <PlanField state={state} />}
          {placePlan !== undefined && <UnitSteps planId={placePlan} path={path} onGo={go} />}
          {by === 'units' && <UnitsField state={state} />}
        </Form>
        <Flex gap="small">
          <RefreshButton loading={report.isFetching} onClick={() => isComplete && void report.refetch()} />
          <FrozenListButton
            kind="contrast"
            here={report.data && { planId: report.data.plan.planId, unit: report.data.unit.key }}
          />
          <FreezeButton report={report.data} request={state.request} />
          <DownloadMenu report={state.request} cautions={report.data?.cautions} />
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            disabled={!isComplete || !report.data || report.isPlaceholderData}
            onClick={() => window.print()}
          >
            打印
          </Button>
        </Flex>
      </Flex>
    </Panel>
  )
}

const planOptions = ({ plans }: ContrastState) =>
  plans.list.map(({ planId: value, planName, status }) => ({
    value,
    label: `${planName}（${PlanStatus.label(status)}）`,
  }))

/** The first one is what the others are measured against. */
function PlansField({ state }: { state: ContrastState }) {
  return (
    <Form.Item label="筛查计划">
      <Select
        mode="multiple"
        aria-label="筛查计划"
        value={state.planIds}
        onChange={state.choosePlans}
        maxCount={CONTRAST_MAX}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={`请选择 2 至 ${CONTRAST_MAX} 个计划，以第一个为基准`}
        className={styles.compared}
        options={planOptions(state)}
      />
    </Form.Item>
  )
}

function PlanField({ state }: { state: ContrastState }) {
  return (
    <Form.Item label="筛查计划">
      <Select
        aria-label="筛查计划"
        value={state.planId}
        onChange={state.choosePlan}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择计划"
        className={layout.width340}
        options={planOptions(state)}
      />
    </Form.Item>
  )
}

function UnitsField({ state }: { state: ContrastState }) {
  const { unitIds, places, unitNames, chooseUnits } = state
  const offered =
    places.data?.rows.map(({ unit }) => ({ value: unitCode(unit) ?? '', label: unit.name })) ?? []
  // Those chosen elsewhere stay, under the names they were seen by.
  const others = unitIds
    .filter((code) => offered.every(({ value }) => value !== code))
    .map((code) => ({ value: code, label: unitNames.get(code) ?? '…' }))
  return (
    <Form.Item label="对比单位">
      <Select
        mode="multiple"
        aria-label="对比单位"
        value={unitIds}
        onChange={chooseUnits}
        maxCount={CONTRAST_MAX}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={`请选择 2 至 ${CONTRAST_MAX} 个同级单位，以第一个为基准`}
        className={styles.compared}
        options={[...offered, ...others]}
      />
    </Form.Item>
  )
}
