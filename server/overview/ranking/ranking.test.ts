// Rankings of schools and areas, made by hand from the records: only like with like, nobody of a handful.
import { beforeAll, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { RankingView } from '#contract/overview/ranking.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults } from '../../testing/figure-results.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'
import { placed } from './ranked-list.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewRanking } = overviewEndpoints

/** 西湖 has three schools, 萧山 and 宁波 one each. */
const SCHOOLS = [
  '330106-school-1',
  '330106-school-2',
  '330106-school-3',
  '330109-school-1',
  '330203-school-1',
]

let world: { planId: number; lastPlanId: number }
beforeAll(async () => {
  // So many that there is something to rank, and nobody of a handful hides others.
  await rowsOf(
    node.current,
    `insert into student (org_id, class_id, name, sex, birth_date, student_type)
     select org_id, id, '学生' || id || '号' || n, 1 + n % 2, '2012-05-05', 3 from class, generate_series(1, 90) as n
     where stage in (2, 3)`,
  )
  const lastPlanId = await insertFigurePlan(node.current, { schoolYear: 2024, status: 3 })
  const planId = await insertFigurePlan(node.current, { lastPlanId })
  for (const id of [lastPlanId, planId]) {
    for (const key of SCHOOLS) await insertList(node.current, await insertFigureTask(node.current, id, key))
    await enterResults(node.current, id, makeRandom(`ranking ${id}`))
  }
  world = { planId, lastPlanId }
})

async function rankingOf(account: string, areaId?: string): Promise<RankingView> {
  const { view } = await must(as(account).call(overviewRanking, { planId: world.planId, areaId }))
  if (view === null) throw new Error('nothing new')
  return view
}
const counted = (wanted: (record: StoredRecord) => boolean, planId = world.planId) =>
  recountRecords(node.current, planId, wanted)
const schools = async (planId = world.planId) =>
  (
    await rowsOf<{ id: number }>(
      node.current,
      'select distinct school_org_id as id from task where plan_id = $1',
      [planId],
    )
  ).map(({ id }) => Number(id))

const STAGES: Record<string, number[]> = { 幼儿园: [1], 小学: [2], 初中: [3], 高中: [4, 5] }

describe('schools', () => {
  test('are ranked within a stage, from the lowest rate to the highest, from 30 results on', async () => {
    const view = await rankingOf('province01')
    expect(view.schools.length).toBeGreaterThan(1)
    for (const { stage, rate, completion } of view.schools) {
      const own = await Promise.all(
        (await schools()).map(async (orgId) => ({
          orgId,
          ...(await counted((r) => r.school_org_id === orgId && (STAGES[stage] ?? []).includes(r.stage))),
        })),
      )
      const rated = own
        .filter(({ rated: of }) => of >= 30)
        .map(({ orgId, myopia, rated: of }) => ({ orgId, value: (myopia * 100) / of, counted: of }))
        .sort((one, other) => one.value - other.value)
      expect(rate.ranked).toBe(rated.length)
      expect(rate.best.map(({ value, counted: of }) => ({ value, counted: of }))).toEqual(
        rated.slice(0, 10).map(({ value, counted: of }) => ({ value, counted: of })),
      )
      const done = own.filter(({ valid }) => valid >= 30)
      expect(completion.ranked).toBe(done.length)
      for (const { unit, value } of completion.best) {
        const school = done.find(({ orgId }) => orgId === unit.key.orgId)
        expect(value).toBeCloseTo(((school?.screened ?? 0) * 100) / (school?.expected ?? 1), 9)
      }
      expect(completion.best.map(({ value }) => value)).toEqual(
        completion.best.map(({ value }) => value).toSorted((one, other) => other - one),
      )
    }
  })

  test('improve by the difference of their own two rates', async () => {
    const view = await rankingOf('province01')
    const improved = view.schools.flatMap(({ stage, improvement }) =>
      improvement.best.map((each) => ({ stage, ...each })),
    )
    expect(improved.length).toBeGreaterThan(0)
    const last = await schools(world.lastPlanId)
    for (const { stage, unit, value } of improved) {
      const orgId = unit.key.orgId ?? 0
      expect(last).toContain(orgId)
      const isOwn = (r: StoredRecord) => r.school_org_id === orgId && (STAGES[stage] ?? []).includes(r.stage)
      const [now, before] = [await counted(isOwn), await counted(isOwn, world.lastPlanId)]
      expect(value).toBeCloseTo((now.myopia * 100) / now.rated - (before.myopia * 100) / before.rated, 9)
    }
  })
})

describe('areas', () => {
  test('are ranked by rates standardised by the stages of the whole plan', async () => {
    const { areas } = await rankingOf('province01')
    const weights = await Promise.all(
      (areas?.stages ?? []).map(async (name) => ({
        stages: STAGES[name] ?? [],
        valid: (await counted((r) => (STAGES[name] ?? []).includes(r.stage))).valid,
      })),
    )
    expect(weights.length).toBeGreaterThan(1)
    for (const { unit, value } of areas?.rate.best ?? []) {
      let [sum, whole] = [0, 0]
      for (const { stages, valid } of weights) {
        const own = await counted((r) => r.city_id === unit.key.areaId && stages.includes(r.stage))
        sum += (valid * own.myopia * 100) / own.rated
        whole += valid
      }
      expect(value).toBeCloseTo(sum / whole, 9)
    }
    for (const { unit, value } of areas?.completion.best ?? []) {
      const all = await counted((r) => r.city_id === unit.key.areaId)
      expect(all.valid).toBeGreaterThanOrEqual(30)
      expect(value).toBeLessThanOrEqual((all.screened * 100) / all.expected + 1e-9)
    }
    expect((await rankingOf('province01', '330106')).areas).toBeNull()
  })

  test('are those of the place for whoever looks', async () => {
    expect(await rankingOf('province01', '330100')).toEqual(await rankingOf('city01'))
    expect((await as('city01').call(overviewRanking, { planId: world.planId, areaId: '330203' })).code).toBe(
      616,
    )
    expect((await as('school01').call(overviewRanking, { planId: world.planId })).code).toBe(602)
  })
})

test('a school whose results are hidden has no place by its rate, and travels to nobody', async () => {
  const before = await rankingOf('province01', '330106')
  const [first] = before.schools.flatMap(({ rate }) => rate.best)
  const orgId = first?.unit.key.orgId ?? 0
  // All but four of its children have no results any more.
  await rowsOf(
    node.current,
    `update screening_record set state = 0, checked_on = null where plan_id = $1 and id in (
       select r.id from screening_record r join task t on t.id = r.task_id
       where r.plan_id = $1 and t.school_org_id = $2 and r.state = 2 order by r.id offset 4)`,
    [world.planId, orgId],
  )
  const after = await rankingOf('province01', '330106')
  const placedThere = after.schools.flatMap(({ rate, improvement, completion }) =>
    [rate, improvement, completion].flatMap(({ best, worst }) => [...best, ...worst]),
  )
  expect(placedThere.map(({ unit }) => unit.key.orgId)).not.toContain(orgId)
})

test('what is written the same has the same place, and ten stand at each end', () => {
  const all = Array.from({ length: 25 }, (_, nth) => ({
    who: nth,
    value: nth === 1 ? 0.001 : nth,
    counted: 30,
  }))
  const { ranked, best, worst } = placed(all, 'lower')
  expect(ranked).toBe(25)
  expect(best.map(({ rank }) => rank)).toEqual([1, 1, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(worst.map(({ who }) => who)).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
  expect(placed(all, 'higher').best[0]).toMatchObject({ who: 24, rank: 1 })
})
