import { z } from 'zod'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { errorText } from '../frame/error-text.ts'
import { PlanPicker } from '../frame/plan-picker.tsx'
import { useWall } from '../frame/use-wall.ts'
import { useWallPlan } from '../frame/use-wall-plan.ts'
import { WallFrame } from '../frame/wall-frame.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { OrganisationPanels } from './organisation-panels.tsx'

const Address = z.object({ planId: z.coerce.number().int().positive().optional() })
const TITLE = '筛查机构驾驶舱'
/** Nothing stands above the own organisation. */
const nowhere = () => undefined
const NOTHING = '还没有分配给本机构的筛查任务，分配后这里显示进度。'

/** The screen of a hospital or a social organisation: its tasks, its teams today, what it owes. */
export function Page() {
  const [{ planId: asked }, setQuery] = useUrlState(Address)
  const { plans, planId, isRead, error } = useWallPlan(asked, null)
  if (planId === undefined) {
    return (
      <WallFrame
        path={[]}
        title={TITLE}
        planPicker={null}
        live={{ updatedAt: 0, away: false, note: '' }}
        onOpen={nowhere}
        onBack={null}
      >
        <WallMessage>{error ? errorText(error) : isRead ? NOTHING : '正在读取筛查计划'}</WallMessage>
      </WallFrame>
    )
  }
  return <Cockpit planId={planId} plans={plans} onChoose={(chosen) => setQuery({ planId: chosen })} />
}

type Props = {
  planId: number
  plans: Parameters<typeof PlanPicker>[0]['plans']
  onChoose: (planId: number) => void
}

function Cockpit({ planId, plans, onChoose }: Props) {
  const wall = useWall(overviewEndpoints.overviewOrganisation, { planId })
  const { data } = wall
  return (
    <WallFrame
      path={data?.path ?? []}
      title={TITLE}
      planPicker={<PlanPicker plan={data?.plan} plans={plans} onChoose={onChoose} />}
      live={wall}
      onOpen={nowhere}
      onBack={null}
    >
      {wall.error ? (
        <WallMessage>{errorText(wall.error)}</WallMessage>
      ) : data ? (
        <OrganisationPanels view={data.view} plan={data.plan} today={data.today} />
      ) : (
        <WallMessage>正在读取</WallMessage>
      )}
    </WallFrame>
  )
}
