// Refraction on a wall: every number recounted from the records, groups of a handful hidden with what would reveal them.
import { beforeAll, describe, expect, test } from 'vitest'
import type { DiopterView } from '#contract/overview/diopter.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { enterReadings } from '../../testing/live-counters/record-history.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewDiopter } = overviewEndpoints

let world: FigureWorld
beforeAll(async () => {
  // Enough in every class that not everything has to be hidden, of every age.
  await node.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
    select class.org_id, class.id, '屈光' || class.id || n, 1 + n % 2, date '2008-05-05' + (n * 300), 3
    from class, generate_series(1, 14) as n`)
  world = await makeFigureWorld(node.current, makeRandom('diopter'))
  await enterReadings(node.current, world.planId, makeRandom('readings of walls'))
})

const viewOf = async (account: string, areaId?: string): Promise<DiopterView> => {
  const { view } = await must(as(account).call(overviewDiopter, { planId: world.planId, areaId }))
  if (!view) throw new Error('nothing new')
  return view
}

type Found = {
  n: number
  quarters: [number, number, number] | null
  below: number | null
  high: number | null
  right: number | null
  left: number | null
}
const RECORDS = `screening_record r join task t on t.id = r.task_id
  join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
  where r.plan_id = $1 and r.state = 2 and c.stage <= 5`

async function recounted(where: string): Promise<Found> {
  const [found] = await rowsOf<Found>(
    node.current,
    `select count(r.se_right)::int as n,
       percentile_cont(array[0.25, 0.5, 0.75]) within group (order by r.se_right / 1000.0) as quarters,
       (100.0 * count(*) filter (where r.se_right < -500) / nullif(count(r.se_right), 0))::float as below,
       (100.0 * count(*) filter (where r.se_right < -6000) / nullif(count(r.se_right), 0))::float as high,
       (avg(r.se_right) / 1000)::float as right, (avg(r.se_left) / 1000)::float as left
     from ${RECORDS} and ${where}`,
    [world.planId],
  )
  if (!found) throw new Error('nothing counted')
  return found
}

type Shown = { students: number | null; hidden: boolean; few: boolean } & Record<
  'median' | 'lower' | 'upper',
  number | null
>
/** Says whether it is shown. */
function expectSpread(shown: Shown, found: Found): boolean {
  expect(found.n).toBeGreaterThan(0)
  if (found.n < 5) expect(shown.hidden).toBe(true)
  if (shown.hidden) {
    expect(shown).toMatchObject({ students: null, median: null, lower: null, upper: null, few: false })
    return false
  }
  expect([shown.students, shown.few]).toEqual([found.n, found.n < 30])
  for (const [nth, value] of [shown.lower, shown.median, shown.upper].entries())
    expect(value).toBeCloseTo(found.quarters?.[nth] ?? Number.NaN, 9)
  return true
}

const STAGES: Record<number, string> = {
  1: 'c.stage = 1',
  2: 'c.stage = 2',
  3: 'c.stage = 3',
  4: 'c.stage in (4, 5)',
}
const NAMES: Record<number, string> = { 1: '幼儿园', 2: '小学', 3: '初中', 4: '高中' }
const PLACES: [account: string, areaId: string | undefined, where: string][] = [
  ['province01', undefined, 'true'],
  ['province01', '330100', `t.city_id = '330100'`],
  ['city01', undefined, `t.city_id = '330100'`],
  ['province01', '330106', `t.region_id = '330106'`],
]

describe.each(PLACES)('%s %s', (account, areaId, where) => {
  test('has the stages of the records', async () => {
    const { stages, students, cycloplegic } = await viewOf(account, areaId)
    expect([students, cycloplegic]).toEqual([(await recounted(where)).n, false])
    let shown = 0
    for (const stage of stages) {
      const of = `${where} and ${STAGES[stage.stage]}`
      const found = await recounted(of)
      expect(stage.name).toBe(NAMES[stage.stage])
      if (!expectSpread(stage, found)) {
        expect(stage).toMatchObject({ bars: null, myopic: null, high: null })
        continue
      }
      shown += 1
      expect(stage.myopic).toBeCloseTo(found.below ?? Number.NaN, 9)
      expect(stage.high).toBeCloseTo(found.high ?? Number.NaN, 9)
      const bars = await rowsOf<{ nth: number; degree: string; share: number }>(
        node.current,
        `select least(greatest(floor((r.se_right + 10000) / 500.0), 0), 26)::int as nth,
           case when r.se_right < -6000 then 'high' when r.se_right < -3000 then 'mid' when r.se_right < -500 then 'low'
             when r.se_right <= 750 then 'pre' else 'far' end as degree, (100.0 * count(*) / ${found.n})::float as share
         from ${RECORDS} and ${of} and r.se_right is not null group by 1, 2`,
        [world.planId],
      )
      expect(stage.bars?.length).toBe(27)
      const drawn = (stage.bars ?? []).flatMap(({ from, parts }, nth) => {
        expect(from).toBe(-10 + nth / 2)
        return parts.map(({ degree, share }) => [`${nth} ${degree}`, share.toFixed(9)])
      })
      expect(Object.fromEntries(drawn)).toEqual(
        Object.fromEntries(bars.map(({ nth, degree, share }) => [`${nth} ${degree}`, share.toFixed(9)])),
      )
      const [pre] = await rowsOf<{ part: number; whole: number }>(
        node.current,
        `select count(*) filter (where r.pre_myopia)::int as part, count(*)::int as whole from ${RECORDS} and ${of}`,
        [world.planId],
      )
      if (!stage.preMyopia.hidden)
        expect(stage.preMyopia).toMatchObject({ numerator: pre?.part, denominator: pre?.whole })
    }
    expect(shown).toBeGreaterThan(1)
  })

  test('has the grades and ages of the records', async () => {
    const { grades, ages } = await viewOf(account, areaId)
    for (const grade of grades) {
      const [, stage, gradeNo] = grade.key.split(' ')
      const found = await recounted(`${where} and c.stage = ${stage} and c.grade_no = ${gradeNo}`)
      if (!expectSpread(grade, found)) {
        expect([grade.right, grade.left]).toEqual([null, null])
        continue
      }
      expect(grade.right).toBeCloseTo(found.right ?? Number.NaN, 9)
      if (grade.left !== null) expect(grade.left).toBeCloseTo(found.left ?? Number.NaN, 9)
    }
    const order = grades.map(({ key }) => {
      const [, stage = 0, gradeNo = 0] = key.split(' ').map(Number)
      return stage * 100 + gradeNo
    })
    expect(order).toEqual([...order].sort((one, other) => one - other))
    expect(new Set(grades.map(({ stage }) => stage)).size).toBeGreaterThan(2)
    for (const age of ages) {
      const within = age.age === 3 ? '<= 3' : age.age === 12 ? '>= 12' : `= ${age.age}`
      expectSpread(age, await recounted(`${where} and r.age ${within}`))
    }
    expect(ages.map(({ age }) => age)).toEqual(ages.map(({ age }) => age).sort((one, other) => one - other))
    expect(ages.find(({ age }) => age === 12)?.reference).toEqual([0, 0.5])
    const [all] = await rowsOf<{ n: number }>(
      node.current,
      `select count(distinct least(greatest(r.age, 3), 12))::int as n from ${RECORDS} and ${where} and r.se_right is not null`,
      [world.planId],
    )
    expect(ages.length).toBe(all?.n)
  })
})

test('a stage of a handful is hidden, and with it what would reveal it', async () => {
  // Of all primary pupils of 萧山 three have measured eyes.
  await node.current.sql(`update screening_record as r set se_right = case when few.nth <= 3 then -1000 end,
      se_left = case when few.nth <= 3 then -1000 end
    from (select r.id, row_number() over (order by r.state = 2 desc, r.id) as nth from screening_record r
          join task t on t.id = r.task_id
          join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
        where r.plan_id = ${world.planId} and t.region_id = '330109' and c.stage = 2) as few
    where r.id = few.id`)
  const primaryOf = async (areaId: string) =>
    (await viewOf('province01', areaId)).stages.find(({ stage }) => stage === 2)
  expect((await recounted(`t.region_id = '330109' and c.stage = 2`)).n).toBe(3)
  const handful = await viewOf('province01', '330109')
  expect(handful.stages.find(({ stage }) => stage === 2)?.hidden).toBe(true)
  // The city without its other districts would be the handful.
  const city = await primaryOf('330100')
  const others = await Promise.all(['330106', '330110'].map(primaryOf))
  expect(city?.hidden === true || others.some((stage) => stage?.hidden === true)).toBe(true)
  // Nobody else is measured in 萧山, so that not even their number is said.
  expect(handful.students).toBeNull()
})
