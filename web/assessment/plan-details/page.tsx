import { Button, Flex, Skeleton, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { AssessPlanId } from '#contract/assessment/plan-schemas.ts'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { Events } from '../parts/events.tsx'
import { AppealsTab } from './appeals-tab.tsx'
import { LeafTab } from './leaf-tab.tsx'
import { PlanHeader } from './plan-header.tsx'
import { RankingTab } from './ranking-tab.tsx'
import { UnitsTab } from './units-tab.tsx'

const TABS = ['units', 'leaves', 'ranking', 'appeals', 'events'] as const
type TabName = (typeof TABS)[number]
const TITLES: Record<TabName, string> = {
  units: '申报进度',
  leaves: '按指标评审',
  ranking: '结果排名',
  appeals: '异议',
  events: '经过',
}
const Tab = z.enum(TABS)
const Address = z.object({
  planId: AssessPlanId.optional(),
  tab: Tab.default('units'),
  leafKey: z.string().optional(),
})

/** A plan of assessment: how far the units are, their reviews, and the results. */
export function Page() {
  const [{ planId, tab, leafKey }, setAddress] = useUrlState(Address)
  const plan = useCall(
    assessmentEndpoints.assessPlan,
    { planId: planId ?? 0 },
    { enabled: planId !== undefined },
  )
  const known = plan.data?.planId === planId ? plan.data : undefined
  if (!known) {
    return (
      <Panel>
        {planId === undefined ? (
          <EmptyState title="没有指明计划" hint="请从考核计划列表进入" />
        ) : plan.error ? (
          <EmptyState
            title="没有找到这个计划，或不在您的范围内"
            hint={plan.error.message}
            action={<Button onClick={() => void plan.refetch()}>重试</Button>}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </Panel>
    )
  }
  const isDraft = known.status === AssessPlanStatus.code.draft
  const contents: Record<TabName, () => ReactNode> = {
    units: () => <UnitsTab plan={known} />,
    leaves: () => (
      <LeafTab
        plan={known}
        leafKey={leafKey}
        onLeaf={(next) => setAddress({ leafKey: next }, { replace: true })}
      />
    ),
    ranking: () => <RankingTab plan={known} />,
    appeals: () => <AppealsTab plan={known} />,
    events: () => <Events events={known.events} />,
  }
  return (
    <Flex vertical gap="middle">
      <Panel>
        <PlanHeader plan={known} />
      </Panel>
      <Panel>
        {isDraft ? (
          <>
            <EmptyState title="计划还是草稿" hint="发布后各单位开始自评，申报进度、评审和结果在此显示" />
            <Events events={known.events} />
          </>
        ) : (
          <>
            <Tabs
              activeKey={tab}
              onChange={(next) => setAddress({ tab: Tab.parse(next) }, { replace: true })}
              items={TABS.map((name) => ({
                key: name,
                label:
                  name === 'appeals' && known.progress.openAppeals > 0
                    ? `${TITLES[name]}（${known.progress.openAppeals} 待答复）`
                    : TITLES[name],
              }))}
            />
            {contents[tab]()}
          </>
        )}
      </Panel>
    </Flex>
  )
}
