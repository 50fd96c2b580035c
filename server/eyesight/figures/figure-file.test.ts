// The tables of the statistics pages as files: the figures of the page, for those who see it.
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { RateIndicator } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { demoUser, must } from '../../testing/people.ts'
import { forbidStudents } from '../../testing/reports/report-world.ts'
import { rowsOf } from '../../testing/rows.ts'

const { breakdown, indicatorTable, saveBreakdown, saveIndicators } = eyesightEndpoints
const areaId = '330106'
const node = useApp()
const seeing = demoUser(node, 'city01')
const unseeing = demoUser(node, 'region01')
let planId = 0

beforeAll(async () => {
  const lastPlanId = await insertFigurePlan(node.current, { name: '上年', schoolYear: 2024, status: 3 })
  planId = await insertFigurePlan(node.current, { name: '本年', lastPlanId, open: true })
  for (const [plan, key] of [
    [lastPlanId, '330106-school-1'],
    [planId, '330106-school-1'],
    [planId, '330106-school-2'],
  ] as const)
    await insertList(node.current, await insertFigureTask(node.current, plan, key))
  await node.current.sql(`update screening_record set state = 2, checked_on = '2025-10-08', naked_right = 49, naked_left = 49,
    se_right = -100, se_left = -100, myopia = id % 3 = 0 where plan_id in (${planId}, ${lastPlanId})`)
  await forbidStudents(node.current, 'region01')
})

/** The rows of the first sheet by their names, below the title and the headings. */
async function savedRows(saved: Promise<{ content: unknown; fileName: string }>) {
  const { content, fileName } = await saved
  expect(fileName).toMatch(/^西湖区_.+_本年_\d{12}\.xlsx$/)
  const { sheets } = await readXlsx(content as Buffer)
  return new Map((sheets[0]?.rows ?? []).map((row) => [String(row[0]), row]))
}

test('progress has every row of the page and says which school has not begun', async () => {
  const page = await must(seeing.call(breakdown, { planId, areaId }))
  const rows = await savedRows(must(seeing.call(saveBreakdown, { planId, areaId })))
  for (const { unit, counts } of page.rows) {
    expect(rows.get(unit.name)?.slice(2, 4)).toEqual([counts.expected, counts.screened])
  }
  const { total, range } = page
  expect(rows.get('合计')?.slice(1, 5)).toEqual([
    `未分配${range.unassigned.schools}所`,
    total.expected,
    total.screened,
    expect.closeTo(total.screened / total.expected),
  ])
  expect([...rows.values()].filter((row) => row[1] === '未分配')).toHaveLength(range.unassigned.schools)
})

test.each([
  ['who sees students', seeing],
  ['who does not', unseeing],
])('rates are those of the page, with the suppression of the reader: %s', async (_, by) => {
  const page = await must(by.call(indicatorTable, { planId, areaId }))
  const rows = await savedRows(must(by.call(saveIndicators, { planId, areaId })))
  const lines = [...page.rows.map(({ unit, rates }) => ({ name: unit.name, rates }))]
  for (const { name, rates } of [...lines, { name: '合计', rates: page.total }]) {
    const cells = rows.get(name)
    for (const [nth, { hidden, rate, difference }] of rates.entries()) {
      const [own, , change] = cells?.slice(3 + nth * 3, 6 + nth * 3) ?? []
      if (hidden) expect([name, own, change ?? null]).toEqual([name, '不予显示', null])
      else if (rate !== null) expect(own).toBeCloseTo(rate / 100)
      if (!hidden && difference !== null) expect(change).toBeCloseTo(difference)
    }
  }
  expect(rows.get('合计')?.at(3 + RateIndicator.codes.length * 3)).toBe('口径不一致')
  expect([...rows.keys()].some((name) => name.startsWith('合计（两次都参加的1所学校'))).toBe(
    page.totalComparable !== null,
  )
})

test('nobody takes out what the page does not show, and what leaves is on record', async () => {
  const foreign = await demoUser(node, 'region01').call(saveIndicators, { planId, areaId: '330109' })
  expect(foreign.code).toBe(616)
  const trail = await rowsOf<{ action: string }>(
    node.current,
    `select action from audit_log where action in ('export.progress', 'export.rates') and success`,
  )
  expect(new Set(trail.map(({ action }) => action))).toEqual(new Set(['export.progress', 'export.rates']))
})
