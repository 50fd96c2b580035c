// Colleges have rates of their own; the rates of any larger place are those of children and adolescents.
import { beforeAll, expect, test } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults } from '../../testing/figure-results.ts'
import { insertDirectSchool } from '../../testing/figure-world.ts'
import { demoUser, must } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { expectReportRight, rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'

const COLLEGE = '杭州市职业技术学院'
const SCHOOL = '330106-school-1'
const { breakdown, explainFigure, figureStudents, indicatorTable } = eyesightEndpoints

const node = useApp()
const city = demoUser(node, 'city01')
let planId = 0
let collegeId = 0
const areaId = '330100'

beforeAll(async () => {
  collegeId = (await insertDirectSchool(node.current, COLLEGE, areaId, 6)).orgId
  planId = await insertFigurePlan(node.current, { name: '含大学的计划' })
  for (const key of [COLLEGE, SCHOOL]) {
    await insertList(node.current, await insertFigureTask(node.current, planId, key))
  }
  await enterResults(node.current, planId, makeRandom('colleges'))
  await measureRefraction(node.current)
  await node.current.sql(`update screening_record set state = 2, myopia = true, checked_on = '2025-10-08'
    where id in (select r.id from screening_record r join task t on t.id = r.task_id where t.school_org_id = ${collegeId}
      order by r.id limit 8)`)
})

const counted = async () => ({
  pupils: await recountRecords(node.current, planId, (row) => row.stage !== 6),
  college: await recountRecords(node.current, planId, (row) => row.stage === 6),
})

test('a city leaves them out, has a line with them, and the college its own rate', async () => {
  const { pupils, college } = await counted()
  expect(college.collegeMyopia).toBeGreaterThan(0)
  const table = await must(city.call(indicatorTable, { planId, areaId }))
  expect(table.total[0]).toMatchObject({ numerator: pupils.myopia, denominator: pupils.rated })
  expect(table.totalWithColleges?.[0]).toMatchObject({
    numerator: pupils.myopia + college.collegeMyopia,
    denominator: pupils.rated + college.collegeRated,
  })
  const own = table.rows.find(({ unit }) => unit.name === COLLEGE)
  const ofCollege = { numerator: college.collegeMyopia, denominator: college.collegeRated }
  expect(own?.rates[0]).toMatchObject(ofCollege)
  // Everybody counts for the rates that are not about myopia.
  expect(table.total[6]?.denominator).toBe(pupils.valid + college.valid)
  const alone = await must(city.call(indicatorTable, { planId, areaId, stage: 6 }))
  expect(alone.total[0]).toMatchObject(ofCollege)
  expect(alone.totalWithColleges).toBeNull()
})

test('progress counts a college as everybody else, its findings as its own', async () => {
  const { pupils, college } = await counted()
  const { total, rows } = await must(city.call(breakdown, { planId, areaId }))
  expect(total).toMatchObject({ rated: pupils.rated, myopia: pupils.myopia })
  const row = rows.find(({ unit }) => unit.name === COLLEGE)
  expect(row?.counts).toMatchObject({
    expected: college.expected,
    rated: college.collegeRated,
    myopia: college.collegeMyopia,
  })
})

test('the number of a college explains itself by its students', async () => {
  const { college } = await counted()
  const asked = { planId, orgId: collegeId, indicator: 0 } as const
  const explained = await must(city.call(explainFigure, asked))
  expect(explained).toMatchObject({ numerator: college.collegeMyopia, denominator: college.collegeRated })
  expect(explained.numeratorLabel).toBe('大学生近视人数')
  const students = await must(city.call(figureStudents, { ...asked, pageNum: 1, pageSize: 50 }))
  expect(students.total).toBe(college.collegeMyopia)
})

test('where pupils of the same place are not yet screened, its rate is not that of the college', async () => {
  const other = await insertFigurePlan(node.current, { name: '只筛了大学', open: true })
  const taskId = await insertFigureTask(node.current, other, COLLEGE)
  await insertList(node.current, taskId)
  await node.current.sql(`update screening_record set state = 2, myopia = true, glasses = 4, checked_on = '2025-10-08'
    where task_id = ${taskId}`)
  const table = await must(city.call(indicatorTable, { planId: other, areaId }))
  expect(table.total[0]).toMatchObject({ denominator: 0, rate: null })
  expect(table.rows.find(({ unit }) => unit.name === COLLEGE)?.rates[0]?.rate).toBe(100)
})

test('a report has the college in a row of its own and a line with it', async () => {
  const { pupils, college } = await counted()
  const report = await must(city.call(reportEndpoints.cityReport, { planId, areaId }))
  expectReportRight(report)
  const table = tableNamed(report, 'myopia-stage')
  expect(rowNamed(table, '合计')).toMatchObject({ rated: pupils.rated, myopia: pupils.myopia })
  expect(rowNamed(table, '大专')).toMatchObject({
    rated: college.collegeRated,
    myopia: college.collegeMyopia,
  })
  expect(rowNamed(table, '含大学').rated).toBe(pupils.rated + college.collegeRated)
  expect(rowNamed(tableNamed(report, 'myopia-age'), '合计').rated).toBe(pupils.rated)
  const sentences = report.sections.flatMap(({ paragraphs }) => paragraphs).join('')
  expect(sentences).toContain(`纳入近视率统计${pupils.rated}人中，近视${pupils.myopia}人`)
  expect(sentences).toContain(`以上不含大专、本科；含大学共纳入${pupils.rated + college.collegeRated}人`)
  const own = await must(city.call(reportEndpoints.schoolReport, { planId, orgId: collegeId }))
  expectReportRight(own)
  expect(rowNamed(tableNamed(own, 'myopia-grade'), '合计')).toMatchObject({ rated: college.collegeRated })
  // 大一 would not say of which kind of college.
  const grades = ['myopia-grade', 'myopia-class'].flatMap((id) => tableNamed(own, id).rows)
  const names = grades.filter(({ isTotal }) => !isTotal).map(({ name }) => name)
  expect(names.filter((name) => !name.startsWith('大专'))).toEqual([])
})
