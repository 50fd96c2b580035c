import { Alert, Button, Flex, Segmented } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'
import { UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { hasOwnText } from '#contract/reports/own-text/own-text.ts'
import { ROSTER_TABLE, tableOnly } from '#contract/reports/report/report-layout.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { PrintLink } from '#web/widgets/print/print-link.tsx'
import { FreezeButton } from './frozen/freeze-button.tsx'
import { FrozenListButton } from './frozen/frozen-list-button.tsx'
import { FrozenPage } from './frozen/frozen-page.tsx'
import type { TextUnit } from './own-text/drafts.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportFrame } from './report-frame.tsx'
import type { FixedKind } from './report-kinds.ts'
import { type ReportState, useReport } from './use-report.ts'

export const FrozenAddress = z.object({ reportNo: z.string().trim().max(40).optional() })

/** A report of a fixed kind: which one is chosen above, below it reads from the title to the notes. */
export function ReportPage({ kind }: { kind: FixedKind }) {
  const [{ reportNo }] = useUrlState(FrozenAddress)
  return reportNo ? <FrozenPage kind={kind} reportNo={reportNo} /> : <LiveReport kind={kind} />
}

function LiveReport({ kind }: { kind: FixedKind }) {
  const state = useReport(kind)
  const { plans, report, tableId } = state
  const shown = useMemo(
    () => (report.data && tableId ? (tableOnly(report.data, tableId) ?? report.data) : report.data),
    [report.data, tableId],
  )
  const writing = useWriting(state)
  if (plans.known && plans.list.length === 0 && state.planId === undefined) {
    return (
      <Panel>
        <EmptyState title="还没有可以出报告的筛查计划" hint="计划开始并有筛查结果后，在此查看报告" />
      </Panel>
    )
  }
  return (
    <ReportFrame
      filters={
        <ReportFilters
          state={state}
          extra={
            <>
              {kind === 'class' && <RosterSwitch state={state} />}
              <SummaryLink state={state} kind={kind} />
              <FrozenListButton kind={kind} here={hereOf(state)} />
              <FreezeButton report={report.data} request={state.request} />
            </>
          }
        />
      }
      problem={problemOf(state, kind)}
      report={{ data: shown, isPlaceholderData: report.isPlaceholderData }}
      lastPlanId={state.lastPlanId}
      writing={writing}
      source={{ report: state.request, ...state.namesAsked }}
    />
  )
}

/** Which report the reader may write a text into: one of a kind that has it, and not while only a table is in sight. */
function useWriting({ report: { data }, tableId }: ReportState): TextUnit | undefined {
  const allowed = useAllowed(['writeReportText'])
  const may = allowed && data && !tableId && hasOwnText(data.kind)
  return useMemo(() => (may ? { planId: data.plan.planId, ...data.unit.key } : undefined), [may, data])
}

/** The whole report of a class, or its list of students alone. */
function RosterSwitch({ state: { report, tableId, showOnly } }: { state: ReportState }) {
  const hasRoster = report.data !== undefined && tableOnly(report.data, ROSTER_TABLE) !== undefined
  return (
    <Segmented
      aria-label="内容"
      value={tableId === ROSTER_TABLE ? ROSTER_TABLE : ''}
      onChange={(chosen) => showOnly(chosen || undefined)}
      options={[
        { value: '', label: '全部内容' },
        { value: ROSTER_TABLE, label: '只要名单', disabled: !hasRoster },
      ]}
    />
  )
}

const WITH_SUMMARY: readonly FixedKind[] = ['school', 'grade', 'class']

/** 汇总表 of the school, grade or class on paper. */
function SummaryLink({ state: { report }, kind }: { state: ReportState; kind: FixedKind }) {
  const mayPrint = useAllowed(['classDetail', 'classDetailTakingPart'])
  if (!mayPrint || !report.data || !WITH_SUMMARY.includes(kind)) return null
  const { plan, unit } = report.data
  return <PrintLink choice={{ planId: plan.planId, ...unit.key, form: 'summary' }}>打印汇总表</PrintLink>
}

/** Plan and unit of the report in sight. */
const hereOf = ({ report: { data } }: ReportState) =>
  data && { planId: data.plan.planId, unit: data.unit.key }

/** Why the report cannot be shown, with a way to solve it. */
function problemOf({ plans, places, report, hasUnit, go }: ReportState, kind: FixedKind) {
  const unit = UnitLevel.label(kind)
  if (places.error) {
    return (
      <Failure
        title={`没有找到所选的${unit}，或该计划中没有它`}
        reason={places.error.message}
        actions={
          <>
            <Button onClick={() => void places.refetch()}>重试</Button>
            <Button type="primary" onClick={() => go({})}>
              重新选择{unit}
            </Button>
          </>
        }
      />
    )
  }
  const failed = plans.error ? { ...plans, refetch: plans.retry } : report
  if (failed.error) {
    return (
      <Failure
        title="报告加载失败"
        reason={failed.error.message}
        actions={<Button onClick={() => void failed.refetch()}>重试</Button>}
      />
    )
  }
  if (hasUnit) return null
  return (
    <Panel>
      <EmptyState
        title={`该计划中没有可查看的${unit}`}
        hint="请换一个筛查计划；任务开始、名单固定之后，参加筛查的单位才会出现"
      />
    </Panel>
  )
}

type FailureProps = { title: string; reason: string; actions: React.ReactNode }

export function Failure({ title, reason, actions }: FailureProps) {
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={reason}
      action={
        <Flex gap="small" align="center">
          {actions}
        </Flex>
      }
    />
  )
}
