import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { patchSearch, useUrlState } from '#web/core/url-state.ts'
import { MyopiaView } from '../myopia/myopia-view.tsx'
import { ProgressView } from '../progress/progress-view.tsx'
import { SchoolView } from '../school/school-view.tsx'
import { executorsText } from '../school/school-words.ts'
import { errorText } from './error-text.ts'
import { PlanPicker } from './plan-picker.tsx'
import { Segmented } from './segmented.tsx'
import { useWall, type Wall } from './use-wall.ts'
import { useWallHistory } from './use-wall-history.ts'
import { useWallPlan } from './use-wall-plan.ts'
import { idOf, inMode, type Mode, modeOf, typeOf, type ViewType, WallAddress } from './wall-address.ts'
import { WallFrame } from './wall-frame.tsx'
import { WallMessage } from './wall-message.tsx'

const MODES = [
  { value: 'progress', label: '筛查进度' },
  { value: 'rate', label: '近视率' },
] as const
const SCHOOL: ViewType = 5
const TITLES: Record<Mode, string> = { progress: '学生视力筛查进度', rate: '学生近视率' }

type Props = {
  kind: PlanChoice['kind']
  /** Before the title: 普查. */
  prefix?: string
  /** Where there is no plan of this kind. */
  nothing: string
}

/** A province, a city, a district or a school, by progress or by rates (types 1 to 7), for plans of one kind. */
export function AreaWall({ kind, prefix = '', nothing }: Props) {
  const [{ type, planId: asked, id }] = useUrlState(WallAddress)
  const { plans, planId, isRead, error } = useWallPlan(asked, kind)
  const mode = modeOf(type)
  if (planId === undefined) {
    return (
      <WallFrame
        path={[]}
        title={`${prefix}${TITLES[mode]}`}
        planPicker={<PlanPicker plan={undefined} plans={plans} onChoose={() => undefined} />}
        live={{ updatedAt: 0, away: false, note: '' }}
        onOpen={() => undefined}
        onBack={null}
      >
        <WallMessage>{error ? errorText(error) : isRead ? nothing : '正在读取筛查计划'}</WallMessage>
      </WallFrame>
    )
  }
  const common = { plans, planId, id, mode, title: `${prefix}${TITLES[mode]}` }
  if (type === SCHOOL && id !== undefined)
    return <SchoolWall {...common} orgId={id} title={`${prefix}学校筛查`} />
  return mode === 'rate' ? <RateWall {...common} /> : <ProgressWall {...common} />
}

type OfPlan = {
  plans: readonly PlanChoice[]
  planId: number
  id: number | undefined
  mode: Mode
  title: string
}

const placeOf = ({ planId, id }: OfPlan) => (id === undefined ? { planId } : { planId, areaId: String(id) })

function ProgressWall(props: OfPlan) {
  const wall = useWall(overviewEndpoints.overviewProgress, placeOf(props))
  return (
    <PlaceFrame {...props} wall={wall}>
      {(data, onOpen) => (
        <ProgressView view={data.view} plan={data.plan} unit={data.unit} today={data.today} onOpen={onOpen} />
      )}
    </PlaceFrame>
  )
}

function RateWall(props: OfPlan) {
  const wall = useWall(overviewEndpoints.overviewMyopia, placeOf(props))
  return (
    <PlaceFrame {...props} wall={wall}>
      {(data, onOpen) => <MyopiaView view={data.view} plan={data.plan} unit={data.unit} onOpen={onOpen} />}
    </PlaceFrame>
  )
}

/** Progress and rates of a school stand side by side. */
function SchoolWall({ orgId, ...props }: OfPlan & { orgId: number }) {
  const wall = useWall(overviewEndpoints.overviewSchool, { planId: props.planId, orgId })
  return (
    <PlaceFrame {...props} wall={wall} hasModes={false} executedBy={executorsText(wall.data?.view.executors)}>
      {(data) => <SchoolView view={data.view} plan={data.plan} today={data.today} />}
    </PlaceFrame>
  )
}

type PlaceAnswer = { plan: Parameters<typeof PlanPicker>[0]['plan']; path: Unit[]; unit: Unit } & Parameters<
  typeof useWall
>[1]

function PlaceFrame<A extends { mark: string; at: string; view: unknown } & PlaceAnswer>({
  wall,
  plans,
  mode,
  title,
  hasModes = true,
  executedBy = '',
  children,
}: OfPlan & {
  wall: Wall<A>
  /** Whether there are two views of the place. */
  hasModes?: boolean
  executedBy?: string
  children: (data: NonNullable<Wall<A>['data']>, onOpen: (unit: Unit) => void) => React.ReactNode
}) {
  const { data } = wall
  const { search } = useLocation()
  const [{ type }] = useUrlState(WallAddress)
  const here = data ? `${data.unit.name} · ${title}` : title
  const history = useWallHistory(here)
  const { open } = history
  const onOpen = useCallback(
    (unit: Unit) => open(patchSearch(WallAddress, search, { type: typeOf(unit, mode), id: idOf(unit) })),
    [open, search, mode],
  )
  const unit = data?.unit
  const change = (patch: Partial<WallAddress>) => open(patchSearch(WallAddress, search, patch))
  // A place named by hand may be of another level than the type says.
  const { replace } = history
  const right = unit && typeOf(unit, mode)
  useEffect(() => {
    if (right !== undefined && right !== type)
      replace(patchSearch(WallAddress, window.location.search, { type: right }))
  }, [right, type, replace])
  const above = data?.path.at(-2)
  const canGoBack = history.stack.length > 0 || above !== undefined
  const goBack = useCallback(() => {
    if (!history.back() && above) onOpen(above)
  }, [history.back, above, onOpen])
  return (
    <WallFrame
      path={data?.path ?? []}
      title={title}
      planPicker={
        <>
          <PlanPicker plan={data?.plan} plans={plans} onChoose={(planId) => change({ planId })} />{' '}
          {executedBy}
        </>
      }
      switches={
        hasModes && (
          <Segmented
            label="显示"
            value={mode}
            options={MODES}
            onChange={(next) => change({ type: inMode(type, next) })}
          />
        )
      }
      live={wall}
      onOpen={onOpen}
      onBack={canGoBack ? goBack : null}
      backTitle={history.stack.at(-1)?.title}
    >
      {wall.error ? (
        <WallMessage>{errorText(wall.error)}</WallMessage>
      ) : data ? (
        children(data, onOpen)
      ) : (
        <WallMessage>正在读取</WallMessage>
      )}
    </WallFrame>
  )
}
