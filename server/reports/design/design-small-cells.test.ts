// A custom report suppresses what the fixed report of the same unit suppresses for readers without permission to see students.
import { beforeAll, describe, expect, test } from 'vitest'
import { wholeOf } from '#contract/eyesight/figures/counters.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { HIDDEN_VALUE, type Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { type FigureWorld, insertDirectSchool, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUser, must } from '../../testing/people.ts'
import { cellsOf, tableNamed, tablesOf } from '../../testing/reports/report-tables.ts'
import { forbidStudents, measureRefraction } from '../../testing/reports/report-world.ts'
import { orgIdOf } from '../../testing/rows.ts'

const node = useApp()
let world: FigureWorld
const seeing = demoUser(node, 'province01')
const blind = demoUser(node, 'city01')
let school: number
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('small cells'))
  await measureRefraction(node.current, 'id % 7 <> 0')
  await forbidStudents(node.current, 'city01')
  school = await orgIdOf(node.current, '330106-school-1')
})

const FOUND = ['myopia', 'poor', 'referral'] as const
const INDICATORS = ['expected', 'valid', 'rated', ...FOUND, 'myopia/rated', 'poor/valid']
type Asked = Partial<ReportDesign> & Pick<ReportDesign, 'dimension'>
const ask = (by: By, design: Asked) =>
  by.call(reportEndpoints.designPreview, { planId: world.planId, indicators: INDICATORS, ...design })
const rowsIn = (report: Report, { dimension }: Asked) => {
  const table = tableNamed(report, `design-${dimension}`)
  return table.rows.map((row) => ({ ...row, cells: cellsOf(table, row) }))
}
const isSmall = (count: unknown) => typeof count === 'number' && count > 0 && count < 5

const CITY = { areaId: '330100' }
const REGION = { areaId: '330106' }
const CASES: [string, () => Asked][] = [
  ['a city by area', () => ({ ...CITY, dimension: 'area' })],
  ['a city by stage', () => ({ ...CITY, dimension: 'stage' })],
  ['a city by grade', () => ({ ...CITY, dimension: 'grade' })],
  ['a city by age', () => ({ ...CITY, dimension: 'age' })],
  ['a city by town and country', () => ({ ...CITY, dimension: 'property' })],
  ['the girls of a city by age', () => ({ ...CITY, dimension: 'age', sex: 2 })],
  ['the boys of a district by school', () => ({ ...REGION, dimension: 'school', sex: 1 })],
  ['a district by sex', () => ({ ...REGION, dimension: 'sex' })],
  ['a school by grade', () => ({ orgId: school, dimension: 'grade' })],
  ['a school by class', () => ({ orgId: school, dimension: 'class' })],
  ['the girls of a school by class', () => ({ orgId: school, dimension: 'class', sex: 2 })],
]

let hiddenCells = 0
describe.each(CASES)('%s', (_name, design) => {
  test('tells nothing found among a handful, nor what would tell it', async () => {
    const truth = rowsIn(await must(ask(seeing, design())), design())
    const shown = rowsIn(await must(ask(blind, design())), design())
    expect(shown.map(({ name }) => name)).toEqual(truth.map(({ name }) => name))
    for (const name of FOUND) {
      const whole = wholeOf(name) ?? name
      const hidden = shown.flatMap(({ cells }, nth) => (cells[name] === HIDDEN_VALUE ? [nth] : []))
      hiddenCells += hidden.length
      for (const [nth, { cells }] of truth.entries()) {
        if (isSmall(cells[whole])) expect(hidden, `${shown[nth]?.name} ${name}`).toContain(nth)
        if (!hidden.includes(nth)) expect(shown[nth]?.cells[name]).toBe(cells[name])
      }
      const total = shown.length - 1
      const leaves = hidden.filter((nth) => !shown[nth]?.isTotal && Number(truth[nth]?.cells[whole]) > 0)
      if (hidden.includes(total) || leaves.length === 0) continue
      expect(leaves.length).toBeGreaterThan(1)
      expect(leaves.reduce((sum, nth) => sum + Number(truth[nth]?.cells[whole]), 0)).toBeGreaterThanOrEqual(5)
    }
    for (const { cells } of shown) {
      if (cells.myopia === HIDDEN_VALUE) expect([HIDDEN_VALUE, null]).toContain(cells['myopia/rated'])
    }
  })
})

test('something was hidden', () => {
  expect(hiddenCells).toBeGreaterThan(5)
})

describe.each([
  ['area', 'cityReport', CITY, 'ranking-unit'],
  ['age', 'cityReport', CITY, 'myopia-age'],
  ['stage', 'cityReport', CITY, 'myopia-stage'],
  ['grade', 'cityReport', CITY, 'myopia-grade'],
  ['school', 'regionReport', REGION, 'ranking-unit'],
] as const)('by %s', (dimension, kind, unit, id) => {
  test('hides what the fixed report hides', async () => {
    const fixed = tableNamed(
      await must(blind.call(reportEndpoints[kind], { planId: world.planId, ...unit })),
      id,
    )
    for (const row of rowsIn(await must(ask(blind, { ...unit, dimension })), { dimension })) {
      const same = fixed.rows.find(({ name }) => name === row.name)
      // The fixed report leaves out rows of which nobody counts.
      if (!same) expect(row.cells.myopia, row.name).toBe(0)
      if (same && cellsOf(fixed, same).myopia === HIDDEN_VALUE) {
        expect(row.cells.myopia, row.name).toBe(HIDDEN_VALUE)
      }
    }
  })
})

describe('refused for them', () => {
  test.each([
    [{ ...CITY, dimension: 'area', stage: 2 }, '不能筛选学段或城乡'],
    [{ ...CITY, dimension: 'sex', cityProperty: 0 }, '不能筛选学段或城乡'],
    [{ ...CITY, dimension: 'school' }, '请先选择一个区县'],
    [{ ...CITY, dimension: 'age', comparison: 'last' }, '可以与其他计划对比'],
  ] as [Asked, string][])('%j', async (design, sentence) => {
    const answer = await ask(blind, design)
    expect({ code: answer.code, data: answer.data }).toEqual({ code: 700, data: null })
    expect(answer.message).toContain(sentence)
    expect((await ask(seeing, design)).code).toBe(200)
  })
})

test('compared with another plan small cells of both are suppressed', async () => {
  const design = { ...CITY, dimension: 'area', comparison: 'last' } as const
  const truth = rowsIn(await must(ask(seeing, design)), design)
  const report = await must(ask(blind, design))
  for (const [nth, { cells }] of rowsIn(report, design).entries()) {
    for (const prefix of ['', 'last.']) {
      if (isSmall(truth[nth]?.cells[`${prefix}rated`])) expect(cells[`${prefix}myopia`]).toBe(HIDDEN_VALUE)
    }
  }
  expect(report.notes.join()).toContain('不足5人')
  expect(tablesOf(report)).toHaveLength(1)
})

test('boys of a school that follow from its town and a school for boys are hidden with both schools', async () => {
  const planId = await insertFigurePlan(node.current, { name: '男校' })
  const taskAt = async (name: string) => {
    await insertDirectSchool(node.current, name, '330100')
    const task = await insertFigureTask(node.current, planId, name)
    await insertList(node.current, task)
    return task
  }
  const mixed = await taskAt('混合中学')
  const boys = await taskAt('男子中学')
  // Two boys and six girls here, boys alone there: all boys minus those would be the two.
  await node.current.sql(`update school set city_property = 0 where org_id in
    (select school_org_id from task where id in (${mixed}, ${boys}))`)
  await node.current.sql(`update screening_record set state = 2, naked_right = 48, naked_left = 48, se_right = -1250,
      se_left = -1250, poor_vision = true, checked_on = '2025-10-08'
    where (task_id = ${boys} and sex = 1) or (task_id = ${mixed} and sex = 2) or id in
      (select id from screening_record where task_id = ${mixed} and sex = 1 order by id limit 2)`)
  const design = { planId, areaId: '330100', dimension: 'property', sex: 1 } as const
  const [row] = rowsIn(await must(ask(blind, design)), design)
  expect(row).toMatchObject({ name: '城区', cells: { valid: 8, poor: 8 } })
  const { rows } = await must(blind.call(figureEndpoints.breakdown, { planId, areaId: '330100' }))
  expect(rows.filter(({ counts }) => counts.valid > 0).map(({ counts }) => counts.poor)).toEqual([null, null])
})
