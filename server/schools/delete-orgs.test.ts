// Deleting organisations: only what holds no data, all of them or none; their accounts are shut.
import { describe, expect, test } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newSchoolTask, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const app = useApp()
const { deleteOrgs, schoolPageList } = schoolEndpoints

const region = demoUser(app, 'region01')
const remove = (orgIds: number[], by: By = region) => by.call(deleteOrgs, { orgIds })
const isThere = async (orgId: number) =>
  (await rowsOf(app.current, 'select 1 from org where id = $1', [orgId])).length === 1
async function emptySchool() {
  const orgId = await newSchool(app.current, region)
  const grade = await newGrade(region, orgId, 2, 1, 2)
  return { orgId, classId: grade.classIds[0] ?? 0 }
}

describe('a school', () => {
  test('without students goes with its grades and classes; its accounts are shut at once', async () => {
    const { orgId } = await emptySchool()
    const { account, userId } = await newUser(app.current, orgId, 20)
    const teacher = await newUser(app.current, orgId, 45)
    const by = await signedIn(app.current, account)
    expect((await by.call(schoolPageList, {})).success).toBe(true)
    expect(await must(remove([orgId, orgId]))).toEqual({ deleted: 1 })
    expect(await isThere(orgId)).toBe(false)
    for (const table of ['grade', 'class', 'school', 'school_stage', 'approval'])
      expect(await rowsOf(app.current, `select 1 from ${table} where org_id = $1`, [orgId])).toEqual([])
    expect((await by.call(schoolPageList, {})).code).toBe(601)
    const users = await rowsOf(app.current, 'select org_id, enabled from app_user where id = any($1)', [
      [userId, teacher.userId],
    ])
    expect(users).toEqual([
      { org_id: null, enabled: false },
      { org_id: null, enabled: false },
    ])
    await expect(app.current.login(account)).rejects.toThrow('605')
    expect((await remove([orgId])).code).toBe(616)
  })

  test('with students, or with students of the past, stays', async () => {
    const { orgId, classId } = await emptySchool()
    const { studentId } = await newStudent(region, classId)
    expect((await remove([orgId])).message).toMatch(/还有1名学生（含已离校）的档案，不能删除$/)
    await must(region.call(studentEndpoints.leaveStudents, { studentIds: [studentId] }))
    expect((await remove([orgId])).message).toMatch(/还有1名学生/)
    const other = await emptySchool()
    await app.current.sql(`update student set org_id = ${other.orgId}, class_id = ${other.classId}, left_as = null,
      left_on = null where id = ${studentId}`)
    expect((await remove([orgId])).message).toMatch(/有历史学生记录，不能删除$/)
    expect(await isThere(orgId)).toBe(true)
  })

  test('with a task stays, and a plan under way is named', async () => {
    const { orgId } = await emptySchool()
    await newSchoolTask(app.current, orgId, '春季视力筛查')
    expect((await remove([orgId])).message).toMatch(/在筛查计划“春季视力筛查”中有进行中的任务，不能删除$/)
    await app.current.sql(`update task set status = 2 where school_org_id = ${orgId}`)
    expect((await remove([orgId])).message).toMatch(/有筛查任务记录，不能删除$/)
  })

  test('is not deleted under somebody who is entered at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orgId, classId } = await emptySchool()
      const child = { classId, name: '测抢先', studentType: 3, sex: 1, birthDate: '2016-01-01' } as const
      const [added, removed] = await Promise.all([
        region.call(studentEndpoints.addStudent, child),
        remove([orgId]),
      ])
      expect([added.success, removed.success].filter(Boolean)).toHaveLength(1)
      expect([added.status, removed.status]).toEqual([200, 200])
    }
  })

  test('that was promoted and has never had a student can go', async () => {
    const { orgId } = await emptySchool()
    const { advanceId } = await must(region.call(studentEndpoints.advance, { orgId }))
    expect(advanceId).toBeGreaterThan(0)
    expect(await must(remove([orgId]))).toEqual({ deleted: 1 })
  })
})

describe('of many', () => {
  test('one that is foreign, missing or in use keeps them all', async () => {
    const free = await emptySchool()
    const used = await emptySchool()
    await newStudent(region, used.classId)
    const foreign = await orgIdOf(app.current, '330203-school-1')
    for (const [orgId, code] of [
      [foreign, 616],
      [999_999, 616],
      [used.orgId, 700],
    ] as const) {
      expect((await remove([free.orgId, orgId])).code).toBe(code)
      expect((await remove([orgId, free.orgId])).code).toBe(code)
      expect(await isThere(free.orgId)).toBe(true)
    }
    expect((await remove([])).code).toBe(400)
    const second = await emptySchool()
    expect(await must(remove([free.orgId, second.orgId]))).toEqual({ deleted: 2 })
  })
})

describe('nobody deletes', () => {
  test('a government body, the own organisation, or what the permission is missing for', async () => {
    const bureau = await orgIdOf(app.current, '330106-卫健')
    expect((await remove([bureau])).code).toBe(602)
    const own = await orgIdOf(app.current, '330106-教育')
    expect([602, 700]).toContain((await remove([own])).code)
    const { orgId } = await emptySchool()
    for (const account of ['school01', 'teacher01', 'hospital01'])
      expect((await remove([orgId], await signedIn(app.current, account))).code).toBe(602)
    expect(await isThere(orgId)).toBe(true)
    expect(await isThere(bureau)).toBe(true)
  })

  test('a school by a permission for hospitals alone', async () => {
    const { orgId } = await emptySchool()
    await app.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
      select id, 2010, false from app_user where account = 'region01'`)
    try {
      expect((await remove([orgId])).code).toBe(602)
    } finally {
      await app.current.sql(`delete from user_permission_override where permission_id = 2010
        and user_id = (select id from app_user where account = 'region01')`)
    }
    expect(await isThere(orgId)).toBe(true)
  })
})

test('a deletion is on record, also one that was refused', async () => {
  const { orgId, classId } = await emptySchool()
  const { studentId } = await newStudent(region, classId)
  await remove([orgId])
  await must(region.call(studentEndpoints.deleteStudents, { studentIds: [studentId] }))
  await must(remove([orgId]))
  const rows = await rowsOf(
    app.current,
    "select success, code from audit_log where action = 'org.delete' and object_id = $1 order by id",
    [String(orgId)],
  )
  expect(rows).toEqual([
    { success: false, code: 700 },
    { success: true, code: 200 },
  ])
})
