import { Button, Flex, Form, Tabs, Typography } from 'antd'
import { useMemo } from 'react'
import { WarningScope } from '#contract/warning/rules.ts'
import { ACTED_AT_ONCE, type WarningRow, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { ListTable } from '#web/widgets/list/list-table.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { PlanPicker } from '#web/widgets/plan/plan-picker.tsx'
import { useSteps } from '../parts/use-steps.tsx'
import { BatchBar } from './batch-bar.tsx'
import { tableWidth, warningColumns } from './columns.tsx'
import { WarningFilters } from './filters.tsx'
import { TAB_WORDS, type TabScope } from './scope-tabs.ts'
import { SummaryStrip } from './summary-strip.tsx'
import { useWarningList, type WarningListState } from './use-warning-list.ts'

const ExportDialog = lazyPart(
  async () => (await import('#web/widgets/export/export-dialog.tsx')).ExportDialog,
)

/** Warnings of a plan: of students, classes, schools and areas. */
export function Page() {
  const state = useWarningList()
  const { plans, planId, tab, tabs, listQuery } = state
  if (plans.error && !plans.known) {
    return (
      <Panel>
        <EmptyState
          title="筛查计划加载失败"
          hint={plans.error.message}
          action={<Button onClick={() => void plans.retry()}>重试</Button>}
        />
      </Panel>
    )
  }
  if (plans.known && planId === undefined) {
    return (
      <Panel>
        <EmptyState
          title="还没有筛查计划"
          hint="主管部门发布计划、录入筛查结果后，达到预警规则的学生和单位会列在这里"
        />
      </Panel>
    )
  }
  if (tab === undefined) {
    return (
      <Panel>
        <EmptyState title="没有可以查看的预警" hint="您的账号没有查看学生的权限，请联系本机构管理员" />
      </Panel>
    )
  }
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <Form layout="inline" component="search" className={layout.filterBar}>
          <PlanPicker plans={plans.list} value={planId} onChange={state.choosePlan} />
          {planId !== undefined && (
            <WarningFilters
              planId={planId}
              tab={tab}
              query={listQuery.query}
              place={state.place}
              withSchool={state.withSchool}
              onChange={listQuery.setFilter}
              onGo={state.go}
            />
          )}
          {listQuery.filtered && (
            <Button type="link" onClick={listQuery.reset}>
              清空筛选
            </Button>
          )}
        </Form>
      </Panel>
      <Panel>
        <Tabs
          activeKey={String(tab)}
          onChange={(key) => {
            const next = tabs.find((each) => String(each) === key)
            if (next !== undefined) state.chooseTab(next)
          }}
          items={tabs.map((each) => ({ key: String(each), label: tabLabel(state, each) }))}
        />
        <SummaryStrip
          counts={state.countsOfTab(tab)}
          filter={listQuery.query}
          onChange={listQuery.setFilter}
        />
        <div className={layout.above16}>
          <Warnings key={tab} state={state} tab={tab} />
        </div>
      </Panel>
    </Flex>
  )
}

function tabLabel({ countsOfTab }: WarningListState, tab: TabScope): string {
  const open = countsOfTab(tab)?.open
  return open === undefined ? TAB_WORDS[tab] : `${TAB_WORDS[tab]} ${formatNumber(open)}`
}

function Warnings({ state, tab }: { state: WarningListState; tab: TabScope }) {
  const { list, listQuery, planId, place, withSchool } = state
  // What is done for a child is the school's to do: `withSchool` is who looks at several.
  const mayAct = useAllowed(['warningAct']) && !(withSchool && tab === WarningScope.code.student)
  const columns = useMemo(() => warningColumns(tab, withSchool), [tab, withSchool])
  const { chosen, onChange } = useChosenRows<WarningRow>(JSON.stringify([planId, place, listQuery.filter]))
  const exporting = useDialog(ExportDialog, { filters: state.exported })
  const steps = useSteps(() => onChange([]))
  return (
    <>
      <ListTable
        columns={columns}
        rowKey="warningId"
        size="small"
        list={list}
        {...listQuery.table}
        minWidth={tableWidth(columns, mayAct)}
        selection={
          mayAct
            ? {
                chosen,
                onChange: (rows) => onChange(rows.slice(0, ACTED_AT_ONCE)),
                nameOf: ({ name, unitName }) => name ?? unitName ?? '',
              }
            : undefined
        }
        title={
          chosen.length > 0 ? (
            <BatchBar
              warnings={chosen}
              offered={steps.offered}
              reminding={steps.reminding}
              onTake={(step) => void steps.take(step, chosen)}
              onClear={() => onChange([])}
            />
          ) : (
            <Typography.Text type="secondary" aria-live="polite">
              {list.data && !list.isPlaceholderData && `共 ${formatNumber(list.data.total)} 条`}
            </Typography.Text>
          )
        }
        toolbar={
          <>
            {state.namesButton}
            <Allowed any={['exportWarnings']}>
              <Button onClick={() => exporting.show()}>导出</Button>
            </Allowed>
          </>
        }
        empty={<NoWarnings state={state} tab={tab} />}
      />
      {steps.element}
      {exporting.element}
    </>
  )
}

function NoWarnings({ state, tab }: { state: WarningListState; tab: TabScope }) {
  const { student } = WarningScope.code
  const closed = state.countsOfTab(tab)?.ofStatus(WarningStatus.code.closed) ?? 0
  if (closed > 0) {
    return (
      <EmptyState
        title="没有未关闭的预警"
        hint={`${formatNumber(closed)} 条预警都已关闭`}
        action={
          <Button onClick={() => state.listQuery.setFilter({ status: WarningStatus.code.closed })}>
            查看已关闭的预警
          </Button>
        }
      />
    )
  }
  if (tab === student) {
    return (
      <EmptyState
        title="没有预警的学生"
        hint="录入的结果达到预警规则时，学生会自动列在这里；此前的预警可在上方选择其他计划查看"
      />
    )
  }
  const students = state.tabs.includes(student) ? state.countsOfTab(student)?.open : undefined
  return (
    <EmptyState
      title={`没有预警的${TAB_WORDS[tab]}`}
      hint="计划临近结束或结束后，各项比率达到预警规则的单位会自动列在这里"
      action={
        students ? (
          <Button onClick={() => state.chooseTab(student)}>查看 {formatNumber(students)} 名预警学生</Button>
        ) : undefined
      }
    />
  )
}
