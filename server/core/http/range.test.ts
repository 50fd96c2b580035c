// Nobody gets anything out of what lies outside their range: every scoped call, every id it takes.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint, EndpointTable } from '#contract/core/endpoint.ts'
import { PERMISSION_NAMES, permissionId } from '#contract/core/permissions.ts'
import { FEATURES } from '#contract/features.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { DEMO_ORGS, DEMO_USERS } from '../../seed/demo-world.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { must, newGrade, newSchool, newStudent } from '../../testing/roster.ts'

const node = useApp({ FACE_PHOTO: 'on' })

/** One of everything that has an id, in one district. */
type World = {
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
}

const HOME = { provinceId: '330000', cityId: '330200', regionId: '330205' }
const ABROAD = { provinceId: '330000', cityId: '330100', regionId: '330106' }
const keyOfOrg = (area: typeof HOME, kind: string) => `${area.regionId}-${kind}`
const nameOfOrg = (key: string) => DEMO_ORGS.find((org) => org.key === key)?.name ?? ''
const accountOf = (key: string) =>
  DEMO_USERS.find(({ org, isSuper }) => org === key && isSuper)?.account ?? ''

let own: World
let foreign: World
let caller: Pick<TestApp, 'call'>
let callerToken: string

async function oneNumber(statement: string): Promise<number> {
  const { rows } = await node.current.data.requests.pool.query(statement)
  return Number(Object.values(rows[0])[0])
}

async function makeWorld(area: typeof HOME, marker: string): Promise<World> {
  const app = node.current
  const by = app.as(await app.login(accountOf(keyOfOrg(area, '教育'))))
  const orgId = await newSchool(app, by, { area, name: `${marker}小学`, stages: [2] })
  const { gradeId, classIds } = await newGrade(by, orgId, 2, 3, 2)
  const [classId = 0, otherClassId = 0] = classIds
  const { studentId } = await newStudent(by, classId, { name: `${marker}甲` })
  const leaver = await newStudent(by, classId, { name: `${marker}乙` })
  await must(by.call(studentEndpoints.leaveStudents, { studentIds: [leaver.studentId] }))
  const name = (key: string) => nameOfOrg(keyOfOrg(area, key))
  const approvalId = await oneNumber(`select id from approval where org_id = ${orgId}`)
  await app.sql(`insert into advance (org_id, school_year, promoted_count, graduated_count, undone_at)
    values (${orgId}, 2000, 0, 0, now())`)
  return {
    marker,
    area,
    orgId,
    govId: await oneNumber(`select id from org where name = '${name('卫健')}'`),
    hospitalId: await oneNumber(`select id from org where name = '${name('hospital')}'`),
    gradeId,
    classId,
    otherClassId,
    studentId,
    recordId: await oneNumber(`select id from enrolment where student_id = ${leaver.studentId}`),
    leftId: leaver.studentId,
    userId: await oneNumber(`select u.id from app_user u join org o on o.id = u.org_id
      where o.name = '${nameOfOrg(keyOfOrg(area, 'school-1'))}' and u.role_type = 45 limit 1`),
    approvalId,
    advanceId: await oneNumber(`select max(id) from advance where org_id = ${orgId}`),
  }
}

beforeAll(async () => {
  own = await makeWorld(HOME, '江北标')
  foreign = await makeWorld(ABROAD, '西湖标')
  const account = accountOf(keyOfOrg(HOME, '教育'))
  const ids = PERMISSION_NAMES.map(permissionId).join(',')
  await node.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
    select u.id, p.id, true from app_user u, permission p where u.account = '${account}' and p.id in (${ids})
    on conflict (user_id, permission_id) do update set granted = true`)
  callerToken = await node.current.login(account)
  caller = node.current.as(callerToken)
})

const org = (w: World) => ({ orgId: w.orgId })
const student = (w: World) => ({ studentId: w.studentId })
const grade = (w: World) => ({ gradeId: w.gradeId })
const school = (w: World) => ({
  orgName: `${w.marker}新学校`,
  address: '文教路1号',
  contactName: '王老师',
  contactPhone: '13900001111',
})
const range = (w: World) => ({
  dataRangeType: 3,
  dataRangeProvinceId: w.area.provinceId,
  dataRangeCityId: w.area.cityId,
  dataRangeRegionId: w.area.regionId,
})

/** A valid input for every scoped call that takes an id. A call that is missing here fails the test below. */
const SAMPLES: Record<string, (w: World) => Record<string, unknown>> = {
  'orgs.govDetail': (w) => ({ orgId: w.govId }),
  'orgs.schoolDetail': org,
  'orgs.hospitalDetail': (w) => ({ orgId: w.hospitalId }),
  'orgs.editGov': (w) => ({ orgId: w.govId, ...school(w), version: 1 }),
  'orgs.editSchool': (w) => ({
    ...org(w),
    ...school(w),
    stages: [2],
    schoolType: 10,
    schoolLevel: 10,
    version: 1,
  }),
  'orgs.editHospital': (w) => ({
    orgId: w.hospitalId,
    ...school(w),
    hospitalType: 10,
    ownership: 10,
    version: 1,
  }),
  'orgs.validOrgNameByRegion': (w) => ({ ...w.area, orgName: `${w.marker}某学校`, orgId: w.orgId }),
  'authority.accountPageList': org,
  'authority.accountQuota': org,
  'authority.accountPermissions': (w) => ({ userId: w.userId }),
  'authority.addAccount': (w) => ({
    orgId: w.govId,
    account: `range${w.area.regionId}`,
    realName: '张新',
    phone: '13712345678',
    roleType: 20,
    isSuper: false,
    ...range(w),
  }),
  'authority.editAccount': (w) => ({
    userId: w.userId,
    realName: '张新',
    roleType: 45,
    isSuper: false,
    ...range(w),
    dataRangeType: 4,
    version: 1,
  }),
  'authority.setAccountEnabled': (w) => ({ userId: w.userId, enabled: false }),
  'authority.unlockAccount': (w) => ({ userId: w.userId }),
  'authority.resetAccountPassword': (w) => ({ userId: w.userId }),
  'authority.grantPermissions': (w) => ({ userId: w.userId, version: 1, permissionIds: [] }),
  'approvals.approvalDetail': (w) => ({ approvalId: w.approvalId }),
  'approvals.decide': (w) => ({ approvalIds: [w.approvalId], passed: true }),
  'plans.canOperateByPlanStatus': org,
  'plans.isPlanComplete': org,
  'schools.schoolPageList': (w) => w.area,
  'schools.orgDataStatistics': (w) => w.area,
  'schools.addSchool': (w) => ({ ...w.area, ...school(w), stages: [2], schoolType: 10, schoolLevel: 10 }),
  'schools.deleteOrgs': (w) => ({ orgIds: [w.orgId] }),
  'schools.prefixListByOrgId': org,
  'schools.schoolStages': org,
  'schools.searchSchool': (w) => ({ id: w.area.regionId }),
  'schools.gradeList': org,
  'schools.getGradeListByOrg': org,
  'schools.getGradeGroup': org,
  'schools.gradePrefixList': org,
  'schools.gradeDetail': grade,
  'schools.addGrade': (w) => ({ ...org(w), prefix: 2, gradeNo: 5 }),
  'schools.editGrade': (w) => ({ ...grade(w), gradeNo: 4, version: 1 }),
  'schools.deleteGrade': grade,
  'schools.classList': (w) => ({ ...org(w), ...grade(w) }),
  'schools.getClassByOrg': org,
  'schools.classDetail': (w) => ({ classId: w.classId }),
  'schools.unusedClassNameList': grade,
  'schools.addClass': (w) => ({ ...grade(w), classNames: ['9班'] }),
  'schools.editClass': (w) => ({ classId: w.classId, className: '8班', version: 1 }),
  'schools.deleteClass': (w) => ({ classId: w.otherClassId }),
  'schools.teacherScope': (w) => ({ userId: w.userId }),
  'schools.assignClasses': (w) => ({ userId: w.userId, classIds: [w.classId] }),
  'students.studentPageList': (w) => ({ ...w.area, ...org(w), ...grade(w), classId: w.classId }),
  'students.studentDetail': student,
  'students.studentDataStatistics': (w) => ({ ...org(w), ...grade(w), classId: w.classId }),
  'students.addStudent': (w) => ({
    classId: w.classId,
    name: '外人',
    studentType: 3,
    sex: 1,
    birthDate: '2017-01-01',
  }),
  'students.editStudent': (w) => ({ ...student(w), name: '改名', studentType: 1, version: 1 }),
  'students.renameStudent': (w) => ({ ...student(w), name: '改名' }),
  'students.deleteStudents': (w) => ({ studentIds: [w.studentId] }),
  'students.planSelect': student,
  'students.validChange': (w) => ({ studentIds: [w.studentId] }),
  'students.moveStudents': (w) => ({ studentIds: [w.studentId], newClassId: w.otherClassId }),
  'students.leaveStudents': (w) => ({ studentIds: [w.studentId] }),
  'students.recoverStudents': (w) => ({ recordIds: [w.recordId], classId: w.classId }),
  'students.historyPageList': (w) => ({ ...org(w), ...grade(w), classId: w.classId }),
  'students.historyInfo': (w) => ({ recordId: w.recordId }),
  'students.historyTree': org,
  'students.historyTreeOfTeacher': org,
  'students.historyOfClass': (w) => ({ ...org(w), ...grade(w), classId: w.classId }),
  'students.historySchools': student,
  'students.applyTransfer': (w) => ({ ...student(w), newOrgId: w.orgId, newClassId: w.otherClassId }),
  'students.revealStudent': (w) => ({ ...student(w), reason: '核对' }),
  'students.studentViewers': student,
  'students.recordConsent': (w) => ({ ...student(w), given: true, channel: 'paper' }),
  'students.facePhoto': student,
  'students.removeFace': student,
  'students.advanceStages': org,
  'students.advancePreview': org,
  'students.advance': org,
  'students.undoAdvance': (w) => ({ ...org(w), advanceId: w.advanceId }),
  'exports.exportSize': (w) => ({ item: 'students', ...w.area, ...org(w), ...grade(w), classId: w.classId }),
  'exports.exportStudents': (w) => ({
    ...w.area,
    ...org(w),
    ...grade(w),
    classId: w.classId,
    reason: '核对',
  }),
  'exports.exportSchools': (w) => ({ ...w.area, reason: '核对' }),
  'exports.exportHistory': (w) => ({ ...org(w), ...grade(w), classId: w.classId, reason: '核对' }),
  'exports.startExport': (w) => ({
    item: 'students',
    ...w.area,
    ...org(w),
    ...grade(w),
    classId: w.classId,
    reason: '核对',
  }),
  'exports.dockStudents': (w) => ({ ...w.area, ...org(w) }),
  'hospitals.hospitalPageList': (w) => w.area,
  'hospitals.addHospital': (w) => ({
    ...w.area,
    ...school(w),
    orgName: `${w.marker}新医院`,
    orgType: 20,
    hospitalType: 10,
    ownership: 10,
  }),
  'hospitals.bindingPageList': (w) => ({ orgId: w.hospitalId }),
  'hospitals.bindSchools': (w) => ({ orgId: w.hospitalId, schoolIds: [w.orgId], bound: true }),
}

/** Ids that may lie outside the range by design, or that name no row at all; each with its reason. */
const ELSEWHERE_ALLOWED: Record<string, string[]> = {
  // A child may go to any school of the province: its classes are known by name.
  'students.transferTargetClasses': ['orgId'],
  'students.transferTargets': ['id'],
  'students.applyTransfer': ['newOrgId', 'newClassId', 'newGradeId', 'applicationUserId', 'applicationOrgId'],
  'authority.grantPermissions': ['permissionIds'],
  // Sent as multipart; its own test is beside the face photos.
  'students.uploadFace': ['studentId'],
}
/** What an area or organisation (616, 651), a person or record (650, 652) outside the range is answered with. */
const REFUSED = [616, 650, 651, 652]
/** A range that is too wide is refused as a form's fault, a promotion of another school as one that is not there. */
const ALSO_REFUSED: Record<string, number[]> = {
  'authority.addAccount': [700],
  'authority.editAccount': [700],
  'students.undoAdvance': [700],
}

const isIdName = (name: string) => /(Ids?)$|^id$/.test(name)
const idsOf = ({ input }: Endpoint): string[] => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  // A call may take one of several forms.
  const forms = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  const names = forms.flatMap((form) => Object.keys(form.properties ?? {}))
  return [...new Set(names)].filter(isIdName)
}
const SCOPED = Object.entries(FEATURES as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table)
    .filter(([, definition]) => definition.scoped)
    .map(([key, definition]) => ({ name: `${feature}.${key}`, definition, ids: idsOf(definition) })),
)

test('every scoped call that takes an id is tried', () => {
  const tried = SCOPED.filter(({ ids }) => ids.length > 0).filter(({ name, ids }) => {
    const left = ids.filter((id) => !ELSEWHERE_ALLOWED[name]?.includes(id))
    return left.length > 0 && !SAMPLES[name]
  })
  expect(tried.map(({ name }) => name)).toEqual([])
})

const AREA_PART = /^(cityId|regionId|dataRange\w+Id)$/
const isFilter = (name: string) => /List$|Statistics$|^exports\./.test(name)

/** The input of the own world with one id, or one of several, replaced by a foreign one; and all of them. */
function trespasses(name: string, ids: string[]): Record<string, unknown>[] {
  const mine = SAMPLES[name]?.(own) ?? {}
  const theirs = SAMPLES[name]?.(foreign) ?? {}
  const named = ids.filter((id) => id in mine && !ELSEWHERE_ALLOWED[name]?.includes(id))
  const single = named
    // A form names an area by its whole path: with a part of another one it names none.
    .filter((id) => !/^(dataRangeP|p)rovinceId$/.test(id) && (isFilter(name) || !AREA_PART.test(id)))
    .flatMap((id) => {
      const value = theirs[id]
      if (!Array.isArray(value)) return [{ ...mine, [id]: value }]
      const others = mine[id] as unknown[]
      return [value, [...others, ...value], [...value, ...others]].map((list) => ({ ...mine, [id]: list }))
    })
  return [theirs, ...single]
}

describe('a caller with every permission and another district as range', () => {
  const cases = SCOPED.filter(({ name }) => SAMPLES[name])
  test.each(cases)('$name refuses every foreign id and tells nothing', async ({ name, definition, ids }) => {
    const before = await snapshot()
    for (const input of trespasses(name, ids)) {
      const answer = await caller.call(definition, input as never)
      const text = JSON.stringify(answer)
      expect([...REFUSED, ...(ALSO_REFUSED[name] ?? [])], `${JSON.stringify(input)} → ${text}`).toContain(
        answer.code,
      )
      // Not because the form was wrong: then nothing would have been tried.
      if (!ALSO_REFUSED[name]) expect(answer.data, text).toBeNull()
      expect(text).not.toContain(foreign.marker)
    }
    expect(await snapshot()).toEqual(before)
  })

  const lists = SCOPED.filter(
    ({ definition, name }) => definition.method === 'GET' && !name.startsWith('home'),
  )
  test.each(lists)('$name serves the own district and nothing of the other', async ({ name, definition }) => {
    const input = SAMPLES[name]?.(own) ?? {}
    if (ELSEWHERE_ALLOWED[name]) return
    const answer = await caller.call(definition, input as never)
    expect({ name, code: answer.code }).toEqual({ name, code: 200 })
    expect(JSON.stringify(answer.data)).not.toContain(foreign.marker)
  })
})

/** What is in the tables that these calls could have touched. */
async function snapshot() {
  const tables = [
    'org',
    'grade',
    'class',
    'student',
    'enrolment',
    'approval',
    'org_binding',
    'user_class',
    'advance',
  ]
  const { pool } = node.current.data.requests
  const rows = await Promise.all(
    tables.map((table) =>
      pool.query(`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`),
    ),
  )
  const users =
    await pool.query(`select md5(string_agg(account || version || enabled || coalesce(org_id, 0) ||
    password_hash, '|' order by id)) as sum from app_user`)
  return [...rows, users].map(({ rows: [row] }) => row.sum)
}

test('a class teacher gets nothing of other classes, not even of the own school', async () => {
  const { login, as } = node.current
  const school01 = as(await login('school01'))
  const teacher = as(await login('teacher01'))
  const me = await oneNumber(`select org_id from app_user where account = 'school01'`)
  const assigned = `select class_id from user_class where user_id =
    (select id from app_user where account = 'teacher01')`
  const classId = await oneNumber(`select id from class where org_id = ${me} and closed_on is null
    and id not in (${assigned}) limit 1`)
  const { studentId } = await newStudent(school01, classId, { name: '别班人' })
  for (const answer of [
    await teacher.call(studentEndpoints.studentDetail, { studentId }),
    await teacher.call(studentEndpoints.renameStudent, { studentId, name: '改名' }),
    await teacher.call(studentEndpoints.studentPageList, { classId }),
    await teacher.call(schoolEndpoints.classDetail, { classId }),
    await teacher.call(studentEndpoints.planSelect, { studentId }),
  ]) {
    expect(answer.code).toBe(650)
  }
  const list = await must(teacher.call(studentEndpoints.studentPageList, { pageSize: 50, name: '别班人' }))
  expect(list.total).toBe(0)
})
