// Figure pages, drawers and reports hide the same cells from the same reader.
import { beforeAll, expect, test } from 'vitest'
import { SchoolStage } from '#contract/core/codes.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { Breakdown, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { HIDDEN_VALUE, type Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUser, must } from '../testing/people.ts'
import { cellsOf, tablesOf } from '../testing/reports/report-tables.ts'
import { forbidStudents, measureRefraction } from '../testing/reports/report-world.ts'

const node = useApp()
let world: FigureWorld
const blind = demoUser(node, 'city01')
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('one rule'))
  await measureRefraction(node.current, 'id % 7 <> 0')
  await forbidStudents(node.current, 'city01')
})

const COUNTERS = ['poor', 'myopia', 'uncorrected', 'referral'] as const satisfies CounterName[]
const nameOf = (key: UnitKey) => JSON.stringify(Object.entries(key).sort())

/** Everything a reader finds on figure pages below a unit, by unit and counter. */
async function readPages(key: UnitKey, found = new Map<string, number | null>()) {
  const page = await must(blind.call(figureEndpoints.breakdown, { planId: world.planId, ...key }))
  note(found, page.unit.key, page.total)
  for (const { unit, counts } of page.rows) {
    note(found, unit.key, counts)
    await readPages(unit.key, found)
  }
  return found
}

function note(found: Map<string, number | null>, key: UnitKey, counts: Breakdown['total']) {
  for (const counter of COUNTERS) {
    const name = `${nameOf(key)} ${counter}`
    // The same unit on two pages is the same.
    if (found.has(name)) expect(counts[counter], name).toBe(found.get(name))
    found.set(name, counts[counter])
  }
}

/** Of the tables by unit, apart from those of two plans. */
function expectSame(report: Report, pages: ReadonlyMap<string, number | null>): number {
  let compared = 0
  for (const table of tablesOf(report).filter(({ id }) => !id.startsWith('comparison-'))) {
    for (const row of table.rows) {
      const { unit } = row
      if (!unit) continue
      const cells = cellsOf(table, row)
      for (const counter of COUNTERS.filter((each) => each in cells)) {
        const shown = cells[counter] === HIDDEN_VALUE ? null : cells[counter]
        expect(shown, `${table.id} ${unit.name} ${counter}`).toBe(pages.get(`${nameOf(unit.key)} ${counter}`))
        compared += 1
      }
    }
  }
  return compared
}

test('a unit is hidden in its report, on the page of the unit above, on its own and in the drawer, or on none', async () => {
  const pages = await readPages({ areaId: '330100' })
  const hidden = [...pages.values()].filter((count) => count === null).length
  expect(hidden).toBeGreaterThan(10)
  expect(pages.size - hidden).toBeGreaterThan(10)
  const { planId } = world
  const units = [...new Set([...pages.keys()].map((name) => name.slice(0, name.lastIndexOf(' '))))].map(
    (name) => Object.fromEntries(JSON.parse(name)) as UnitKey,
  )
  let compared = 0
  for (const [index, key] of units.entries()) {
    // Of the many grades and classes one counter each, in turn.
    const asked =
      key.prefix === undefined
        ? COUNTERS
        : COUNTERS.slice(index % COUNTERS.length, (index % COUNTERS.length) + 1)
    for (const counter of asked) {
      const drawer = await must(blind.call(figureEndpoints.explainFigure, { planId, ...key, counter }))
      expect(drawer.numerator, `${nameOf(key)} ${counter}`).toBe(pages.get(`${nameOf(key)} ${counter}`))
    }
    if (key.orgId === undefined) {
      const kind = key.areaId === '330100' ? 'cityReport' : 'regionReport'
      compared += expectSame(await must(blind.call(reportEndpoints[kind], { planId, ...key })), pages)
    } else if (key.prefix === undefined) {
      compared += expectSame(await must(blind.call(reportEndpoints.schoolReport, { planId, ...key })), pages)
    }
  }
  expect(compared).toBeGreaterThan(100)
})

test('a stage is hidden in the report of a unit and on its page of that stage, or on neither', async () => {
  const { planId } = world
  for (const areaId of ['330100', '330106'] as const) {
    const kind = areaId === '330100' ? 'cityReport' : 'regionReport'
    const report = await must(blind.call(reportEndpoints[kind], { planId, areaId }))
    const stages = tablesOf(report).filter(({ id }) => id === 'vision-stage' || id === 'myopia-stage')
    let compared = 0
    for (const stage of SchoolStage.codes) {
      const page = await must(blind.call(figureEndpoints.breakdown, { planId, areaId, stage }))
      for (const table of stages) {
        const row = table.rows.find(({ name }) => name === SchoolStage.label(stage))
        const cells = row && cellsOf(table, row)
        for (const counter of COUNTERS.filter((each) => cells && each in cells)) {
          const shown = cells?.[counter] === HIDDEN_VALUE ? null : cells?.[counter]
          expect(shown, `${areaId} ${stage} ${counter}`).toBe(page.total[counter])
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(3)
  }
})
