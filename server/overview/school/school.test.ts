// A school on a wall: every number recounted from the records, small cells hidden, open to who may look.
import { beforeAll, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { enterResults, NO_RESULT, updateResults } from '../../testing/figure-results.ts'
import { insertDirectSchool } from '../../testing/figure-world.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'
import { oneOf, orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewSchool } = overviewEndpoints

let world: { planId: number; lastPlanId: number }
let schools: Record<'own' | 'nineYear' | 'kindergarten' | 'small', number>
const KEYS = ['330106-school-1', '330106-school-3', '330106-school-0', '330109-school-1', '330203-school-1']

/** Schools of every kind with classes of thirty, and one with a single class; two of them also a year before. */
beforeAll(async () => {
  const app = node.current
  const ids = await Promise.all(KEYS.map((key) => orgIdOf(app, key)))
  await fillClasses(ids)
  const { orgId: small } = await insertDirectSchool(app, SMALL_SCHOOL, '330100')
  const [own = 0, nineYear = 0, kindergarten = 0] = ids
  schools = { own, nineYear, kindergarten, small }
  const lastPlanId = await insertFigurePlan(app, { name: '上年秋季筛查', schoolYear: 2024, status: 3 })
  const planId = await insertFigurePlan(app, { name: '本年秋季筛查', lastPlanId })
  world = { planId, lastPlanId }
  for (const key of ['330106-school-1', '330203-school-1'])
    await insertList(app, await insertFigureTask(app, lastPlanId, key))
  for (const key of [...KEYS.filter((each) => each !== '330106-school-3'), SMALL_SCHOOL])
    await insertList(app, await insertFigureTask(app, planId, key))
  for (const [stage, executor] of [
    [2, '330106-hospital'],
    [3, '330100-social'],
  ] as const)
    await insertList(app, await insertFigureTask(app, planId, '330106-school-3', { executor, stage }))
  for (const each of [lastPlanId, planId]) await enterResults(app, each, makeRandom('walls of schools'))
  await measureRefraction(app, 'id % 7 <> 0')
  await leaveValid(await onlyClass(), 12)
  await retestSome(schools.own)
  await sendLetters(schools.own)
})
const SMALL_SCHOOL = '杭州市小规模学校'

const onlyClass = () =>
  oneOf(node.current, 'select class_id from task_class where plan_id = $1 and school_org_id = $2', [
    world.planId,
    schools.small,
  ])

/** Classes of the tests are so small that nothing about them would be shown. */
const fillClasses = (orgIds: readonly number[]) =>
  rowsOf(
    node.current,
    `insert into student (org_id, class_id, name, sex, birth_date, student_type)
     select c.org_id, c.id, '同学' || c.id || '号' || n, 1 + n % 2, '2015-05-05', 3 from class c, generate_series(1, 24) as n
     where c.org_id = any ($1) and c.closed_on is null`,
    [orgIds],
  )

/** Some were examined twice, with more errors than are allowed; most of those drawn still wait. */
const retestSome = (orgId: number) =>
  rowsOf(
    node.current,
    `insert into retest (record_id, plan_id, task_id, school_org_id, entered_at, items, errors)
     select r.id, r.plan_id, r.task_id, t.school_org_id, case when r.id % 3 = 0 then now() end,
       case when r.id % 3 = 0 then 4 else 0 end, case when r.id % 3 = 0 then 1 else 0 end
     from screening_record r join task t on t.id = r.task_id
     where t.school_org_id = $1 and r.plan_id = $2 and r.state = 2 and r.id % 9 in (0, 1)`,
    [orgId, world.planId],
  )

/** Most families got a letter more than a month ago, half of them have answered. */
const sendLetters = (orgId: number) =>
  rowsOf(
    node.current,
    `insert into letter (record_id, student_id, ticket_hash, ticket_enc, issued_at, printed_at, acknowledged_at)
     select r.id, r.student_id, sha256(r.id::text::bytea), '', now() - interval '40 days',
       now() - interval '40 days', case when r.id % 2 = 0 then now() end
     from screening_record r join task t on t.id = r.task_id
     where t.school_org_id = $1 and r.plan_id = $2 and r.state = 2 and r.id % 4 <> 0`,
    [orgId, world.planId],
  )

/** All of a class but so many are not screened. */
async function leaveValid(classId: number, students: number) {
  const records = await rowsOf<{ id: number }>(
    node.current,
    'select id from screening_record where class_id = $1 and plan_id = $2 order by id',
    [classId, world.planId],
  )
  const readings = { glasses: 1, naked_right: 48, naked_left: 48 }
  await updateResults(
    node.current,
    records.map(({ id }, nth) => ({
      id,
      ...NO_RESULT,
      ...(nth < students && {
        ...readings,
        state: 2,
        myopia: nth === 0,
        source: 1,
        checked_on: '2025-10-08',
      }),
    })),
  )
  await rowsOf(
    node.current,
    'update screening_record set se_right = 0, se_left = 0 where class_id = $1 and state = 2',
    [classId],
  )
}

type Wanted = (record: StoredRecord) => boolean
const counted = (wanted: Wanted, planId = world.planId) => recountRecords(node.current, planId, wanted)
const wallOf = async (account: string, orgId?: number) =>
  must(as(account).call(overviewSchool, { planId: world.planId, orgId }))
const viewOf = async (account: string, orgId?: number): Promise<SchoolView> => {
  const { view } = await wallOf(account, orgId)
  if (view === null) throw new Error('nothing new')
  return view
}
const fraction = ({ numerator, denominator }: WallRate) => ({ numerator, denominator })
const at =
  (orgId: number): Wanted =>
  (r) =>
    r.school_org_id === orgId

describe('the figures of a school', () => {
  test.each([
    ['region01', 'own'],
    ['province01', 'nineYear'],
    ['city01', 'small'],
  ] as const)('%s %s are those of its records', async (account, school) => {
    const orgId = schools[school]
    const view = await viewOf(account, orgId)
    const all = await counted(at(orgId))
    expect(view.total).toEqual({ expected: all.expected, screened: all.screened, valid: all.valid })
    expect(view.absent).toBe(all.absent)
    expect(view.all.hidden).toBe(false)
    expect(view.missing).toBe(Math.max(0, Math.ceil(all.expected * 0.95) - all.screened))
    const [boys, girls] = [
      await counted((r) => at(orgId)(r) && r.sex === 1),
      await counted((r) => at(orgId)(r) && r.sex === 2),
    ]
    for (const [rate, numerator, denominator] of [
      [view.all, all.myopia, all.rated],
      [view.poor, all.poor, all.valid],
      [view.high, all.myopiaHigh, all.rated],
      [view.male, boys.myopia, boys.rated],
      [view.female, girls.myopia, girls.rated],
    ] as const) {
      if (!rate.hidden) expect(fraction(rate)).toEqual({ numerator, denominator })
    }
    if (view.degrees)
      expect(view.degrees).toEqual({
        low: all.myopiaLow,
        mid: all.myopiaMid,
        high: all.myopiaHigh,
        ungraded: all.myopiaUngraded,
      })
    expect(view.grades.length).toBe({ own: 6, nineYear: 9, small: 1 }[school])
    for (const grade of view.grades) {
      const { prefix, gradeNo } = grade.key
      const inGrade: Wanted = (r) => at(orgId)(r) && r.stage === prefix && r.grade_no === gradeNo
      const own = await counted(inGrade)
      expect(grade.done).toEqual({ expected: own.expected, screened: own.screened, valid: own.valid })
      if (!grade.rate.hidden)
        expect(fraction(grade.rate)).toEqual({ numerator: own.myopia, denominator: own.rated })
      if (grade.followUp) {
        expect(grade.followUp).toMatchObject({ referral: own.referral, visited: own.visited })
      }
      for (const cell of grade.classes) {
        const inClass = await counted((r) => r.class_id === cell.key.classId)
        expect([cell.name, cell.done, cell.absent]).toEqual([
          `${grade.name}${cell.className}`,
          { expected: inClass.expected, screened: inClass.screened, valid: inClass.valid },
          inClass.absent,
        ])
        if (!cell.rate.hidden)
          expect(fraction(cell.rate)).toEqual({ numerator: inClass.myopia, denominator: inClass.rated })
        expect(cell.behind).toBe(inClass.screened > 0 && (inClass.screened * 100) / inClass.expected < 60)
        if (cell.rate.rate !== null && grade.rate.rate !== null)
          expect(cell.aboveGrade).toBe(cell.rate.rate - grade.rate.rate >= 10)
      }
      const classes = grade.classes.map(({ done }) => done.screened)
      expect(classes.reduce((sum, screened) => sum + screened, 0)).toBe(grade.done.screened)
    }
  })

  test('change at the grades with results in both plans', async () => {
    const orgId = schools.own
    const view = await viewOf('region01', orgId)
    const rateOf = async (wanted: Wanted, planId: number) => {
      const { myopia, rated } = await counted((r) => at(orgId)(r) && wanted(r), planId)
      return (myopia * 100) / rated
    }
    const everybody = () => true
    const [now, last] = [await rateOf(everybody, world.planId), await rateOf(everybody, world.lastPlanId)]
    expect(view.comparison).toMatchObject({ planName: '上年秋季筛查', incomparable: false, schools: null })
    expect(view.all.last).toBeCloseTo(last, 9)
    expect(view.all.change).toBeCloseTo(now - last, 9)
    for (const { key, rate } of view.grades) {
      if (rate.hidden || rate.last === null) continue
      expect(rate.last).toBeCloseTo(await rateOf((r) => r.grade_no === key.gradeNo, world.lastPlanId), 9)
    }
    expect(view.trend.map(({ planId }) => planId)).toEqual([world.lastPlanId, world.planId])
    expect(view.trend[1]?.rate).toBeCloseTo(now, 9)
    // A school that was in no plan before has nothing to be compared with.
    const { all, comparison } = await viewOf('province01', schools.nineYear)
    expect([all.last, all.change, comparison?.incomparable]).toEqual([null, null, true])
  })

  test('a class is not compared with the one that had its number before', async () => {
    const { grades } = await viewOf('region01', schools.own)
    expect(grades.flatMap(({ classes }) => classes.map(({ rate }) => rate.last))).toSatisfy(
      (rates: unknown[]) => rates.every((rate) => rate === null),
    )
  })

  test('of a kindergarten are those of poor vision', async () => {
    const view = await viewOf('province01', schools.kindergarten)
    const all = await counted(at(schools.kindergarten))
    expect(view.ofKindergarten).toBe(true)
    expect(fraction(view.all)).toEqual({ numerator: all.poor, denominator: all.valid })
    expect(fraction(view.reserveShort)).toEqual({ numerator: all.reserveShort, denominator: all.valid })
    expect(view.lines).toEqual([])
    expect((await viewOf('province01', schools.nineYear)).lines).toEqual([
      { name: '小学', line: 38 },
      { name: '初中', line: 60 },
    ])
  })

  test('today is counted by class, and as much as the days say', async () => {
    const [first] = await rowsOf<{ id: number; class_id: number }>(
      node.current,
      `select r.id, r.class_id from screening_record r join task t on t.id = r.task_id
       where t.school_org_id = $1 and r.plan_id = $2 and r.state = 2 order by r.id limit 1`,
      [schools.own, world.planId],
    )
    await node.current.sql(`update screening_record
      set checked_on = (now() at time zone 'Asia/Shanghai')::date where id = ${first?.id}`)
    const view = await viewOf('region01', schools.own)
    const cells = view.grades.flatMap(({ classes }) => classes)
    expect(cells.filter(({ screenedToday }) => screenedToday > 0)).toMatchObject([
      { key: { classId: Number(first?.class_id) }, screenedToday: 1 },
    ])
    expect(view.screenedToday).toBe(
      await oneOf(
        node.current,
        `select sum(screened) from figure_day where plan_id = $1 and level = 2 and place_id = $2
         and day = (now() at time zone 'Asia/Shanghai')::date`,
        [world.planId, schools.own],
      ),
    )
  })
})

describe('quality and what is to do', () => {
  test('retests, letters and visits are those of the tables', async () => {
    const view = await viewOf('region01', schools.own)
    const [retest] = await rowsOf<Record<'drawn' | 'done' | 'items' | 'errors', number>>(
      node.current,
      `select count(*)::int as drawn, count(entered_at)::int as done, sum(items)::int as items,
         sum(errors)::int as errors
       from retest join task on task.id = retest.task_id where retest.plan_id = $1 and task.school_org_id = $2`,
      [world.planId, schools.own],
    )
    const { valid } = await counted(at(schools.own))
    expect(view.retest).toMatchObject({ ...retest })
    expect(view.retest.rate).toBeCloseTo(((retest?.done ?? 0) * 100) / valid, 9)
    expect(view.retest.errorRate).toBeCloseTo(25, 9)
    expect(view.retest.over).toBe(true)
    const [sent] = await rowsOf<Record<'letters' | 'acknowledged', number>>(
      node.current,
      `select count(printed_at)::int as letters, count(acknowledged_at)::int as acknowledged
       from letter join screening_record r on r.id = letter.record_id join task t on t.id = r.task_id
       where r.plan_id = $1 and t.school_org_id = $2 and r.referral`,
      [world.planId, schools.own],
    )
    const all = await counted(at(schools.own))
    expect(view.followUp).toMatchObject({ referral: all.referral, visited: all.visited, ...sent })
    const overdue = view.grades.reduce((sum, { followUp }) => sum + (followUp?.overdue ?? Number.NaN), 0)
    if (!Number.isNaN(overdue)) expect(view.followUp.overdue).toBe(overdue)
  })

  test('lists what waits, with the class in which most of it is', async () => {
    const view = await viewOf('region01', schools.own)
    const cells = view.grades.flatMap(({ classes }) => classes)
    const owing = cells.map(({ done, absent }) => done.expected - done.screened - absent)
    const { missing, todo } = {
      missing: Math.max(...owing),
      todo: new Map(view.todo.map((each) => [each.kind, each])),
    }
    expect(todo.get('notScreened')).toMatchObject({
      count: owing.reduce((sum, count) => sum + count, 0),
      most: { count: missing, name: cells[owing.indexOf(missing)]?.name },
    })
    expect(todo.get('invalid')?.count).toBe(view.total.screened - view.total.valid)
    expect(todo.get('errorsOver')).toMatchObject({ count: view.retest.errors, urgent: true })
    expect(todo.get('overdue')?.count ?? null).toBe(view.followUp.overdue)
    // Those that need attention now stand first.
    const urgent = view.todo.map((each) => each.urgent)
    expect(urgent).toEqual([...urgent].sort((one, other) => Number(other) - Number(one)))
  })

  test('names who carries out its tasks, and their days', async () => {
    const view = await viewOf('province01', schools.nineYear)
    expect(view.executors).toHaveLength(2)
    expect(view.dates).toEqual({ startsOn: '2025-09-01', endsOn: '2099-12-31' })
  })
})

/** What is hidden among the parts of a place that is shown is more than one, and no handful together. */
function expectNothingFollows(whole: WallRate, parts: readonly { rate: WallRate; rated: number }[]) {
  const hidden = parts.filter(({ rate, rated }) => rate.hidden && rated > 0)
  for (const { rate, rated } of parts) if (rated > 0 && rated < 5) expect(rate.hidden).toBe(true)
  if (whole.hidden || hidden.length === 0) return
  expect(hidden.length).toBeGreaterThan(1)
  expect(hidden.reduce((sum, { rated }) => sum + rated, 0)).toBeGreaterThanOrEqual(5)
}

describe('small cells', () => {
  const CLASSES = `select c.class_id as id, c.grade_no from task_class c join task t on t.id = c.task_id
    where t.school_org_id = $1 and c.plan_id = $2 order by c.grade_no, c.class_no`

  test('a class of three is hidden, and one more of its grade, for everybody', async () => {
    const classes = await rowsOf<{ id: number; grade_no: number }>(node.current, CLASSES, [
      schools.own,
      world.planId,
    ])
    const [first] = classes
    const sameGrade = classes.filter(({ grade_no }) => grade_no === first?.grade_no)
    await leaveValid(Number(first?.id), 3)
    for (const account of ['school01', 'region01', 'province01']) {
      const { grades } = await viewOf(account, schools.own)
      const [grade] = grades
      const hidden = grade?.classes.filter(({ rate }) => rate.hidden) ?? []
      expect(hidden.map(({ key }) => key.classId)).toContain(Number(first?.id))
      // Alone it would follow from the grade, unless that is hidden too.
      if (!grade?.rate.hidden) expect(hidden.length).toBeGreaterThan(1)
      for (const { rate, done, aboveGrade } of hidden) {
        expect(rate).toEqual({
          numerator: null,
          denominator: null,
          rate: null,
          last: null,
          change: null,
          hidden: true,
        })
        expect(aboveGrade).toBe(false)
        expect(done.expected).toBeGreaterThan(0)
      }
      expect(grade?.classes).toHaveLength(sameGrade.length)
    }
  })

  test('are hidden with what they would follow from, in every school', async () => {
    for (const orgId of [schools.own, schools.nineYear]) {
      const { all, grades } = await viewOf('province01', orgId)
      const inGrades = grades.map(async ({ key, rate, classes }) => {
        const own: Wanted = (r) => at(orgId)(r) && r.stage === key.prefix && r.grade_no === key.gradeNo
        const cells = classes.map(async (cell) => ({
          rate: cell.rate,
          rated: (await counted((r) => r.class_id === cell.key.classId)).rated,
        }))
        expectNothingFollows(rate, await Promise.all(cells))
        return { rate, rated: (await counted(own)).rated }
      })
      expectNothingFollows(all, await Promise.all(inGrades))
    }
  })

  test('a school with four valid shows no finding at all', async () => {
    await leaveValid(await onlyClass(), 4)
    const view = await viewOf('province01', schools.small)
    const { all, male, female, poor, high, degrees, followUp, trend, grades } = view
    expect([all, male, female, poor, high, grades[0]?.rate].map((rate) => rate?.hidden)).toEqual(
      Array.from({ length: 6 }, () => true),
    )
    expect([degrees, ...Object.values(followUp)]).toEqual([null, null, null, null, null, null])
    expect(trend.every(({ rate }) => rate === null)).toBe(true)
    expect(view.total.valid).toBe(4)
  })
})

describe('who may look', () => {
  test('a school opens its own wall without a number, and no other', async () => {
    const own = await wallOf('school01')
    expect(own.unit).toMatchObject({ level: 'school', key: { orgId: schools.own } })
    expect(own.path.map(({ name }) => name)).toEqual([own.unit.name])
    expect(
      (await as('school01').call(overviewSchool, { planId: world.planId, orgId: schools.nineYear })).code,
    ).toBe(616)
    // What the school sees is what everybody sees.
    expect(own.view).toEqual((await wallOf('province01', schools.own)).view)
  })

  test('a district opens the schools of its range by a way that leads back', async () => {
    const { path } = await wallOf('city01', schools.own)
    expect(path.map(({ level }) => level)).toEqual(['city', 'region', 'school'])
    const elsewhere = await orgIdOf(node.current, '330203-school-1')
    const ask = (account: string, orgId?: number) =>
      as(account).call(overviewSchool, { planId: world.planId, orgId })
    expect((await ask('city01', elsewhere)).code).toBe(616)
    expect((await ask('region01', elsewhere)).code).toBe(616)
    // A district is no school.
    expect((await ask('region01')).code).toBe(650)
    for (const account of ['grade01', 'teacher01', 'hospital01', 'social01'])
      expect((await ask(account, schools.own)).code).toBe(602)
  })
})
