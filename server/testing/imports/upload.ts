import type { Endpoint } from '#contract/core/endpoint.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportResult, ImportTask } from '#contract/imports/schemas.ts'
import { columnsOf } from '../../imports/row-rules/columns.ts'
import type { Answer, TestApp } from '../app.ts'
import { must } from '../people.ts'
import { multipartBody, sendBody } from '../sheets/multipart.ts'
import { makeXlsx } from '../sheets/workbook.ts'
import type { ImportSchool, SheetValues } from './school.ts'
import { resultOf } from './task.ts'

/** A sheet of a kind with the template's headers; rows by the keys of the columns. */
export function sheetFile(
  rows: readonly SheetValues[],
  of: { kind?: 0 | 1 | 2 | 3; studentType?: 1 | 2 | 3 } = {},
): Promise<Buffer> {
  const columns = columnsOf(of.kind ?? 0, of.studentType ?? 1)
  const cells = rows.map((row) => columns.map(({ key }) => row[key] ?? null))
  return makeXlsx({ sheets: [{ rows: [columns.map(({ title }) => title), ...cells] }] })
}

export async function uploadSheet(
  app: TestApp,
  token: string,
  fields: Record<string, string | number>,
  file: Buffer,
  more: { endpoint?: Endpoint; filename?: string } = {},
): Promise<Answer<ImportTask>> {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }))
  const body = multipartBody([
    ...parts,
    { name: 'file', filename: more.filename ?? '名单.xlsx', content: file },
  ])
  const answer = await sendBody(app, token, more.endpoint ?? importEndpoints.importRoster, body)
  return answer as Answer<ImportTask>
}

type Upload = { preview?: boolean; studentType?: 1 | 2 | 3; fields?: Record<string, string | number> }

/** Sends rows of a roster; nothing is read yet. */
export async function uploadRows(
  { app, token, orgId }: Pick<ImportSchool, 'app' | 'token' | 'orgId'>,
  rows: readonly SheetValues[],
  more: Upload = {},
): Promise<number> {
  const studentType = more.studentType ?? 1
  const fields = { orgId, prefix: 2, stuType: studentType, preview: more.preview ? '1' : '', ...more.fields }
  const sent = await must(uploadSheet(app, token, fields, await sheetFile(rows, { studentType })))
  return sent.recordId
}

/** Uploads rows and runs the import to its end, or to its preview. */
export async function importRows(
  school: ImportSchool,
  rows: readonly SheetValues[],
  more: Upload = {},
): Promise<{ recordId: number; result: ImportResult }> {
  const recordId = await uploadRows(school, rows, more)
  await school.app.runJobs()
  return { recordId, result: await resultOf(school, recordId) }
}

/** Sends a sheet of class division and runs it to its end, or to its preview. */
export async function divideRows(
  { app, token, orgId, by }: ImportSchool,
  rows: readonly SheetValues[],
  more: { preview?: boolean } = {},
): Promise<{ recordId: number; result: ImportResult }> {
  const fields = { orgId, preview: more.preview ? '1' : '' }
  const endpoint = importEndpoints.divideIntoClasses
  const file = await sheetFile(rows, { kind: 1 })
  const { recordId } = await must(uploadSheet(app, token, fields, file, { endpoint }))
  await app.runJobs()
  return { recordId, result: await resultOf({ by }, recordId) }
}
