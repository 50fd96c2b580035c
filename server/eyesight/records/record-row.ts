// A record as it is shown.
import { Glasses } from '#contract/core/codes.ts'
import { missingOf, withinPlan } from '#contract/eyesight/judgement/completeness.ts'
import { adviceText, conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { type Judgement, NO_FINDINGS, type Subject } from '#contract/eyesight/judgement/judgement.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import {
  type Conclusion,
  type RecordField,
  type RecordFields,
  type RecordRow,
  RecordState,
} from '#contract/eyesight/record-schemas.ts'
import { EMPTY_FIELDS, fieldsOf, toWireFields } from './record-fields.ts'
import type { RecordRowData } from './record-queries.ts'

const STORED = [
  'state',
  'seRight',
  'seLeft',
  'poorVision',
  'poorDegree',
  'myopia',
  'myopiaDegree',
  'preMyopia',
  'highRisk',
  'hyperopia',
  'hyperopiaDegree',
  'astigmatism',
  'astigmatismDegree',
  'anisometropia',
  'refractiveError',
  'reserveShort',
  'correction',
  'referral',
  'warningLevel',
  'category',
] as const satisfies (keyof Judgement)[]

type Stage = Subject['stage']
/** A row of the table of records, with its class's stage and its plan's items; it may have more columns. */
export type ConcludedRow = Readonly<
  Record<RecordField | (typeof STORED)[number], unknown> & { stage: number; items: PlanItems }
>

/** Of what is concluded what a record keeps. */
export const storedOf = (row: Readonly<Record<(typeof STORED)[number], unknown>>) =>
  Object.fromEntries(STORED.map((key) => [key, row[key]])) as Pick<Judgement, (typeof STORED)[number]>

/** What was concluded when the record was written: the figures were counted by it. */
export function judgementOf(row: ConcludedRow): Judgement {
  const fields = fieldsOf(row)
  const stored = storedOf(row)
  return {
    ...stored,
    orthoK: stored.state === RecordState.code.valid && fields.glasses === Glasses.code.orthoK,
    missing:
      stored.state === RecordState.code.invalid ? missingOf(withinPlan(fields, row.items), row.items) : [],
  }
}

export function conclusionOf(row: ConcludedRow): Conclusion {
  const fields = fieldsOf(row)
  const judgement = judgementOf(row)
  const { missing: _missing, orthoK: _orthoK, category: _category, ...found } = judgement
  return {
    ...found,
    seRight: dioptresOf(found.seRight),
    seLeft: dioptresOf(found.seLeft),
    text: conclusionText(judgement, row.stage as Stage, fields),
    advice: adviceText(judgement, fields),
  }
}

/** From thousandths. */
export const dioptresOf = (value: number | null): number | null => (value === null ? null : value / 1000)

export const HIDDEN_UNTIL_RETEST = '待复测，初测结果暂不显示'
const { orthoK: _orthoK, category: _category, ...nothingFound } = NO_FINDINGS

/** What of a record may be shown: nothing measured, and nothing concluded, to who shall examine once more. */
export function shownOf(row: ConcludedRow & { blind: boolean }): {
  fields: RecordFields
  conclusion: Conclusion
} {
  if (!row.blind) return { fields: toWireFields(fieldsOf(row)), conclusion: conclusionOf(row) }
  const conclusion = {
    ...nothingFound,
    state: RecordState.code.notScreened,
    seRight: null,
    seLeft: null,
    text: HIDDEN_UNTIL_RETEST,
    advice: null,
  }
  return { fields: EMPTY_FIELDS, conclusion: conclusion as Conclusion }
}

/** What is shown of a record; of a row that was just written, or read. */
type Shown = ConcludedRow &
  Pick<
    RecordRowData,
    | 'id'
    | 'studentId'
    | 'studentName'
    | 'sex'
    | 'age'
    | 'birthDate'
    | 'studentNoMask'
    | 'source'
    | 'enteredByName'
    | 'enteredAt'
    | 'version'
    | 'openConflictId'
    | 'pendingCorrection'
    | 'retest'
    | 'blind'
    | 'hasLeft'
  >

export function presentRecord(row: Shown): RecordRow {
  return {
    recordId: row.id,
    studentId: row.studentId,
    studentName: row.studentName,
    sex: row.sex as RecordRow['sex'],
    age: row.age,
    birthDate: row.birthDate,
    studentNo: row.studentNoMask,
    ...shownOf(row),
    source: row.source as RecordRow['source'],
    enteredByName: row.enteredByName,
    enteredAt: row.enteredAt?.toISOString() ?? null,
    version: row.version,
    // What contradicts would tell what is there.
    openConflictId: row.blind ? null : row.openConflictId,
    pendingCorrection: row.pendingCorrection,
    retest: row.retest,
    blind: row.blind,
    left: row.hasLeft,
  }
}
