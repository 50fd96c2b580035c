// Values that contradict each other in one row. The server refuses the whole row; here only those cells wait.
import { Glasses } from '#contract/core/codes.ts'
import { isExamined, withinPlan } from '#contract/eyesight/judgement/completeness.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import {
  isMeasured,
  READING_NUMBER_KEYS,
  type ReadingNumber,
  SIDE_NAMES,
  SIDES,
} from '#contract/eyesight/reading.ts'
import type { RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'

const { none, orthoK } = Glasses.code

const MEASURED: readonly RecordField[] = [
  ...READING_NUMBER_KEYS,
  'position',
  'colour',
  'unableRight',
  'unableLeft',
]
/** Whether a value in this field is a result of an examination. */
export const isMeasurement = (field: RecordField): boolean => MEASURED.includes(field)

export const hasResult = (fields: RecordFields, items: PlanItems): boolean =>
  isMeasured(fields) || isExamined(withinPlan(fields, items), items)

/** `among`: cells of which one has to change; `shownAt`: the cell that shows the message. */
export type Contradiction = {
  message: string
  among: readonly RecordField[]
  shownAt: readonly RecordField[]
}

const filled = (fields: RecordFields, keys: readonly ReadingNumber[]) =>
  keys.filter((key) => fields[key] !== null)
const bothEyes = <K extends 'corrected' | 'orthoK'>(key: K) => SIDES.map((side) => `${key}${side}` as const)

export function contradictionsIn(fields: RecordFields, items: PlanItems): Contradiction[] {
  const found: Contradiction[] = []
  const lens = fields.glasses === orthoK ? [] : filled(fields, bothEyes('orthoK'))
  if (lens.length > 0) {
    const message = '只有戴角膜塑形镜（4）才填塑形镜度数，请清空或改戴镜类型'
    found.push({ message, among: ['glasses', ...lens], shownAt: lens })
  }
  const corrected = fields.glasses === none ? filled(fields, bothEyes('corrected')) : []
  if (corrected.length > 0) {
    const message = '未戴镜（1）没有戴镜视力，请清空或改戴镜类型'
    found.push({ message, among: ['glasses', ...corrected], shownAt: corrected })
  }
  if (fields.absence !== null && hasResult(fields, items)) {
    const message = '已有检查结果，不能再填未检原因'
    found.push({ message, among: ['absence', ...MEASURED, 'glasses'], shownAt: ['absence'] })
  }
  return found
}

/** Unlikely values: they are saved, and marked for a second look. */
export function doubtsIn(fields: RecordFields): { [F in RecordField]?: string } {
  const doubts: { [F in RecordField]?: string } = {}
  for (const side of SIDES) {
    const [naked, corrected] = [fields[`naked${side}`], fields[`corrected${side}`]]
    if (naked !== null && corrected !== null && corrected < naked) {
      doubts[`corrected${side}`] = `${SIDE_NAMES[side]}眼戴镜视力低于裸眼视力，请核对`
    }
  }
  return doubts
}

/** Cells that make no sense for the type of glasses; one that has a value stays open, so that it can be cleared. */
export function isClosed(field: RecordField, fields: RecordFields): boolean {
  if (fields[field] !== null) return false
  if (field.startsWith('corrected')) return fields.glasses === none
  return field.startsWith('orthoK') && fields.glasses !== orthoK
}
