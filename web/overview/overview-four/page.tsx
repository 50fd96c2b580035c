import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { errorText } from '../frame/error-text.ts'
import { PlanPicker } from '../frame/plan-picker.tsx'
import { useWall } from '../frame/use-wall.ts'
import { useWallPlan } from '../frame/use-wall-plan.ts'
import { WallAddress } from '../frame/wall-address.ts'
import { WallFrame } from '../frame/wall-frame.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { executorsText } from '../school/school-words.ts'
import { CockpitView } from './cockpit-view.tsx'

const TITLE = '学校驾驶舱'

/** The school's own screen, fit for its hall: sums of classes, no names. */
export function Page() {
  const [{ planId: asked, id }] = useUrlState(WallAddress)
  const { plans, planId, isRead, error } = useWallPlan(asked, null)
  if (planId !== undefined) return <Cockpit plans={plans} planId={planId} orgId={id} />
  return (
    <WallFrame
      path={[]}
      title={TITLE}
      planPicker={<PlanPicker plan={undefined} plans={plans} onChoose={() => undefined} />}
      live={{ updatedAt: 0, away: false, note: '' }}
      onOpen={() => undefined}
      onBack={null}
    >
      <WallMessage>
        {error
          ? errorText(error)
          : isRead
            ? '本校还没有已发布的筛查计划，发布后这里显示各班进度。'
            : '正在读取筛查计划'}
      </WallMessage>
    </WallFrame>
  )
}

type Props = { plans: readonly PlanChoice[]; planId: number; orgId: number | undefined }

function Cockpit({ plans, planId, orgId }: Props) {
  const [, setQuery] = useUrlState(WallAddress)
  const wall = useWall(overviewEndpoints.overviewSchool, orgId === undefined ? { planId } : { planId, orgId })
  const { data, error } = wall
  return (
    <WallFrame
      path={data ? [data.unit] : []}
      title={TITLE}
      planPicker={
        <>
          <PlanPicker plan={data?.plan} plans={plans} onChoose={(next) => setQuery({ planId: next })} />{' '}
          {executorsText(data?.view.executors)}
        </>
      }
      live={wall}
      onOpen={() => undefined}
      onBack={null}
    >
      {error ? (
        <WallMessage>{errorText(error)}</WallMessage>
      ) : data ? (
        <CockpitView view={data.view} plan={data.plan} today={data.today} />
      ) : (
        <WallMessage>正在读取</WallMessage>
      )}
    </WallFrame>
  )
}
