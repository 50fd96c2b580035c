import { screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanKind, type PlanRow, Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE } from '#web/testing/samples/areas.ts'
import { NO_PLAN_ACTIONS, planRow, rangeCounts } from '#web/testing/samples/plans.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/schedule-list'
const NAME = '2026年秋季视力筛查'
const { archivePlan, deletePlan, endPlan, planPageList, publishPlan, reopenPlan } = eyesightEndpoints

function server(list: PlanRow[] = [planRow()], total = list.length) {
  return fakeApi().answer(planPageList, ({ pageNum, pageSize }) => ({
    ...pageOf(list, total),
    pageNum,
    pageSize,
  }))
}

async function open({ as = userOf('GD'), address = ADDRESS, api = server() } = {}) {
  const rendered = await renderScreen(address, { api, as })
  await screen.findByRole('columnheader', { name: '计划名称' })
  return { ...rendered, api }
}
/** The list with one plan on which these actions are possible. */
const openWith = (can: Partial<PlanRow['can']>, status: PlanRow['status']) =>
  open({ api: server([planRow({ status, can: { ...NO_PLAN_ACTIONS, ...can } })]) })
const rowOf = async (name = NAME) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(planPageList).at(-1)

describe('the list of plans', () => {
  it('says who made a plan, when and where it takes place and how far it is', async () => {
    await open()
    const row = await rowOf()
    for (const text of ['西湖区教育局', '进行中', '常规筛查', '浙江省-杭州市-西湖区', '小学']) {
      expect(row.getByText(text)).toBeTruthy()
    }
    expect(row.getByText(/2026-2027学年/)).toBeTruthy()
    expect(row.getByText(/2026-09-01/)).toBeTruthy()
    expect(row.getByText('600 / 1,200，有效 590')).toBeTruthy()
    expect(row.getByText('50.00%')).toBeTruthy()
  })

  it('names who of the range is on no list', async () => {
    const range = rangeCounts({
      begun: { schools: 2, students: 900 },
      waiting: { schools: 1, students: 180 },
      unassigned: { schools: 1, students: 120 },
    })
    await open({ api: server([planRow({ range })]) })
    const row = await rowOf()
    expect(row.getByText('未开始 1 所 180 人，未分配 1 所 120 人')).toBeTruthy()
    expect(row.getByText('600 / 1,200，有效 590')).toBeTruthy()
  })

  it('shows no rate where nobody is expected', async () => {
    await open({ api: server([planRow({ progress: { expected: 0, screened: 0, valid: 0 } })]) })
    expect((await rowOf()).getByText('--')).toBeTruthy()
  })

  it('leads to the plan by its name and to its tasks by their number', async () => {
    await open()
    const row = await rowOf()
    expect(row.getByRole('link', { name: NAME }).getAttribute('href')).toBe(
      '/eyesight/schedule-details?planId=21',
    )
    expect(row.getByRole('link', { name: '3' }).getAttribute('href')).toBe('/eyesight/task-list?planId=21')
  })

  it('is read page by page, and the address says which', async () => {
    const { api, user } = await open({ api: server([planRow()], 45) })
    expect(await screen.findByText('共 45 条')).toBeTruthy()
    await user.click(screen.getByRole('listitem', { name: '3' }))
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ pageNum: 3, pageSize: 20 }))
    expect(currentAddress()).toBe(`${ADDRESS}?pageNum=3`)
  })

  it('that cannot be loaded is asked for again', async () => {
    const { api, user } = await open({ api: server().refuse(planPageList, 503) })
    expect(await screen.findByText('列表加载失败')).toBeTruthy()
    api.answer(planPageList, pageOf([planRow()]))
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('link', { name: NAME })).toBeTruthy()
  })
})

describe('without plans', () => {
  it('an officer is led to the first one', async () => {
    await open({ api: server([]) })
    expect(await screen.findByText('还没有筛查计划')).toBeTruthy()
    expect(screen.getByText('新增并发布计划后，为学校分配筛查任务')).toBeTruthy()
    expect(screen.getByRole('link', { name: '新增计划' }).getAttribute('href')).toBe('/eyesight/add-schedule')
  })

  it('a hospital reads whom to wait for', async () => {
    await open({ as: userOf('HA'), api: server([]) })
    expect(await screen.findByText('教育或卫健部门发布计划并分配任务后，在此显示')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '新增计划' })).toBeNull()
  })

  it('under filters the way out is to clear them', async () => {
    const { api, user } = await open({ address: `${ADDRESS}?keyword=春季`, api: server([]) })
    expect(await screen.findByText('没有符合条件的数据')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: '清空筛选' })[0] ?? document.body)
    await waitFor(() => expect(lastQuery(api)).toEqual({ pageNum: 1, pageSize: 20 }))
    expect(currentAddress()).toBe(ADDRESS)
  })
})

describe('filters', () => {
  it('come from the address', async () => {
    const { api } = await open({ address: `${ADDRESS}?status=3&kind=2&season=1&schoolYear=2025&pageNum=2` })
    await rowOf()
    expect(api.calls(planPageList)[0]).toEqual({
      pageNum: 2,
      pageSize: 20,
      status: PlanStatus.code.ended,
      kind: PlanKind.code.survey,
      season: Season.code.spring,
      schoolYear: 2025,
    })
  })

  it('go into the address and back to the first page', async () => {
    const { api, user } = await open({ address: `${ADDRESS}?pageNum=2`, api: server([planRow()], 45) })
    await rowOf()
    await choose(user, screen.getByRole('combobox', { name: '状态' }), '草稿')
    await waitFor(() =>
      expect(lastQuery(api)).toEqual({ pageNum: 1, pageSize: 20, status: PlanStatus.code.draft }),
    )
    expect(currentAddress()).toBe(`${ADDRESS}?status=0`)
  })

  it('a part of a name is asked for by Enter, without blanks around it', async () => {
    const { api, user } = await open()
    await rowOf()
    await fill(user, screen.getByRole('searchbox', { name: '计划名称' }), ' 秋季 ')
    expect(api.calls(planPageList)).toHaveLength(1)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ keyword: '秋季' }))
  })
})

describe('what somebody may do', () => {
  it('an officer adds a plan', async () => {
    const { api, user } = await open()
    api.answer(eyesightEndpoints.planChoices, []).answer(areaEndpoints.regionTree, AREA_TREE)
    await rowOf()
    await user.click(screen.getByRole('button', { name: /新增计划/ }))
    await waitFor(() => expect(currentAddress()).toBe('/eyesight/add-schedule'))
  })

  it('without the permission there is no button for it', async () => {
    await open({ as: userOf('GD', { without: ['planAdd'] }) })
    await rowOf()
    expect(screen.queryByRole('button', { name: /新增计划/ })).toBeNull()
  })

  it('a plan offers only what its state allows', async () => {
    await openWith({ publish: true, edit: true, delete: true }, PlanStatus.code.draft)
    const names = (await rowOf()).getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['发布', '编辑', '删除'])
  })

  it('tasks are given out for the plan of the row', async () => {
    const { api, user } = await openWith({ addTask: true }, PlanStatus.code.published)
    api.answer(eyesightEndpoints.planChoices, [])
    const button = (await rowOf()).getByRole('button', { name: '分配任务' })
    await user.click(button)
    await waitFor(() => expect(currentAddress()).toBe('/eyesight/add-task?planId=21'))
  })

  it('a class teacher has no way here', async () => {
    await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('ST') })
    await waitFor(() => expect(currentAddress()).toBe('/401'))
  })
})

describe('a step of a plan', () => {
  const STEPS = [
    ['发布', 'publish', publishPlan, /判定标准与检查项目固定/, PlanStatus.code.draft],
    ['结束', 'end', endPlan, /所有任务随之完成/, PlanStatus.code.underWay],
    ['归档', 'archive', archivePlan, /永久只读/, PlanStatus.code.ended],
  ] as const

  it.each(STEPS)('%s names the consequence, then sends the version that was seen', async (...given) => {
    const [word, action, endpoint, consequence, status] = given
    const { api, user } = await openWith({ [action]: true }, status)
    api.answer(endpoint, { version: 6 })
    await user.click((await rowOf()).getByRole('button', { name: word }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText(`${word}“${NAME}”？`)).toBeTruthy()
    expect(question.getByText(consequence)).toBeTruthy()
    expect(api.calls(endpoint)).toEqual([])
    await user.click(question.getByRole('button', { name: word }))
    expect(await screen.findByText(`“${NAME}”已${word}`)).toBeTruthy()
    expect(api.calls(endpoint)).toEqual([{ planId: 21, version: 5 }])
    await waitFor(() => expect(api.calls(planPageList)).toHaveLength(2))
  })

  it('deleting a draft can be called off', async () => {
    const { api, user } = await openWith({ delete: true }, PlanStatus.code.draft)
    await user.click((await rowOf()).getByRole('button', { name: '删除' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('删除后不可恢复。')).toBeTruthy()
    await user.click(question.getByRole('button', { name: '取消' }))
    expect(api.calls(deletePlan)).toEqual([])
  })

  it('that the server refuses says why', async () => {
    const { api, user } = await openWith({ publish: true }, PlanStatus.code.draft)
    api.refuse(publishPlan, 700, '结束日期已过，请先修改日期')
    await user.click((await rowOf()).getByRole('button', { name: '发布' }))
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '发布' }))
    expect(await screen.findByText('结束日期已过，请先修改日期')).toBeTruthy()
    expect(screen.queryByText(`“${NAME}”已发布`)).toBeNull()
  })

  it('an ended plan is opened again until a new day, two weeks ahead unless changed', async () => {
    const { api, user } = await openWith({ reopen: true }, PlanStatus.code.ended)
    api.answer(reopenPlan, { version: 6 })
    await user.click((await rowOf()).getByRole('button', { name: '重新开启' }))
    const dialog = within(await screen.findByRole('dialog', { name: `重新开启“${NAME}”` }))
    expect(dialog.getByText('随计划结束的任务将继续进行。')).toBeTruthy()
    const endsOn = dayjs().add(14, 'day').format('YYYY-MM-DD')
    expect(dialog.getByLabelText('新的结束日期')).toHaveProperty('value', endsOn)
    await user.click(dialog.getByRole('button', { name: '重新开启' }))
    expect(await screen.findByText(`“${NAME}”已重新开启`)).toBeTruthy()
    expect(api.calls(reopenPlan)).toEqual([{ planId: 21, version: 5, endsOn }])
  })
})
