// Data intake: what came in from where, what is doubtful, who still owes data.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { Intake } from '#contract/eyesight/figures/figure-schemas.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigureTask } from '../../testing/figure-plans.ts'
import { DIRECT_PROVINCE, type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUsers, must, permit } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { intake } = figureEndpoints
const as = demoUsers(node)

let world: FigureWorld
const org: Record<string, number> = {}
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('intake'))
  for (const key of ['school-1', 'school-2', 'school-3'])
    org[key] = await orgIdOf(node.current, `330106-${key}`)
  await permit(node.current, 'teacher01', [permissionId('planIntakeTakingPart')])
})
beforeEach(() => node.current.sql('delete from retest; delete from reading_conflict'))

type Query = Partial<Omit<InputOf<typeof intake>, 'planId'>>
const ask = (account: string, query: Query = {}) =>
  must(as(account).call(intake, { planId: world.planId, pageSize: 50, ...query }))
const row = ({ page }: Intake, name: string) => {
  const found = page.list.find(({ orgName }) => orgName === name)
  if (!found) throw new Error(`no school ${name}`)
  return found
}
const names = ({ page }: Intake) => page.list.map(({ orgName }) => orgName)
const recordIds = async (taskId: number | undefined, where = 'true') =>
  (
    await rowsOf<{ id: number }>(
      node.current,
      `select id from screening_record where task_id = $1 and ${where} order by id`,
      [taskId],
    )
  ).map(({ id }) => id)
const conflict = (recordId: number | undefined, resolved = false) =>
  node.current.sql(`insert into reading_conflict (record_id, plan_id, school_org_id, source, reading, resolved_at)
    select r.id, r.plan_id, t.school_org_id, 3, '{}', ${resolved ? 'now()' : 'null'}
    from screening_record r join task t on t.id = r.task_id where r.id = ${recordId}`)
const retest = (ids: readonly number[], items = 6, errors = 0, done = true) =>
  node.current.sql(`insert into retest (record_id, plan_id, task_id, school_org_id, items, errors, entered_at)
    select r.id, r.plan_id, r.task_id, t.school_org_id, ${done ? items : 0}, ${done ? errors : 0},
      ${done ? 'now()' : 'null'}
    from screening_record r join task t on t.id = r.task_id where r.id in (${ids.join(',')})`)

describe('a school', () => {
  test('says what came in from where and what is owed', async () => {
    const answer = await ask('region01')
    const counts = await recountRecords(
      node.current,
      world.planId,
      (r) => r.school_org_id === org['school-1'],
    )
    expect(row(answer, '西湖实验小学')).toMatchObject({
      orgId: org['school-1'],
      areaName: '浙江省-杭州市-西湖区',
      executorNames: ['西湖实验小学'],
      taskIds: [world.tasks['330106-school-1']],
      expected: counts.expected,
      screened: counts.screened,
      valid: counts.valid,
      invalid: counts.screened - counts.valid,
      byHand: counts.byHand,
      byImport: counts.byImport,
      byDevice: counts.byDevice,
      owing: counts.expected - counts.screened - counts.absent,
      conflicts: 0,
      retestDrawn: 0,
      retestDone: 0,
      retestRate: 0,
      errorRate: null,
      retestShort: true,
      errorsOver: false,
    })
  })

  test('shared by two has both executors and both tasks', async () => {
    const shared = row(await ask('region01'), '西湖九年一贯制学校')
    expect(new Set(shared.executorNames)).toEqual(new Set(['西湖人民医院', '杭州明眸视力筛查中心']))
    expect(shared.taskIds).toEqual([world.tasks.sharedHospital, world.tasks.sharedSocial])
  })

  test('counts conflicts that are open', async () => {
    const [first, second, third] = await recordIds(world.tasks['330106-school-1'])
    await conflict(first)
    await conflict(second)
    await conflict(third, true)
    const answer = await ask('region01')
    expect(row(answer, '西湖实验小学').conflicts).toBe(2)
    expect(answer.total.conflicts).toBe(2)
    expect(names(await ask('region01', { only: 'conflicts' }))).toEqual(['西湖实验小学'])
  })

  test('has retests enough and errors few, or not', async () => {
    const valid = await recordIds(world.tasks['330106-school-1'], 'state = 2')
    const wanted = Math.ceil(valid.length * 0.05)
    await retest(valid.slice(0, wanted), 20, 1)
    const enough = row(await ask('region01'), '西湖实验小学')
    expect(enough).toMatchObject({
      retestDrawn: wanted,
      retestDone: wanted,
      retestShort: false,
      errorRate: 5,
    })
    expect(enough.retestRate).toBeCloseTo((wanted / valid.length) * 100, 10)
    // Just as many as allowed is not too many.
    expect(enough.errorsOver).toBe(false)
    await node.current.sql(`update retest set errors = 2`)
    expect(row(await ask('region01'), '西湖实验小学')).toMatchObject({ errorRate: 10, errorsOver: true })
    expect(names(await ask('region01', { only: 'errors' }))).toEqual(['西湖实验小学'])
    expect(names(await ask('region01', { only: 'retest' }))).not.toContain('西湖实验小学')
    const more = valid.slice(wanted, wanted + 2)
    await retest(more, 6, 0, false)
    expect(row(await ask('region01'), '西湖实验小学')).toMatchObject({
      retestDrawn: wanted + more.length,
      retestDone: wanted,
    })
  })

  test('without valid results needs no retest', async () => {
    const taskId = await insertFigureTask(node.current, world.planId, '330106-school-4')
    const answer = await ask('region01')
    expect(row(answer, '西湖高级中学')).toMatchObject({
      taskIds: [taskId],
      expected: 0,
      owing: 0,
      retestRate: null,
      retestShort: false,
      errorsOver: false,
    })
  })
})

describe('the list', () => {
  test('begins with those who owe most, and the total is that of the whole range', async () => {
    const whole = await ask('province01')
    const owing = whole.page.list.map((school) => school.owing)
    expect(owing).toEqual([...owing].sort((a, b) => b - a))
    expect(names(whole)).toContain(DIRECT_PROVINCE)
    const counts = await recountRecords(node.current, world.planId)
    expect(whole.total).toMatchObject({
      range: { begun: { schools: whole.page.total } },
      schoolsOwing: owing.filter((count) => count > 0).length,
      expected: counts.expected,
      screened: counts.screened,
      valid: counts.valid,
      owing: counts.expected - counts.screened - counts.absent,
    })
    for (const key of [
      'expected',
      'screened',
      'valid',
      'invalid',
      'byHand',
      'byImport',
      'byDevice',
      'owing',
    ] as const)
      expect(whole.page.list.reduce((sum, school) => sum + school[key], 0)).toBe(whole.total[key])
    const paged = await ask('province01', { pageNum: 2, pageSize: 2 })
    expect(names(paged)).toEqual(names(whole).slice(2, 4))
    expect([paged.total, paged.page.total]).toEqual([whole.total, whole.page.total])
    const beyond = await ask('province01', { pageNum: 1000 })
    expect(beyond.page).toMatchObject({ list: [], total: whole.page.total })
  })

  test('is narrowed by area, name and what is wrong', async () => {
    expect(names(await ask('province01', { areaId: '330109' }))).toEqual(['萧山实验小学'])
    expect((await ask('province01', { areaId: '330109' })).total.range.begun.schools).toBe(1)
    expect(names(await ask('province01', { keyword: '一贯' }))).toEqual(['西湖九年一贯制学校'])
    expect(names(await ask('province01', { keyword: '%' }))).toEqual([])
    const owing = await ask('province01', { only: 'owing' })
    expect(owing.page.list.every((school) => school.owing > 0)).toBe(true)
    expect(owing.page.total).toBe(owing.total.schoolsOwing)
  })
})

describe('who asks', () => {
  test('a school sees itself', async () => {
    expect(names(await ask('school01'))).toEqual(['西湖实验小学'])
  })

  test.each([
    ['hospital01', 'sharedHospital', 'sharedSocial'],
    ['social01', 'sharedSocial', 'sharedHospital'],
  ])('%s sees its part of a shared school, also of conflicts and retests', async (account, own, others) => {
    const [mine] = await recordIds(world.tasks[own])
    const [theirs] = await recordIds(world.tasks[others])
    for (const id of [mine, theirs]) {
      await conflict(id)
      await retest([id ?? 0])
    }
    const shared = row(await ask(account), '西湖九年一贯制学校')
    const counts = await recountRecords(node.current, world.planId, (r) => r.task_id === world.tasks[own])
    expect(shared).toMatchObject({
      taskIds: [world.tasks[own]],
      executorNames: [account === 'hospital01' ? '西湖人民医院' : '杭州明眸视力筛查中心'],
      expected: counts.expected,
      valid: counts.valid,
      conflicts: 1,
      retestDone: 1,
    })
  })

  test('a teacher granted the page sees the own classes', async () => {
    const assigned = await rowsOf<{ id: number }>(
      node.current,
      `select class_id as id from user_class where user_id = (select id from app_user where account = 'teacher01')`,
    )
    const own = assigned.map(({ id }) => id)
    const taskId = world.tasks['330106-school-1']
    const [mine] = await recordIds(taskId, `class_id in (${own.join()})`)
    const [theirs] = await recordIds(taskId, `class_id not in (${own.join()})`)
    for (const id of [mine, theirs]) {
      await conflict(id)
      await retest([id ?? 0])
    }
    const answer = await ask('teacher01')
    const counts = await recountRecords(node.current, world.planId, (r) => own.includes(r.class_id))
    expect(answer.page.list).toMatchObject([
      {
        orgId: org['school-1'],
        expected: counts.expected,
        screened: counts.screened,
        conflicts: 1,
        retestDone: 1,
      },
    ])
  })

  test.each<[string, Query, number]>([
    ['city01', { areaId: '330203' }, 616],
    ['city01', { areaId: '330000' }, 616],
    ['region01', { areaId: '330109' }, 616],
    ['hospital01', { areaId: '330109' }, 616],
    ['hospital01', { areaId: '330106' }, 200],
    ['school01', { areaId: '330109' }, 616],
    ['province01', { areaId: '999999' }, 616],
  ])('%s naming %j gets %i', async (account, query, code) => {
    expect((await as(account).call(intake, { planId: world.planId, ...query })).code).toBe(code)
  })

  test('a plan elsewhere is not there', async () => {
    expect((await as('hospital01').call(intake, { planId: world.lastPlanId })).code).toBe(650)
  })
})
