import { permissionId } from '#contract/core/permissions.ts'
import type { TestApp } from '../app.ts'
import { permit } from '../people.ts'

/** Gives the screened a myopic refraction, so that they are rated; `where` narrows the records. */
export const measureRefraction = (app: TestApp, where = 'true') =>
  app.sql(`update screening_record set se_right = -1250, se_left = 125 where ${where} and state <> 0`)

/** Named here on purpose, not taken from the list that the server uses. */
const SEE_STUDENTS = (['studentView', 'classDetail', 'classDetailTakingPart'] as const).map(permissionId)

/** Takes the permissions to see students from an account, or gives them back. */
export const forbidStudents = (app: TestApp, account: string, forbidden = true) =>
  permit(app, account, SEE_STUDENTS, !forbidden)
