import type { ProgressView } from '#contract/overview/progress.ts'
import { StackedBar } from '../chart/stacked-bar.tsx'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'

export function TaskStates({ tasks }: { tasks: ProgressView['tasks'] }) {
  const { completed, underWay, waiting, overdue, waitingMost } = tasks
  const all = completed + underWay + waiting + overdue
  const most = waitingMost ? ` · 未开始中${waitingMost.name} ${countText(waitingMost.tasks)} 项` : ''
  return (
    <Panel title="筛查任务" aside={`共 ${countText(all)} 项${most}`}>
      {all === 0 ? (
        <WallMessage>还没有筛查任务。</WallMessage>
      ) : (
        <StackedBar
          label="筛查任务的状态"
          parts={[
            { key: 'completed', label: '已完成', value: completed, color: '--wall-progress3' },
            { key: 'underWay', label: '进行中', value: underWay, color: '--wall-progress1' },
            { key: 'waiting', label: '未开始', value: waiting, color: 'hatch' },
            {
              key: 'overdue',
              label: '逾期',
              value: overdue,
              color: '--wall-attention',
              attention: overdue > 0,
            },
          ]}
        />
      )}
    </Panel>
  )
}
