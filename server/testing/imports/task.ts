import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportResult, ImportRow, ImportTask } from '#contract/imports/schemas.ts'
import { type By, must } from '../people.ts'
import type { ImportSchool } from './school.ts'

/** The task as the list shows it. */
export async function importTaskOf({ by }: { by: By }, recordId: number): Promise<ImportTask> {
  const { data } = await by.call(importEndpoints.importList, { pageSize: 50 })
  const task = data.list.find((each) => each.recordId === recordId)
  if (!task) throw new Error(`no task ${recordId}`)
  return task
}

/** Every row with what became of it. */
export async function rowListOf({ by }: { by: By }, recordId: number, failing = false): Promise<ImportRow[]> {
  const { data } = await by.call(importEndpoints.importRows, { recordId, failing, pageSize: 50 })
  return data.list
}

/** Takes a whole import back; answers what was said at once and what the task says afterwards. */
export async function callUndo({ app, by }: Pick<ImportSchool, 'app' | 'by'>, recordId: number) {
  const { code, message } = await by.call(importEndpoints.undoImport, { recordId })
  await app.runJobs()
  return { code, message, state: (await resultOf({ by }, recordId)).state }
}

/** Corrects cells, given by the keys of their columns. */
export async function correct(
  { by }: { by: By },
  recordId: number,
  corrections: Record<number, Record<string, string>>,
) {
  const { data } = await by.call(importEndpoints.importRows, { recordId, failing: false })
  const indexOf = (key: string) => String(data.columns.find((column) => column.key === key)?.index ?? key)
  const rows = Object.entries(corrections).map(([row, cells]) => ({
    row: Number(row),
    cells: Object.fromEntries(Object.entries(cells).map(([key, text]) => [indexOf(key), text])),
  }))
  return by.call(importEndpoints.correctRows, { recordId, rows })
}

export async function resultOf({ by }: { by: By }, recordId: number): Promise<ImportResult> {
  return must(by.call(importEndpoints.readImport, { recordId }))
}

/** Confirms a preview, or the corrected rows of a finished task, and waits for it. */
export async function confirmImport({ app, by }: Pick<ImportSchool, 'app' | 'by'>, recordId: number) {
  await must(by.call(importEndpoints.commitImport, { recordId }))
  await app.runJobs()
}
