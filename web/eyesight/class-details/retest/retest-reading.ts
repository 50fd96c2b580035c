import { missingOf, withinPlan } from '#contract/eyesight/judgement/completeness.ts'
import { eyesOf } from '#contract/eyesight/judgement/eyes.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { isMeasured, ReadingFields, toStored } from '#contract/eyesight/reading.ts'
import { type RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'
import { editedText, parseCell } from '../grid/cell-text.ts'
import { contradictionsIn } from '../sheet/row-rules.ts'

export type Typed = { readonly [F in RecordField]?: string }
type Cell = { text: string; fault: string | null; unfinished: boolean }

/** The entered second reading, checked by the rules of the first. */
export function blindReading(typed: Typed, items: PlanItems, today: string) {
  const cells: { [F in RecordField]?: Cell } = {}
  const values: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(typed)) {
    const field = name as RecordField
    const parsed = parseCell(field, text, today)
    cells[field] = parsed.ok
      ? { text: editedText(field, parsed.value), fault: null, unfinished: false }
      : { text, fault: parsed.fault, unfinished: parsed.unfinished }
    if (parsed.ok) values[field] = parsed.value
  }
  const fields = RecordFields.parse(values)
  for (const { message, shownAt } of contradictionsIn(fields, items)) {
    for (const field of shownAt) {
      const cell = cells[field]
      if (cell) cells[field] = { ...cell, fault: message, unfinished: false }
    }
  }
  const stored = toStored(normalReading(fields))
  const [right, left] = eyesOf(stored)
  const faulty = Object.values(cells).some(({ fault }) => fault !== null)
  return {
    cells,
    fields,
    reading: ReadingFields.parse(fields),
    seRight: right.se,
    seLeft: left.se,
    missing: missingOf(withinPlan(stored, items), items),
    savable: !faulty && isMeasured(fields),
  }
}
