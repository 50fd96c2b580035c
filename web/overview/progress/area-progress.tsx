import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { type AreaDone, ATTENTION_BELOW, type ProgressView } from '#contract/overview/progress.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { type DotRow, DotRows } from '../chart/dot-rows.tsx'
import columns from '../frame/columns.module.css'
import { countText, monthDay, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'

type Props = {
  view: Pick<ProgressView, 'areas' | 'forecast'>
  plan: WallPlan
  title: string
  onOpen: (unit: Unit) => void
}

export const keyOfUnit = ({ key }: Unit): string => String(key.orgId ?? key.areaId)

/** Who is ahead and who behind, with the target in sight; the slowest last. */
export function AreaProgress({ view, plan, title, onOpen }: Props) {
  const rows = view.areas
    .map((area) => ({ area, rate: shareOf(area.screened, area.expected) }))
    .sort((one, other) => (other.rate ?? -1) - (one.rate ?? -1))
  const units = new Map(view.areas.map(({ unit }) => [keyOfUnit(unit), unit]))
  const open = (key: string) => {
    const unit = units.get(key)
    if (unit) onOpen(unit)
  }
  const from = Math.max(
    0,
    Math.min(50, Math.floor(Math.min(...rows.map(({ rate }) => rate ?? 100)) / 10) * 10 - 5),
  )
  return (
    <Panel
      title={title}
      aside={view.forecast === null ? '完成率 %' : `● 现在　○ 照此速度至 ${monthDay(plan.endsOn)}（%）`}
      className={columns.grows}
    >
      {rows.length === 0 ? (
        <WallMessage>计划范围内没有学校。</WallMessage>
      ) : (
        <DotRows
          rows={rows.map(({ area, rate }) => rowOf(area, rate, plan))}
          from={from}
          to={102}
          target={plan.targetRate}
          nameWidth={view.areas.some(({ unit }) => unit.level === 'school') ? 'long' : 'short'}
          onOpen={open}
        />
      )}
    </Panel>
  )
}

/** In the place of a rate, where nobody is screened yet. */
export function notBegunNote({ startsOn, range, expected }: AreaDone): string {
  if (startsOn !== null) return `${monthDay(startsOn)} 开始`
  if (range.begun.schools > 0) return '尚无结果'
  return expected > 0 ? '未分配' : '尚无数据'
}

function rowOf(area: AreaDone, rate: number | null, plan: WallPlan): DotRow {
  const common = { key: keyOfUnit(area.unit), name: shortName(area.unit) }
  if (rate === null || area.screened === 0) {
    const note = `${notBegunNote(area)}，应筛 ${countText(area.expected)} 人`
    return { ...common, marks: [], text: '', note }
  }
  const reached = rate >= plan.targetRate
  const behind = !reached && area.forecast !== null && area.forecast < ATTENTION_BELOW
  return {
    ...common,
    marks: [
      { value: rate, look: 'now' },
      ...(area.forecast === null || reached ? [] : [{ value: area.forecast, look: 'ahead' as const }]),
    ],
    text: percentText(rate),
    more: reached ? '已达标' : percentText(area.forecast, 1).replace('--', ''),
    tone: behind ? 'attention' : reached ? 'better' : undefined,
  }
}

/** 杭州 on a map and in a list of cities. */
export const shortName = ({ name, level }: Unit): string =>
  level === 'city' ? name.replace(/(市|地区|盟|自治州)$/, '') : name
