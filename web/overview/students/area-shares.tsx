import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import { type DotRow, DotRows } from '../chart/dot-rows.tsx'
import { percentText } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { keyOfUnit, shortName } from '../progress/area-progress.tsx'

export type AreaShare = {
  hidden: boolean
  rate: number | null
  /** Of how many children. */
  whole: number
  more: string
  none: string
}
type Props<Area extends { unit: Unit }> = {
  areas: readonly Area[]
  shareOfArea: (area: Area) => AreaShare
  onOpen: (unit: Unit) => void
}

/** The places below by a share of their children; the lowest last. */
export function AreaShares<Area extends { unit: Unit }>({ areas, shareOfArea, onOpen }: Props<Area>) {
  const rows = areas
    .map((area) => ({ unit: area.unit, share: shareOfArea(area) }))
    .sort((one, other) => shownRate(other.share) - shownRate(one.share))
  if (rows.length === 0) return <WallMessage>计划范围内没有学校。</WallMessage>
  const most = Math.max(0, ...rows.map(({ share }) => shownRate(share)))
  const to = Math.min(100, Math.max(10, Math.ceil(most / 10) * 10))
  const open = (key: string) => {
    const area = areas.find((each) => keyOfUnit(each.unit) === key)
    if (area) onOpen(area.unit)
  }
  return (
    <DotRows
      rows={rows.map(({ unit, share }) => rowOf(unit, share))}
      from={0}
      to={to}
      nameWidth={rows.some(({ unit }) => unit.level === 'school') ? 'long' : 'short'}
      ticks={[0, to]}
      onOpen={open}
    />
  )
}

const shownRate = ({ rate, whole }: AreaShare): number => (rate === null || whole < SHOWN_LEAST ? -1 : rate)

function rowOf(unit: Unit, { hidden, rate, whole, more, none }: AreaShare): DotRow {
  const common = { key: keyOfUnit(unit), name: shortName(unit), tone: 'plain' as const }
  if (hidden) return { ...common, marks: [], text: '', note: '＊ 人数过少，不显示' }
  if (rate === null) return { ...common, marks: [], text: '', note: none }
  if (whole < SHOWN_LEAST)
    return { ...common, marks: [], text: '', note: `${whole} 人，满 ${SHOWN_LEAST} 人后显示` }
  return { ...common, marks: [{ value: rate, look: 'now' }], text: percentText(rate), more }
}
