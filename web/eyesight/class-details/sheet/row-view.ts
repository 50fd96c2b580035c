// What a row means at this moment, by the same rules as on the server.
import { conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { judge } from '#contract/eyesight/judgement/judge.ts'
import type { Judgement, JudgementRules, Subject } from '#contract/eyesight/judgement/judgement.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { AbsenceReason, toStored } from '#contract/eyesight/reading.ts'
import { type RecordField, type RecordFields, RecordState } from '#contract/eyesight/record-schemas.ts'
import { ageOn } from '#contract/students/identity.ts'
import { contradictionsIn, doubtsIn } from './row-rules.ts'
import { fieldsWithDrafts, phaseOf, type RowState } from './row-state.ts'

export type JudgeSetup = { stage: Subject['stage']; rules: JudgementRules; today: string }
export type RowView = {
  fields: RecordFields
  judgement: Judgement
  conclusion: string
  /** Hidden: somebody else examined first, and this person may do it again. */
  blind: boolean
  /** Contradictions, by the cell that shows them. */
  contradictions: { [F in RecordField]?: string }
  doubts: { [F in RecordField]?: string }
}

export function viewOf(state: RowState, { stage, rules, today }: JudgeSetup): RowView {
  const fields = fieldsWithDrafts(state)
  const age = ageOn(state.row.birthDate, fields.checkedOn ?? today)
  const judgement = judge(toStored(normalReading(fields)), { stage, age }, rules)
  const contradictions: RowView['contradictions'] = {}
  for (const { message, shownAt } of contradictionsIn(fields, state.items)) {
    for (const field of shownAt) contradictions[field] = message
  }
  const { blind } = state.row
  const conclusion = blind ? state.row.conclusion.text : conclusionOf(judgement, stage, fields)
  return { fields, judgement, conclusion, blind, contradictions, doubts: doubtsIn(fields) }
}

function conclusionOf(judgement: Judgement, stage: Subject['stage'], fields: RecordFields): string {
  if (judgement.state === RecordState.code.notScreened && fields.absence !== null)
    return `未检（${AbsenceReason.label(fields.absence)}）`
  return conclusionText(judgement, stage, fields)
}

/** For the column that is always in sight: the conclusion and the reason may be further right. */
export const absenceText = ({ absence }: Pick<RecordFields, 'absence'>): string | null =>
  absence === null ? null : `未检：${AbsenceReason.label(absence)}`

export const ROW_FILTERS = {
  unscreened: '未筛查',
  invalid: '无效',
  wrong: '需更正',
  conflict: '冲突',
} as const
export type RowFilter = keyof typeof ROW_FILTERS

export function fitsFilter(state: RowState, view: RowView, filter: RowFilter): boolean {
  if (filter === 'unscreened') return view.judgement.state === RecordState.code.notScreened && !view.blind
  if (filter === 'invalid') return view.judgement.state === RecordState.code.invalid
  const phase = phaseOf(state)
  if (filter === 'conflict') return phase === 'clash' || state.row.openConflictId !== null
  return (
    phase === 'faulty' ||
    phase === 'refused' ||
    state.row.pendingCorrection ||
    [view.contradictions, view.doubts].some((found) => Object.keys(found).length > 0)
  )
}

/** Whether somebody still has to do something in this row. */
export function isIncomplete(state: RowState, { judgement, fields, blind }: RowView): boolean {
  const phase = phaseOf(state)
  if (phase === 'faulty' || phase === 'refused' || phase === 'clash') return true
  if (judgement.state === RecordState.code.notScreened) return fields.absence === null && !blind
  return judgement.state === RecordState.code.invalid && judgement.missing.length > 0
}

/** Rows that a batch marks as not screened: without a reading and without a reason. */
export const isOpen = ({ judgement, fields, blind }: RowView): boolean =>
  judgement.state === RecordState.code.notScreened && fields.absence === null && !blind
