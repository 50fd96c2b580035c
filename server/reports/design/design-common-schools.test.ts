// A custom report compared with a plan in which other schools took part.
import { beforeAll, expect, test } from 'vitest'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUser, must } from '../../testing/people.ts'
import { cellsOf, rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'

const node = useApp()
let world: FigureWorld
const by = demoUser(node, 'province01')
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('designs'))
  await measureRefraction(node.current, 'id % 5 <> 0')
})

const COMPARED = ['expected', 'rated', 'myopia', 'myopia/rated', 'valid', 'poor', 'poor/valid']
type Asked = Partial<ReportDesign> & Pick<ReportDesign, 'dimension'>
const made = (design: Asked) =>
  must(by.call(reportEndpoints.designPreview, { planId: world.planId, indicators: COMPARED, ...design }))
const tableOf = (report: Report, { dimension }: Asked) => tableNamed(report, `design-${dimension}`)

test('what changed at the schools of both plans comes first, as in the fixed report', async () => {
  const { rows, columns } = tableNamed(
    await must(by.call(reportEndpoints.provinceReport, { planId: world.planId })),
    'comparison-unit',
  )
  const common = rows.find(({ name }) => name.includes('两次都参加'))
  if (!common) throw new Error('the same schools took part')
  const known = cellsOf({ rows, columns } as ReportTable, common)
  for (const dimension of ['area', 'stage', 'grade', 'sex', 'property', 'school'] as const) {
    const report = await made({ dimension, comparison: 'last', indicators: COMPARED })
    const last = tableOf(report, { dimension }).rows.at(-1)
    expect(last?.name).toMatch(/^两次都参加的\d+所学校$/)
    const own = rowNamed(tableOf(report, { dimension }), last?.name ?? '')
    for (const key of ['rated', 'myopia', 'last.myopia', 'change:myopia/rated', 'poor'])
      expect(own[key], `${dimension} ${key}`).toBe(known[key])
    expect(report.sections[0]?.paragraphs.join()).toMatch(
      /两次都参加的\d+所学校中，.*按全部参加单位计算（口径不一致/,
    )
  }
})

test('of those schools it does not say who is expected', async () => {
  const indicators = ['expected', 'valid', 'screened/expected', 'myopia/rated']
  const report = await made({ dimension: 'area', comparison: 'last', indicators })
  const table = tableOf(report, { dimension: 'area' })
  const own = rowNamed(table, table.rows.at(-1)?.name ?? '')
  for (const key of ['expected', 'screened/expected', 'last.expected']) expect(own[key], key).toBe('')
  expect([own.valid, own['myopia/rated']]).toEqual([expect.any(Number), expect.any(Number)])
  expect(report.sections[0]?.paragraphs.join()).not.toMatch(/两次都参加的.*完成率/)
  expect(rowNamed(table, '合计')['screened/expected']).toEqual(expect.any(Number))
})

test('of boys it is the boys of those schools', async () => {
  const of = async (sex?: 1 | 2) => {
    const report = await made({ dimension: 'area', comparison: 'last', indicators: COMPARED, sex })
    const table = tableOf(report, { dimension: 'area' })
    return rowNamed(table, table.rows.at(-1)?.name ?? '')
  }
  const [all, boys, girls] = [await of(), await of(1), await of(2)]
  expect(Number(boys.myopia) + Number(girls.myopia)).toBe(all.myopia)
  expect(Number(boys['last.rated']) + Number(girls['last.rated'])).toBe(all['last.rated'])
})
