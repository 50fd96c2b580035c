// Whether a record has everything its plan asks for.
import { Glasses, ScreeningItemType } from '../core/codes.ts'
import type { JudgementRules } from './judgement.ts'
import {
  isMeasured,
  PLAN_ITEMS,
  type PlanItem,
  READING_NUMBER_KEYS,
  READING_NUMBERS,
  type ReadingNumber,
  SIDES,
  type Side,
  type StoredReading,
} from './reading.ts'

type Items = JudgementRules['items']
const { skipped, mandatory } = ScreeningItemType.code
const ORTHO_K = Glasses.code.orthoK

const bothEyes = <K extends string>(...keys: K[]) =>
  keys.flatMap((key) => SIDES.map((side): `${K}${Side}` => `${key}${side}`))
const TEETH = ['milkDecayed', 'milkMissing', 'milkFilled', 'decayed', 'missing', 'filled'] as const

const FIELDS = {
  naked: bothEyes('naked'),
  corrected: bothEyes('corrected'),
  refraction: bothEyes('sphere', 'cylinder', 'axis'),
  position: ['position'],
  colour: ['colour'],
  caries: TEETH,
  body: ['height', 'weight'],
} as const satisfies Record<PlanItem, readonly (ReadingNumber | 'position' | 'colour')[]>

const ITEMS = Object.keys(FIELDS) as PlanItem[]

export const wearsGlasses = ({ glasses }: Pick<StoredReading, 'glasses'>): boolean =>
  glasses === Glasses.code.frame || glasses === Glasses.code.contact

/** The reading without what the plan leaves out. */
export function withinPlan(reading: StoredReading, items: Items): StoredReading {
  let result = reading
  for (const item of ITEMS) {
    if (items[item] !== skipped) continue
    for (const field of FIELDS[item]) {
      if (result[field] === null) continue
      if (result === reading) result = { ...reading }
      result[field] = null
    }
  }
  return result
}

/** An eye that cannot be examined, or a child that did not cooperate: never valid, whatever was measured. */
export const isFlagged = (reading: StoredReading): boolean =>
  reading.unableRight || reading.unableLeft || reading.uncooperative

/** Numbers each eye needs. Ortho-K lenses are worn by night: vision now, without refraction, is all there is. */
function numbersOfEye(reading: StoredReading, side: Side, items: Items): ReadingNumber[] {
  if (reading.glasses === ORTHO_K) return items.corrected === mandatory ? [`corrected${side}`] : []
  const needed: ReadingNumber[] = []
  if (items.naked === mandatory) needed.push(`naked${side}`)
  if (items.corrected === mandatory && wearsGlasses(reading)) needed.push(`corrected${side}`)
  if (items.refraction === mandatory) {
    needed.push(`sphere${side}`, `cylinder${side}`)
    // Without a cylinder there is no axis.
    if ((reading[`cylinder${side}`] ?? 0) !== 0) needed.push(`axis${side}`)
  }
  return needed
}

/** Without the type of glasses nobody knows which values belong to the record. */
const needsGlasses = (items: Items): boolean =>
  items.naked === mandatory || items.corrected === mandatory || items.refraction === mandatory

/** Whether there is anything to judge. An ortho-K lens is a finding by itself where the plan does not ask for vision with it. */
export const isExamined = (reading: StoredReading, items: Items): boolean =>
  isMeasured(reading) || (reading.glasses === ORTHO_K && items.corrected !== mandatory && needsGlasses(items))

function missingBesideEyes(reading: StoredReading, items: Items): string[] {
  const lacks = (item: PlanItem, present: boolean, name: string = PLAN_ITEMS[item]): string[] =>
    items[item] === mandatory && !present ? [name] : []
  return [
    ...lacks('position', reading.position !== null),
    ...lacks('colour', reading.colour !== null),
    // Which teeth a child has depends on its age: any count shows that they were looked at.
    ...lacks(
      'caries',
      TEETH.some((key) => reading[key] !== null),
    ),
    ...lacks('body', reading.height !== null, '身高'),
    ...lacks('body', reading.weight !== null, '体重'),
  ]
}

/** Names of what is missing, in the order of the form; an eye that cannot be examined lacks nothing. */
export function missingOf(reading: StoredReading, items: Items): string[] {
  const needed = [
    ...(reading.unableRight ? [] : numbersOfEye(reading, 'Right', items)),
    ...(reading.unableLeft ? [] : numbersOfEye(reading, 'Left', items)),
  ].filter((key) => reading[key] === null)
  return [
    ...(reading.glasses === null && needsGlasses(items) ? ['戴镜类型'] : []),
    ...(needed.length === 0 ? [] : READING_NUMBER_KEYS.filter((key) => needed.includes(key))).map(
      (key) => READING_NUMBERS[key].label,
    ),
    ...missingBesideEyes(reading, items),
  ]
}
