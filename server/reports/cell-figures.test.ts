// A number of a report and the explanation that it opens are the same number.
import { beforeAll, expect, test } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { figureOfColumn, placeOfRow } from '#contract/reports/report/cell-figure.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUsers, must } from '../testing/people.ts'

const node = useApp()
const as = demoUsers(node)
let world: FigureWorld
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('cells of reports'))
})

const cellsOf = ({ sections, unit }: Report) =>
  sections
    .flatMap(({ tables }) => tables)
    .flatMap((table) =>
      table.rows.flatMap((row) =>
        table.columns.flatMap(({ key, format }, nth) => {
          const which = figureOfColumn(key)
          const where = which && placeOfRow(table, row, unit)
          const value = row.values[nth]
          if (!which || !where || typeof value !== 'number') return []
          return [{ cell: `${table.id} ${row.name} ${key}`, asked: { ...where, ...which }, format, value }]
        }),
      ),
    )

/** All tables and columns, not every row. */
const SAMPLED = 60

test.each([
  ['city01', 'city'],
  ['region01', 'region'],
  ['school01', 'school'],
] as const)('%s: cells of the %s report', async (account, kind) => {
  const by = as(account)
  const { planId } = world
  const cells = cellsOf(await must(by.call(reportEndpoints[`${kind}Report`], { planId } as never)))
  expect(cells.length).toBeGreaterThan(SAMPLED)
  const step = Math.floor(cells.length / SAMPLED)
  for (const { cell, asked, format, value } of cells.filter((_, nth) => nth % step === 0)) {
    const explained = await must(by.call(eyesightEndpoints.explainFigure, { planId, ...asked } as never))
    const { rate, numerator } = explained as { rate: number | null; numerator: number | null }
    expect(format === 'percent' ? rate : numerator, cell).toBeCloseTo(value, 6)
  }
})
