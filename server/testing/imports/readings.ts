// Sheets of results for a screening task.
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { UploadReadings } from '#contract/imports/schemas.ts'
import type { TestApp } from '../app.ts'
import { type By, newUser } from '../people.ts'
import { startedTask } from '../screening.ts'
import type { SheetValues } from './school.ts'
import { resultOf } from './task.ts'
import { sheetFile, uploadSheet } from './upload.ts'

type Kind = 'screening' | 'caries'
const KINDS = {
  screening: { kind: 3, endpoint: importEndpoints.importScreening },
  caries: { kind: 2, endpoint: importEndpoints.importCaries },
} as const

/** Complete, nothing but 近视前期, as somebody types it into a sheet. */
export const HEALTHY: SheetValues = {
  glasses: '未戴镜',
  nakedRight: 5,
  nakedLeft: '5.0',
  sphereRight: 0.5,
  sphereLeft: '+0.50',
  cylinderRight: 0,
  cylinderLeft: 0,
}
/** Complete, 低度近视. */
export const NEARSIGHTED: SheetValues = {
  ...HEALTHY,
  nakedRight: 4.6,
  nakedLeft: 4.6,
  sphereRight: -1.5,
  sphereLeft: -1.5,
}

/** A task under way at a new school, its administrator, and rows for the students on its list. */
export async function readingSite(app: TestApp, options: Parameters<typeof startedTask>[1] = {}) {
  const made = await startedTask(app, options)
  const { account, userId } = await newUser(app, made.schoolOrgId, 20)
  const token = await app.login(account)
  const { name: orgName } = await app.db
    .selectFrom('org')
    .select('name')
    .where('id', '=', made.schoolOrgId)
    .executeTakeFirstOrThrow()
  const classOf = (classId: number) => `${made.classIds.indexOf(classId) + 1}班`
  /** The row of the student at a place in the list. */
  const row = (index: number, values: SheetValues = HEALTHY): SheetValues => {
    const record = made.records[index]
    const student = made.students.find(({ studentId }) => studentId === record?.studentId)
    if (!student) throw new Error(`no student ${index}`)
    return {
      school: orgName,
      grade: '三年级',
      class: classOf(student.classId),
      name: student.name,
      idCard: student.idCard,
      ...values,
    }
  }
  const at = (index: number) => made.records[index]?.recordId ?? 0
  return {
    app,
    ...made,
    orgId: made.schoolOrgId,
    orgName,
    account,
    userId,
    token,
    admin: app.as(token),
    row,
    at,
  }
}
export type ReadingSite = Awaited<ReturnType<typeof readingSite>>

type Upload = { kind?: Kind; preview?: boolean; token?: string; taskId?: number; orgId?: number }

/** Sends a sheet; nothing is read yet. */
export async function sendReadings(site: ReadingSite, rows: readonly SheetValues[], more: Upload = {}) {
  const { kind, endpoint } = KINDS[more.kind ?? 'screening']
  const fields: Record<keyof Pick<UploadReadings, 'orgId' | 'taskId' | 'preview'>, string | number> = {
    orgId: more.orgId ?? site.orgId,
    taskId: more.taskId ?? site.taskId,
    preview: more.preview ? '1' : '',
  }
  const file = await sheetFile(rows, { kind })
  return uploadSheet(site.app, more.token ?? site.token, fields, file, { endpoint })
}

export async function uploadReadingSheet(site: ReadingSite, rows: readonly SheetValues[], more: Upload = {}) {
  const sent = await sendReadings(site, rows, more)
  if (!sent.success) throw new Error(`${sent.code} ${sent.message}`)
  return sent.data.recordId
}

/** Sends a sheet and runs the import to its end, or to its preview. */
export async function importReadings(
  site: ReadingSite,
  rows: readonly SheetValues[],
  more: Upload & { by?: By } = {},
) {
  const recordId = await uploadReadingSheet(site, rows, more)
  await site.app.runJobs()
  return { recordId, result: await resultOf({ by: more.by ?? site.admin }, recordId) }
}
