import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { type AreaDone, ATTENTION_BELOW, type ProgressView } from '#contract/overview/progress.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { AreaMap, type MapArea } from '../map/area-map.tsx'
import { keyOfUnit, notBegunNote, shortName } from './area-progress.tsx'

type Props = { view: Pick<ProgressView, 'areas'>; plan: WallPlan; unit: Unit; onOpen: (unit: Unit) => void }

/** Lower bounds of the steps above the first; the last one is the plan's target. */
const STEPS = [60, 75, 85] as const

export function ProgressMap({ view, plan, unit, onOpen }: Props) {
  const bounds = [...STEPS, plan.targetRate]
  const open = (id: string) => {
    const area = view.areas.find((each) => keyOfUnit(each.unit) === id)
    if (area) onOpen(area.unit)
  }
  return (
    <AreaMap
      areaId={unit.key.areaId ?? ''}
      areas={view.areas.map((area) => areaOf(area, bounds, plan))}
      ramp="progress"
      legend={{
        title: '完成率（%）',
        labels: ['< 60', '60–75', '75–85', `85–${plan.targetRate}`, `≥ ${plan.targetRate} 达标`],
        none: '尚未开始',
        attention: `照此速度不足 ${ATTENTION_BELOW}%`,
      }}
      onOpen={open}
    />
  )
}

function areaOf(area: AreaDone, bounds: readonly number[], plan: WallPlan): MapArea {
  const { unit, expected, screened, valid, forecast } = area
  const rate = shareOf(screened, expected)
  const begun = screened > 0
  const reached = rate !== null && rate >= plan.targetRate
  return {
    id: keyOfUnit(unit),
    name: shortName(unit),
    value: begun ? percentText(rate) : '--',
    step: begun && rate !== null ? (bounds.filter((bound) => rate >= bound).length as MapArea['step']) : null,
    note: begun ? null : notBegunNote(area),
    attention: begun && !reached && forecast !== null && forecast < ATTENTION_BELOW,
    tooltip: [
      ['应筛', countText(expected)],
      ['实筛', countText(screened)],
      ['有效', countText(valid)],
      ['完成率', rate === null ? '--' : `${percentText(rate)}%`],
    ],
    opens: true,
  }
}
