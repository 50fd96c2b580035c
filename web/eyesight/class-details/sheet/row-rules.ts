// Values that contradict each other in one row. The server refuses the whole row; here only those cells wait.
import { Glasses } from '#contract/core/codes.ts'
import {
  contradictionsOf,
  type Contradiction as StatedContradiction,
  suitsGlasses,
} from '#contract/eyesight/contradictions.ts'
import { lensFaults, normalReading } from '#contract/eyesight/normal-reading.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { READING_NUMBER_KEYS, SIDE_NAMES, SIDES, type Side } from '#contract/eyesight/reading.ts'
import type { RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'

const MEASURED: readonly RecordField[] = [
  ...READING_NUMBER_KEYS,
  'position',
  'colour',
  'unableRight',
  'unableLeft',
]
/** Whether a value in this field is a result of an examination. */
export const isMeasurement = (field: RecordField): boolean => MEASURED.includes(field)

/** `among`: cells of which one has to change; `shownAt`: the cell that shows the message. */
export type ShownContradiction = {
  message: string
  among: readonly RecordField[]
  shownAt: readonly RecordField[]
}

const GLASSES_MESSAGES: Record<StatedContradiction['kind'], string> = {
  lensWithoutOrthoK: '只有戴角膜塑形镜（4）才填塑形镜度数，请清空或改戴镜类型',
  correctedWithoutGlasses: '未戴镜（1）没有戴镜视力，请清空或改戴镜类型',
  absentWithResult: '已有检查结果，不能再填未检原因',
}

export const contradictionsIn = (fields: RecordFields, items: PlanItems): ShownContradiction[] => [
  ...contradictionsOf(fields, items).map(
    (found): ShownContradiction => ({
      message: GLASSES_MESSAGES[found.kind],
      among:
        found.kind === 'absentWithResult'
          ? ['absence', ...MEASURED, 'glasses']
          : ['glasses', ...found.fields],
      shownAt: found.fields,
    }),
  ),
  ...lensFaults(normalReading(fields)).map(
    ({ field, message }): ShownContradiction => ({ message, among: [field], shownAt: [field] }),
  ),
]

/** Sides on which a positive cylinder waits to be turned. */
export const plusSides = (fields: Pick<RecordFields, `cylinder${Side}`>): Side[] =>
  SIDES.filter((side) => (fields[`cylinder${side}`] ?? 0) > 0)

/** What of an eye is turned together. */
export const lensOf = (side: Side) => [`sphere${side}`, `cylinder${side}`, `axis${side}`] as const

/** What is unlikely, or not yet as it will be stored: saved all the same, and marked for a second look. */
export function doubtsIn(fields: RecordFields): { [F in RecordField]?: string } {
  const doubts: { [F in RecordField]?: string } = {}
  for (const side of plusSides(fields))
    doubts[`cylinder${side}`] = '正柱镜：填好轴位、离开该行时换算为负柱镜，球镜和轴位随之改变'
  for (const side of SIDES) {
    const needsAxis = (fields[`cylinder${side}`] ?? 0) !== 0 && fields.glasses !== Glasses.code.orthoK
    if (needsAxis && fields[`axis${side}`] === null)
      doubts[`axis${side}`] = `${SIDE_NAMES[side]}眼有柱镜，请填轴位；没有轴位的结果无效`
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
  if (field.startsWith('corrected')) return !suitsGlasses('corrected', fields.glasses)
  return field.startsWith('orthoK') && !suitsGlasses('orthoK', fields.glasses)
}
