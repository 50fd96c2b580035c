import { Alert, Button, Flex, Skeleton, Tabs } from 'antd'
import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { WireId } from '#contract/core/wire.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { ClassHeader } from './class-header.tsx'
import { EntryTab } from './entry/entry-tab.tsx'
import { LockNote } from './lock-note.tsx'
import { useSheet } from './sheet/use-sheet.ts'

const RetestTab = lazyPart(async () => (await import('./retest/retest-tab.tsx')).RetestTab)

const Address = z.object({
  taskId: WireId.optional(),
  classId: WireId.optional(),
  tab: z.enum(['entry', 'retest']).default('entry'),
  show: z.enum(['unscreened', 'invalid', 'wrong', 'conflict']).optional(),
})

/** Others enter results too: what they did is seen this much later at most. */
const POLL_MS = 10_000

/** One class at work: every student with results and reasons, typed by keyboard, and the retest. */
export function Page() {
  const [{ taskId, classId }] = useUrlState(Address)
  if (taskId === undefined || classId === undefined) {
    const toTasks = <Link to="/eyesight/task-list">去筛查任务</Link>
    return (
      <Panel>
        <EmptyState title="没有选择班级" hint="请从筛查任务中打开一个班级" action={toTasks} />
      </Panel>
    )
  }
  return <Loaded key={`${taskId} ${classId}`} taskId={taskId} classId={classId} />
}

function Loaded({ taskId, classId }: { taskId: number; classId: number }) {
  const grid = useCall(recordEndpoints.classGrid, { taskId, classId }, { background: true })
  const { refetch } = grid
  const { data: latest } = useCall(
    recordEndpoints.gridStamp,
    { taskId, classId },
    { background: true, refetchInterval: POLL_MS },
  )
  const seen = useRef<string>(undefined)
  // Looking at a class is on record: it is read again only when somebody has changed something.
  useEffect(() => {
    if (latest === undefined) return
    if (seen.current !== undefined && seen.current !== latest.stamp) void refetch()
    seen.current = latest.stamp
  }, [latest, refetch])
  const retry = () => void refetch()
  if (grid.data) {
    const { error } = grid
    return <ClassWork grid={grid.data} stale={error?.message ?? null} onRefresh={retry} />
  }
  return (
    <Panel>
      {grid.error ? (
        <EmptyState
          title="班级无法打开"
          hint={`${grid.error.message}。任务可能已调整，或不在您的数据范围内`}
          action={<Button onClick={retry}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Panel>
  )
}

type Props = { grid: ClassGrid; stale: string | null; onRefresh: () => void }

function ClassWork({ grid, stale, onRefresh }: Props) {
  const [{ tab, show }, setAddress] = useUrlState(Address)
  const sheet = useSheet(grid, onRefresh)
  const started = grid.task.status !== TaskStatus.code.waiting
  return (
    <Flex vertical gap="middle">
      <Panel>
        <ClassHeader grid={grid} sheet={sheet} onClass={(classId) => setAddress({ classId })} />
      </Panel>
      <LockNote grid={grid} />
      {stale !== null && <Alert type="warning" showIcon title={`没有取得最新内容：${stale}`} />}
      <Panel tight>
        <Tabs
          activeKey={tab}
          tabBarStyle={{ marginBottom: 10 }}
          onChange={(next) => setAddress({ tab: Address.shape.tab.parse(next) })}
          items={[
            {
              key: 'entry',
              label: '录入',
              children: (
                <EntryTab
                  grid={grid}
                  sheet={sheet}
                  filter={show}
                  onFilter={(next) => setAddress({ show: next }, { replace: true })}
                  onRefresh={onRefresh}
                />
              ),
            },
            {
              key: 'retest',
              label: '复测',
              disabled: !started,
              children: (
                <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
                  <RetestTab grid={grid} />
                </Suspense>
              ),
            },
          ]}
        />
      </Panel>
    </Flex>
  )
}
