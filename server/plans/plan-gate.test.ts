// A task under way keeps an organisation's roster as it is.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { rosterGateEndpoints } from '#contract/plans/endpoints.ts'
import type { Ctx } from '../core/context.ts'
import { useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'
import { assertOperable } from './plan-gate.ts'

const node = useApp()
const { canOperateByPlanStatus, isPlanComplete } = rosterGateEndpoints

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
beforeAll(async () => {
  orgIds = await orgIdsByName(node.current)
  for (const account of ['region01', 'city01', 'school01', 'hospital01', 'sscreen01'])
    tokens.set(account, await node.current.login(account))
})
beforeEach(() => node.current.sql('delete from task; delete from plan'))

const as = (account: string) => node.current.as(tokens.get(account) ?? '')
const org = (name: string) => orgIds.get(name) ?? 0
const SCHOOL = '西湖实验小学'
const HOSPITAL = '西湖人民医院'

async function addTask(
  planName: string,
  status: 0 | 1 | 2,
  school = SCHOOL,
  startsIn = status === 0 ? 2 : -10,
) {
  await node.current.sql(`with p as (insert into plan (name, status, owner_org_id, starts_on, ends_on)
      values ('${planName}', 2, ${org('西湖区教育局')}, current_date - 20, current_date + 60) returning id, ends_on)
    insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id)
    select p.id, org.id, ${org(HOSPITAL)}, ${status}, current_date + ${startsIn}, p.ends_on, province_id, city_id,
      region_id from p, org where org.id = ${org(school)}`)
}
const ask = async (account: string, name: string) => {
  const orgId = org(name)
  const operable = await as(account).call(canOperateByPlanStatus, { orgId })
  const complete = await as(account).call(isPlanComplete, { orgId })
  return [operable.data, complete.data]
}
const guard = (name: string) => assertOperable(node.current.services as Ctx, org(name))

describe('a school', () => {
  test('without tasks, or with tasks to come and tasks done, is free', async () => {
    expect(await ask('school01', SCHOOL)).toEqual([true, { complete: true, planNames: [] }])
    await addTask('秋季筛查', 0)
    await addTask('春季筛查', 2)
    expect(await ask('school01', SCHOOL)).toEqual([true, { complete: true, planNames: [] }])
    await expect(guard(SCHOOL)).resolves.toBeUndefined()
  })

  test('with a task under way is not, and the plans are named once each', async () => {
    await addTask('春季筛查', 1)
    await addTask('普查', 1)
    await node.current.sql(`insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id)
      select plan_id, school_org_id, org_id, 1, starts_on, ends_on, province_id from task order by id limit 1`)
    const planNames = ['春季筛查', '普查']
    expect(await ask('region01', SCHOOL)).toEqual([false, { complete: false, planNames }])
    await expect(guard(SCHOOL)).rejects.toMatchObject({
      code: REFUSALS.notInThisState,
      message: '筛查计划“春季筛查”、“普查”进行中，暂不能操作',
    })
  })

  test("is not blocked by a neighbour's task", async () => {
    await addTask('春季筛查', 1, '西湖高级中学')
    expect(await ask('school01', SCHOOL)).toEqual([true, { complete: true, planNames: [] }])
  })
})

test('a hospital is blocked by the tasks it carries out', async () => {
  await addTask('春季筛查', 1)
  // No school of its own: there is no roster that could be incomplete.
  expect(await ask('hospital01', HOSPITAL)).toEqual([false, { complete: true, planNames: [] }])
  await expect(guard(HOSPITAL)).rejects.toMatchObject({ code: REFUSALS.notInThisState })
})

describe('outside', () => {
  test.each([
    ['school01', '西湖高级中学', 616],
    ['region01', '萧山实验小学', 616],
    ['city01', '海曙实验小学', 616],
    ['hospital01', SCHOOL, 616],
    ['region01', '', 616],
    ['sscreen01', SCHOOL, 602],
  ])('%s asking about %s gets %i', async (account, name, code) => {
    const orgId = org(name) || 999_999
    expect((await as(account).call(canOperateByPlanStatus, { orgId })).code).toBe(code)
    expect((await as(account).call(isPlanComplete, { orgId })).code).toBe(code)
  })
})
