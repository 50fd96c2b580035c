// Who is ranked, by what, and who is called the highest and the lowest.
import { beforeAll, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../testing/figure-plans.ts'
import { demoUser, must } from '../testing/people.ts'
import { expectReportRight, rowNamed, tableNamed, tablesOf } from '../testing/reports/report-tables.ts'
import { forbidStudents } from '../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const node = useApp()
const region = demoUser(node, 'region01')
const city = demoUser(node, 'city01')
let planId = 0
let report: Report
const KEYS = [
  '330106-school-0',
  '330106-school-1',
  '330106-school-2',
  '330106-school-3',
  '330109-school-1',
  '330203-school-1',
]

/** Everybody valid and measured; of each school and stage the given part of a hundred is myopic. */
beforeAll(async () => {
  // Enough at three primary schools, one of them in another district, and in the junior high that one of them has.
  const schools = ['330106-school-1', '330106-school-3', '330109-school-1']
  const orgIds = await Promise.all(schools.map((key) => orgIdOf(node.current, key)))
  for (const stage of [2, 3]) {
    await node.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
      select c.org_id, min(c.id), '多' || c.stage || n, 1 + n % 2, '2015-05-05', 3
      from class c cross join generate_series(1, 40) as n
      where c.stage = ${stage} and c.org_id in (${orgIds.join()}) group by c.org_id, c.stage, n`)
  }
  planId = await insertFigurePlan(node.current, { name: '排名' })
  for (const key of KEYS) await insertList(node.current, await insertFigureTask(node.current, planId, key))
  await node.current.sql(`update screening_record set state = 2, checked_on = '2025-10-08', naked_right = 49, naked_left = 49,
    se_right = -100, se_left = -100, myopia = (id % 100 < 40) where plan_id = ${planId}`)
  report = await must(region.call(reportEndpoints.regionReport, { planId }))
})

const sentencesOf = (id: string, of: Report = report) =>
  of.sections.find((section) => section.id === id)?.paragraphs ?? []

test('schools are ranked within a stage, a school of two stages in each of them', () => {
  expectReportRight(report)
  const tables = tablesOf(report).filter(({ id }) => id.startsWith('ranking-stage-'))
  expect(tables.length).toBeGreaterThan(0)
  for (const { rows, columns } of tables) {
    const rates = rows.map(({ values }) => values[columns.findIndex(({ key }) => key === 'myopia/rated')])
    expect([...rates].sort((one, other) => Number(other) - Number(one))).toEqual(rates)
    expect(rows[0]?.values[0]).toBe('1')
    const valid = columns.findIndex(({ key }) => key === 'valid')
    expect(rows.every(({ values }) => Number(values[valid]) >= 30)).toBe(true)
  }
  // A kindergarten is no school to compare a high school with.
  expect(sentencesOf('ranking').join('')).not.toMatch(/各学校中/)
})

test('areas are ranked by rates standardised by stage, and say by which weights', async () => {
  const ofCity = await must(city.call(reportEndpoints.cityReport, { planId, areaId: '330100' }))
  expectReportRight(ofCity)
  const main = tableNamed(ofCity, 'ranking-unit')
  expect(main.columns.slice(0, 2).map(({ key }) => key)).toEqual(['rank', 'standard:myopia'])
  expect(main.notes.join('')).toMatch(
    /标化近视率 = 各学段近视率按本计划全部有效人数加权平均（幼儿园\d+人、小学\d+人/,
  )
  const stages = tableNamed(ofCity, 'ranking-stage')
  const total = rowNamed(main, '合计').rated
  const rated = stages.rows.flatMap(({ values }) =>
    stages.columns.flatMap(({ key }, nth) => (/^rated_\w+$/.test(key) ? [Number(values[nth])] : [])),
  )
  expect(rated.reduce((sum, each) => sum + each, 0)).toBe(total)
  // The weights are those of the whole plan, also of a school in another city.
  const inPlan = await rowsOf<{ primary: number; outside: number }>(
    node.current,
    `select count(*)::int as primary, count(*) filter (where task.city_id <> '330100')::int as outside
     from screening_record as r join task on task.id = r.task_id join class on class.id = r.class_id
     where r.plan_id = $1 and class.stage = 2 and state = 2`,
    [planId],
  )
  expect(inPlan[0]?.outside).toBeGreaterThan(0)
  expect(main.notes.join('')).toContain(`小学${inPlan[0]?.primary}人`)
  // A district that lacks a stage is not ranked.
  const [west, other] = ['西湖区', '萧山区'].map((name) => rowNamed(main, name))
  expect(west?.rank).toBe('1')
  expect(other).toMatchObject({ rank: null, 'standard:myopia': null })
})

test('areas with several stages are not compared by a rate that is not standardised', async () => {
  const ofCity = await must(city.call(reportEndpoints.cityReport, { planId, areaId: '330100' }))
  expect(sentencesOf('ranking', ofCity).join('')).not.toContain('视力不良率')
})

test('schools that have not begun are rows that say so', async () => {
  const open = await insertFigurePlan(node.current, { name: '全部学校', open: true })
  await insertList(node.current, await insertFigureTask(node.current, open, '330106-school-1'))
  const later = await insertFigureTask(node.current, open, '330106-school-2')
  await node.current.sql(`delete from task_class where task_id = ${later};
    update task set status = 0, synced_at = null, starts_on = '2099-01-01' where id = ${later}`)
  const all = await must(region.call(reportEndpoints.regionReport, { planId: open }))
  const noteOf = async (key: string) => {
    const orgId = await orgIdOf(node.current, key)
    return tableNamed(all, 'ranking-unit').rows.find(({ unit }) => unit?.key.orgId === orgId)?.note
  }
  expect(await noteOf('330106-school-1')).toBeNull()
  expect(await noteOf('330106-school-2')).toBe('未开始')
  expect(await noteOf('330106-school-3')).toBe('未分配')
})

test('classes of several grades are not compared in a sentence', async () => {
  const orgId = await orgIdOf(node.current, '330106-school-3')
  const ofSchool = await must(region.call(reportEndpoints.schoolReport, { planId, orgId }))
  const table = tableNamed(ofSchool, 'myopia-class')
  const rated = table.columns.findIndex(({ key }) => key === 'rated')
  const many = table.rows.filter(({ name, values }) => /班$/.test(name) && Number(values[rated]) >= 30)
  expect(many.length).toBeGreaterThan(1)
  expect(sentencesOf('myopia', ofSchool).join('')).not.toMatch(/各班级|\d班近视率/)
})

test('of few there is no highest, of ages none at all, of grades the jump', () => {
  const myopia = sentencesOf('myopia')
  expect(myopia.join('')).not.toMatch(/各年龄中/)
  expect(myopia.find((text) => text.startsWith('各学段近视率：'))).toMatch(/小学\d+\.\d\d%，初中/)
  expect(myopia.join('')).not.toMatch(/各学段中/)
})

test('a reader who may not see students gets no ranking by parts', async () => {
  await forbidStudents(node.current, 'city01')
  const ofCity = await must(city.call(reportEndpoints.cityReport, { planId, areaId: '330100' }))
  const main = tableNamed(ofCity, 'ranking-unit')
  expect(main.columns.map(({ key }) => key)).not.toContain('rank')
  expect(tablesOf(ofCity).map(({ id }) => id)).not.toContain('ranking-stage')
})
