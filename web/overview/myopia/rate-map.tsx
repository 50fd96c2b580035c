import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  type AreaRates,
  MAP_RATE_LABELS,
  type MapRate,
  type MyopiaView,
  SHOWN_LEAST,
} from '#contract/overview/myopia.ts'
import { countText, percentText, pointsText } from '../frame/number-text.ts'
import { AreaMap } from '../map/area-map.tsx'
import type { MapArea } from '../map/map-area.ts'
import { keyOfUnit, shortName } from '../progress/area-progress.tsx'

type Props = {
  view: Pick<MyopiaView, 'areas' | 'breaks'>
  unit: Unit
  rate: MapRate
  onOpen: (unit: Unit) => void
}

export function RateMap({ view, unit, rate, onOpen }: Props) {
  const [one, two, three, four] = view.breaks[rate]
  const open = (id: string) => {
    const area = view.areas.find((each) => keyOfUnit(each.unit) === id)
    if (area) onOpen(area.unit)
  }
  return (
    <AreaMap
      areaId={unit.key.areaId ?? ''}
      areas={view.areas.map((area) => areaOf(area, rate, view.breaks[rate]))}
      ramp="rate"
      legend={{
        title: `${MAP_RATE_LABELS[rate]}（%）`,
        labels: [`< ${one}`, `${one}–${two}`, `${two}–${three}`, `${three}–${four}`, `≥ ${four}`],
        none: '尚无数据',
      }}
      onOpen={open}
    />
  )
}

function areaOf(area: AreaRates, name: MapRate, breaks: readonly number[]): MapArea {
  const rate = area[name]
  const counted = rate.denominator ?? 0
  const isShown = !rate.hidden && rate.rate !== null && counted >= SHOWN_LEAST
  return {
    id: keyOfUnit(area.unit),
    name: shortName(area.unit),
    value: isShown ? percentText(rate.rate) : '--',
    change: { points: isShown ? rate.change : null },
    step: isShown ? (breaks.filter((bound) => (rate.rate ?? 0) >= bound).length as MapArea['step']) : null,
    note: isShown ? null : noteOf(area, counted, rate.hidden),
    attention: false,
    tooltip: isShown
      ? [
          [MAP_RATE_LABELS[name], `${percentText(rate.rate)}%`],
          ['较上次', rate.change === null ? '口径不一致' : `${pointsText(rate.change)} 百分点`],
          ['有效人数', countText(area.valid)],
          ['纳入统计', countText(rate.denominator)],
        ]
      : [['有效人数', countText(area.valid)]],
    opens: true,
  }
}

function noteOf({ begun }: AreaRates, counted: number, hidden: boolean): string {
  if (!begun) return '尚无数据'
  if (hidden) return '＊'
  return `有效 ${counted} 人`
}
