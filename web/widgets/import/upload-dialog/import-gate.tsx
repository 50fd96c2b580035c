import { Alert, Button } from 'antd'
import { rosterGateEndpoints } from '#contract/plans/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'

export type GatedImport = 'roster' | 'division'
export type ImportGate = {
  /** No known screening blocks an import for the school. */
  free: boolean
  checking: boolean
  refused: boolean
  planNames: readonly string[]
  error: Error | null
  retry: () => void
}

/** Whether screening under way blocks changes of a school's roster (spec §4, §5). */
export function useImportGate(kind: GatedImport, orgId: number | undefined): ImportGate {
  const input = { orgId: orgId ?? 0 }
  const asked = orgId !== undefined
  const plans = useCall(rosterGateEndpoints.isPlanComplete, input, { enabled: asked && kind === 'roster' })
  const status = useCall(rosterGateEndpoints.canOperateByPlanStatus, input, {
    enabled: asked && kind === 'division',
  })
  const { isFetchedAfterMount, isFetching, error, refetch } = kind === 'roster' ? plans : status
  // What was true at an earlier look, or of another school, says nothing.
  const known = isFetchedAfterMount && !isFetching && !error
  const allowed = kind === 'roster' ? plans.data?.complete : status.data
  return {
    free: !asked || (known && allowed === true),
    checking: asked && isFetching,
    refused: asked && known && allowed === false,
    planNames: plans.data?.planNames ?? [],
    error: asked && !isFetching ? error : null,
    retry: () => void refetch(),
  }
}

export function ImportGateNote({ kind, gate }: { kind: GatedImport; gate: ImportGate }) {
  if (gate.error) {
    return (
      <Alert
        type="error"
        showIcon
        title="无法确认学校的筛查计划是否已完成"
        description={gate.error.message}
        action={<Button onClick={gate.retry}>重试</Button>}
      />
    )
  }
  if (!gate.refused) return null
  const names = gate.planNames.map((name) => `“${name}”`).join('、')
  const title =
    kind === 'roster'
      ? `学校的筛查计划${names}未完成，结束后才能导入名单`
      : '学校有进行中的筛查任务，结束后才能导入学年分班'
  return <Alert type="warning" showIcon title={title} />
}
