import { studentEndpoints } from '#contract/students/endpoints.ts'
import { DEMO_ORGS, DEMO_USERS } from '../seed/demo-world.ts'
import type { TestApp } from './app.ts'
import { must, newGrade, newSchool, newStudent } from './roster.ts'

/** One of everything that has an id, in one district. */
export type World = {
  marker: string
  area: { provinceId: string; cityId: string; regionId: string }
  orgId: number
  govId: number
  hospitalId: number
  gradeId: number
  classId: number
  otherClassId: number
  studentId: number
  recordId: number
  leftId: number
  userId: number
  approvalId: number
  advanceId: number
  eduId: number
  importId: number
}

export const HOME = { provinceId: '330000', cityId: '330200', regionId: '330205' }
export const ABROAD = { provinceId: '330000', cityId: '330100', regionId: '330106' }
export const keyOfOrg = (area: typeof HOME, kind: string) => `${area.regionId}-${kind}`
const nameOfOrg = (key: string) => DEMO_ORGS.find((org) => org.key === key)?.name ?? ''
export const adminOf = (key: string) =>
  DEMO_USERS.find(({ org, isSuper }) => org === key && isSuper)?.account ?? ''

export async function oneNumber(app: TestApp, statement: string): Promise<number> {
  const { rows } = await app.data.requests.pool.query(statement)
  return Number(Object.values(rows[0])[0])
}

export async function makeWorld(app: TestApp, area: typeof HOME, marker: string): Promise<World> {
  const by = app.as(await app.login(adminOf(keyOfOrg(area, '教育'))))
  const orgId = await newSchool(app, by, { area, name: `${marker}小学`, stages: [2] })
  const { gradeId, classIds } = await newGrade(by, orgId, 2, 3, 2)
  const [classId = 0, otherClassId = 0] = classIds
  const { studentId } = await newStudent(by, classId, { name: `${marker}甲` })
  const leaver = await newStudent(by, classId, { name: `${marker}乙` })
  await must(by.call(studentEndpoints.leaveStudents, { studentIds: [leaver.studentId] }))
  const name = (key: string) => nameOfOrg(keyOfOrg(area, key))
  const approvalId = await oneNumber(app, `select id from approval where org_id = ${orgId}`)
  await app.sql(`insert into advance (org_id, school_year, promoted_count, graduated_count, undone_at)
    values (${orgId}, 2000, 0, 0, now())`)
  const eduId = await oneNumber(app, `select id from org where name = '${name('教育')}'`)
  await app.sql(`insert into import_task (kind, org_id, login_org_id, student_type, stage, file_name, file_hash, previewed,
      state, batch_id, layout, counts, expires_at)
    values (0, ${orgId}, ${eduId}, 1, 2, '${marker}名单.xlsx', '', true, 'done', ${orgId},
      '{"headerRow": 1, "columns": [], "absent": [], "unknown": []}', null, now() + interval '1 day')`)
  return {
    marker,
    area,
    orgId,
    govId: await oneNumber(app, `select id from org where name = '${name('卫健')}'`),
    hospitalId: await oneNumber(app, `select id from org where name = '${name('hospital')}'`),
    gradeId,
    classId,
    otherClassId,
    studentId,
    recordId: await oneNumber(app, `select id from enrolment where student_id = ${leaver.studentId}`),
    leftId: leaver.studentId,
    userId: await oneNumber(
      app,
      `select u.id from app_user u join org o on o.id = u.org_id
      where o.name = '${nameOfOrg(keyOfOrg(area, 'school-1'))}' and u.role_type = 45 limit 1`,
    ),
    approvalId,
    advanceId: await oneNumber(app, `select max(id) from advance where org_id = ${orgId}`),
    eduId,
    importId: await oneNumber(app, `select max(id) from import_task where org_id = ${orgId}`),
  }
}
