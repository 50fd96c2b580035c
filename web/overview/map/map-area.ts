// What a map shows of an area, and how that looks.

export type MapRamp = 'progress' | 'rate'
export type MapStep = 0 | 1 | 2 | 3 | 4

export type MapArea = {
  /** The code of the area, or any name of its own for what has none. */
  id: string
  name: string
  /** 78.57 or -- */
  value: string
  /** Of rates: against the last plan, in 百分点; null where nothing can be compared. */
  change?: { points: number | null }
  /** The class of the ramp; null is hatched. */
  step: MapStep | null
  /** In the place of the value: 11-20 开始. */
  note: string | null
  /** An orange dot before the name. */
  attention: boolean
  tooltip: readonly (readonly [label: string, value: string])[]
  /** A click leads to its own map. */
  opens: boolean
}

export type MapLegendTexts = {
  title: string
  /** The lowest step first. */
  labels: readonly string[]
  /** What hatching says. */
  none: string
  /** What the orange dot says. */
  attention?: string
  remarks?: readonly string[]
}

/** The best first, those without a value last: so areas are walked through, and so tiles stand. */
export function inOrderOfRank(areas: readonly MapArea[], ramp: MapRamp): MapArea[] {
  const better = ramp === 'progress' ? -1 : 1
  const keyOf = ({ value, step }: MapArea): number =>
    step === null || Number.isNaN(Number(value)) ? Number.POSITIVE_INFINITY : better * Number(value)
  return areas.toSorted((one, two) => {
    const [first, second] = [keyOf(one), keyOf(two)]
    return first === second ? 0 : first - second
  })
}

export const fillOf = (ramp: MapRamp, step: MapStep): string => `var(--wall-${ramp}${step})`

/** White where it reaches 4.5:1 on the step, else the ground. */
const ON_STEP: Record<MapRamp, readonly ('light' | 'dark')[]> = {
  progress: ['light', 'light', 'dark', 'dark', 'dark'],
  rate: ['light', 'light', 'light', 'dark', 'dark'],
}
const TEXT_COLOURS = { light: 'var(--surface)', dark: 'var(--wall-ground)' }
export const textOn = (ramp: MapRamp, step: MapStep): string => TEXT_COLOURS[ON_STEP[ramp][step] ?? 'light']

/** ▼ 0.54 */
export function changeText(points: number | null): string {
  if (points === null) return '--'
  const shown = Math.abs(points).toFixed(2)
  return Number(shown) === 0 ? shown : `${points < 0 ? '▼' : '▲'} ${shown}`
}

/** What is read out: 金华，完成率（%）71.26，照此速度不足 90%。 */
export function spokenArea(area: MapArea, { title, attention }: MapLegendTexts): string {
  const parts = [area.name, area.note ?? `${title}${area.value}`]
  const points = area.change?.points ?? null
  if (points !== null && Number(points.toFixed(2)) !== 0)
    parts.push(`${points < 0 ? '下降' : '上升'} ${Math.abs(points).toFixed(2)} 个百分点`)
  if (area.attention && attention) parts.push(attention)
  return parts.join('，')
}
