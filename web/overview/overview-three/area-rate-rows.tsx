import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { type AreaRates, SHOWN_LEAST } from '#contract/overview/myopia.ts'
import { type DotRow, DotRows } from '../chart/dot-rows.tsx'
import { percentText, pointsText } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { keyOfUnit, shortName } from '../progress/area-progress.tsx'

type Props = { areas: readonly AreaRates[]; onOpen: (unit: Unit) => void }

/** The rates of the places below, now and last time at the same schools; the highest last. */
export function AreaRateRows({ areas, onOpen }: Props) {
  const known = areas
    .filter(({ myopia, valid }) => myopia.rate !== null && valid >= SHOWN_LEAST)
    .sort((one, other) => (one.myopia.rate ?? 0) - (other.myopia.rate ?? 0))
  if (known.length === 0) return <WallMessage>有效人数满 {SHOWN_LEAST} 人后显示近视率。</WallMessage>
  const rates = known.flatMap(({ myopia: { rate, last } }) => [rate ?? 0, last ?? rate ?? 0])
  const [least, most] = [Math.min(...rates), Math.max(...rates)]
  const open = (key: string) => {
    const area = areas.find(({ unit }) => keyOfUnit(unit) === key)
    if (area) onOpen(area.unit)
  }
  return (
    <DotRows
      rows={known.map(rowOf)}
      from={Math.max(0, Math.floor(least / 5) * 5 - 5)}
      to={Math.min(100, Math.ceil(most / 5) * 5 + 5)}
      onOpen={open}
    />
  )
}

function rowOf({ unit, myopia: { rate, last, change } }: AreaRates): DotRow {
  return {
    key: keyOfUnit(unit),
    name: shortName(unit),
    marks: [
      { value: rate ?? 0, look: 'now' },
      ...(change === null || last === null ? [] : [{ value: last, look: 'last' as const }]),
    ],
    text: percentText(rate),
    more: change === null ? '' : pointsText(change),
    tone: change !== null && change < -0.005 ? 'better' : 'plain',
  }
}
