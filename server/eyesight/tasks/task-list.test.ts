// Who sees which tasks and plans, and how far they are.
import { beforeAll, describe, expect, test } from 'vitest'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { accountOf, type By, demoUser, must, newUser, schoolAdmin, signedIn } from '../../testing/people.ts'
import { oneOf, orgIdOf, rowsOf } from '../../testing/rows.ts'
import { giveResult, newPlan, newRoster, newTask, startedTask } from '../../testing/screening.ts'

const app = useApp()
const { taskPageList, taskDetail, taskNumbers } = taskEndpoints
const { planPageList, planDetail, planChoices } = planEndpoints
const region = demoUser(app, 'region01')
const city = demoUser(app, 'city01')
const province = demoUser(app, 'province01')
const xiaoshan = demoUser(app, accountOf('330109-教育'))
let hospitalId: number
beforeAll(async () => {
  hospitalId = await orgIdOf(app.current, '330106-hospital')
})

const XIAOSHAN = { provinceId: '330000', cityId: '330100', regionId: '330109' }

/** One plan of the city with a task in each of two districts: one begun, one to come. */
async function cityWide() {
  const planId = await newPlan(city, { areaIds: ['330106', '330109'] })
  const here = await newRoster(app.current, region, { studentsPerClass: 3 })
  const there = await newRoster(app.current, xiaoshan, { area: XIAOSHAN })
  const begun = await newTask(city, planId, here.schoolOrgId, { executor: { by: 'org', orgId: hospitalId } })
  const coming = await newTask(city, planId, there.schoolOrgId, { startsOn: dayFromNow(5) })
  return { planId, here, there, begun, coming }
}
/** Drawn for a second examination, every other one examined again. */
const drawn = (recordIds: number[]) =>
  app.current.sql(`insert into retest (record_id, plan_id, task_id, school_org_id, entered_at, reading, first_reading,
      items, errors)
    select r.id, r.plan_id, r.task_id, task.school_org_id, case when n % 2 = 1 then now() end,
      case when n % 2 = 1 then '{}'::jsonb end, case when n % 2 = 1 then '{}'::jsonb end,
      case when n % 2 = 1 then 4 else 0 end, case when n % 2 = 1 then 1 else 0 end
    from unnest(array[${recordIds.join()}]::bigint[]) with ordinality as asked (id, n)
      join screening_record as r on r.id = asked.id join task on task.id = r.task_id`)
const row = async (by: By, planId: number) =>
  (await must(by.call(planPageList, { pageSize: 50 }))).list.find((plan) => plan.planId === planId)

describe('plans', () => {
  test('are listed for each caller with what lies in their range', async () => {
    const { planId, here, begun } = await cityWide()
    const [record] = await rowsOf<{ id: number }>(
      app.current,
      'select id from screening_record where task_id = $1 order by id limit 1',
      [begun],
    )
    await giveResult(app.current, record?.id ?? 0)
    const progress = { screened: 1, valid: 1 }
    const begunPart = { schools: 1, students: 6 }
    const whole = {
      taskCount: 2,
      progress,
      range: { begun: begunPart, waiting: { schools: 1, students: 4 } },
    }
    const part = { taskCount: 1, progress, range: { begun: begunPart, waiting: { schools: 0, students: 0 } } }
    expect(await row(city, planId)).toMatchObject(whole)
    expect(await row(province, planId)).toMatchObject(whole)
    expect(await row(region, planId)).toMatchObject(part)
    expect(await row(await schoolAdmin(app.current, here.schoolOrgId), planId)).toMatchObject({
      ...part,
      progress: { ...progress, expected: 6 },
    })
    expect(await row(await signedIn(app.current, 'hospital01'), planId)).toMatchObject(part)
    expect(await row(await signedIn(app.current, 'hscreen01'), planId)).toMatchObject(part)
    for (const account of ['school01', 'social01'])
      expect(await row(await signedIn(app.current, account), planId)).toBeUndefined()
    expect((await (await signedIn(app.current, 'school01')).call(planDetail, { planId })).code).toBe(650)
    expect((await must(city.call(planDetail, { planId }))).tasksByStatus).toEqual({
      waiting: 1,
      underWay: 1,
      completed: 0,
    })
  })

  test('say the same number of expected in the list, on the page, by place and in the intake', async () => {
    const { planId, begun } = await cityWide()
    const countsOf = async (by: By) => [
      (await row(by, planId))?.progress.expected,
      (await must(by.call(planDetail, { planId }))).progress.expected,
      (await must(by.call(figureEndpoints.planOverview, { planId }))).total.expected,
      (await must(by.call(figureEndpoints.breakdown, { planId }))).total.expected,
      (await must(by.call(figureEndpoints.intake, { planId }))).total.expected,
    ]
    const heads = (where: string) =>
      oneOf(
        app.current,
        `select count(*)::int as id from student s join class c on c.id = s.class_id join org o on o.id = s.org_id
         where o.status = 1 and c.stage = any ((select stages from plan where id = $1)::smallint[]) and ${where}`,
        [planId],
      )
    const inCity = await heads(`o.region_id in ('330106', '330109')`)
    for (const by of [city, province]) expect(await countsOf(by)).toEqual(Array(5).fill(inCity))
    expect(await countsOf(region)).toEqual(Array(5).fill(await heads(`o.region_id = '330106'`)))
    expect(await countsOf(await signedIn(app.current, 'hospital01'))).toEqual([6, 6, 6, 6, 6])
    expect(await countsOf(xiaoshan)).toEqual(Array(5).fill(await heads(`o.region_id = '330109'`)))
    expect(await row(xiaoshan, planId)).toMatchObject({ range: { waiting: { schools: 1, students: 4 } } })
    const task = (await must(city.call(taskPageList, { planId }))).list.find(({ status }) => status === 0)
    const { taskId = 0, version = 0 } = task ?? {}
    expect(taskId).not.toBe(begun)
    await must(city.call(taskEndpoints.startTask, { taskId, version }))
    expect(await countsOf(city)).toEqual(Array(5).fill(inCity))
    expect(await row(city, planId)).toMatchObject({
      range: { begun: { schools: 2, students: 10 }, waiting: { schools: 0, students: 0 } },
    })
  })

  test('are counted for a class teacher by the own class', async () => {
    const { planId, taskId, schoolOrgId, classIds, records } = await startedTask(app.current, { by: region })
    const { userId, account } = await newUser(app.current, schoolOrgId, 45)
    await must(region.call(schoolEndpoints.assignClasses, { userId, classIds: classIds.slice(0, 1) }))
    await giveResult(app.current, records[0]?.recordId ?? 0)
    await giveResult(app.current, records[3]?.recordId ?? 0)
    const teacher = await signedIn(app.current, account)
    const progress = { expected: 2, screened: 1, valid: 1 }
    const page = await must(teacher.call(taskPageList, {}))
    expect(page.list).toMatchObject([{ taskId, progress }])
    const task = await must(teacher.call(taskDetail, { taskId }))
    expect(task.classes).toMatchObject([
      { classId: classIds[0], gradeName: '三年级', className: '1班', progress },
    ])
    expect(Object.values(task.can).some(Boolean)).toBe(false)
    await drawn(records.map(({ recordId }) => recordId))
    const retestOf = async (by: By) => (await must(by.call(taskDetail, { taskId }))).retest
    expect(await retestOf(teacher)).toMatchObject({ drawn: 2, done: 1, items: 4, errors: 1 })
    expect(await retestOf(region)).toMatchObject({ drawn: 4, done: 2, items: 8, errors: 2 })
    expect(await must(teacher.call(planChoices, {}))).toMatchObject([{ planId, own: false, ownerLevel: 3 }])
    expect((await must(region.call(planChoices, {}))).find((plan) => plan.planId === planId)).toMatchObject({
      own: true,
      ownerLevel: 3,
    })
    // Before the start as well.
    const coming = await newTask(region, await newPlan(region), schoolOrgId, { startsOn: dayFromNow(3) })
    const waiting = await must(teacher.call(taskDetail, { taskId: coming }))
    expect(waiting).toMatchObject({ progress: { expected: 2 }, classes: [{ classId: classIds[0] }] })
    expect((await must(region.call(taskDetail, { taskId: coming }))).progress.expected).toBe(4)
  })

  test('are found by state, year, season, kind and name; newest first', async () => {
    const older = await newPlan(region, {
      planName: '检索甲计划',
      startsOn: dayFromNow(-9),
      kind: 2,
      season: 1,
    })
    const newer = await newPlan(region, { planName: '检索乙计划', startsOn: dayFromNow(2), schoolYear: 2019 })
    const draft = await newPlan(region, { planName: '检索丙计划', publish: false, startsOn: dayFromNow(-1) })
    const ids = async (query: object) =>
      (await must(region.call(planPageList, { keyword: '检索', ...query }))).list.map(({ planId }) => planId)
    expect(await ids({})).toEqual([newer, draft, older])
    expect(await ids({ status: 2 })).toEqual([older])
    expect(await ids({ kind: 2 })).toEqual([older])
    expect(await ids({ season: 1 })).toEqual([older])
    expect(await ids({ schoolYear: 2019 })).toEqual([newer])
    expect(await ids({ keyword: '乙计' })).toEqual([newer])
    expect(await ids({ keyword: '%' })).toEqual([])
    const page = await must(region.call(planPageList, { keyword: '检索', pageNum: 2, pageSize: 2 }))
    expect(page).toMatchObject({ total: 3, list: [{ planId: older }] })
    const choices = await must(region.call(planChoices, { keyword: '检索' }))
    expect(choices.map(({ planId }) => planId)).toEqual([newer, older])
    // Another body of the same district sees what is published there.
    const health = await signedIn(app.current, 'city01')
    const seen = await must(health.call(planPageList, { keyword: '检索' }))
    expect(seen.list.map(({ planId }) => planId)).toEqual([newer, older])
  })

  test('of the whole province are seen by a district of it, with its own part', async () => {
    const planId = await newPlan(province, { areaIds: ['330000'] })
    expect(await row(region, planId)).toMatchObject({ areaNames: ['浙江省'], taskCount: 0 })
    const elsewhere = await newPlan(province, { areaIds: ['330200'] })
    expect(await row(region, elsewhere)).toBeUndefined()
    expect((await region.call(planDetail, { planId: elsewhere })).code).toBe(650)
    expect((await region.call(planDetail, { planId: 999_999 })).code).toBe(650)
  })
})

describe('tasks', () => {
  test('are seen in the own range, by the own school and by who carries them out', async () => {
    const { planId, here, there, begun, coming } = await cityWide()
    const ids = async (by: By) =>
      (await must(by.call(taskPageList, { pageSize: 50 }))).list
        .filter((task) => task.planId === planId)
        .map((t) => t.taskId)
    expect(await ids(city)).toEqual([begun, coming])
    expect(await ids(region)).toEqual([begun])
    expect(await ids(await schoolAdmin(app.current, here.schoolOrgId))).toEqual([begun])
    expect(await ids(await signedIn(app.current, 'hospital01'))).toEqual([begun])
    expect(await ids(await signedIn(app.current, 'school01'))).toEqual([])
    expect((await region.call(taskDetail, { taskId: coming })).code).toBe(650)
    expect(there.schoolOrgId).toBeGreaterThan(0)
  })

  test('are narrowed by what is named, and nothing foreign is named', async () => {
    const { planId, here, there, begun, coming } = await cityWide()
    const ids = async (query: object, by = city) =>
      (await must(by.call(taskPageList, { planId, ...query }))).list.map(({ taskId }) => taskId)
    expect(await ids({ status: 0 })).toEqual([coming])
    expect(await ids({ areaId: '330106' })).toEqual([begun])
    expect(await ids({ areaId: '330100' })).toEqual([begun, coming])
    expect(await ids({ orgId: there.schoolOrgId })).toEqual([coming])
    expect(await ids({ executorOrgId: hospitalId })).toEqual([begun])
    expect(await ids({ overdue: 'yes' })).toEqual([])
    await app.current.sql(
      `update task set starts_on = current_date - 9, ends_on = current_date - 2 where id = ${begun}`,
    )
    expect(await ids({ overdue: 'yes' })).toEqual([begun])
    for (const query of [
      { areaId: '330109' },
      { orgId: there.schoolOrgId },
      { executorOrgId: await orgIdOf(app.current, '330203-hospital') },
    ])
      expect((await region.call(taskPageList, { planId, ...query })).code).toBe(616)
    // Who carries out tasks elsewhere names their schools and areas.
    const hospital = await signedIn(app.current, 'hospital01')
    expect(await ids({ orgId: here.schoolOrgId }, hospital)).toEqual([begun])
    expect((await hospital.call(taskPageList, { orgId: there.schoolOrgId })).code).toBe(616)
    await app.current.sql(`update task set org_id = ${hospitalId} where id = ${coming}`)
    expect(await ids({ orgId: there.schoolOrgId, areaId: '330109' }, hospital)).toEqual([coming])
  })

  test('behind a number are listed by state, area and executor', async () => {
    const { planId, begun, there, coming } = await cityWide()
    await app.current.sql(
      `update task set starts_on = current_date - 9, ends_on = current_date - 2 where id = ${begun}`,
    )
    const one = { total: 1, waiting: 0, underWay: 1, completed: 0 }
    const two = { total: 1, waiting: 1, underWay: 0, completed: 0 }
    const numbers = await must(city.call(taskNumbers, { planId }))
    expect(numbers).toMatchObject({ total: 2, waiting: 1, underWay: 1, completed: 0, overdue: 1 })
    expect(numbers.byArea).toEqual([
      { ...one, areaId: '330106', areaName: '浙江省-杭州市-西湖区' },
      { ...two, areaId: '330109', areaName: '浙江省-杭州市-萧山区' },
    ])
    expect(numbers.byExecutor).toEqual(
      expect.arrayContaining([
        { ...one, orgId: hospitalId, orgName: '西湖人民医院' },
        { ...two, orgId: there.schoolOrgId, orgName: expect.any(String) },
      ]),
    )
    expect((await must(province.call(taskNumbers, { planId }))).byArea).toMatchObject([
      { areaId: '330100', total: 2 },
    ])
    expect((await must(city.call(taskNumbers, { planId, areaId: '330109' }))).total).toBe(1)
    expect((await must(region.call(taskNumbers, { planId }))).total).toBe(1)
    expect((await region.call(taskNumbers, { planId, areaId: '330109' })).code).toBe(616)
    expect(coming).toBeGreaterThan(begun)
  })

  test('show retests and conflicts by class', async () => {
    const { taskId, planId, schoolOrgId, classIds, records } = await startedTask(app.current, { by: region })
    const [one, two, three] = records.map(({ recordId }) => recordId)
    await app.current.sql(`
      insert into retest (record_id, plan_id, task_id, school_org_id, items, errors, entered_at) values
        (${one}, ${planId}, ${taskId}, ${schoolOrgId}, 4, 1, now()), (${three}, ${planId}, ${taskId}, ${schoolOrgId}, 0, 0, null);
      insert into reading_conflict (record_id, plan_id, school_org_id, source, reading) values
        (${two}, ${planId}, ${schoolOrgId}, 3, '{}');
      update screening_record set absence = 1 where id = ${two}`)
    const task = await must(region.call(taskDetail, { taskId }))
    expect(task.retest).toEqual({
      ratio: 5,
      drawn: 2,
      done: 1,
      items: 4,
      errors: 1,
      errorRate: 25,
      errorCap: 5,
    })
    expect(task.classes).toMatchObject([
      { classId: classIds[0], absent: 1, retestDrawn: 1, retestDone: 1, openConflicts: 1 },
      { classId: classIds[1], absent: 0, retestDrawn: 1, retestDone: 0, openConflicts: 0 },
    ])
  })

  test('may be entered by the school and who carries them out, not by who looks on', async () => {
    const { taskId, schoolOrgId } = await startedTask(app.current, {
      by: region,
      task: { executor: { by: 'org', orgId: hospitalId } },
    })
    const canOf = async (by: By) => (await must(by.call(taskDetail, { taskId }))).can
    for (const by of [await schoolAdmin(app.current, schoolOrgId), await signedIn(app.current, 'hospital01')])
      expect(await canOf(by)).toMatchObject({
        enter: true,
        retest: true,
        complete: true,
        edit: false,
        delete: false,
      })
    expect(await canOf(await signedIn(app.current, 'hscreen01'))).toMatchObject({
      enter: true,
      complete: false,
    })
    expect(await canOf(city)).toMatchObject({
      enter: false,
      retest: false,
      complete: true,
      edit: true,
      delete: true,
    })
  })
})
