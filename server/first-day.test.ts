// The first day as docs/running.md tells it: from an empty database to a result, by the command and HTTP alone.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { admin } from './admin.ts'
import { useApp } from './testing/app.ts'
import { EMPTY_TEMPLATE } from './testing/database.ts'
import { type By, must } from './testing/people.ts'
import { newGrade, newStudent } from './testing/roster.ts'
import { rowsOf } from './testing/rows.ts'
import { newPlan, newTask } from './testing/screening.ts'

const node = useApp({}, {}, EMPTY_TEMPLATE)
const { passed, pending } = ApprovalStatus.code
const XIHU = { provinceId: '330000', cityId: '330100', regionId: '330106' }
const CHOSEN = 'Chosen_2026'

/** The one-time password that the command prints. */
async function create(account: string, phone: string, ...org: string[]): Promise<string> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { DATABASE_URL, DATABASE_MIGRATE_URL, DATA_KEY } = node.current.services.config
  const person = ['--account', account, '--name', '张三', '--phone', phone]
  await admin(['create', ...person, ...org], { DATABASE_URL, DATABASE_MIGRATE_URL, DATA_KEY })
  const output = said.mock.calls.join('\n')
  said.mockRestore()
  return String(/一次性密码：(\S+)/.exec(output)?.[1])
}

/** Signs in for the first time, chooses a password, and signs in with it. */
async function enter(account: string, password: string): Promise<By> {
  const first = node.current.as(await node.current.login(account, password))
  await must(first.call(sessionEndpoints.changePassword, { oldPassword: password, newPassword: CHOSEN }))
  return node.current.as(await node.current.login(account, CHOSEN))
}

const schoolForm = (orgName: string) => ({
  ...XIHU,
  orgName,
  address: '文教路1号',
  contactName: '王老师',
  contactPhone: '13900001111',
  stages: [2 as const],
  schoolType: 10 as const,
  schoolLevel: 10 as const,
})

let top: By
beforeAll(async () => {
  expect(await rowsOf(node.current, 'select 1 from org')).toEqual([])
  const org = ['--org-name', '浙江省教育厅', '--property', '50', '--province', '330000']
  top = await enter('admin001', await create('admin001', '13800000001', ...org))
})

test('the first administrator gets a school, its administrator, classes, students, a plan, a task, a result', async () => {
  const school = await must(top.call(schoolEndpoints.addSchool, schoolForm('西湖第一小学')))
  expect(school.status).toBe(passed)

  const { password } = await must(
    top.call(authorityEndpoints.addAccount, {
      orgId: school.orgId,
      account: 'school001',
      realName: '周校医',
      phone: '13800000002',
      roleType: 20,
      isSuper: true,
      dataRangeType: 4,
    }),
  )
  const doctor = await enter('school001', password)
  const { classIds } = await newGrade(doctor, school.orgId, 2, 3, 2)
  const [classId = 0] = classIds
  await newStudent(doctor, classId)
  await newStudent(doctor, classId)

  const planId = await newPlan(top, { areaIds: ['330000'] })
  const taskId = await newTask(top, planId, school.orgId)
  const detail = await must(doctor.call(taskEndpoints.taskDetail, { taskId }))
  expect(detail).toMatchObject({ taskId, schoolOrgId: school.orgId })
  const { rows } = await must(doctor.call(recordEndpoints.classGrid, { taskId, classId }))
  expect(rows).toHaveLength(2)
  const changes = { nakedRight: { from: null, to: 5.0 }, nakedLeft: { from: null, to: 4.8 } }
  const [row] = rows
  const saved = await must(
    doctor.call(recordEndpoints.saveRecords, { taskId, rows: [{ recordId: row?.recordId ?? 0, changes }] }),
  )
  expect(saved).toMatchObject([{ recordId: row?.recordId }])
})

describe('an organisation that is added', () => {
  test('by the body that nobody stands above is approved at once, on record as such', async () => {
    const { orgId } = await must(top.call(schoolEndpoints.addSchool, schoolForm('西湖第二小学')))
    const { list } = await must(top.call(approvalEndpoints.approvalPageList, { kind: 'org', status: passed }))
    expect(list[0]).toMatchObject({
      title: '西湖第二小学（学校）',
      decidedByName: '张三',
      decideReason: '由审核部门直接新增',
    })
    const [audit] = await rowsOf<{ detail: object }>(
      node.current,
      `select detail from audit_log where action = 'school.add' and object_id = $1`,
      [String(orgId)],
    )
    expect(audit?.detail).toEqual({ approvalId: list[0]?.approvalId, approvedAtOnce: true })
    const hospital = {
      ...schoolForm('西湖第一眼科医院'),
      orgType: 20 as const,
      hospitalType: 10 as const,
      ownership: 10 as const,
    }
    expect((await must(top.call(hospitalEndpoints.addHospital, hospital))).status).toBe(passed)
  })

  test('by a lower body waits for the one above, and again once that one can decide no more', async () => {
    const org = ['--org-name', '西湖区教育局', '--property', '50']
    const place = ['--province', '330000', '--city', '330100', '--region', '330106']
    const district = await enter('admin003', await create('admin003', '13800000003', ...org, ...place))
    const waiting = await must(district.call(schoolEndpoints.addSchool, schoolForm('西湖第三小学')))
    expect(waiting.status).toBe(pending)
    const { list } = await must(
      top.call(approvalEndpoints.approvalPageList, { kind: 'org', status: pending }),
    )
    const approvalIds = list.map(({ approvalId }) => approvalId)
    await must(top.call(approvalEndpoints.decide, { approvalIds, passed: true }))

    // Where nobody above can sign in any more, the district would wait for ever.
    await node.current.sql(`update org set expires_on = current_date - 2 where name = '浙江省教育厅'`)
    const alone = await must(district.call(schoolEndpoints.addSchool, schoolForm('西湖第四小学')))
    expect(alone.status).toBe(passed)
    await node.current.sql(`update org set expires_on = current_date + 900 where name = '浙江省教育厅'`)
  })

  test('by somebody who may not approve waits for a colleague who may', async () => {
    await node.current.sql(`insert into user_permission_override
      select id, 1255, false from app_user where account = 'admin001'`)
    const { status } = await must(top.call(schoolEndpoints.addSchool, schoolForm('西湖第五小学')))
    expect(status).toBe(pending)
    await node.current.sql('delete from user_permission_override where permission_id = 1255')
  })
})
