import { permissionId } from '#contract/core/permissions.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { TestApp } from './app.ts'
import { accountOf, type By, must, newUser, signedIn } from './people.ts'
import { MYOPIC, NORMAL, savedRow } from './readings.ts'
import { newGrade, newIdCard, newSchool, newStudent } from './roster.ts'
import { rowsOf } from './rows.ts'
import { newPlan, newTask, recordsOf } from './screening.ts'

export type ResultWorld = Awaited<ReturnType<typeof makeResults>>

/**
 * Five children of two classes in a plan of 西湖区: 测一 myopic, 测二 normal and of a small nation, 测三 incomplete, 测四
 * absent, 测五 normal with a number of the school's own.
 */
export async function makeResults(app: TestApp) {
  const region = await signedIn(app, 'region01')
  const orgId = await newSchool(app, region, { name: '结果导出小学' })
  const { classIds } = await newGrade(region, orgId, 2, 3, 2)
  const made = []
  for (const [index, name] of ['测一', '测二', '测三', '测四', '测五'].entries())
    made.push(await newChild(region, classIds[index < 3 ? 0 : 1] ?? 0, name, index))
  const planId = await newPlan(region, { planName: '结果导出计划', retestRatio: 100 })
  const taskId = await newTask(region, planId, orgId)
  const records = await recordsOf(app, taskId)
  const children = made.map(({ studentId, ...child }) => {
    const record = records.find((candidate) => candidate.studentId === studentId)
    return { ...child, recordId: record?.recordId ?? 0 }
  })
  const idOf = (index: number): number => children[index]?.recordId ?? 0
  const admin = await signedIn(app, (await newUser(app, orgId, 20)).account)
  await savedRow(admin, taskId, idOf(0), { ...MYOPIC, remark: '右眼流泪' })
  await savedRow(admin, taskId, idOf(1), NORMAL)
  await savedRow(admin, taskId, idOf(2), { glasses: 1, nakedRight: 4.8 })
  await savedRow(admin, taskId, idOf(3), { absence: 1 })
  await savedRow(admin, taskId, idOf(4), NORMAL)
  return { region, admin, orgId, classIds, planId, taskId, children, idOf }
}

async function newChild(by: By, classId: number, name: string, index: number) {
  const idCard = newIdCard('2017-05-12', 1)
  const studentNo = index === 4 ? '20260305' : `G${idCard}`
  const nation = index === 1 ? '22' : '01'
  const { studentId } = await must(
    by.call(studentEndpoints.addStudent, { classId, name, idCard, studentNo, nation }),
  )
  return { studentId, name, idCard }
}

/** A plan of another district with one child. */
export async function makeForeignResults(app: TestApp) {
  const area = { provinceId: '330000', cityId: '330200', regionId: '330205' }
  const by = await signedIn(app, accountOf(`${area.regionId}-教育`))
  const orgId = await newSchool(app, by, { area, name: '外区小学' })
  const { classIds } = await newGrade(by, orgId, 2, 1, 1)
  const [classId = 0] = classIds
  await newStudent(by, classId, { name: '外区人' })
  const planId = await newPlan(by, { areaIds: [area.regionId] })
  return { planId, orgId, classId, taskId: await newTask(by, planId, orgId) }
}

/** Gives or takes permissions of one account, whatever its role holds. */
export async function override(
  app: TestApp,
  userId: number,
  names: readonly Parameters<typeof permissionId>[0][],
  granted: boolean,
) {
  for (const name of names)
    await app.sql(`insert into user_permission_override (user_id, permission_id, granted)
      values (${userId}, ${permissionId(name)}, ${granted})
      on conflict (user_id, permission_id) do update set granted = excluded.granted`)
}

/** The last entry of the trail for an act. */
export async function lastTrail(app: TestApp, action: string) {
  const [row] = await rowsOf<{ account: string; code: number; detail: Record<string, unknown> }>(
    app,
    'select account, code, detail from audit_log where action = $1 order by id desc limit 1',
    [action],
  )
  return row
}
