import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'
import type { TestApp } from './app.ts'
import { type By, must, newUser, signedIn } from './people.ts'
import { orgIdOf, rowsOf } from './rows.ts'
import { startedTask } from './screening.ts'

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

/** A task under way with an administrator and a screener of its school. */
export async function taskAtWork(app: TestApp, options: Parameters<typeof startedTask>[1] = {}) {
  const made = await startedTask(app, options)
  const admin = await newUser(app, made.schoolOrgId, 20)
  const screener = await newUser(app, made.schoolOrgId, 30)
  return {
    ...made,
    admin: await signedIn(app, admin.account),
    adminId: admin.userId,
    screener: await signedIn(app, screener.account),
    screenerId: screener.userId,
    /** The id of the record at a place in the list. */
    at: (index: number) => made.records[index]?.recordId ?? 0,
  }
}

/** The same, carried out by 西湖人民医院. */
export async function taskOfHospital(app: TestApp, options: Parameters<typeof startedTask>[1] = {}) {
  const orgId = await orgIdOf(app, '330106-hospital')
  const task = await taskAtWork(app, {
    ...options,
    task: { ...options?.task, executor: { by: 'org', orgId } },
  })
  return {
    ...task,
    hospitalId: orgId,
    hospital: await signedIn(app, 'hospital01'),
    hospitalScreener: await signedIn(app, 'hscreen01'),
  }
}

/** Born so that the student is so old today. */
export const giveAge = (app: TestApp, studentId: number, years: number) =>
  app.sql(`update student set birth_date = (current_date - interval '${years} years 40 days')::date
    where id = ${studentId}`)
