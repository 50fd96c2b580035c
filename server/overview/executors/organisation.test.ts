// The cockpit of an organisation that screens: every number recounted from records, its own and no others.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { OrganisationView } from '#contract/overview/organisation.ts'
import { useApp } from '../../testing/app.ts'
import { today } from '../../testing/days.ts'
import { demoUsers, must, permit } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'
import {
  ENTERED_ON,
  type ExecutorWorld,
  insertRetests,
  makeExecutorWorld,
} from '../../testing/walls/executor-world.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewOrganisation } = overviewEndpoints

type Entered = {
  id: number
  task_id: number
  state: number
  source: number | null
  device_id: number | null
  entered_by: number | null
  hour: number | null
  day: string | null
}

let world: ExecutorWorld
let own: ExecutorWorld['own']
let user: ExecutorWorld['user']
let device: ExecutorWorld['device']
beforeAll(async () => {
  world = await makeExecutorWorld(node.current)
  ;({ own, user, device } = world)
})
beforeEach(() => node.current.sql('delete from retest'))

const enteredIn = (taskIds: readonly number[]) =>
  rowsOf<Entered>(
    node.current,
    `select id, task_id, state, source, device_id, entered_by,
       extract(hour from entered_at at time zone 'Asia/Shanghai')::int as hour,
       (entered_at at time zone 'Asia/Shanghai')::date as day
     from screening_record where task_id = any ($1::bigint[])`,
    [taskIds],
  )
const ask = (account: string) => must(as(account).call(overviewOrganisation, { planId: world.planId }))
const shown = <View>({ view }: { view: View | null }): View => {
  if (view === null) throw new Error('nothing new')
  return view
}
const cockpit = async (account: string): Promise<OrganisationView> => shown(await ask(account))
const inTasks = (taskIds: readonly number[]) =>
  recountRecords(node.current, world.planId, (r) => taskIds.includes(r.task_id))

const ACCOUNTS = ['hospital01', 'social01'] as const
const OWN = {
  hospital01: { device: '330106-hospital', people: ['hospital01', 'hscreen01'] },
  social01: { device: '330100-social', people: ['social01', 'oscreen01'] },
} as const

describe('the cockpit of an organisation', () => {
  test.each(ACCOUNTS)('of %s counts its own tasks, and no others', async (account) => {
    const { view, unit, path } = await ask(account)
    const all = await inTasks(own[account])
    expect(shown({ view }).total).toEqual({
      expected: all.expected,
      screened: all.screened,
      valid: all.valid,
    })
    expect(view?.days.reduce((sum, { screened }) => sum + screened, 0)).toBe(all.screened)
    expect(view?.sources).toEqual({ hand: all.byHand, sheet: all.byImport, device: all.byDevice })
    expect(view?.week.map(({ taskId }) => taskId).sort()).toEqual([...own[account]].sort())
    for (const task of view?.week ?? []) {
      const mine = await inTasks([task.taskId])
      expect(task).toMatchObject({
        expected: mine.expected,
        screened: mine.screened,
        valid: mine.valid,
        isToday: true,
        overdue: false,
        screenedToday: 0,
      })
    }
    expect(view?.tasks).toMatchObject({ underWay: own[account].length, completed: 0, overdue: 0 })
    expect(view).toMatchObject({ tasksToday: own[account].length, tasksOfWeek: own[account].length })
    expect([unit.level, path.length]).toEqual(['range', 1])
  })

  test.each(ACCOUNTS)('of %s says who wrote how much in which hour of the last day', async (account) => {
    const { entered } = await cockpit(account)
    const records = (await enteredIn(own[account])).filter(
      ({ day, state }) => day === ENTERED_ON && state !== 0,
    )
    expect(entered?.day).toBe(ENTERED_ON)
    const writers = entered?.writers ?? []
    expect(writers.reduce((sum, writer) => sum + writer.records, 0)).toBe(records.length)
    const mine = OWN[account]
    const people = mine.people.map((name) => user[name])
    const is: Record<string, (record: Entered) => boolean> = {
      sheet: ({ source }) => source === 2,
      [`device ${device[mine.device]}`]: ({ source, device_id }) =>
        source === 3 && device_id === device[mine.device],
      others: ({ source, device_id, entered_by }) =>
        (source === 3 && device_id !== device[mine.device]) ||
        (source === 1 && !people.includes(entered_by ?? 0)),
    }
    for (const id of people)
      is[`screener ${id}`] = ({ source, entered_by }) => source === 1 && entered_by === id
    expect(writers.map(({ key }) => key).sort()).toEqual(Object.keys(is).sort())
    for (const { key, hours, records: count, invalid } of writers) {
      const wrote = records.filter((record) => is[key]?.(record))
      expect([key, count, invalid]).toEqual([
        key,
        wrote.length,
        wrote.filter(({ state }) => state === 3).length,
      ])
      const byHour = [...new Set(wrote.map(({ hour }) => hour ?? 0))].sort((one, other) => one - other)
      expect(hours).toEqual(
        byHour.map((hour) => ({ hour, records: wrote.filter((record) => record.hour === hour).length })),
      )
    }
  })

  test('names people and devices of its own alone', async () => {
    const named = ({ entered }: OrganisationView) =>
      (entered?.writers ?? []).flatMap(({ kind, name }) => (name === null ? [] : [[kind, name]])).sort()
    const [hospital, social] = [await cockpit('hospital01'), await cockpit('social01')]
    expect(named(hospital)).toEqual([
      ['device', '电脑验光仪 330106-hospital'],
      ['screener', '何敏'],
      ['screener', '林文博'],
    ])
    expect(named(social)).toEqual([
      ['device', '电脑验光仪 330100-social'],
      ['screener', '罗欣'],
      ['screener', '高健'],
    ])
    for (const view of [hospital, social]) {
      const children = await rowsOf<{ name: string }>(
        node.current,
        'select distinct s.name from screening_record r join student s on s.id = r.student_id where r.plan_id = $1',
        [world.planId],
      )
      const text = JSON.stringify(view)
      expect(children.filter(({ name }) => text.includes(`"${name}"`))).toEqual([])
    }
  })

  test('judges invalid records, second examinations and errors by the limits of the plan', async () => {
    const [taskId = 0] = own.social01
    await insertRetests(node.current, taskId, 2, 10, 1)
    const all = await inTasks(own.social01)
    const { quality, errorCap, retestRatio } = await cockpit('social01')
    expect(quality.invalidRate).toBeCloseTo(((all.screened - all.valid) * 100) / all.screened, 9)
    expect(quality.retestRate).toBeCloseTo(200 / all.valid, 9)
    expect(quality).toMatchObject({
      errorRate: 10,
      errorsOver: 10 > errorCap,
      retestShort: 200 < retestRatio * all.valid,
    })
    expect((await cockpit('hospital01')).quality).toMatchObject({
      retestRate: 0,
      errorRate: null,
      errorsOver: false,
    })
  })

  test('lists the schools that owe data', async () => {
    const [taskId = 0] = own.social01
    const all = await inTasks(own.social01)
    await node.current.sql(`insert into reading_conflict (record_id, plan_id, school_org_id, source, reading)
      select r.id, r.plan_id, t.school_org_id, 3, '{}' from screening_record r join task t on t.id = r.task_id
      where r.task_id = ${taskId} order by r.id limit 2`)
    const { owed } = await cockpit('social01')
    expect(owed).toMatchObject({
      students: all.expected - all.screened - all.absent,
      schools: 2,
      conflicts: 2,
    })
    const shared = await inTasks([taskId])
    expect(owed.list.find(({ name }) => name === '西湖九年一贯制学校')).toMatchObject({
      part: 'begun',
      owing: shared.expected - shared.screened - shared.absent,
      conflicts: 2,
      retestRate: 0,
      retestShort: true,
      errorRate: null,
      errorsOver: false,
    })
    // The school is shared: what the other organisation owes there is none of its concern.
    expect((await cockpit('hospital01')).owed.conflicts).toBe(0)
    await node.current.sql('delete from reading_conflict')
  })

  test('goes on with what is entered now, and shows the class that was last at work', async () => {
    const [taskId = 0] = own.social01
    await node.current.sql(`update screening_record set state = 2, source = 1, entered_by = ${user.oscreen01},
        entered_at = now(), checked_on = (now() at time zone 'Asia/Shanghai')::date
      where id = (select min(id) from screening_record where task_id = ${taskId} and state = 0)`)
    const { entered, feed, week } = await cockpit('social01')
    expect(entered?.day).toBe(await today(node.current))
    expect(entered?.writers).toMatchObject([{ kind: 'screener', name: '罗欣', records: 1, invalid: 0 }])
    expect(week.find((task) => task.taskId === taskId)?.screenedToday).toBe(1)
    expect(feed[0]).toMatchObject({ schoolName: '西湖九年一贯制学校', students: 1 })
    expect((await cockpit('hospital01')).entered?.day).toBe(ENTERED_ON)
  })

  test('ends with a task that is completed, and with the plan', async () => {
    const [first = 0, ...others] = own.hospital01
    const second = others.join(',')
    await node.current.sql(`update task set ends_on = '2025-09-30' where id = ${first};
      update task set status = 2, completed_at = now() - interval '14 days' where id in (${second})`)
    const late = await cockpit('hospital01')
    expect(late.tasks).toMatchObject({ overdue: 1, completed: 2, underWay: 0 })
    expect(late.week).toMatchObject([{ taskId: first, overdue: true, isToday: false }])
    expect(late).toMatchObject({ tasksToday: 0, tasksOfWeek: 0 })
    await node.current.sql(`update task set completed_at = now() where id in (${second})`)
    expect((await cockpit('hospital01')).week.map(({ taskId }) => taskId)).toEqual(
      expect.arrayContaining([first, ...others]),
    )
    await node.current.sql(`update plan set status = 4, archived_at = now() where id = ${world.planId}`)
    const archived = await cockpit('hospital01')
    expect([archived.entered, archived.feed, archived.perDay]).toEqual([null, [], null])
    await node.current.sql(
      `update plan set archived_at = now() - interval '91 days' where id = ${world.planId}`,
    )
    expect((await as('hospital01').call(overviewOrganisation, { planId: world.planId })).code).toBe(650)
    await node.current.sql(`update plan set status = 2, archived_at = null where id = ${world.planId};
      update task set status = 1, completed_at = null, ends_on = '2099-12-31' where plan_id = ${world.planId}`)
  })

  test('opens to administrators of organisations that carry out tasks', async () => {
    const query = { planId: world.planId }
    for (const account of ['province01', 'region01', 'school01', 'teacher01', 'hscreen01', 'oscreen01'])
      expect((await as(account).call(overviewOrganisation, query)).code).toBe(602)
    await permit(node.current, 'region01', [permissionId('overviewFive')])
    expect((await as('region01').call(overviewOrganisation, query)).code).toBe(650)
    // It took no part in the plan before.
    expect((await as('hospital01').call(overviewOrganisation, { planId: world.lastPlanId })).code).toBe(650)
  })

  test('what has been seen is not sent again', async () => {
    const { mark } = await ask('hospital01')
    const again = await must(
      as('hospital01').call(overviewOrganisation, { planId: world.planId, seen: mark }),
    )
    expect(again).toMatchObject({ mark, view: null })
  })
})
