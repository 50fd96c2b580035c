// The big screens of areas: every number recounted from the records, shared by all who watch, open to who may look.
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUsers, must, permit } from '../testing/people.ts'
import { recountRecords, type StoredRecord } from '../testing/recount.ts'
import { rowsOf } from '../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewProgress, overviewMyopia } = overviewEndpoints

let world: FigureWorld
beforeAll(async () => {
  // Enough in every class that a comparison need not be hidden.
  await node.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
    select class.org_id, class.id, '大屏' || class.id || n, 1 + n % 2, '2015-05-05', 3 from class, generate_series(1, 16) as n`)
  world = await makeFigureWorld(node.current, makeRandom('walls'))
})

type Wanted = (record: StoredRecord) => boolean
const PLACES: [account: string, areaId: string | undefined, wanted: Wanted][] = [
  ['province01', undefined, () => true],
  ['province01', '330100', (r) => r.city_id === '330100'],
  ['city01', undefined, (r) => r.city_id === '330100'],
  ['region01', undefined, (r) => r.region_id === '330106'],
  ['province01', '330203', (r) => r.region_id === '330203'],
]
const counted = (wanted: Wanted, planId = world.planId) => recountRecords(node.current, planId, wanted)
const progressOf = async (account: string, areaId?: string) =>
  must(as(account).call(overviewProgress, { planId: world.planId, areaId }))
const myopiaOf = async (account: string, areaId?: string) =>
  must(as(account).call(overviewMyopia, { planId: world.planId, areaId }))
const shown = <View>({ view }: { view: View | null }): View => {
  if (view === null) throw new Error('nothing new')
  return view
}
const unitIs = (unit: { key: { areaId?: string; orgId?: number } }): Wanted =>
  unit.key.orgId !== undefined
    ? (r) => r.school_org_id === unit.key.orgId
    : (r) => [r.city_id, r.region_id].includes(unit.key.areaId ?? '')

describe('progress', () => {
  test.each(PLACES)('%s %s adds up to the records', async (account, areaId, wanted) => {
    const view = shown(await progressOf(account, areaId))
    const all = await counted(wanted)
    // On lists: who is on none is expected too, and counted by the plan range's own test.
    const { begun } = view.range
    expect(begun.students).toBe(all.expected)
    expect(view.total).toMatchObject({ screened: all.screened, valid: all.valid })
    expect(view.total.expected).toBe(
      begun.students + view.range.waiting.students + view.range.unassigned.students,
    )
    for (const { stage, screened, valid } of view.stages) {
      const own = await counted((r) => wanted(r) && r.stage === stage)
      expect({ stage, screened, valid }).toEqual({ stage, screened: own.screened, valid: own.valid })
    }
    for (const area of view.areas) {
      const own = await counted((r) => wanted(r) && unitIs(area.unit)(r))
      expect([area.unit.name, area.screened, area.valid]).toEqual([area.unit.name, own.screened, own.valid])
    }
    expect(view.days.reduce((sum, { screened }) => sum + screened, 0)).toBe(all.screened)
    expect(view.areas.reduce((sum, { expected }) => sum + expected, 0)).toBe(view.total.expected)
    expect(view.stages.reduce((sum, { expected }) => sum + expected, 0)).toBe(view.total.expected)
  })

  test('tells the classes in which results were written last, without a name', async () => {
    await node.current.sql(
      `update screening_record set entered_at = now() where plan_id = ${world.planId} and state <> 0`,
    )
    const { view } = await progressOf('region01')
    const written = await rowsOf<{ class_id: string; n: number }>(
      node.current,
      `select class_id, count(*)::int as n from screening_record where plan_id = $1 and state <> 0 group by class_id`,
      [world.planId],
    )
    const byClass = new Map(written.map(({ class_id, n }) => [Number(class_id), n]))
    expect(view?.feed.length).toBeGreaterThan(0)
    for (const { classId, students, className, schoolName } of view?.feed ?? []) {
      expect(students).toBeLessThanOrEqual(byClass.get(classId) ?? 0)
      expect([schoolName.startsWith('西湖'), className]).toEqual([true, expect.stringMatching(/\d班$/)])
    }
  })

  test('counts tasks by state, overdue ones apart, and executors from the slowest', async () => {
    const { view } = await progressOf('province01')
    const tasks = await rowsOf<{ status: number; late: boolean }>(
      node.current,
      `select status, ends_on < (now() at time zone 'Asia/Shanghai')::date and status < 2 as late from task where plan_id = $1`,
      [world.planId],
    )
    const count = (wanted: (task: (typeof tasks)[number]) => boolean) => tasks.filter(wanted).length
    expect(view?.tasks).toMatchObject({
      completed: count(({ status }) => status === 2),
      underWay: count(({ status, late }) => status === 1 && !late),
      waiting: count(({ status, late }) => status === 0 && !late),
      overdue: count(({ late }) => late),
    })
    const rates = (view?.executors ?? []).map(({ screened, expected }) => screened / expected)
    expect(rates).toEqual([...rates].sort((one, other) => one - other))
    expect(view?.executors.map(({ name }) => name)).toContain('学校自行筛查')
  })
})

describe('rates', () => {
  const fraction = ({ numerator, denominator }: WallRate) => ({ numerator, denominator })

  test('of a province are those of the records, with its cities', async () => {
    const { view } = await myopiaOf('province01')
    const all = await counted(() => true)
    const [boys, girls] = [await counted((r) => r.sex === 1), await counted((r) => r.sex === 2)]
    expect(fraction(shown({ view }).all)).toEqual({ numerator: all.myopia, denominator: all.rated })
    expect(fraction(shown({ view }).male)).toEqual({ numerator: boys.myopia, denominator: boys.rated })
    expect(fraction(shown({ view }).female)).toEqual({ numerator: girls.myopia, denominator: girls.rated })
    expect(view?.degrees).toEqual({
      low: all.myopiaLow,
      mid: all.myopiaMid,
      high: all.myopiaHigh,
      ungraded: all.myopiaUngraded,
    })
    expect(fraction(shown({ view }).poor)).toEqual({ numerator: all.poor, denominator: all.valid })
    expect(fraction(shown({ view }).referral)).toEqual({ numerator: all.referral, denominator: all.valid })
    expect(view?.correction).toEqual({
      full: all.fullyCorrected,
      under: all.underCorrected,
      not: all.uncorrected,
    })
    for (const area of view?.areas ?? []) {
      const own = await counted(unitIs(area.unit))
      expect(area.valid).toBe(own.valid)
      if (!area.myopia.hidden)
        expect(fraction(area.myopia)).toEqual({ numerator: own.myopia, denominator: own.rated })
    }
    for (const { name, rate } of view?.stages ?? []) {
      const stages = { 小学: [2], 初中: [3], 高中: [4, 5] }[name]
      if (!stages || rate.hidden) continue
      const own = await counted((r) => stages.includes(r.stage))
      expect(fraction(rate)).toEqual({ numerator: own.myopia, denominator: own.rated })
    }
  })

  test('change at the schools with results in both plans, and at no others', async () => {
    const { view } = await myopiaOf('province01')
    const schoolsWith = async (planId: number) =>
      new Set(
        (
          await rowsOf<{ id: number }>(
            node.current,
            `select distinct t.school_org_id as id from screening_record r join task t on t.id = r.task_id
             where r.plan_id = $1 and r.state = 2`,
            [planId],
          )
        ).map(({ id }) => Number(id)),
      )
    const [now, last] = [await schoolsWith(world.planId), await schoolsWith(world.lastPlanId)]
    const both = [...now].filter((id) => last.has(id))
    expect(view?.comparison?.schools).toBe(both.length)
    const rate = async (planId: number) => {
      const own = await counted((r) => both.includes(r.school_org_id), planId)
      return (own.poor * 100) / own.valid
    }
    expect(view?.poor.change).toBeCloseTo((await rate(world.planId)) - (await rate(world.lastPlanId)), 9)
    expect(view?.poor.last).toBeCloseTo(await rate(world.lastPlanId), 9)
  })

  test('of fewer than five are hidden whoever looks, and with them what they would follow from', async () => {
    for (const [account, areaId] of [
      ['province01', '330106'],
      ['region01', undefined],
    ] as const) {
      const { view } = await myopiaOf(account, areaId)
      const hidden = (view?.areas ?? []).filter(({ myopia }) => myopia.hidden)
      for (const area of view?.areas ?? []) {
        const own = await counted(unitIs(area.unit))
        if (own.rated > 0 && own.rated < 5) expect(area.myopia.hidden).toBe(true)
        if (area.myopia.hidden)
          expect(area.myopia).toMatchObject({ numerator: null, denominator: null, rate: null })
      }
      if (hidden.length > 0) expect(hidden.length).toBeGreaterThan(1)
    }
    // The same figures for a district's own screen and for the province that looks into it.
    expect((await myopiaOf('province01', '330106')).view).toEqual((await myopiaOf('region01')).view)
  })
})

describe('who may look', () => {
  test('an area outside the range is refused with 616, on every screen', async () => {
    for (const endpoint of [overviewProgress, overviewMyopia]) {
      const query = { planId: world.planId }
      expect((await as('city01').call(endpoint, { ...query, areaId: '330203' })).code).toBe(616)
      expect((await as('region01').call(endpoint, { ...query, areaId: '330100' })).code).toBe(616)
      expect((await as('region01').call(endpoint, { planId: 999_999 })).code).toBe(650)
      for (const account of ['school01', 'teacher01', 'hospital01', 'social01'])
        expect((await as(account).call(endpoint, query)).code).toBe(602)
    }
  })

  test('who has classes or tasks as range is told so, whatever was granted', async () => {
    for (const account of ['hospital01', 'teacher01']) {
      await permit(node.current, account, [permissionId('overview')])
      const { code, success } = await as(account).call(overviewProgress, { planId: world.planId })
      expect({ account, success, known: [650, 602].includes(code) }).toEqual({
        account,
        success: false,
        known: true,
      })
    }
  })

  test('the way back leads no higher than the own range', async () => {
    expect((await progressOf('province01', '330106')).path.map(({ name }) => name)).toEqual([
      '浙江省',
      '杭州市',
      '西湖区',
    ])
    expect((await progressOf('region01')).path.map(({ name }) => name)).toEqual(['西湖区'])
  })

  test('a screen that nobody touches goes on to show sums, and nothing else', async () => {
    const token = await node.current.login('province01')
    await node.current.sql(`update session set last_seen_at = now() - interval '2 hours'`)
    const idle = node.current.as(token)
    expect((await idle.call(overviewProgress, { planId: world.planId })).success).toBe(true)
    expect((await idle.call(sessionEndpoints.userInfo, {})).code).toBe(614)
    // Looking on does not wake the session.
    expect((await idle.call(sessionEndpoints.userInfo, {})).code).toBe(614)
    await node.current.sql(`update session set expires_at = now() - interval '1 second'`)
    expect((await idle.call(overviewProgress, { planId: world.planId })).code).toBe(614)
    await node.current.sql(`update session set expires_at = now() + interval '1 day', last_seen_at = now()`)
  })
})

test('what has been seen is not sent again until it changes', async () => {
  const first = await progressOf('province01')
  const ask = (seen: string) => must(as('province01').call(overviewProgress, { planId: world.planId, seen }))
  expect(await ask(first.mark)).toMatchObject({ mark: first.mark, view: null })
  await node.current.sql(`update screening_record set state = 0, checked_on = null
    where id = (select min(id) from screening_record where plan_id = ${world.planId} and state = 2)`)
  const next = await ask(first.mark)
  expect(next.mark).not.toBe(first.mark)
  expect(next.view?.total.screened).toBe((first.view?.total.screened ?? 0) - 1)
})
