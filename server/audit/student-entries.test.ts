// Acts on a whole class, task, school or area are found for each child that was in it at the time, and for no other.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUsers, must } from '../testing/people.ts'
import { freeze, openFrozen } from '../testing/reports/frozen-reports.ts'
import { oneOf, orgIdOf, rowsOf } from '../testing/rows.ts'
import { readExport } from '../testing/sheets/read-export.ts'

const app = useApp()
const as = demoUsers(app)
const { auditPageList } = auditEndpoints
type Query = InputOf<typeof auditPageList>

let world: FigureWorld
let orgId: number
/** Two children of different classes of one school, each with a record. */
let child: { studentId: number; classId: number; taskId: number }
let other: typeof child

beforeAll(async () => {
  world = await makeFigureWorld(app.current, makeRandom('entries of a child'))
  orgId = await orgIdOf(app.current, '330106-school-1')
  const rows = await rowsOf<typeof child>(
    app.current,
    `select distinct on (r.class_id) r.student_id::int as "studentId", r.class_id::int as "classId", r.task_id::int as "taskId"
     from screening_record r join task on task.id = r.task_id join student s on s.id = r.student_id
     where r.plan_id = $1 and task.school_org_id = $2 and s.class_id = r.class_id order by r.class_id, r.student_id limit 2`,
    [world.planId, orgId],
  )
  child = rows[0] as typeof child
  other = rows[1] as typeof child
})

const about = async ({ studentId }: typeof child, query: Query = {}) =>
  (await must(as('region01').call(auditPageList, { pageSize: 50, studentId, ...query }))).list
const acts = async (of: typeof child, query: Query = {}) =>
  (await about(of, query)).map(({ action, whole }) => [action, whole])

const insert = (values: { action: string; type: string; id: string; detail?: object; at?: string }) =>
  app.current.sql(`insert into audit_log (at, user_id, account, org_id, ip, action, object_type, object_id, success,
      code, detail, request_id)
    select ${values.at ?? 'clock_timestamp()'}, id, account, org_id, '::1', '${values.action}', '${values.type}',
      '${values.id}', true, 200, '${JSON.stringify(values.detail ?? {})}', 'x'
    from app_user where account = 'school01'`)

describe('found for the children of the class, not for others', () => {
  test('its list of results', async () => {
    await must(
      as('school01').call(eyesightEndpoints.classGrid, { taskId: child.taskId, classId: child.classId }),
    )
    expect(await acts(child)).toContainEqual(['查看筛查结果', 'class'])
    expect((await acts(other)).filter(([, whole]) => whole === 'class')).toEqual([])
  })

  test('its report on the screen, as a file and frozen', async () => {
    const query = { planId: world.planId, classId: child.classId }
    await must(as('school01').call(reportEndpoints.classReport, query))
    await must(
      as('school01').call(reportEndpoints.downloadReport, {
        report: { kind: 'class', query },
        format: 'xlsx',
      } as never),
    )
    const { reportNo } = await freeze(as('school01'), 'class', query)
    await openFrozen(as('school01'), reportNo)
    const found = await acts(child)
    for (const action of ['查看筛查名单', '下载报告', '冻结报告', '查看冻结的报告'])
      expect(found, action).toContainEqual([action, 'class'])
    expect((await acts(other)).filter(([, whole]) => whole === 'class')).toEqual([])
  })

  test('files of the class, and of its school for both', async () => {
    const reason = '每月核对名单'
    const fileOf = (query: object) =>
      must(as('school01').call(exportEndpoints.exportStudents, { ...query, reason } as never))
    await fileOf({ orgId, classId: child.classId })
    await fileOf({ orgId })
    await must(as('school01').call(exportEndpoints.exportResults, { planId: world.planId, reason } as never))
    const files = async (of: typeof child) =>
      (await about(of, { kind: 'export' })).map(({ action, whole }) => [action, whole])
    expect(await files(child)).toEqual([
      ['导出筛查结果', 'school'],
      ['导出学生名单', 'school'],
      ['导出学生名单', 'class'],
    ])
    expect(await files(other)).toEqual([
      ['导出筛查结果', 'school'],
      ['导出学生名单', 'school'],
    ])
    const [newest] = await about(child, { kind: 'export' })
    expect(newest?.object).toBe('西湖实验小学')
  })
})

describe('on many', () => {
  test('a file of the whole area, of the plan the child is in', async () => {
    const area = { type: 'export', id: 'area:330106' }
    await insert({ ...area, action: 'export.results', detail: { item: 'results', planId: world.planId } })
    await insert({ ...area, action: 'export.national', detail: { item: 'national', planId: 999_999 } })
    const found = await acts(child)
    expect(found).toContainEqual(['导出筛查结果', 'area'])
    expect(found.map(([action]) => action)).not.toContain('导出教育部上报表')
  })

  test('a task: its list, and not who was entered in it', async () => {
    const task = { type: 'task', id: String(child.taskId) }
    await insert({ ...task, action: 'task.sync' })
    await insert({ ...task, action: 'record.save', detail: { records: 1 } })
    const found = await acts(child)
    expect(found).toContainEqual(['同步任务名单', 'task'])
    expect(found.map(([action]) => action)).not.toContain('录入筛查结果')
  })

  test('each entry once, newest first, and page by page the same', async () => {
    const all = await about(child)
    expect(new Set(all.map(({ auditId }) => auditId)).size).toBe(all.length)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    const first = await about(child, { pageSize: 3 })
    const second = await about(child, { pageSize: 3, pageNum: 2 })
    expect([...first, ...second].map(({ auditId }) => auditId)).toEqual(
      all.slice(0, 6).map(({ auditId }) => auditId),
    )
  })

  test('in a file as well, with the width of the act', async () => {
    const { content } = await must(
      as('region01').call(exportEndpoints.exportAudit, {
        studentId: child.studentId,
        reason: '家长询问',
      }),
    )
    const { rows } = await readExport(content)
    expect(rows.find((row) => row.操作 === '同步任务名单')).toMatchObject({ 原因与数量: '整个任务' })
  })
})

test('a class counts for the days on which the child was in it', async () => {
  const before = Number(
    await oneOf(
      app.current,
      `select id from class where org_id = $1 and id not in ($2, $3) order by id limit 1`,
      [orgId, child.classId, other.classId],
    ),
  )
  await app.current.sql(
    `update enrolment set from_on = current_date - 10 where student_id = ${child.studentId}`,
  )
  await app.current.sql(`insert into enrolment (student_id, org_id, class_id, from_on, to_on, grade_id)
    select ${child.studentId}, ${orgId}, ${before}, current_date - 40, current_date - 10, grade_id
    from class where id = ${before}`)
  const list = { action: 'letter.list', type: 'class' }
  const ago = (days: number) => `now() - interval '${days} days'`
  await insert({ ...list, id: String(before), at: ago(20) })
  await insert({ ...list, id: String(before), at: ago(5) })
  await insert({ ...list, id: String(child.classId), at: ago(20) })
  await insert({ ...list, id: String(child.classId), at: ago(5) })
  const days = (await about(child, { startDay: dayFromNow(-60) }))
    .filter(({ action }) => action === '查看告知书回执')
    .map(({ at, whole }) => [at.slice(0, 10), whole])
  expect(days).toEqual([
    [expect.any(String), 'class'],
    [expect.any(String), 'class'],
  ])
  expect(days[0]?.[0]).not.toBe(days[1]?.[0])
})
