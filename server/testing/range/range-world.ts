import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { DEMO_ORGS, DEMO_USERS } from '../../seed/demo-world.ts'
import type { TestApp } from '../app.ts'
import { makeAssessment } from '../assessment/assessment-samples.ts'
import { must } from '../people.ts'
import { freeze } from '../reports/frozen-reports.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../roster.ts'
import { newPlan, newTask, recordsOf } from '../screening.ts'
import type { World } from './world.ts'

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

export async function makeWorld(
  app: TestApp,
  area: typeof HOME,
  marker: string,
  idCardOf: () => string = newIdCard,
): Promise<World> {
  const by = app.as(await app.login(adminOf(keyOfOrg(area, '教育'))))
  const orgId = await newSchool(app, by, { area, name: `${marker}小学`, stages: [2] })
  const { gradeId, classIds } = await newGrade(by, orgId, 2, 3, 2)
  const [classId = 0, otherClassId = 0] = classIds
  const { studentId } = await newStudent(by, classId, { name: `${marker}甲`, idCard: idCardOf() })
  const leaver = await newStudent(by, classId, { name: `${marker}乙`, idCard: idCardOf() })
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
  const hospitalId = await oneNumber(app, `select id from org where name = '${name('hospital')}'`)
  await app.sql(`insert into device (org_id, name, kind, serial_no, key_id, key_enc)
    values (${hospitalId}, '${marker}验光仪', 1, 'RANGE-${area.regionId}', 'dk_range_${area.regionId}', '')`)
  const screening = await makeScreening(app, by, { area, orgId, classId, marker })
  const saved = await must(
    by.call(reportEndpoints.saveDesign, {
      name: `${marker}报告`,
      dimension: 'stage',
      indicators: ['expected'],
      orgId,
      planId: screening.planId,
    }),
  )
  await must(by.call(reportEndpoints.shareDesign, { ...saved, shared: true }))
  return {
    marker,
    area,
    orgId,
    govId: await oneNumber(app, `select id from org where name = '${name('卫健')}'`),
    hospitalId,
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
    deviceId: await oneNumber(app, `select id from device where serial_no = 'RANGE-${area.regionId}'`),
    ...screening,
    designId: saved.designId,
    letterId: await newLetter(app, screening.screeningRecordId),
    visitId: await newVisit(app, screening.screeningRecordId, orgId),
    warningId: await newWarning(app, screening.screeningRecordId),
    ...(await makeAssessment(app, by, { orgId, marker })),
  }
}

/** A letter that is as good as printed; nobody has its ticket. */
export const newLetter = (app: TestApp, recordId: number): Promise<number> =>
  oneNumber(
    app,
    `insert into letter (record_id, student_id, ticket_hash, ticket_enc, printed_at)
    select id, student_id, sha256(id::text::bytea), '', now() from screening_record where id = ${recordId} returning id`,
  )

/** As a school records it. */
export const newVisit = (app: TestApp, recordId: number, orgId: number): Promise<number> =>
  oneNumber(
    app,
    `insert into visit (student_id, record_id, visited_on, source, org_id, hospital_name)
    select student_id, id, current_date, 3, ${orgId}, '县医院' from screening_record where id = ${recordId} returning id`,
  )

/** As if the result of a record had raised it. */
export const newWarning = (app: TestApp, recordId: number): Promise<number> =>
  oneNumber(
    app,
    `insert into warning (scope, plan_id, student_id, record_id, task_id, class_id, school_org_id, province_id, city_id,
      region_id, level, reasons, indicators, due_on)
    select 1, r.plan_id, r.student_id, r.id, r.task_id, r.class_id, t.school_org_id, t.province_id, t.city_id, t.region_id, 2,
      '[]', '{}', current_date from screening_record as r join task as t on t.id = r.task_id where r.id = ${recordId}
    on conflict (student_id, plan_id) where scope = 1 do update set due_on = excluded.due_on returning id`,
  )

type Place = { area: typeof HOME; orgId: number; classId: number; marker: string }

/** A plan under way with a task of the school for one of its classes, and a reading that contradicts. */
async function makeScreening(app: TestApp, by: Parameters<typeof newPlan>[0], at: Place) {
  const { area, orgId, classId, marker } = at
  const planId = await newPlan(by, { areaIds: [area.regionId], planName: `${marker}筛查` })
  const draftId = await newPlan(by, {
    areaIds: [area.regionId],
    planName: `${marker}草稿`,
    publish: false,
  })
  const taskId = await newTask(by, planId, orgId, { selection: { classIds: [classId] } })
  const [record] = await recordsOf(app, taskId)
  const screeningRecordId = record?.recordId ?? 0
  await app.sql(`insert into reading_conflict (record_id, plan_id, school_org_id, source, reading)
    values (${screeningRecordId}, ${planId}, ${orgId}, 3, '{"nakedRight": 49}')`)
  const conflictId = await oneNumber(
    app,
    `select id from reading_conflict where record_id = ${screeningRecordId}`,
  )
  const { reportNo } = await freeze(by, 'region', { planId, areaId: area.regionId })
  return { planId, draftId, taskId, screeningRecordId, conflictId, reportNo }
}
