// What is comparable of an area in two plans, and that it discloses nobody.
import { beforeAll, expect, test } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { insertDirectSchool } from '../../testing/figure-world.ts'
import { demoUser, must } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { forbidStudents } from '../../testing/reports/report-world.ts'

const { indicatorTable } = eyesightEndpoints
const GONE = '杭州市已撤并学校'
const COMMON = '330106-school-1'
const areaId = '330100'

const node = useApp()
const seeing = demoUser(node, 'province01')
const blind = demoUser(node, 'city01')
let planId = 0
let lastPlanId = 0
let goneTask = 0

beforeAll(async () => {
  await insertDirectSchool(node.current, GONE, areaId)
  lastPlanId = await insertFigurePlan(node.current, { name: '上年', schoolYear: 2024, status: 3 })
  planId = await insertFigurePlan(node.current, { name: '本年', lastPlanId })
  goneTask = await insertFigureTask(node.current, lastPlanId, GONE)
  const tasks = [await insertFigureTask(node.current, lastPlanId, COMMON), goneTask]
  tasks.push(await insertFigureTask(node.current, planId, COMMON))
  for (const taskId of tasks) await insertList(node.current, taskId)
  await examine(`task_id <> ${goneTask}`)
  await forbidStudents(node.current, 'city01')
})

const examine = (where: string) =>
  node.current.sql(`update screening_record set state = 2, checked_on = '2025-10-08', naked_right = 49, naked_left = 49,
    se_right = -100, se_left = -100, myopia = id % 3 = 0 where plan_id in (${planId}, ${lastPlanId}) and ${where}`)
const handful = (students: number) =>
  examine(`id in (select id from screening_record where task_id = ${goneTask} order by id limit ${students})`)
const comparable = async (by: typeof seeing) =>
  (await must(by.call(indicatorTable, { planId, areaId }))).totalComparable

test('it is the schools with results in both plans', async () => {
  await handful(3)
  const common = await recountRecords(node.current, planId)
  const last = await recountRecords(node.current, lastPlanId, (row) => row.task_id !== goneTask)
  const found = await comparable(seeing)
  expect(found).toMatchObject({ schools: 1, valid: common.valid })
  expect(found?.rates[0]?.last).toBe((last.myopia * 100) / last.rated)
})

test('a handful at a school of the other plan is not given away by the difference', async () => {
  await handful(3)
  expect(await comparable(blind)).toBeNull()
  await handful(12)
  expect(await comparable(blind)).toMatchObject({ schools: 1 })
})
