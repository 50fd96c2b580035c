// One screen for an area: the numbers of its own screens, and what follows from the findings recounted from the records.
import { beforeAll, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewProgress, overviewMyopia, overviewSummary, overviewStudents } = overviewEndpoints

let world: FigureWorld
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('summary'))
})

type Wanted = (record: StoredRecord) => boolean
const PLACES: [account: string, areaId: string | undefined, wanted: Wanted, where: string][] = [
  ['province01', undefined, () => true, 'true'],
  ['province01', '330100', (r) => r.city_id === '330100', `city_id = '330100'`],
  ['city01', undefined, (r) => r.city_id === '330100', `city_id = '330100'`],
  ['province01', '330106', (r) => r.region_id === '330106', `region_id = '330106'`],
]
const counted = (wanted: Wanted) => recountRecords(node.current, world.planId, wanted)
const ask = async <View>(answer: Promise<{ view: View | null }>): Promise<View> => {
  const { view } = await answer
  if (view === null) throw new Error('nothing new')
  return view
}
const at = (areaId: string | undefined) => ({ planId: world.planId, areaId })
const summaryOf = (account: string, areaId?: string) =>
  ask(must(as(account).call(overviewSummary, at(areaId))))
const studentsOf = (account: string, areaId?: string) =>
  ask(must(as(account).call(overviewStudents, at(areaId))))
const fraction = ({ numerator, denominator }: WallRate) => ({ numerator, denominator })
const unitIs = (unit: { key: { areaId?: string; orgId?: number } }): Wanted =>
  unit.key.orgId !== undefined
    ? (r) => r.school_org_id === unit.key.orgId
    : (r) => [r.city_id, r.region_id].includes(unit.key.areaId ?? '')

describe('the summary', () => {
  test.each(PLACES)('%s %s has the numbers of progress, rates and students', async (account, areaId) => {
    const view = await summaryOf(account, areaId)
    const progress = await ask(must(as(account).call(overviewProgress, at(areaId))))
    const rates = await ask(must(as(account).call(overviewMyopia, at(areaId))))
    const students = await studentsOf(account, areaId)
    expect(progress).toMatchObject({
      total: view.total,
      range: view.range,
      forecast: view.forecast,
      tasks: view.tasks,
    })
    expect(rates).toMatchObject({
      all: view.all,
      poor: view.poor,
      referral: view.referral,
      comparison: view.comparison,
      breaks: view.breaks,
    })
    expect(students).toMatchObject({
      visited30: view.visited30,
      visited90: view.visited90,
      warned: view.warned,
    })
    expect(view.areas.map(({ unit }) => unit)).toEqual(progress.areas.map(({ unit }) => unit))
    for (const [nth, area] of view.areas.entries()) {
      expect(area).toMatchObject(progress.areas[nth] ?? {})
      expect(area.myopia).toEqual(rates.areas.find(({ unit }) => unit.name === area.unit.name)?.myopia)
      expect(area.warned).toBe(students.areas.find(({ unit }) => unit.name === area.unit.name)?.warned)
    }
  })
})

describe('students', () => {
  test.each(PLACES)('%s %s are those of the records', async (account, areaId, wanted, where) => {
    const view = await studentsOf(account, areaId)
    const all = await counted(wanted)
    expect(view.valid).toBe(all.valid)
    // Of the province nothing is hidden; of others what a neighbour of a handful would follow from.
    if (where === 'true') expect(view.referral.hidden || view.visited.hidden).toBe(false)
    if (!view.referral.hidden)
      expect(fraction(view.referral)).toEqual({ numerator: all.referral, denominator: all.valid })
    if (!view.visited.hidden)
      expect(fraction(view.visited)).toEqual({ numerator: all.visited, denominator: all.referral })
    for (const stage of view.stages) {
      const own = await counted((r) => wanted(r) && r.stage === stage.stage)
      expect(stage.valid).toBe(own.valid)
      if (stage.referral.hidden) continue
      expect(fraction(stage.referral)).toEqual({ numerator: own.referral, denominator: own.valid })
      expect(stage.levels?.map(({ students }) => students)).toEqual([
        own.warning1,
        own.warning2,
        own.warning3,
      ])
    }
    for (const area of view.areas) {
      const own = await counted((r) => wanted(r) && unitIs(area.unit)(r))
      expect(area.valid).toBe(own.valid)
      if (own.valid > 0 && own.valid < 5) expect(area.referral.hidden).toBe(true)
      if (own.referral > 0 && own.referral < 5) expect(area.visited.hidden).toBe(true)
      if (!area.referral.hidden)
        expect(fraction(area.referral)).toEqual({ numerator: own.referral, denominator: own.valid })
    }
    const warnings = await rowsOf<{ level: number; warned: number }>(
      node.current,
      `select level, count(*)::int as warned from warning
       where plan_id = $1 and scope = 1 and ended is null and ${where} group by level order by level desc`,
      [world.planId],
    )
    expect(warnings.length).toBeGreaterThan(0)
    if (view.warned === null) return
    expect(
      view.warned?.levels.filter(({ warned }) => warned > 0).map(({ level, warned }) => ({ level, warned })),
    ).toEqual(warnings)
    expect(view.warned?.warned).toBe(warnings.reduce((sum, { warned }) => sum + warned, 0))
  })

  test('letters are those that were printed and are valid', async () => {
    const make = (where: string, printed: string) =>
      rowsOf(
        node.current,
        `insert into letter (record_id, student_id, ticket_hash, ticket_enc, printed_at)
         select r.id, r.student_id, decode(md5(r.id || '${where}'), 'hex'), '', ${printed}
         from screening_record r join task t on t.id = r.task_id
         where r.plan_id = $1 and t.region_id = '${where}' order by r.id limit 3`,
        [world.planId],
      )
    await make('330106', 'now()')
    await make('330203', 'now()')
    await make('330109', 'null')
    expect((await studentsOf('province01')).letters).toBe(6)
    expect((await studentsOf('province01', '330100')).letters).toBe(3)
  })

  test('what was done about a handful of warnings is hidden, how many there are is not', async () => {
    const closing = `with chosen as (select id from warning where plan_id = $1 and scope = 1 and ended is null order by id limit 9)
      update warning set status = 4 where id in (select id from chosen)`
    await rowsOf(node.current, closing, [world.planId])
    const view = await studentsOf('province01')
    expect(view.warned?.life?.closed).toBe(9)
    for (const level of view.warned?.levels ?? [])
      if (level.warned > 0 && level.warned < 5) expect(level.life).toBeNull()
    for (const area of view.areas)
      if (area.warned !== null && area.warned > 0 && area.warned < 5) expect(area.closed).toBeNull()
  })
})

test('only who may see the third set, inside the own range', async () => {
  for (const endpoint of [overviewSummary, overviewStudents]) {
    expect((await as('city01').call(endpoint, at('330203'))).code).toBe(616)
    for (const account of ['school01', 'teacher01', 'hospital01'])
      expect((await as(account).call(endpoint, at(undefined))).code).toBe(602)
  }
  // The same for everybody who looks at the same place.
  expect(await summaryOf('province01', '330100')).toEqual(await summaryOf('city01'))
})
