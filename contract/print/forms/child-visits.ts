// The thirteen visits of 国卫办妇幼发〔2021〕11号, and what is examined at each of them.
import { SIDES } from '../../eyesight/reading.ts'
import type { StudentRecord } from '../../eyesight/record-schemas.ts'
import { readingText } from './columns.ts'

const ITEMS = {
  appearance: '眼外观',
  risk: '主要眼病高危因素',
  light: '光照反应',
  blink: '瞬目反射',
  redBall: '红球试验',
  behaviour: '视物行为观察',
  redReflex: '红光反射＊',
  position: '眼位检查＊',
  cover: '单眼遮盖厌恶试验＊',
  refraction: '屈光检查＊',
  vision: '视力检查',
} as const
export type ChildItem = keyof typeof ITEMS
export const CHILD_ITEMS = Object.entries(ITEMS) as [ChildItem, string][]

export type ChildVisit = {
  name: string
  items: readonly ChildItem[]
  /** In months, up to but not including; visits whose readings a screening can have. */
  ages?: readonly [from: number, to: number]
}
const ALWAYS = ['appearance', 'behaviour'] as const
const TODDLER = [...ALWAYS, 'position', 'cover', 'refraction'] as const
const PRESCHOOL = [...ALWAYS, 'position', 'refraction', 'vision'] as const

export const CHILD_VISITS: readonly ChildVisit[] = [
  { name: '新生儿家庭访视', items: ['appearance', 'risk'] },
  { name: '满月', items: ['appearance', 'risk', 'light'] },
  { name: '3月龄', items: [...ALWAYS, 'blink', 'redBall'] },
  { name: '6月龄', items: [...ALWAYS, 'redReflex', 'position', 'cover'] },
  { name: '8月龄', items: ALWAYS },
  { name: '12月龄', items: ALWAYS },
  { name: '18月龄', items: ALWAYS },
  { name: '24月龄', items: TODDLER, ages: [24, 30] },
  { name: '30月龄', items: ALWAYS },
  { name: '36月龄', items: TODDLER, ages: [36, 48] },
  { name: '4岁', items: PRESCHOOL, ages: [48, 60] },
  { name: '5岁', items: PRESCHOOL, ages: [60, 72] },
  { name: '6岁', items: PRESCHOOL, ages: [72, 84] },
]

/** Completed months between two days. */
export function monthsBetween(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number)
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number)
  return (y2 - y1) * 12 + m2 - m1 - (d2 < d1 ? 1 : 0)
}

export function visitOf(birthDate: string, checkedOn: string): ChildVisit | undefined {
  const months = monthsBetween(birthDate, checkedOn)
  return CHILD_VISITS.find(({ ages }) => ages && months >= ages[0] && months < ages[1])
}

const EYES = { Right: '右', Left: '左' } as const

/** In lines: what was seen without glasses, and with them where that was measured. */
export const visionLines = ({ fields }: StudentRecord): string =>
  SIDES.flatMap((side) => {
    const naked = readingText(fields[`naked${side}`], 'vision')
    const corrected = readingText(fields[`corrected${side}`], 'vision')
    return [naked && `${EYES[side]}${naked}`, corrected && `${EYES[side]}戴镜${corrected}`].filter(Boolean)
  }).join('\n')

export const refractionLines = ({ fields }: StudentRecord): string =>
  SIDES.flatMap((side) => {
    const sphere = readingText(fields[`sphere${side}`], 'dioptre')
    const cylinder = readingText(fields[`cylinder${side}`], 'dioptre')
    const axis = fields[`axis${side}`]
    if (sphere === '' && cylinder === '') return []
    return [`${EYES[side]}S${sphere}`, `C${cylinder}`, ...(axis === null ? [] : [`A${axis}`])]
  }).join('\n')

/** A line of the sheet for each visit that a screening fell into: its name, the day, vision and refraction. */
export function visitCells(birthDate: string, latestFirst: readonly StudentRecord[]): string[][] {
  const visits = new Map<string, string[]>()
  for (const record of latestFirst) {
    const { checkedOn } = record.fields
    const visit = checkedOn === null ? undefined : visitOf(birthDate, checkedOn)
    const [vision, refraction] = [visionLines(record), refractionLines(record)]
    if (!visit || visits.has(visit.name) || (vision === '' && refraction === '')) continue
    visits.set(visit.name, [
      visit.name,
      checkedOn ?? '',
      visit.items.includes('vision') ? vision : '',
      refraction,
    ])
  }
  return [...visits.values()]
}
