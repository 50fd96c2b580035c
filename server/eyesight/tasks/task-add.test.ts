// Tasks for one, many or all schools of a plan: who gets one, who carries it out, who is notified.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { type By, demoUser, must, newUser, schoolAdmin, signedIn } from '../../testing/people.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { newGrade, newSchool, newStudent } from '../../testing/roster.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { newPlan, newRoster, newTask } from '../../testing/screening.ts'

const app = useApp()
const { addTasks, taskDetail } = taskEndpoints
type Input = InputOf<typeof addTasks>
const region = demoUser(app, 'region01')
const city = demoUser(app, 'city01')
let hospitalId: number
let socialId: number
beforeAll(async () => {
  hospitalId = await orgIdOf(app.current, '330106-hospital')
  const [social] = await rowsOf<{ id: number }>(app.current, 'select id from org where org_type = 40 limit 1')
  socialId = social?.id ?? 0
})

const form = (planId: number, fields: Partial<Input> = {}): Input => ({
  planId,
  executor: { by: 'school' },
  startsOn: dayFromNow(),
  endsOn: dayFromNow(20),
  ...fields,
})
const add = (planId: number, fields: Partial<Input>, by = region) => by.call(addTasks, form(planId, fields))
const bind = (orgId: number, schoolOrgId: number) =>
  app.current.sql(`insert into org_binding (org_id, school_org_id) values (${orgId}, ${schoolOrgId})`)
const tasksOf = (planId: number) =>
  rowsOf(
    app.current,
    `select school_org_id as school, org_id as executor, status, region_id as region from task where plan_id = $1
     order by school_org_id, id`,
    [planId],
  )

describe('a school', () => {
  test('gets its task, which begins at once on its day and stands where the school stands', async () => {
    const planId = await newPlan(region)
    const { schoolOrgId } = await newRoster(app.current, region)
    const data = await must(
      add(planId, { schoolOrgIds: [schoolOrgId, schoolOrgId], executor: { by: 'org', orgId: hospitalId } }),
    )
    expect(data).toEqual({ created: 1, taskIds: [expect.any(Number)], skipped: [] })
    expect(await tasksOf(planId)).toEqual([
      { school: schoolOrgId, executor: hospitalId, status: 1, region: '330106' },
    ])
  })

  test('is counted for its area, also when others add or close one there at the same time', async () => {
    const planId = await newPlan(region)
    const schools = await Promise.all([1, 2, 3, 4].map(() => newRoster(app.current, region)))
    const added = await Promise.all(
      schools.map(({ schoolOrgId }, index) =>
        must(add(planId, { schoolOrgIds: [schoolOrgId], startsOn: dayFromNow(index === 3 ? 2 : 0) })),
      ),
    )
    const [first, second] = added.map(({ taskIds }) => taskIds[0] ?? 0)
    const taskId = first ?? 0
    const { version } = await must(region.call(taskDetail, { taskId }))
    await Promise.all([
      must(region.call(taskEndpoints.completeTask, { taskId, version })),
      must(region.call(taskEndpoints.deleteTasks, { taskIds: [second ?? 0] })),
    ])
    await expectFiguresRight(app.current, planId)
    const { list } = await must(region.call(planEndpoints.planPageList, {}))
    expect(list.find((plan) => plan.planId === planId)).toMatchObject({ taskCount: 3 })
  })

  test('waits for its day', async () => {
    const planId = await newPlan(region)
    const { schoolOrgId } = await newRoster(app.current, region)
    await must(add(planId, { schoolOrgIds: [schoolOrgId], startsOn: dayFromNow(2) }))
    expect(await tasksOf(planId)).toMatchObject([{ status: 0 }])
  })

  test('that is not of the plan refuses the whole call', async () => {
    const planId = await newPlan(region)
    const { schoolOrgId } = await newRoster(app.current, region)
    const junior = await newSchool(app.current, region, { stages: [3] })
    const answer = await add(planId, { schoolOrgIds: [schoolOrgId, junior] })
    expect(answer).toMatchObject({ code: 700, message: expect.stringContaining('不在计划的区域或学段内') })
    const cityPlan = await newPlan(city, { areaIds: ['330109'] })
    expect((await add(cityPlan, { schoolOrgIds: [schoolOrgId] }, city)).message).toContain(
      '不在计划的区域或学段内',
    )
    await app.current.sql(`update org set status = 0 where id = ${junior}`)
    const wide = await newPlan(region, { stages: [2, 3] })
    expect((await add(wide, { schoolOrgIds: [junior] })).message).toContain('尚未通过审核')
    for (const id of [planId, cityPlan, wide]) expect(await tasksOf(id)).toEqual([])
  })

  test('outside the range is a step over the boundary, an unknown one is missing, a hospital is no school', async () => {
    const planId = await newPlan(region)
    const foreign = await orgIdOf(app.current, '330109-school-1')
    expect((await add(planId, { schoolOrgIds: [foreign] })).code).toBe(616)
    expect((await add(planId, { schoolOrgIds: [999_999] })).code).toBe(616)
    expect((await add(planId, { schoolOrgIds: [hospitalId] })).code).toBe(651)
    const cityPlan = await newPlan(city, { areaIds: ['330100'] })
    expect((await add(cityPlan, { schoolOrgIds: [foreign] })).code).toBe(616)
    expect((await add(cityPlan, { schoolOrgIds: [foreign] }, city)).success).toBe(true)
    const hidden = await newPlan(await signedIn(app.current, 'province01'), { areaIds: ['330200'] })
    expect((await add(hidden, { allSchools: true })).code).toBe(650)
  })

  test('says which grades are chosen with all of their classes, before and after the start', async () => {
    const planId = await newPlan(region)
    const { schoolOrgId, classIds } = await newRoster(app.current, region, { classes: 3 })
    const other = await newGrade(region, schoolOrgId, 2, 4, 2)
    const textOf = async (chosen: (number | undefined)[], startsOn: string) => {
      const selection = { classIds: chosen.map((id) => id ?? 0) }
      const { taskIds } = await must(add(planId, { schoolOrgIds: [schoolOrgId], selection, startsOn }))
      const [taskId = 0] = taskIds
      const { selectionText } = await must(region.call(taskDetail, { taskId }))
      await must(region.call(taskEndpoints.deleteTasks, { taskIds }))
      return selectionText
    }
    for (const day of [dayFromNow(3), dayFromNow(0)]) {
      expect(await textOf(classIds, day)).toBe('三年级（全部3个班级）')
      expect(await textOf([...classIds, other.classIds[0]], day)).toBe('三年级（全部3个班级）、另1个班级')
      expect(await textOf(classIds.slice(0, 2), day)).toBe('2个班级')
      expect(await textOf([...classIds, ...other.classIds], day)).toBe(
        '三年级（全部3个班级）、四年级（全部2个班级）',
      )
    }
  })

  test('has each class in one task of a plan', async () => {
    const planId = await newPlan(region)
    const { schoolOrgId, gradeId, classIds } = await newRoster(app.current, region)
    const other = await newGrade(region, schoolOrgId, 2, 4, 2)
    const one = (selection: Input['selection']) => add(planId, { schoolOrgIds: [schoolOrgId], selection })
    expect((await one({ classIds: [classIds[0] ?? 0] })).data).toMatchObject({ created: 1 })
    expect((await one({ gradeIds: [gradeId] })).data).toMatchObject({
      created: 0,
      skipped: [{ orgId: schoolOrgId, reason: '1班已在该计划的其他任务中' }],
    })
    expect((await one(null)).data.skipped[0]?.reason).toBe('该计划中已有任务')
    const waiting = await add(planId, {
      schoolOrgIds: [schoolOrgId],
      selection: { gradeIds: [other.gradeId] },
      startsOn: dayFromNow(3),
    })
    expect(waiting.data.created).toBe(1)
    // One to come counts as well.
    expect((await one({ classIds: other.classIds })).data.skipped[0]?.reason).toBe(
      '1班等2个班级已在该计划的其他任务中',
    )
    expect((await one({ classIds: [classIds[1] ?? 0] })).data.created).toBe(1)
    expect((await one({ stages: [2] })).data.created).toBe(0)
    const { taskIds } = await must(add(await newPlan(region), { schoolOrgIds: [schoolOrgId], selection: {} }))
    const task = await must(region.call(taskDetail, { taskId: taskIds[0] ?? 0 }))
    expect(task).toMatchObject({ selection: null, selectionText: '全校' })
    expect(task.classes).toHaveLength(4)
  })

  test('is selected by what is its own', async () => {
    const planId = await newPlan(region)
    const [one, two] = [await newRoster(app.current, region), await newRoster(app.current, region)]
    const select = (selection: Input['selection']) =>
      add(planId, { schoolOrgIds: [one.schoolOrgId], selection })
    expect((await select({ classIds: two.classIds })).code).toBe(650)
    expect((await select({ gradeIds: [one.gradeId, two.gradeId] })).code).toBe(650)
    expect((await select({ stages: [3] })).data.skipped[0]?.reason).toBe('所选范围内没有计划学段的班级')
    const both = await add(planId, {
      schoolOrgIds: [one.schoolOrgId, two.schoolOrgId],
      selection: { classIds: one.classIds },
    })
    expect(both.code).toBe(400)
    expect(await tasksOf(planId)).toEqual([])
  })
})

describe('the dates', () => {
  test('lie inside those of the plan and not behind us', async () => {
    const planId = await newPlan(region, { startsOn: dayFromNow(-3) })
    const { schoolOrgId } = await newRoster(app.current, region)
    const given = (startsOn: string, endsOn: string) =>
      add(planId, { schoolOrgIds: [schoolOrgId], startsOn, endsOn })
    const outside = `任务日期应在计划期间内（${dayFromNow(-3)} 至 ${dayFromNow(30)}）`
    expect((await given(dayFromNow(-4), dayFromNow(3))).message).toBe(outside)
    expect((await given(dayFromNow(4), dayFromNow(31))).message).toBe(outside)
    expect((await given(dayFromNow(-3), dayFromNow(-1))).message).toBe('结束日期不能早于今天')
    expect((await given(dayFromNow(5), dayFromNow(4))).message).toBe('结束日期不能早于开始日期')
    expect((await given(dayFromNow(-2), dayFromNow(5))).data.created).toBe(1)
  })
})

describe('all schools of a plan', () => {
  test('are those of its areas and stages in the range that have none yet', async () => {
    const cityPlan = await newPlan(city, { areaIds: ['330106', '330109'], stages: [1, 2] })
    const mine = await must(add(cityPlan, { allSchools: true, startsOn: dayFromNow(1) }))
    const expected = await rowsOf<{ n: number }>(
      app.current,
      `select count(*)::int as n from org join school on school.org_id = org.id
       where org.status = 1 and region_id = $1 and stages && '{1,2}'`,
      ['330106'],
    )
    expect(mine.created).toBe(expected[0]?.n)
    const rest = await must(add(cityPlan, { allSchools: true, startsOn: dayFromNow(1) }, city))
    const tasks = await tasksOf(cityPlan)
    expect(new Set(tasks.map(({ region: id }) => id))).toEqual(new Set(['330106', '330109']))
    expect(new Set(tasks.map(({ school }) => school)).size).toBe(mine.created + rest.created)
    expect(await must(add(cityPlan, { allSchools: true }, city))).toEqual({
      created: 0,
      taskIds: [],
      skipped: [],
    })
  })

  test('are given one each, also by two at once', async () => {
    const planId = await newPlan(region)
    const other = await app.current.otherNode()
    const elsewhere = await signedIn(other, 'region01')
    const input = { allSchools: true, startsOn: dayFromNow(1) }
    const answers = await Promise.all([add(planId, input), add(planId, input, elsewhere), add(planId, input)])
    expect(answers.every(({ success }) => success)).toBe(true)
    const tasks = await tasksOf(planId)
    expect(new Set(tasks.map(({ school }) => school)).size).toBe(tasks.length)
    expect(answers.reduce((sum, { data }) => sum + data.created, 0)).toBe(tasks.length)
  })

  test('may be hundreds', async () => {
    const province = await signedIn(app.current, 'province01')
    await app.current.sql(`with made as (
        insert into org (name, org_type, property, province_id, city_id, region_id, status)
        select '千校' || n, 10, 10, '330000', '330300', '330302', 1 from generate_series(1, 300) n returning id),
      s as (insert into school (org_id, stages) select id, '{2}' from made returning org_id),
      g as (insert into grade (org_id, stage, grade_no) select org_id, 2, 1 from s returning id, org_id)
      insert into class (org_id, stage, grade_id, name, class_no, entry_year)
      select org_id, 2, id, '1班', 1, 2026 from g`)
    await app.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
      select class.org_id, class.id, '千' || n, 1, '2016-01-01', 3
      from class join org on org.id = class.org_id and org.name like '千校%', generate_series(1, 5) n`)
    const planId = await newPlan(province, { areaIds: ['330302'] })
    const { created } = await must(
      province.call(addTasks, form(planId, { allSchools: true, executor: { by: 'org', orgId: hospitalId } })),
    )
    expect(created).toBeGreaterThanOrEqual(300)
    await app.current.runJobs()
    const [row] = await rowsOf(
      app.current,
      `select (select count(*) from task where plan_id = $1 and status = 1)::int as begun,
        (select sum(expected) from figure where plan_id = $1 and level = 3)::int as expected`,
      [planId],
    )
    expect(row?.begun).toBe(created)
    expect(row?.expected).toBeGreaterThanOrEqual(1_500)
  }, 120_000)
})

describe('who carries it out', () => {
  test('is the organisation each school is bound to', async () => {
    const planId = await newPlan(region)
    const [none, one, many] = [
      await newSchool(app.current, region),
      await newSchool(app.current, region),
      await newSchool(app.current, region),
    ]
    await bind(hospitalId, one)
    await bind(hospitalId, many)
    await bind(socialId, many)
    const data = await must(
      add(planId, { schoolOrgIds: [none, one, many], executor: { by: 'bound' }, startsOn: dayFromNow(1) }),
    )
    expect(data.created).toBe(1)
    expect(data.skipped.map(({ orgId, reason }) => [orgId, reason])).toEqual([
      [none, '没有绑定的筛查机构'],
      [many, '绑定了多家筛查机构，请单独指定'],
    ])
    expect(await tasksOf(planId)).toMatchObject([{ school: one, executor: hospitalId }])
  })

  test('is in the range or bound to the school, approved, and no office', async () => {
    const planId = await newPlan(region)
    const schoolOrgId = await newSchool(app.current, region)
    const by = (orgId: number) =>
      add(planId, { schoolOrgIds: [schoolOrgId], executor: { by: 'org', orgId }, startsOn: dayFromNow(1) })
    const elsewhere = await orgIdOf(app.current, '330109-hospital')
    expect((await by(elsewhere)).code).toBe(616)
    expect((await by(999_999)).code).toBe(616)
    expect((await by(await orgIdOf(app.current, '330106-教育'))).message).toContain('承担机构须为')
    expect((await by(await orgIdOf(app.current, '330106-school-1'))).message).toBe('学校只能承担本校的任务')
    await bind(elsewhere, schoolOrgId)
    await app.current.sql(`update org set status = 0 where id = ${elsewhere}`)
    expect((await by(elsewhere)).code).toBe(616)
    await app.current.sql(`update org set status = 1 where id = ${elsewhere}`)
    expect((await by(elsewhere)).data.created).toBe(1)
  })
})

describe('a school by itself', () => {
  test('adds one for itself where the plan lets it', async () => {
    const { schoolOrgId } = await newRoster(app.current, region)
    const admin = await schoolAdmin(app.current, schoolOrgId)
    const closed = await newPlan(region)
    const open = await newPlan(region, { schoolMayAdd: true })
    const mine = { schoolOrgIds: [schoolOrgId] }
    expect((await add(closed, mine, admin)).code).toBe(650)
    await newTask(region, closed, schoolOrgId, { selection: { stages: [2] } })
    expect((await add(closed, mine, admin)).message).toBe('该计划未开放学校自行新增任务')
    const neighbour = await orgIdOf(app.current, '330106-school-1')
    expect((await add(open, { schoolOrgIds: [neighbour] }, admin)).code).toBe(616)
    const hospital = { executor: { by: 'org', orgId: hospitalId } } as const
    expect((await add(open, { ...mine, ...hospital }, admin)).code).toBe(616)
    await bind(hospitalId, schoolOrgId)
    expect((await add(open, { allSchools: true, ...hospital }, admin)).data.created).toBe(1)
    expect(await tasksOf(open)).toMatchObject([{ school: schoolOrgId, executor: hospitalId, status: 1 }])
    const row = await must(admin.call(planEndpoints.planDetail, { planId: open }))
    expect(row.can).toMatchObject({ addTask: true, edit: false })
    for (const account of ['hospital01', 'teacher01', 'sscreen01'])
      expect((await add(open, mine, await signedIn(app.current, account))).code).toBe(602)
  })
})

test('a draft takes no tasks, nor does a plan that has ended', async () => {
  const { schoolOrgId } = await newRoster(app.current, region)
  const draft = await newPlan(region, { publish: false })
  expect((await add(draft, { schoolOrgIds: [schoolOrgId] })).message).toBe('草稿计划发布后才能新增任务')
  const over = await newPlan(region)
  await must(region.call(planEndpoints.endPlan, { planId: over, version: 2 }))
  expect((await add(over, { schoolOrgIds: [schoolOrgId] })).message).toBe('计划已结束，不能新增任务')
})

describe('who is notified', () => {
  beforeEach(() => app.current.sql('delete from message'))
  const inbox = async (by: By) => (await must(by.call(messageEndpoints.inbox, {}))).list

  test('the crew that carries it out and the school, once each', async () => {
    const { schoolOrgId } = await newRoster(app.current, region)
    const admin = await schoolAdmin(app.current, schoolOrgId)
    const teacher = await signedIn(app.current, (await newUser(app.current, schoolOrgId, 45)).account)
    const planId = await newPlan(region)
    await newTask(region, planId, schoolOrgId, { executor: { by: 'org', orgId: hospitalId } })
    for (const account of ['hospital01', 'hscreen01'])
      expect(await inbox(await signedIn(app.current, account))).toMatchObject([
        { title: '承担筛查任务', link: `/eyesight/task-list?planId=${planId}` },
      ])
    expect(await inbox(admin)).toMatchObject([{ title: '学校筛查任务安排' }])
    expect(await inbox(teacher)).toEqual([])
    const [letter] = await inbox(await signedIn(app.current, 'hospital01'))
    expect(letter?.body).toContain(`时间为 ${dayFromNow()} 至 ${dayFromNow(20)}`)
  })

  test('a school that carries it out itself gets one letter; all schools of a plan cost two', async () => {
    const { schoolOrgId } = await newRoster(app.current, region)
    const admin = await schoolAdmin(app.current, schoolOrgId)
    await newTask(region, await newPlan(region), schoolOrgId)
    expect(await inbox(admin)).toMatchObject([{ title: '承担筛查任务' }])
    await must(add(await newPlan(region), { allSchools: true, executor: { by: 'org', orgId: hospitalId } }))
    const [count] = await rowsOf(app.current, 'select count(*)::int as n from message')
    expect(count?.n).toBe(3)
    expect((await inbox(admin)).map(({ title }) => title)).toEqual(['学校筛查任务安排', '承担筛查任务'])
  })
})

test('a student is not lost when the task begins while the student is entered', async () => {
  const planId = await newPlan(region)
  const { schoolOrgId, classIds } = await newRoster(app.current, region)
  const entering = newStudent(region, classIds[0] ?? 0)
  const taskId = await newTask(region, planId, schoolOrgId)
  await entering
  const { progress, pendingSync } = await must(region.call(taskDetail, { taskId }))
  expect(progress.expected + (pendingSync?.added ?? 0)).toBe(5)
})
