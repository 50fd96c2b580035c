import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { isUnsent, phaseOf, type RowPhase, type RowState } from './row-state.ts'

export type SheetSummary = {
  /** 应筛, 已筛, 有效, 未检有原因, as the server has them. */
  expected: number
  screened: number
  valid: number
  absent: number
  /** Cells that were typed and are not confirmed. */
  cells: number
  /** Rows that wait for somebody's decision: readings that contradict, corrections that are applied for. */
  conflicts: number
  corrections: number
  /** Rows, by what is the matter with them. */
  rows: Readonly<Record<RowPhase, number>>
}

export function summarise(states: readonly RowState[]): SheetSummary {
  const rows: Record<RowPhase, number> = {
    saved: 0,
    unsaved: 0,
    faulty: 0,
    saving: 0,
    retrying: 0,
    refused: 0,
    clash: 0,
  }
  const none = { screened: 0, valid: 0, absent: 0, cells: 0, conflicts: 0, corrections: 0 }
  const summary = { expected: states.length, ...none, rows }
  for (const state of states) {
    const { conclusion, fields, openConflictId, pendingCorrection, blind } = state.row
    if (openConflictId !== null) summary.conflicts += 1
    if (pendingCorrection) summary.corrections += 1
    // Only who has a valid result is drawn for a second examination.
    if (conclusion.state !== RecordState.code.notScreened || blind) summary.screened += 1
    else if (fields.absence !== null) summary.absent += 1
    if (conclusion.state === RecordState.code.valid || blind) summary.valid += 1
    if (isUnsent(state)) summary.cells += Object.keys(state.drafts).length
    rows[phaseOf(state)] += 1
  }
  return summary
}

export const sameSummary = (one: SheetSummary, other: SheetSummary): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

type SaveState = { tone: 'saved' | 'busy' | 'wrong'; text: string }

/** The state of saving in one sentence; the most urgent first. */
export function saveState({ rows, cells }: SheetSummary): SaveState {
  const wrong = [
    [rows.clash, '行与他人的修改冲突，请选择保留哪一个'],
    [rows.refused, '行未能保存，请查看原因'],
    [rows.retrying, '行未保存，将自动重试'],
    [rows.faulty, '行有误，有误的内容未保存'],
  ] as const
  const first = wrong.find(([count]) => count > 0)
  if (first) return { tone: 'wrong', text: `${first[0]} ${first[1]}` }
  if (rows.saving > 0) return { tone: 'busy', text: '正在保存…' }
  return cells > 0 ? { tone: 'busy', text: '有未保存的内容' } : { tone: 'saved', text: '已全部保存' }
}
