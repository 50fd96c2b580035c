import type { Endpoint } from '#contract/core/endpoint.ts'
import { parseIdCard } from '#contract/core/id-card.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportResult, ImportRow, ImportTask } from '#contract/imports/schemas.ts'
import { columnsOf } from '../imports/row-rules/columns.ts'
import type { Answer, TestApp } from './app.ts'
import { newGrade, newIdCard, newName, newSchool, newUser, signedIn } from './roster.ts'
import { multipartBody, sendBody } from './sheets/multipart.ts'
import { makeXlsx, type TestCell } from './sheets/workbook.ts'

type By = Pick<TestApp, 'call'>
export type SheetValues = Record<string, TestCell | undefined>

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

/** A school with one grade, its administrator, and rows that fit it. */
export async function importSchool(app: TestApp, options: { classes?: number; name?: string } = {}) {
  const region = await signedIn(app, 'region01')
  const orgId = await newSchool(app, region, { name: options.name })
  const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, options.classes ?? 2)
  const { account } = await newUser(app, orgId, 20)
  const token = await app.login(account)
  const by: By = app.as(token)
  const { name: orgName } = await app.db
    .selectFrom('org')
    .select('name')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const { entryYear } = await app.db
    .selectFrom('class')
    .select('entryYear')
    .where('id', '=', classIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const row = (values: SheetValues = {}): SheetValues => {
    const idCard = newIdCard()
    const card = parseIdCard(typeof values.idCard === 'string' ? values.idCard : idCard)
    return {
      school: orgName,
      stage: '小学',
      classYear: String(entryYear),
      class: '1班',
      name: newName(),
      sex: card?.sex === 2 ? '女' : '男',
      birthDate: card?.birthDate ?? '2016-05-12',
      idCard,
      ...values,
    }
  }
  return { app, orgId, orgName, gradeId, classIds, entryYear, account, token, by, row }
}
export type ImportSchool = Awaited<ReturnType<typeof importSchool>>

type Upload = { preview?: boolean; studentType?: 1 | 2 | 3; fields?: Record<string, string | number> }

/** Sends rows of a roster; nothing is read yet. */
export async function uploadRows(
  { app, token, orgId }: ImportSchool,
  rows: readonly SheetValues[],
  more: Upload = {},
): Promise<number> {
  const studentType = more.studentType ?? 1
  const fields = { orgId, prefix: 2, stuType: studentType, preview: more.preview ? '1' : '', ...more.fields }
  const sent = await uploadSheet(app, token, fields, await sheetFile(rows, { studentType }))
  if (!sent.success) throw new Error(`${sent.code} ${sent.message}`)
  return sent.data.recordId
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
  const sent = await uploadSheet(app, token, fields, await sheetFile(rows, { kind: 1 }), { endpoint })
  if (!sent.success) throw new Error(`${sent.code} ${sent.message}`)
  await app.runJobs()
  return { recordId: sent.data.recordId, result: await resultOf({ by }, sent.data.recordId) }
}

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
  const { data, success, code, message } = await by.call(importEndpoints.readImport, { recordId })
  if (!success) throw new Error(`${code} ${message}`)
  return data
}

/** Confirms a preview, or the corrected rows of a finished task, and waits for it. */
export async function confirmImport({ app, by }: Pick<ImportSchool, 'app' | 'by'>, recordId: number) {
  const { success, code, message } = await by.call(importEndpoints.commitImport, { recordId })
  if (!success) throw new Error(`${code} ${message}`)
  await app.runJobs()
}
