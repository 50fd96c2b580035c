// A school on a wall: every number recounted from the records and the tables.
import { beforeAll, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { useApp } from '../../testing/app.ts'
import { makeSchoolWorld, type SchoolWorld } from '../../testing/overview/school-world.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { oneOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewSchool } = overviewEndpoints

let world: SchoolWorld
beforeAll(async () => {
  world = await makeSchoolWorld(node.current)
})

type Wanted = (record: StoredRecord) => boolean
const counted = (wanted: Wanted, planId = world.planId) => recountRecords(node.current, planId, wanted)
const wallOf = async (account: string, orgId?: number) =>
  must(as(account).call(overviewSchool, { planId: world.planId, orgId }))
const viewOf = async (account: string, orgId?: number): Promise<SchoolView> => {
  const { view } = await wallOf(account, orgId)
  if (view === null) throw new Error('nothing new')
  return view
}
const at =
  (orgId: number): Wanted =>
  (r) =>
    r.school_org_id === orgId
const fraction = ({ numerator, denominator }: WallRate) => ({ numerator, denominator })

describe('the figures of a school', () => {
  test.each([
    ['region01', 'own'],
    ['province01', 'nineYear'],
    ['city01', 'small'],
  ] as const)('%s %s are those of its records', async (account, school) => {
    const orgId = world[school]
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
    const orgId = world.own
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
    const { all, comparison } = await viewOf('province01', world.nineYear)
    expect([all.last, all.change, comparison?.incomparable]).toEqual([null, null, true])
  })

  test('a class is not compared with the one that had its number before', async () => {
    const { grades } = await viewOf('region01', world.own)
    expect(grades.flatMap(({ classes }) => classes.map(({ rate }) => rate.last))).toSatisfy(
      (rates: unknown[]) => rates.every((rate) => rate === null),
    )
  })

  test('of a kindergarten are those of poor vision', async () => {
    const view = await viewOf('province01', world.kindergarten)
    const all = await counted(at(world.kindergarten))
    expect(view.ofKindergarten).toBe(true)
    expect(fraction(view.all)).toEqual({ numerator: all.poor, denominator: all.valid })
    expect(fraction(view.reserveShort)).toEqual({ numerator: all.reserveShort, denominator: all.valid })
    expect(view.lines).toEqual([])
    expect((await viewOf('province01', world.nineYear)).lines).toEqual([
      { name: '小学', line: 38 },
      { name: '初中', line: 60 },
    ])
  })

  test('today is counted by class, and as much as the days say', async () => {
    const [first] = await rowsOf<{ id: number; class_id: number }>(
      node.current,
      `select r.id, r.class_id from screening_record r join task t on t.id = r.task_id
       where t.school_org_id = $1 and r.plan_id = $2 and r.state = 2 order by r.id limit 1`,
      [world.own, world.planId],
    )
    await node.current.sql(`update screening_record
      set checked_on = (now() at time zone 'Asia/Shanghai')::date where id = ${first?.id}`)
    const view = await viewOf('region01', world.own)
    const cells = view.grades.flatMap(({ classes }) => classes)
    expect(cells.filter(({ screenedToday }) => screenedToday > 0)).toMatchObject([
      { key: { classId: Number(first?.class_id) }, screenedToday: 1 },
    ])
    expect(view.screenedToday).toBe(
      await oneOf(
        node.current,
        `select sum(screened) from figure_day where plan_id = $1 and level = 2 and place_id = $2
         and day = (now() at time zone 'Asia/Shanghai')::date`,
        [world.planId, world.own],
      ),
    )
  })
})

describe('quality and what is to do', () => {
  test('retests, letters and visits are those of the tables', async () => {
    const view = await viewOf('region01', world.own)
    const [retest] = await rowsOf<Record<'drawn' | 'done' | 'items' | 'errors', number>>(
      node.current,
      `select count(*)::int as drawn, count(entered_at)::int as done, sum(items)::int as items,
         sum(errors)::int as errors
       from retest join task on task.id = retest.task_id where retest.plan_id = $1 and task.school_org_id = $2`,
      [world.planId, world.own],
    )
    const { valid } = await counted(at(world.own))
    expect(view.retest).toMatchObject({ ...retest })
    expect(view.retest.rate).toBeCloseTo(((retest?.done ?? 0) * 100) / valid, 9)
    expect(view.retest.errorRate).toBeCloseTo(25, 9)
    expect(view.retest.over).toBe(true)
    const [sent] = await rowsOf<Record<'letters' | 'acknowledged', number>>(
      node.current,
      `select count(printed_at)::int as letters, count(acknowledged_at)::int as acknowledged
       from letter join screening_record r on r.id = letter.record_id join task t on t.id = r.task_id
       where r.plan_id = $1 and t.school_org_id = $2 and r.referral`,
      [world.planId, world.own],
    )
    const all = await counted(at(world.own))
    expect(view.followUp).toMatchObject({ referral: all.referral, visited: all.visited, ...sent })
    const overdue = view.grades.reduce((sum, { followUp }) => sum + (followUp?.overdue ?? Number.NaN), 0)
    if (!Number.isNaN(overdue)) expect(view.followUp.overdue).toBe(overdue)
  })

  test('lists what waits, with the class in which most of it is', async () => {
    const view = await viewOf('region01', world.own)
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

  test('of a plan that is over asks for nothing but the doctor', async () => {
    const { view } = await must(
      as('region01').call(overviewSchool, { planId: world.lastPlanId, orgId: world.own }),
    )
    expect(view?.total.screened).toBeLessThan(view?.total.expected ?? 0)
    expect(view?.todo.filter(({ kind }) => kind !== 'overdue')).toEqual([])
  })

  test('names who carries out its tasks, and their days', async () => {
    const view = await viewOf('province01', world.nineYear)
    expect(view.executors).toHaveLength(2)
    expect(view.dates).toEqual({ startsOn: '2025-09-01', endsOn: '2099-12-31' })
  })
})
