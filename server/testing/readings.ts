import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'
import type { TestApp } from './app.ts'
import { type By, must } from './people.ts'
import { rowsOf } from './rows.ts'

export type Typed = Partial<RecordFields>

/** What somebody typed into empty fields, or over what they saw there. */
export const changesTo = (to: Typed, from: Typed = {}) =>
  Object.fromEntries(
    (Object.keys(to) as RecordField[]).map((field) => [
      field,
      { from: from[field] ?? (typeof to[field] === 'boolean' ? false : null), to: to[field] },
    ]),
  )

export const saveRow = (by: By, taskId: number, recordId: number, to: Typed, from: Typed = {}) =>
  by.call(recordEndpoints.saveRecords, { taskId, rows: [{ recordId, changes: changesTo(to, from) }] })

/** The row as it stands after a save that must not be refused. */
export async function savedRow(by: By, taskId: number, recordId: number, to: Typed, from: Typed = {}) {
  const [saved] = await must(saveRow(by, taskId, recordId, to, from))
  if (!saved?.saved) throw new Error(`not saved: ${JSON.stringify(saved?.clash ?? saved)}`)
  return saved.row
}

/** Complete and without findings. */
export const NORMAL = {
  glasses: 1,
  nakedRight: 5,
  nakedLeft: 5.1,
  sphereRight: 0.5,
  sphereLeft: 0.25,
  cylinderRight: -0.25,
  cylinderLeft: 0,
  axisRight: 180,
} as const satisfies Typed
/** Complete, 低度近视. */
export const MYOPIC = { ...NORMAL, nakedRight: 4.7, sphereRight: -1.5 } as const satisfies Typed

export async function recordOf(app: TestApp, recordId: number): Promise<Record<string, unknown>> {
  const [row] = await rowsOf(app, 'select * from screening_record where id = $1', [recordId])
  if (!row) throw new Error('no such record')
  return row
}

/** Born so that the student is so old today. */
export const giveAge = (app: TestApp, studentId: number, years: number) =>
  app.sql(`update student set birth_date = (current_date - interval '${years} years 40 days')::date
    where id = ${studentId}`)
