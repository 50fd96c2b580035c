import { Alert, Button, Flex, Popconfirm, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { type ClassGrid, RecordState } from '#contract/eyesight/record-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { RetestComparison } from './retest-comparison.tsx'
import { RetestEntry } from './retest-entry.tsx'
import { RetestFoot } from './retest-foot.tsx'
import { drawnSentence } from './retest-sums.ts'

type Scope = 'class' | 'task'
type Drawn = OutputOf<typeof recordEndpoints.drawRetest>
const SCOPES: { value: Scope; label: string }[] = [
  { value: 'class', label: '本班' },
  { value: 'task', label: '整个任务' },
]

/** A sample of students examined a second time, without sight of the first reading. */
export function RetestTab({ grid }: { grid: ClassGrid }) {
  const { taskId } = grid.task
  const [scope, setScope] = useState<Scope>('class')
  const inClass = scope === 'class'
  const list = useCall(recordEndpoints.retestList, {
    taskId,
    classId: inClass ? grid.classId : undefined,
  })
  const mayRetest = useAllowed(['retestRun']) && grid.task.can.retest
  const validInClass = grid.rows.filter(
    ({ conclusion, blind }) => conclusion.state === RecordState.code.valid || blind,
  ).length
  return (
    <Flex vertical gap="middle" className={layout.paddedBelow12}>
      <Flex justify="space-between" align="center" gap="small" wrap>
        <Segmented<Scope> aria-label="复测名单的范围" value={scope} onChange={setScope} options={SCOPES} />
        {mayRetest && <DrawButton taskId={taskId} />}
      </Flex>
      {list.data && !list.isPlaceholderData ? (
        <>
          <RetestEntry
            rows={list.data.filter(({ done }) => !done)}
            any={list.data.length > 0}
            grid={grid}
            withClass={!inClass}
            mayRetest={mayRetest}
          />
          <RetestComparison rows={list.data.filter(({ done }) => done)} withClass={!inClass} />
          <RetestFoot rows={list.data} valid={inClass ? validInClass : grid.task.progress.valid} />
        </>
      ) : list.error ? (
        <EmptyState
          title="复测名单加载失败"
          hint={list.error.message}
          action={<Button onClick={() => void list.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Flex>
  )
}

function DrawButton({ taskId }: { taskId: number }) {
  const [drawn, setDrawn] = useState<Drawn>()
  const draw = useSend(recordEndpoints.drawRetest, {
    refreshes: [recordEndpoints.retestList, recordEndpoints.classGrid],
    success: false,
  })
  const handleDraw = async () => {
    const answer = await draw.send({ taskId })
    if (answer.ok) setDrawn(answer.data)
  }
  return (
    <Flex gap="small" align="center" wrap>
      {drawn && <Alert type="success" showIcon title={drawnSentence(drawn)} />}
      <Popconfirm
        title="抽取复测学生？"
        description="按计划的比例，从整个任务的有效学生中随机抽取；已抽取的不变，只补足不够的。"
        okText="抽取"
        onConfirm={handleDraw}
      >
        <Button type="primary" loading={draw.sending}>
          抽取复测
        </Button>
      </Popconfirm>
    </Flex>
  )
}
