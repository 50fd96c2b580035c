import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { patchSearch, useUrlState } from '#web/core/url-state.ts'
import { errorText } from '../frame/error-text.ts'
import { tableTitle } from '../frame/place-words.ts'
import { PlanPicker } from '../frame/plan-picker.tsx'
import { Segmented } from '../frame/segmented.tsx'
import { fetchWall, useWall } from '../frame/use-wall.ts'
import { useWallHistory } from '../frame/use-wall-history.ts'
import { useWallPlan } from '../frame/use-wall-plan.ts'
import { idOf } from '../frame/wall-address.ts'
import { WallFrame } from '../frame/wall-frame.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { CrossFade } from './cross-fade.tsx'
import { RotationAddress, shownView, type ViewName, viewsOf } from './rotation-address.ts'
import { SIDES } from './sides.tsx'
import { useRotation } from './use-rotation.ts'
import { useViewKeys } from './use-view-keys.ts'

/** Eight views of one place, one after the other or each on a screen of its own. */
export function Page() {
  const [{ planId: asked }] = useUrlState(RotationAddress)
  const { plans, planId, isRead, error } = useWallPlan(asked, null)
  if (planId !== undefined) return <Rotation plans={plans} planId={planId} />
  return (
    <WallFrame
      path={[]}
      title="多屏总览"
      planPicker={null}
      live={{ updatedAt: 0, away: false, note: '' }}
      onOpen={nothing}
      onBack={null}
    >
      <WallMessage>
        {error
          ? errorText(error)
          : isRead
            ? '范围内还没有已发布的筛查计划，发布后这里轮播总览、近视率和随访。'
            : '正在读取筛查计划'}
      </WallMessage>
    </WallFrame>
  )
}

const nothing = () => undefined

function Rotation({ plans, planId }: { plans: readonly PlanChoice[]; planId: number }) {
  const { search } = useLocation()
  const [address] = useUrlState(RotationAddress)
  const { id, rotate } = address
  const change = useChange()
  const views = useMemo(() => viewsOf(address), [address])
  const view = shownView(address)
  const side = SIDES[view]
  const place = useMemo(() => (id === undefined ? { planId } : { planId, areaId: String(id) }), [planId, id])
  const wall = useWall(side.endpoint, place)
  const { data } = wall
  const show = useCallback((next: ViewName) => change({ view: next }), [change])
  const read = useCallback((next: ViewName) => fetchWall(SIDES[next].endpoint, place), [place])
  const note = useRotation({ views, view, seconds: rotate, read, show })
  useViewKeys(views, view, show)
  const title = labelOf(view, data?.unit)
  const history = useWallHistory(data ? `${data.unit.name} · ${title}` : title)
  const { open } = history
  const onOpen = useCallback(
    // What is shown of a school stands on the first set.
    (unit: Unit) => unit.level !== 'school' && open(patchSearch(RotationAddress, search, { id: idOf(unit) })),
    [open, search],
  )
  const above = data?.path.at(-2)
  const goBack = useCallback(() => {
    if (!history.back() && above) onOpen(above)
  }, [history.back, above, onOpen])
  return (
    <WallFrame
      path={data?.path ?? []}
      title={title}
      planPicker={
        <PlanPicker plan={data?.plan} plans={plans} onChoose={(next) => change({ planId: next })} />
      }
      switches={
        views.length > 1 && (
          <Segmented
            label="画面"
            value={view}
            options={views.map((value) => ({ value, label: labelOf(value, data?.unit) }))}
            onChange={show}
          />
        )
      }
      live={{ ...wall, ...(note === undefined ? {} : { note }) }}
      onOpen={onOpen}
      onBack={history.stack.length > 0 || above ? goBack : null}
      {...(history.stack.length > 0 ? { backTitle: history.stack.at(-1)?.title ?? '' } : {})}
    >
      <CrossFade id={`${view} ${planId} ${id ?? ''}`}>
        {wall.error ? (
          <WallMessage>{errorText(wall.error)}</WallMessage>
        ) : data ? (
          side.draw(data.view, { plan: data.plan, unit: data.unit, today: data.today, onOpen })
        ) : (
          <WallMessage>正在读取</WallMessage>
        )}
      </CrossFade>
    </WallFrame>
  )
}

const labelOf = (view: ViewName, unit: Unit | undefined): string =>
  view === 'province' ? tableTitle(unit?.level) : SIDES[view].label

/** Changes the address where it is: what is shown in turn is no step that one could go back. */
function useChange() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (patch: Partial<RotationAddress>) => {
      const search = patchSearch(RotationAddress, window.location.search, patch)
      void navigate({ pathname, search }, { replace: true, state: window.history.state?.usr })
    },
    [navigate, pathname],
  )
}
