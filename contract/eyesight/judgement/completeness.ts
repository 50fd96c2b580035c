// Whether a record has everything its plan asks for.
import { Glasses, ScreeningItemType } from '../../core/codes.ts'
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
} from '../reading.ts'
import type { JudgementRules } from './judgement.ts'

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

const NUMBERS = { Right: numbersOf('Right'), Left: numbersOf('Left') }
function numbersOf<S extends Side>(side: S) {
  return {
    unable: `unable${side}`,
    naked: `naked${side}`,
    corrected: `corrected${side}`,
    sphere: `sphere${side}`,
    cylinder: `cylinder${side}`,
    axis: `axis${side}`,
  } as const
}

/**
 * Numbers that an eye needs and has not. Ortho-K lenses are worn by night: vision now, without refraction, is all there
 * is. An eye that cannot be examined lacks nothing.
 */
function lackingOfEye(reading: StoredReading, side: Side, items: Items): ReadingNumber[] {
  const eye = NUMBERS[side]
  const lacking: ReadingNumber[] = []
  const need = (key: ReadingNumber) => {
    if (reading[key] === null) lacking.push(key)
  }
  if (reading[eye.unable]) return lacking
  const isOrthoK = reading.glasses === ORTHO_K
  if (items.naked === mandatory && !isOrthoK) need(eye.naked)
  if (items.corrected === mandatory && (isOrthoK || wearsGlasses(reading))) need(eye.corrected)
  if (items.refraction === mandatory && !isOrthoK) {
    need(eye.sphere)
    need(eye.cylinder)
  }
  // Without a cylinder there is no axis; a cylinder without one is half a result, also where the plan asks for none.
  if (!isOrthoK && (reading[eye.cylinder] ?? 0) !== 0) need(eye.axis)
  return lacking
}

/** Without the type of glasses nobody knows which values belong to the record. */
const needsGlasses = (items: Items): boolean =>
  items.naked === mandatory || items.corrected === mandatory || items.refraction === mandatory

/** Whether there is anything to judge. An ortho-K lens is a finding by itself where the plan does not ask for vision with it. */
export const isExamined = (reading: StoredReading, items: Items): boolean =>
  isMeasured(reading) || (reading.glasses === ORTHO_K && items.corrected !== mandatory && needsGlasses(items))

function missingApartFromEyes(reading: StoredReading, items: Items): string[] {
  const missing: string[] = []
  const need = (item: PlanItem, present: boolean, name: string = PLAN_ITEMS[item]) => {
    if (items[item] === mandatory && !present) missing.push(name)
  }
  need('position', reading.position !== null)
  need('colour', reading.colour !== null)
  // Which teeth a child has depends on its age: any count shows that they were looked at.
  need(
    'caries',
    TEETH.some((key) => reading[key] !== null),
  )
  need('body', reading.height !== null, '身高')
  need('body', reading.weight !== null, '体重')
  return missing
}

/** Names of what is missing, in the order of the form. */
export function missingOf(reading: StoredReading, items: Items): string[] {
  const lacking = lackingOfEye(reading, 'Right', items).concat(lackingOfEye(reading, 'Left', items))
  const missing = missingApartFromEyes(reading, items)
  if (lacking.length > 0) {
    const inOrder = READING_NUMBER_KEYS.filter((key) => lacking.includes(key))
    missing.unshift(...inOrder.map((key) => READING_NUMBERS[key].label))
  }
  if (reading.glasses === null && needsGlasses(items)) missing.unshift('戴镜类型')
  return missing
}
