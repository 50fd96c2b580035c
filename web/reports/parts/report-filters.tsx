import { PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Select } from 'antd'
import type { ReactNode } from 'react'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { NO_COMPARED_PLAN } from '#contract/reports/report/report-schemas.ts'
import layout from '#web/core/layout.module.css'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { UnitSelect } from './unit-select.tsx'
import type { ReportState } from './use-report.ts'

/** Which plan, compared with which, and whose report. */
export function ReportFilters({ state, extra }: { state: ReportState; extra?: ReactNode }) {
  const { planId, plans, path, report, go } = state
  return (
    <Panel tight>
      <Flex justify="space-between" align="start" gap="middle">
        <Form layout="inline" component="search" className={layout.filterBar}>
          <Form.Item label="筛查计划">
            <Select
              aria-label="筛查计划"
              value={planId}
              onChange={state.choosePlan}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择计划"
              className={layout.width340}
              options={plans.list.map(({ planId: value, planName, status }) => ({
                value,
                label: `${planName}（${PlanStatus.label(status)}）`,
              }))}
            />
          </Form.Item>
          <ComparedPlan state={state} />
          {planId !== undefined &&
            path.map((unit, nth) => {
              const parent = path[nth - 1]
              return (
                parent && (
                  <UnitSelect key={unit.level} planId={planId} parent={parent} unit={unit} onGo={go} />
                )
              )
            })}
        </Form>
        <Flex gap="small">
          {state.namesButton}
          {extra}
          <RefreshButton loading={report.isFetching} onClick={() => void report.refetch()} />
          <DownloadMenu
            report={state.request}
            tableId={state.tableId}
            namesAsked={state.namesAsked}
            cautions={report.data?.cautions}
          />
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            disabled={!report.data || report.isPlaceholderData}
            onClick={() => window.print()}
          >
            打印
          </Button>
        </Flex>
      </Flex>
    </Panel>
  )
}

/** The plan's own unless another one is chosen. */
function ComparedPlan({ state }: { state: ReportState }) {
  const { planId, lastPlanId, plans, report, compareWith } = state
  const own = plans.list.find((plan) => plan.planId === planId)?.lastPlanId ?? undefined
  const others = plans.list.filter((plan) => plan.planId !== planId)
  const known = others.some((plan) => plan.planId === own)
  return (
    <Form.Item label="对比计划">
      <Select
        aria-label="对比计划"
        value={lastPlanId ?? (known ? own : undefined)}
        allowClear={lastPlanId !== undefined}
        onChange={(chosen: number | undefined) => compareWith(chosen === own ? undefined : chosen)}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={report.data?.lastPlan?.planName ?? '计划未指定对比'}
        className={layout.width240}
        options={[
          ...(known ? [{ value: NO_COMPARED_PLAN, label: '不比较' }] : []),
          ...others.map(({ planId: value, planName }) => ({
            value,
            label: value === own ? `${planName}（计划指定）` : planName,
          })),
        ]}
      />
    </Form.Item>
  )
}
