import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'

/** Where a page of figures has no plan to speak of. */
export const NoPlan = () => (
  <Panel>
    <EmptyState title="还没有筛查计划" hint="计划发布并分配任务后，在此查看进度与指标" />
  </Panel>
)
