// The rates, compared with another plan.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { IndicatorTable, Rate } from '#contract/eyesight/figures/figure-schemas.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults } from '../../testing/figure-results.ts'
import { DIRECT_CITY, type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUsers, must, permit, signedIn } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { indicatorTable } = figureEndpoints
const as = demoUsers(node)

let world: FigureWorld
let primary = 0
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('rates'))
  primary = await orgIdOf(node.current, '330106-school-1')
  for (const teacher of ['teacher01', 'grade01'])
    await permit(node.current, teacher, [permissionId('indicatorsTakingPart')])
})

type Query = Omit<InputOf<typeof indicatorTable>, 'planId'>
const ask = (account: string, query: Query = {}, planId = world.planId) =>
  must(as(account).call(indicatorTable, { planId, ...query }))
const row = ({ rows }: IndicatorTable, name: string) => {
  const found = rows.find(({ unit }) => unit.name === name)
  if (!found) throw new Error(`no row ${name}`)
  return found
}
type Wanted = NonNullable<Parameters<typeof recountRecords>[2]>
/** Numerator, denominator and sex of the rates, written independently of the code. */
const RATES = [
  ['myopia', 'rated', null],
  ['myopia', 'rated', 1],
  ['myopia', 'rated', 2],
  ['myopiaHigh', 'rated', null],
  ['myopiaHigh', 'rated', 1],
  ['myopiaHigh', 'rated', 2],
  ['poor', 'valid', null],
  ['visited30', 'referral', null],
  ['visited90', 'referral', null],
] as const

async function expected(wanted: Wanted, planId = world.planId) {
  const of = async (sex: 1 | 2 | null) =>
    recountRecords(node.current, planId, (r) => wanted(r) && (sex === null || r.sex === sex))
  const counts = { all: await of(null), 1: await of(1), 2: await of(2) }
  return RATES.map(([numerator, denominator, sex]) => {
    const counted = counts[sex ?? 'all']
    return { numerator: counted[numerator], denominator: counted[denominator] }
  })
}
const fractions = (rates: Rate[]) => rates.map(({ numerator, denominator }) => ({ numerator, denominator }))
const percent = ({ numerator, denominator }: { numerator: number; denominator: number }) =>
  denominator === 0 ? null : (numerator * 100) / denominator

describe('rates', () => {
  test('are numerator over denominator of the right students, of every place', async () => {
    const answer = await ask('city01')
    expect(answer.total.map(({ indicator }) => indicator)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(fractions(answer.total)).toEqual(await expected((r) => r.city_id === '330100'))
    for (const [name, wanted] of [
      ['西湖区', (r) => r.region_id === '330106'],
      ['萧山区', (r) => r.region_id === '330109'],
      [DIRECT_CITY, (r) => r.city_id === '330100' && r.region_id === null],
    ] as [string, Wanted][]) {
      const { rates, valid } = row(answer, name)
      expect(fractions(rates)).toEqual(await expected(wanted))
      expect(rates.map(({ rate }) => rate)).toEqual((await expected(wanted)).map(percent))
      expect(valid).toBe((await recountRecords(node.current, world.planId, wanted)).valid)
    }
  })

  test('of the two sexes make up the whole', async () => {
    for (const { rates } of (await ask('province01')).rows) {
      const [all, male, female] = rates
      expect((male?.numerator ?? 0) + (female?.numerator ?? 0)).toBe(all?.numerator)
      expect((male?.denominator ?? 0) + (female?.denominator ?? 0)).toBe(all?.denominator)
    }
  })

  test('of a kindergarten have no small children in them, and are null where nobody is left', async () => {
    const orgId = await orgIdOf(node.current, '330106-school-0')
    await node.current.sql(`update screening_record set state = 2, myopia = true, checked_on = '2025-10-08'
      where task_id = ${world.tasks.kindergarten}`)
    const grades = await ask('region01', { orgId })
    const small = grades.rows.filter(({ unit }) => unit.name !== '大班')
    for (const { rates, valid } of small) {
      expect(rates[0]).toMatchObject({ numerator: 0, denominator: 0, rate: null, hidden: false })
      expect(rates[6]?.denominator).toBe(valid)
    }
    expect(small.reduce((sum, { valid }) => sum + valid, 0)).toBeGreaterThan(0)
  })

  test.each([
    ['hospital01', ['kindergarten', 'sharedHospital']],
    ['social01', ['sharedSocial']],
  ])('of %s are those of its tasks', async (account, own) => {
    const tasks = own.map((key) => world.tasks[key])
    const answer = await ask(account)
    expect(fractions(answer.total)).toEqual(await expected((r) => tasks.includes(r.task_id)))
    expect(answer).toMatchObject({ lastPlan: null, comparison: null })
  })

  test('of one stage', async () => {
    expect(fractions((await ask('province01', { stage: 2 })).total)).toEqual(
      await expected((r) => r.stage === 2),
    )
  })
})

describe('against the last plan', () => {
  const last = () => world.lastPlanId

  test('a place is compared with itself; the difference is in 百分点 of the unrounded rates', async () => {
    const answer = await ask('region01')
    expect(answer).toMatchObject({ lastPlan: { planId: last() }, comparison: '同比' })
    const { rates } = row(answer, '西湖实验小学')
    const before = (await expected((r) => r.school_org_id === primary, last())).map(percent)
    expect(rates.map((rate) => rate.last)).toEqual(before)
    for (const [index, { rate, difference }] of rates.entries()) {
      const was = before[index] ?? null
      expect(difference).toBe(rate === null || was === null ? null : rate - was)
    }
    const region = (await expected((r) => r.region_id === '330106', last())).map(percent)
    expect(answer.total.map((rate) => rate.last)).toEqual(region)
  })

  test('a grade is compared with the same grade then, its classes with themselves', async () => {
    // A year ago every class of the school was one grade lower.
    await node.current.sql(`alter table task_class disable trigger task_class_stays;
      delete from screening_record r using task_class c where r.plan_id = ${last()} and c.task_id = r.task_id
        and c.class_id = r.class_id and c.school_org_id = ${primary} and c.grade_no = 1`)
    const classes = await rowsOf<{ class_id: number; grade_no: number }>(
      node.current,
      'select class_id, grade_no from task_class where plan_id = $1 and school_org_id = $2 order by grade_no, class_no, class_id',
      [last(), primary],
    )
    await moveDown(last())
    const school = await ask('school01')
    expect(row(school, '三年级').rates.map((rate) => rate.last)).toEqual(
      (await expected((r) => r.school_org_id === primary && r.grade_no === 3, last())).map(percent),
    )
    const grade = await ask('school01', { prefix: 2, gradeNo: 3 })
    expect(grade.total.map((rate) => rate.last)).toEqual(row(school, '三年级').rates.map((rate) => rate.last))
    const own = classes.find(({ grade_no }) => grade_no === 3)?.class_id
    const [first] = grade.rows
    expect(first?.unit.key.classId).toBe(own)
    expect(first?.rates.map((rate) => rate.last)).toEqual(
      (await expected((r) => r.class_id === own, last())).map(percent),
    )
    const oneClass = await ask('school01', { classId: own })
    expect(oneClass.total).toEqual(first?.rates)
  })

  /** Moves the records to the grade below, like a snapshot taken a year earlier. */
  async function moveDown(planId: number) {
    const rows = await rowsOf<object>(
      node.current,
      `delete from screening_record r using task_class c where r.plan_id = $1 and c.task_id = r.task_id
         and c.class_id = r.class_id and c.school_org_id = $2 returning r.*`,
      [planId, primary],
    )
    await node.current.sql(`update task_class set grade_no = grade_no - 1
      where plan_id = ${planId} and school_org_id = ${primary} and grade_no > 1`)
    await rowsOf(
      node.current,
      `insert into screening_record overriding system value
       select * from jsonb_populate_recordset(null::screening_record, $1)`,
      [JSON.stringify(rows)],
    )
  }

  test('a place with different schools is incomparable, and so is a school that took part only once', async () => {
    const city = await ask('city01')
    expect(row(city, '西湖区').unlike).toBe(true)
    expect(row(city, '萧山区').unlike).toBe(true)
    expect(row(city, DIRECT_CITY)).toMatchObject({ unlike: true })
    expect(row(city, DIRECT_CITY).rates.every((rate) => rate.last === null && rate.difference === null)).toBe(
      true,
    )
    expect(row(await ask('province01'), '宁波市').unlike).toBe(false)
    const region = await ask('region01')
    expect(row(region, '西湖实验小学').unlike).toBe(false)
    expect(row(region, '西湖九年一贯制学校')).toMatchObject({ valid: expect.any(Number), unlike: true })
  })

  test('the same number of schools, but others, is incomparable', async () => {
    const before = await insertFigurePlan(node.current, { name: '甲' })
    await insertList(node.current, await insertFigureTask(node.current, before, '330109-school-1'))
    const after = await insertFigurePlan(node.current, { name: '乙', lastPlanId: before })
    await insertList(node.current, await insertFigureTask(node.current, after, '330109-school-2'))
    for (const plan of [before, after])
      await node.current.sql(`update screening_record set state = 2, glasses = 1, checked_on = '2025-10-08'
        where plan_id = ${plan}`)
    expect(row(await ask('city01', {}, after), '萧山区').unlike).toBe(true)
  })

  test('another season is 环比, another plan may be named, none at all is no comparison', async () => {
    const spring = await insertFigurePlan(node.current, { name: '春季', season: 1 })
    await insertList(node.current, await insertFigureTask(node.current, spring, '330106-school-1'))
    await enterResults(node.current, spring, makeRandom('spring'))
    const answer = await ask('region01', { lastPlanId: spring })
    expect(answer).toMatchObject({ comparison: '环比', lastPlan: { planId: spring } })
    const alone = await ask('region01', {}, spring)
    expect(alone).toMatchObject({ comparison: null, lastPlan: null })
    expect(alone.rows.every(({ unlike }) => !unlike)).toBe(true)
  })

  test('a plan outside the range of the caller is refused where it is named, otherwise ignored', async () => {
    const { planId, lastPlanId } = world
    const named = (account: string, id: number) =>
      as(account).call(indicatorTable, { planId, lastPlanId: id })
    expect((await named('hospital01', lastPlanId)).code).toBe(650)
    expect((await named('province01', 999_999)).code).toBe(650)
    expect((await named('province01', planId)).code).toBe(700)
    expect((await ask('hospital01')).lastPlan).toBeNull()
  })
})

describe('small cells', () => {
  test('are hidden from who may not see the students, and from nobody else', async () => {
    const blindTo = (['studentView', 'classDetail', 'classDetailTakingPart'] as const).map(permissionId)
    await permit(node.current, 'city01', blindTo, false)
    const blind = await signedIn(node.current, 'city01')
    const orgId = await orgIdOf(node.current, '330106-school-3')
    const query = { planId: world.planId, orgId }
    const seen = await must(as('region01').call(indicatorTable, query))
    const shown = await must(blind.call(indicatorTable, query))
    let hiddenOnes = 0
    for (const [index, { rates }] of shown.rows.entries()) {
      for (const [which, rate] of rates.entries()) {
        const plain = seen.rows[index]?.rates[which] as Rate
        const small = (plain.denominator ?? 0) > 0 && (plain.denominator ?? 0) < 5
        expect(plain.hidden).toBe(false)
        if (small) expect(rate.hidden).toBe(true)
        if (rate.hidden)
          expect(rate).toMatchObject({ numerator: null, denominator: null, rate: null, difference: null })
        else expect(fractions([rate])).toEqual(fractions([plain]))
        hiddenOnes += small ? 1 : 0
      }
      // Boys are what is left of all without the girls.
      const [all, male, female] = rates
      if (all?.hidden === false && male?.denominator !== 0 && female?.denominator !== 0)
        expect(male?.hidden).toBe(female?.hidden)
    }
    expect(hiddenOnes).toBeGreaterThan(0)
    for (const which of [0, 3, 6]) {
      const hidden = shown.rows.filter(({ rates }) => rates[which]?.hidden)
      if (!shown.total[which]?.hidden) expect(hidden.length).not.toBe(1)
    }
    expect(shown.total[0]?.hidden).toBe(false)
  })
})

test('a teacher granted the table sees the own classes', async () => {
  const rows = await rowsOf<{ class_id: number }>(
    node.current,
    `select class_id from user_class where user_id = (select id from app_user where account = 'teacher01')`,
  )
  const own = rows.map(({ class_id }) => class_id)
  const answer = await ask('teacher01')
  expect(new Set(answer.rows.map(({ unit }) => unit.key.classId))).toEqual(new Set(own))
  expect(fractions(answer.total)).toEqual(await expected((r) => own.includes(r.class_id)))
})
