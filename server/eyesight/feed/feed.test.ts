// The last classes in which results were written: in the list at once, each with how many children lately.
import { beforeEach, describe, expect, test } from 'vitest'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../testing/figure-plans.ts'
import { applyScript } from '../../testing/live-counters/apply-script.ts'
import { expectFeedRight } from '../../testing/live-counters/recount-feed.ts'
import { must } from '../../testing/people.ts'
import { NORMAL, savedRow } from '../../testing/readings.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { taskAtWork } from '../../testing/task-at-work.ts'
import { runTransaction, untilLocksAreAwaited } from '../../testing/transaction.ts'
import { FILL_FEED_SQL } from './feed.sql.ts'
import { type FeedPlace, selectFeed } from './feed-queries.ts'

const node = useApp()
const PROVINCE = { level: 'province', areaId: '330000' } as const
const SCHOOLS = ['330106-school-1', '330109-school-1', '330205-school-4'] as const

let planId = 0
/** Classes of each school, the largest first, with the records of each. */
let classes: { school: string; taskId: number; classId: number; ids: number[] }[] = []
beforeEach(async () => {
  planId = await insertFigurePlan(node.current)
  classes = []
  for (const school of SCHOOLS) {
    const taskId = await insertFigureTask(node.current, planId, school)
    await insertList(node.current, taskId)
    const rows = await rowsOf<{ class_id: number; ids: number[] }>(
      node.current,
      `select class_id, array_agg(id::int order by id) as ids from screening_record where task_id = $1
       group by 1 having count(*) > 1 order by count(*) desc, 1`,
      [taskId],
    )
    classes.push(...rows.map(({ class_id, ids }) => ({ school, taskId, classId: class_id, ids })))
  }
})

const feed = (place: FeedPlace = PROVINCE, limit = 8) => selectFeed(node.current.db, place, planId, limit)
const right = () => expectFeedRight(node.current, planId)
const at = (minute: number) => new Date(Date.parse('2025-10-08T01:00:00Z') + minute * 60_000)
const ENTER = `update screening_record set state = 2, glasses = 1, checked_on = '2025-10-08', entered_at = $2
  where id = any ($1)`
const enter = (ids: readonly number[], minute: number) => rowsOf(node.current, ENTER, [ids, at(minute)])
const clear = (ids: readonly number[]) =>
  rowsOf(
    node.current,
    'update screening_record set state = 0, glasses = null, checked_on = null, entered_at = null where id = any ($1)',
    [ids],
  )
const of = (nth: number) => classes[nth] ?? { school: '', taskId: 0, classId: 0, ids: [] }
function classOf(school: string) {
  const found = classes.find((each) => each.school === school)
  if (!found) throw new Error(`no class at ${school}`)
  return found
}

describe('a result that is saved', () => {
  test('is news at once, with the name of its class; cleared or corrected it is none', async () => {
    const made = await taskAtWork(node.current, { roster: { classes: 2, studentsPerClass: 2 } })
    planId = made.planId
    const [first, second, third] = made.records.map(({ recordId }) => recordId)
    await savedRow(made.admin, made.taskId, first ?? 0, NORMAL)
    await savedRow(made.admin, made.taskId, third ?? 0, NORMAL)
    await savedRow(made.admin, made.taskId, second ?? 0, NORMAL)
    const [school] = await rowsOf<{ name: string }>(node.current, 'select name from org where id = $1', [
      made.schoolOrgId,
    ])
    const shown = async () => (await feed()).map(({ classId, students }) => [classId, students])
    const [classOne, classTwo] = made.classIds
    expect(await shown()).toEqual([
      [classOne, 2],
      [classTwo, 1],
    ])
    expect((await feed())[0]).toMatchObject({
      ...{ stage: 2, gradeNo: 3, className: '1班', schoolSystem: 63, schoolName: school?.name },
    })
    const before = await feed()
    await savedRow(made.admin, made.taskId, third ?? 0, { nakedRight: 4.9 }, { nakedRight: 5 })
    expect(await feed()).toEqual(before)
    const {
      glasses,
      nakedRight,
      nakedLeft,
      sphereRight,
      sphereLeft,
      cylinderRight,
      cylinderLeft,
      axisRight,
    } = NORMAL
    const nothing = {
      ...{ glasses: null, nakedRight: null, nakedLeft: null, sphereRight: null, sphereLeft: null },
      ...{ cylinderRight: null, cylinderLeft: null, axisRight: null },
    }
    const seen = {
      ...{ glasses, nakedRight, nakedLeft, sphereRight, sphereLeft, cylinderRight, cylinderLeft, axisRight },
    }
    await savedRow(made.admin, made.taskId, first ?? 0, nothing, seen)
    expect(await shown()).toEqual([
      [classOne, 1],
      [classTwo, 1],
    ])
    await savedRow(made.admin, made.taskId, second ?? 0, nothing, seen)
    expect(await shown()).toEqual([[classTwo, 1]])
    await right()
  })

  test('ten minutes after the last one begins a new row of results, earlier it goes on with it', async () => {
    const { ids, classId } = of(0)
    await enter(ids.slice(0, 1), 0)
    await enter(ids.slice(1, 2), 10)
    expect(await feed()).toMatchObject([{ classId, students: 2, at: at(10) }])
    await enter(ids.slice(2, 4), 20.1)
    expect(await feed()).toMatchObject([{ classId, students: 2, at: at(20.1) }])
    await right()
  })

  test('is counted once, however often it is cleared and entered again', async () => {
    const { ids, classId } = of(0)
    for (const minute of [0, 1, 2]) {
      await enter(ids.slice(0, 1), minute)
      await clear(ids.slice(0, 1))
    }
    expect(await feed()).toEqual([])
    await enter(ids.slice(0, 1), 3)
    expect(await feed()).toMatchObject([{ classId, students: 1, at: at(3) }])
    await right()
  })

  test('goes with its record, and that is no news', async () => {
    const [one, other] = [of(0), of(1)]
    await enter(one.ids, 0)
    await enter(other.ids, 5)
    await rowsOf(node.current, 'delete from screening_record where id = any ($1)', [one.ids.slice(0, 2)])
    expect(await feed()).toMatchObject([
      { classId: other.classId, students: other.ids.length, at: at(5) },
      { classId: one.classId, students: one.ids.length - 2, at: at(0) },
    ])
    await right()
  })
})

describe('the list', () => {
  test('has the last ones of each area and school, in order', async () => {
    for (const [nth, { ids }] of classes.entries()) await enter(ids.slice(0, 1 + (nth % 3)), nth * 2)
    const whole = classes.map(({ classId, school, ids }, nth) => ({
      ...{ classId, school, students: Math.min(ids.length, 1 + (nth % 3)) },
    }))
    const latest = (schools: readonly string[]) =>
      whole
        .filter(({ school }) => schools.includes(school))
        .map(({ classId, students }) => ({ classId, students }))
        .reverse()
    const shown = async (place: FeedPlace, limit?: number) =>
      (await feed(place, limit)).map(({ classId, students }) => ({ classId, students }))
    expect(await shown(PROVINCE, 5)).toEqual(latest(SCHOOLS).slice(0, 5))
    expect(await shown({ level: 'city', areaId: '330100' }, 99)).toEqual(latest(SCHOOLS.slice(0, 2)))
    expect(await shown({ level: 'region', areaId: '330205' }, 99)).toEqual(latest(SCHOOLS.slice(2)))
    const orgId = await orgIdOf(node.current, SCHOOLS[1])
    expect(await shown({ level: 'school', orgId }, 2)).toEqual(latest([SCHOOLS[1]]).slice(0, 2))
    expect(await shown({ level: 'city', areaId: '330300' })).toEqual([])
    await right()
  })

  test('has an import of many classes as one row for each', async () => {
    const ids = classes.flatMap((each) => each.ids)
    await enter(ids, 0)
    const rows = await feed(PROVINCE, 999)
    expect(rows.length).toBe(classes.length)
    expect(new Map(rows.map(({ classId, students }) => [classId, students]))).toEqual(
      new Map(classes.map((each) => [each.classId, each.ids.length])),
    )
    await right()
  })

  test('writes its indexes only now and then while results come fast', async () => {
    const { ids, classId } = of(0)
    for (const [nth, id] of ids.slice(0, 4).entries()) await enter([id], nth * 0.2)
    const listed = 'select listed_at from class_feed where class_id = $1 and plan_id = $2'
    expect(await rowsOf(node.current, listed, [classId, planId])).toEqual([{ listed_at: at(0.4) }])
    expect(await feed()).toMatchObject([{ at: at(0.2 * 3), students: 4 }])
  })

  test('is empty once its plan is archived, and loses a class with its task', async () => {
    await enter(of(0).ids, 0)
    await enter(classOf(SCHOOLS[2]).ids, 0)
    const { taskId } = classOf(SCHOOLS[2])
    await rowsOf(node.current, 'delete from screening_record where task_id = $1', [taskId])
    await rowsOf(node.current, 'delete from task where id = $1', [taskId])
    expect((await feed()).map(({ classId }) => classId)).toEqual([of(0).classId])
    await right()
    await node.current.sql(`update plan set status = 3, owner_org_id = (select org_id from app_user where account = 'province01')
      where id = ${planId}`)
    const province = node.current.as(await node.current.login('province01'))
    await must(province.call(planEndpoints.archivePlan, { planId, version: 1 }))
    expect(await rowsOf(node.current, 'select from class_feed where plan_id = $1', [planId])).toEqual([])
  })

  test('is found from the records of an older database', async () => {
    for (const [nth, { ids }] of classes.entries()) {
      await enter(ids.slice(0, 2), nth)
      await enter(ids.slice(2), nth + 30)
    }
    const before = await rowsOf(
      node.current,
      'select * from class_feed where plan_id = $1 order by class_id',
      [planId],
    )
    expect(before.length).toBe(classes.length)
    await node.current.sql('delete from class_feed')
    expect(await applyScript(node.current, FILL_FEED_SQL)).toEqual([FILL_FEED_SQL.name])
    const after = await rowsOf(
      node.current,
      'select * from class_feed where plan_id = $1 order by class_id',
      [planId],
    )
    expect(after).toEqual(before)
    await right()
  })
})

describe('two at once', () => {
  test('in one class are counted together', async () => {
    const { ids, classId } = of(0)
    const [half, rest] = [ids.slice(0, 2), ids.slice(2)]
    let second: Promise<void> | undefined
    await runTransaction(node.current, async (client) => {
      await client.query(ENTER, [half, at(1)])
      await client.query('set constraints all immediate')
      second = runTransaction(node.current, (other) => other.query(ENTER, [rest, at(0)]))
      await untilLocksAreAwaited(node.current)
    })
    await second
    expect(await feed()).toMatchObject([{ classId, students: ids.length, at: at(1) }])
    await right()
  })

  test('in classes of different districts do not wait for each other', async () => {
    const [here, there] = [classOf(SCHOOLS[0]), classOf(SCHOOLS[2])]
    await runTransaction(node.current, async (client) => {
      await client.query(ENTER, [here.ids, at(0)])
      await client.query('set constraints all immediate')
      await runTransaction(node.current, (other) => other.query(ENTER, [there.ids, at(0)]))
      expect((await feed()).map(({ classId }) => classId)).toEqual([there.classId])
    })
    expect((await feed()).length).toBe(2)
  })

  test('in the same classes the other way round do not wait in a circle', async () => {
    const turns = [0, 1, 2, 3].map((rest) =>
      runTransaction(node.current, async (client) => {
        const order = rest % 2 === 0 ? classes : [...classes].reverse()
        for (const { ids } of order)
          await client.query(ENTER, [ids.filter((_, nth) => nth % 4 === rest), at(rest)])
      }),
    )
    await Promise.all(turns)
    expect((await feed(PROVINCE, 999)).map(({ students }) => students).sort()).toEqual(
      classes.map(({ ids }) => ids.length).sort(),
    )
    await right()
  })
})
