// A plan through its life: who may do what with it, and when.
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { JUDGEMENT_PROFILES } from '#contract/eyesight/judgement/profile.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow } from '../../testing/days.ts'
import { demoUser, must, signedIn } from '../../testing/people.ts'
import { rowsOf } from '../../testing/rows.ts'
import { newPlan, planForm, startedTask } from '../../testing/screening.ts'
import { runTransaction, untilLocksAreAwaited } from '../../testing/transaction.ts'

const app = useApp()
const { addPlan, editPlan, deletePlan, publishPlan, endPlan, reopenPlan, archivePlan, planDetail } =
  planEndpoints

const region = demoUser(app, 'region01')
const city = demoUser(app, 'city01')

const detail = (planId: number, by = region) => must(by.call(planDetail, { planId }))
const statusOf = async (planId: number) => (await detail(planId)).status
/** The form as the page would send it back, with changes. */
async function edited(planId: number, change: Partial<InputOf<typeof editPlan>> = {}, by = region) {
  const plan = await detail(planId)
  return by.call(editPlan, { ...plan, ...change, planId, version: change.version ?? plan.version })
}
const versionOf = async (planId: number) => (await detail(planId)).version
const act = async (
  endpoint: typeof publishPlan | typeof endPlan | typeof archivePlan | typeof deletePlan,
  planId: number,
  by = region,
) => by.call(endpoint as typeof publishPlan, { planId, version: await versionOf(planId) })

describe('a new plan', () => {
  test('is a draft that only its owner sees, and carries everything it was given', async () => {
    const form = planForm({ remark: '先查小学', retestRatio: 8, targetRate: 98, schoolMayAdd: true })
    const { planId } = await must(region.call(addPlan, form))
    const { areaIds, stages, items, profile } = form
    expect(await detail(planId)).toMatchObject({
      ...{ status: 0, planName: form.planName, areaIds, stages, items, profile, remark: '先查小学' },
      ...{ retestRatio: 8, errorCap: 5, targetRate: 98, schoolMayAdd: true, lastPlanId: null },
      areaNames: ['浙江省-杭州市-西湖区'],
      ownerOrgName: '西湖区教育局',
      publishedAt: null,
      version: 1,
      can: {
        edit: true,
        delete: true,
        publish: true,
        end: false,
        reopen: false,
        archive: false,
        addTask: false,
      },
    })
    expect((await city.call(planDetail, { planId })).code).toBe(650)
    expect((await detail(planId)).profileText.length).toBeGreaterThan(5)
  })

  test('published is under way today, waits for its first day, or is refused after its last', async () => {
    expect(await statusOf(await newPlan(region))).toBe(2)
    expect(await statusOf(await newPlan(region, { startsOn: dayFromNow(3) }))).toBe(1)
    const over = planForm({ startsOn: dayFromNow(-9), endsOn: dayFromNow(-1), publish: true })
    expect(await region.call(addPlan, over)).toMatchObject({
      code: 700,
      message: '计划的结束日期已过，请先修改日期再发布',
    })
    const none = {
      naked: 0,
      corrected: 0,
      refraction: 0,
      position: 0,
      colour: 0,
      caries: 0,
      body: 0,
    } as const
    const empty = planForm({ publish: true, items: none })
    expect((await region.call(addPlan, empty)).message).toBe('请至少选择一个检查项目')
  })

  test('is for areas of the own range', async () => {
    for (const areaIds of [['330109'], ['330100'], ['330106', '330203']])
      expect((await region.call(addPlan, planForm({ areaIds }))).code).toBe(616)
    expect((await region.call(addPlan, planForm({ areaIds: ['999999'] }))).code).toBe(650)
    expect((await city.call(addPlan, planForm({ areaIds: ['330106', '330109'] }))).success).toBe(true)
    const { planId } = await must(
      city.call(addPlan, planForm({ areaIds: ['330106', '330100'], publish: true })),
    )
    expect((await detail(planId, city)).areaIds).toEqual(['330100'])
  })

  test('is for who may', async () => {
    for (const account of ['school01', 'hospital01', 'teacher01', 'sscreen01'])
      expect((await (await signedIn(app.current, account)).call(addPlan, planForm())).code).toBe(602)
  })

  test.each([
    [{ planName: '一' }, 400],
    [{ planName: 'x'.repeat(51) }, 400],
    [{ areaIds: [] }, 400],
    [{ stages: [] }, 400],
    [{ stages: [8] }, 400],
    [{ startsOn: '2026-02-30' }, 400],
    [{ startsOn: dayFromNow(5), endsOn: dayFromNow(4) }, 400],
    [{ retestRatio: 101 }, 400],
    [{ items: { naked: 1 } }, 400],
    [{ lastPlanId: 999_999 }, 650],
    [{ lastPlanId: "1' or '1'='1" }, 400],
  ])('with %o is refused: %i', async (fields, code) => {
    const answer = await region.call(addPlan, planForm(fields as never))
    expect(answer.success).toBe(false)
    if (code !== 400) expect(answer.code).toBe(code)
  })

  test('sent twice is made once; another of its name in the school year is refused', async () => {
    const form = planForm()
    const sent = { ...form, clientKey: crypto.randomUUID() }
    const answers = await Promise.all([region.call(addPlan, sent), region.call(addPlan, sent)])
    const [one, other] = answers.map(({ data }) => data.planId)
    expect(one).toBe(other)
    const message = '本机构在该学年已有同名的计划'
    for (const clientKey of [undefined, crypto.randomUUID()])
      expect(await region.call(addPlan, { ...form, clientKey })).toMatchObject({ code: 700, message })
    expect((await region.call(addPlan, { ...form, schoolYear: form.schoolYear - 1 })).success).toBe(true)
    // Another organisation's names are its own.
    expect((await city.call(addPlan, form)).success).toBe(true)
  })
})

describe('a draft', () => {
  test('is edited in everything, published and deleted', async () => {
    const { planId } = await must(region.call(addPlan, planForm()))
    const change = {
      ...{ planName: `改名${planId}`, schoolYear: 2020, season: 1 as const, kind: 2 as const },
      ...{
        stages: [3 as const],
        includeDirect: 0 as const,
        profile: JUDGEMENT_PROFILES.B,
        startsOn: dayFromNow(4),
      },
      items: { ...planForm().items, caries: 1 as const },
    }
    expect((await edited(planId, change)).data).toEqual({ version: 2 })
    expect(await detail(planId)).toMatchObject(change)
    expect((await act(publishPlan, planId)).data).toEqual({ version: 3 })
    expect(await detail(planId)).toMatchObject({ status: 1, publishedAt: expect.any(String) })
    expect((await act(deletePlan, planId)).message).toBe('只能删除草稿；已发布的计划可以结束')
    const { planId: other } = await must(region.call(addPlan, planForm()))
    expect((await act(deletePlan, other)).data).toEqual({ deleted: 1 })
    expect((await region.call(planDetail, { planId: other })).code).toBe(650)
  })

  test('is saved by one of two', async () => {
    const { planId } = await must(region.call(addPlan, planForm()))
    // Both have seen the same version, however late the second of them gets to saving.
    const version = await versionOf(planId)
    const answers = await Promise.all(['甲', '乙'].map((remark) => edited(planId, { remark, version })))
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    expect(answers.find(({ success }) => !success)).toMatchObject({
      code: REFUSALS.changedMeanwhile,
      message: '数据已被他人修改，请刷新后重试',
    })
  })
})

describe('a published plan', () => {
  test('keeps what figures rest on', async () => {
    const planId = await newPlan(region)
    const { items, schoolYear } = await detail(planId)
    for (const [change, message] of [
      [{ items: { ...items, caries: 1 as const } }, '计划发布后不能修改检查项目'],
      [{ profile: JUDGEMENT_PROFILES.B }, '计划发布后不能修改判定标准'],
      [{ schoolYear: schoolYear - 1 }, '计划发布后不能修改学年、学期与类型'],
      [{ kind: 2 as const }, '计划发布后不能修改学年、学期与类型'],
      [{ stages: [3 as const] }, '计划发布后只能增加学段，不能减少'],
      [{ includeDirect: 0 as const }, '计划发布后不能排除直属学校'],
      [{ startsOn: dayFromNow(1) }, '计划已开始，不能修改开始日期'],
    ] as const)
      expect((await edited(planId, change as never)).message).toBe(message)
    const ended = await edited(planId, { startsOn: dayFromNow(0), endsOn: dayFromNow(-1) })
    expect(ended.success).toBe(false)
    expect((await detail(planId)).version).toBe(1 + 1)
  })

  test('is renamed, lengthened and widened', async () => {
    const planId = await newPlan(region)
    const change = {
      planName: `更名${planId}`,
      endsOn: dayFromNow(90),
      stages: [1, 2, 3],
      targetRate: 90,
      remark: '延长',
    }
    expect((await edited(planId, change as never)).success).toBe(true)
    expect(await detail(planId)).toMatchObject(change)
    const wide = await newPlan(city, { areaIds: ['330106'] })
    const before = await detail(wide, city)
    const widen = (areaIds: string[], version: number) => city.call(editPlan, { ...before, areaIds, version })
    expect((await widen(['330109'], before.version)).message).toBe('计划发布后只能扩大筛查区域，不能缩小')
    expect((await widen(['330100'], before.version)).success).toBe(true)
    expect((await detail(wide, city)).areaIds).toEqual(['330100'])
    expect((await widen(['330106'], before.version + 1)).message).toBe('计划发布后只能扩大筛查区域，不能缩小')
  })

  test('begins at once when its first day is moved up to today', async () => {
    const planId = await newPlan(region, { startsOn: dayFromNow(5) })
    expect((await edited(planId, { startsOn: dayFromNow() })).success).toBe(true)
    expect(await statusOf(planId)).toBe(2)
  })

  test('takes its tasks along when it becomes shorter', async () => {
    const { planId, taskId } = await startedTask(app.current)
    expect((await edited(planId, { endsOn: dayFromNow(7) })).success).toBe(true)
    const [task] = await rowsOf(app.current, 'select ends_on::text from task where id = $1', [taskId])
    expect(task?.ends_on).toBe(dayFromNow(7))
  })

  test('can be compared with one that is seen, not with itself', async () => {
    const [planId, last] = [await newPlan(region), await newPlan(region, { startsOn: dayFromNow(-30) })]
    const later = await newPlan(region, { startsOn: dayFromNow(3) })
    const hidden = await must(
      (await signedIn(app.current, 'province01')).call(addPlan, planForm({ areaIds: ['330200'] })),
    )
    expect((await edited(planId, { lastPlanId: hidden.planId })).code).toBe(650)
    expect((await edited(planId, { lastPlanId: planId })).message).toBe('不能与自身对比')
    expect((await edited(planId, { lastPlanId: later })).message).toBe('请选择更早的计划进行对比')
    expect((await edited(planId, { lastPlanId: last })).success).toBe(true)
    expect(await detail(planId)).toMatchObject({ lastPlanId: last, lastPlanName: expect.any(String) })
  })

  test('is for its owner alone', async () => {
    const planId = await newPlan(region)
    const message = '只有计划的创建机构可以操作'
    const version = await versionOf(planId)
    expect(await edited(planId, {}, city)).toMatchObject({ code: 700, message })
    for (const endpoint of [publishPlan, endPlan, archivePlan, deletePlan])
      expect(await city.call(endpoint as typeof endPlan, { planId, version })).toMatchObject({
        code: 700,
        message,
      })
    expect((await city.call(reopenPlan, { planId, version, endsOn: dayFromNow() })).message).toBe(message)
    const none = { edit: false, delete: false, publish: false, end: false, reopen: false, archive: false }
    expect((await detail(planId, city)).can).toEqual({ ...none, addTask: true })
    // A colleague of the owner's may.
    expect((await detail(planId)).can).toEqual({ ...none, edit: true, end: true, addTask: true })
  })
})

describe('the end', () => {
  test('takes the tasks along, and a new last day brings them back', async () => {
    const { planId, taskId, schoolOrgId } = await startedTask(app.current)
    const [done] = await rowsOf<{ id: number }>(
      app.current,
      `insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, synced_at)
       select plan_id, school_org_id, org_id, 2, starts_on, ends_on, province_id, now() from task where id = $1 returning id`,
      [taskId],
    )
    const states = () =>
      rowsOf(app.current, 'select id, status, ended_with_plan from task where plan_id = $1 order by id', [
        planId,
      ])
    expect((await act(endPlan, planId)).success).toBe(true)
    expect(await detail(planId)).toMatchObject({ status: 3, endedAt: expect.any(String) })
    expect(await states()).toEqual([
      { id: taskId, status: 2, ended_with_plan: true },
      { id: done?.id, status: 2, ended_with_plan: false },
    ])
    expect((await edited(planId, { remark: '晚了' })).message).toContain('计划已结束')
    const version = await versionOf(planId)
    const reopen = (endsOn: string) => region.call(reopenPlan, { planId, version, endsOn })
    expect((await reopen(dayFromNow(-1))).message).toBe('新的结束日期不能早于今天')
    expect((await reopen(dayFromNow(10))).data).toEqual({ version: version + 1 })
    expect(await detail(planId)).toMatchObject({ status: 2, endedAt: null, endsOn: dayFromNow(10) })
    expect(await states()).toEqual([
      { id: taskId, status: 1, ended_with_plan: false },
      { id: done?.id, status: 2, ended_with_plan: false },
    ])
    expect(schoolOrgId).toBeGreaterThan(0)
  })

  test('of one that has not begun leaves its tasks without lists; they begin when it goes on', async () => {
    const { planId, taskId } = await startedTask(app.current, {
      plan: { startsOn: dayFromNow(2) },
      task: { startsOn: dayFromNow(2) },
    })
    await must(act(endPlan, planId) as never)
    await app.current.sql(`update plan set starts_on = starts_on - 5 where id = ${planId};
      update task set starts_on = starts_on - 5 where id = ${taskId}`)
    await must(region.call(reopenPlan, { planId, version: await versionOf(planId), endsOn: dayFromNow(9) }))
    const [task] = await rowsOf(app.current, 'select status, synced_at from task where id = $1', [taskId])
    expect(task).toMatchObject({ status: 1, synced_at: expect.any(Date) })
  })

  test('is for good once it is archived', async () => {
    const planId = await newPlan(region)
    expect((await act(archivePlan, planId)).message).toBe('计划结束后才能归档')
    await act(endPlan, planId)
    expect((await act(endPlan, planId)).message).toBe('只能结束已发布且未结束的计划')
    expect((await act(archivePlan, planId)).success).toBe(true)
    const plan = await detail(planId)
    expect(plan).toMatchObject({ status: 4, archivedAt: expect.any(String) })
    expect(Object.values(plan.can).some(Boolean)).toBe(false)
    const { version } = plan
    for (const answer of [
      await edited(planId, { remark: '改' }),
      await region.call(reopenPlan, { planId, version, endsOn: dayFromNow(3) }),
      await act(deletePlan, planId),
    ])
      expect(answer).toMatchObject({ code: REFUSALS.notInThisState, message: '计划已归档，只能查看' })
  })

  test('waits for a write into a task that is under way, and lets none in after it', async () => {
    const { planId, taskId, records } = await startedTask(app.current)
    let ending: ReturnType<typeof act> | undefined
    await runTransaction(app.current, async (writer) => {
      await writer.query('select 1 from task where id = $1 for share', [taskId])
      ending = act(endPlan, planId)
      await untilLocksAreAwaited(app.current)
      await writer.query('update screening_record set state = 2 where id = $1', [records[0]?.recordId])
    })
    expect((await ending)?.success).toBe(true)
    const [task] = await rowsOf(app.current, 'select status from task where id = $1', [taskId])
    expect(task?.status).toBe(2)
  })
})

test('what was done to plans is on record', async () => {
  const planId = await newPlan(region)
  await act(endPlan, planId)
  const rows = await rowsOf(
    app.current,
    `select action, success from audit_log where object_type = 'plan' and object_id = $1 order by id`,
    [String(planId)],
  )
  expect(rows).toEqual([
    { action: 'plan.add', success: true },
    { action: 'plan.end', success: true },
  ])
})
