// What cannot stand together in one reading. Every way into a record asks here: the grid and the second reading, sheets,
// devices and corrections; each says it in its own words.
import { Glasses } from '../core/codes.ts'
import { isExamined, withinPlan } from './judgement/completeness.ts'
import type { PlanItems } from './plan-schemas.ts'
import { isMeasured, type Reading, SIDES } from './reading.ts'
import type { RecordFields } from './record-schemas.ts'

const { none, orthoK } = Glasses.code

/** Values of an eye that only make sense with a type of glasses. */
type NumberOfGlasses = 'orthoK' | 'corrected'
type FieldOfGlasses = `${NumberOfGlasses}Right` | `${NumberOfGlasses}Left`

/** Degrees of an ortho-K lens need the lens; vision with glasses needs glasses. */
export const suitsGlasses = (number: NumberOfGlasses, glasses: Reading['glasses'] | undefined): boolean =>
  number === 'orthoK' ? glasses === orthoK : glasses !== none

export type GlassesContradiction = {
  kind: 'lensWithoutOrthoK' | 'correctedWithoutGlasses'
  /** Those that have a value and must not. */
  fields: readonly FieldOfGlasses[]
}
export type Contradiction = GlassesContradiction | { kind: 'absentWithResult'; fields: readonly ['absence'] }

/** A field that is missing was not stated. */
export function glassesContradictions(
  reading: Partial<Pick<Reading, FieldOfGlasses | 'glasses'>>,
): GlassesContradiction[] {
  const misfits = (number: NumberOfGlasses): FieldOfGlasses[] =>
    suitsGlasses(number, reading.glasses)
      ? []
      : SIDES.map((side) => `${number}${side}` as const).filter((field) => (reading[field] ?? null) !== null)
  const found: GlassesContradiction[] = [
    { kind: 'lensWithoutOrthoK', fields: misfits('orthoK') },
    { kind: 'correctedWithoutGlasses', fields: misfits('corrected') },
  ]
  return found.filter(({ fields }) => fields.length > 0)
}

/** Whether somebody was examined: then there is no reason for not having been. */
export const hasResult = (fields: RecordFields, items: PlanItems): boolean =>
  isMeasured(fields) || isExamined(withinPlan(fields, items), items)

export function contradictionsOf(fields: RecordFields, items: PlanItems): Contradiction[] {
  const absent = fields.absence !== null && hasResult(fields, items)
  return [
    ...glassesContradictions(fields),
    ...(absent ? [{ kind: 'absentWithResult', fields: ['absence'] } as const] : []),
  ]
}
