import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OrgType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { taskRow } from '#web/testing/samples/screening.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/task-list'
const SCHOOL = '文一路小学'
const { completeTask, deleteTasks, editTasks, executorOptions, planChoices, startTask, taskPageList } =
  eyesightEndpoints
const { can: CAN } = taskRow()
const WAITING = taskRow({
  status: TaskStatus.code.waiting,
  endsOn: '2099-12-31',
  progress: { expected: 480, screened: 0, valid: 0 },
  can: { ...CAN, edit: true, start: true, delete: true },
})
const OTHER = taskRow({
  taskId: 32,
  schoolName: '学军小学',
  schoolOrgId: 101,
  version: 4,
  endsOn: '2099-12-31',
  can: { ...CAN, edit: true, complete: true },
})

function server(list: TaskRow[] = [WAITING, OTHER]) {
  return fakeApi()
    .answer(taskPageList, ({ pageNum, pageSize }) => ({ ...pageOf(list), pageNum, pageSize }))
    .answer(planChoices, [
      planChoice(),
      planChoice({ planId: 22, planName: '明年的草稿', status: PlanStatus.code.draft }),
    ])
}

async function open({ as = userOf('GD'), address = ADDRESS, api = server() } = {}) {
  const rendered = await renderScreen(address, { api, as })
  await screen.findByRole('columnheader', { name: '承担机构' })
  return { ...rendered, api }
}
const rowOf = async (name = SCHOOL) =>
  within((await screen.findByRole('link', { name })).closest('tr') ?? document.body)
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(taskPageList).at(-1)

describe('the list of tasks', () => {
  it('says which school, who carries it out and when', async () => {
    await open()
    const row = await rowOf()
    expect(row.getByText('浙江省-杭州市-西湖区 · 全校')).toBeTruthy()
    expect(row.getByText('西湖眼科医院')).toBeTruthy()
    expect(row.getByText('未开始')).toBeTruthy()
    expect(row.getByText(/2026-09-01/)).toBeTruthy()
    expect(row.getByRole('link', { name: SCHOOL }).getAttribute('href')).toBe(
      '/eyesight/task-details?taskId=31',
    )
  })

  it('expects nobody of a task that has not begun', async () => {
    await open()
    expect((await rowOf()).getByText('在校 480 人，开始后计入应筛')).toBeTruthy()
    expect((await rowOf('学军小学')).getByText('0 / 3，有效 0')).toBeTruthy()
  })

  it('marks a task behind its date, unless it is completed', async () => {
    const late = { endsOn: '2020-01-01', status: TaskStatus.code.underWay }
    const completed = { ...late, taskId: 33, schoolName: '求是小学', status: TaskStatus.code.completed }
    await open({ api: server([taskRow(late), taskRow(completed)]) })
    expect((await rowOf()).getByText('已逾期')).toBeTruthy()
    expect((await rowOf('求是小学')).queryByText('已逾期')).toBeNull()
  })

  it('names the plan, which leads there', async () => {
    await open()
    const link = (await rowOf()).getByRole('link', { name: '2026年秋季视力筛查' })
    expect(link.getAttribute('href')).toBe('/eyesight/schedule-details?planId=21')
  })

  it('of a class teacher names the plan only', async () => {
    await open({ as: userOf('ST') })
    const row = await rowOf()
    expect(row.getByText('2026年秋季视力筛查')).toBeTruthy()
    expect(row.queryByRole('link', { name: '2026年秋季视力筛查' })).toBeNull()
  })

  it('of one plan does not repeat its name in every row', async () => {
    await open({ address: `${ADDRESS}?planId=21` })
    await rowOf()
    expect(screen.queryByRole('columnheader', { name: '计划' })).toBeNull()
  })

  it('without tasks says whom to wait for', async () => {
    await open({ as: userOf('HA'), api: server([]) })
    expect(await screen.findByText('还没有筛查任务')).toBeTruthy()
    expect(screen.getByText('主管部门分配任务后在此显示')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /分配任务/ })).toBeNull()
  })

  it('without tasks offers an officer to give some out', async () => {
    await open({ api: server([]) })
    expect(await screen.findByText('从已发布的计划为学校分配任务')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /分配任务/ })).toHaveLength(2)
  })
})

describe('filters', () => {
  it('come from the address, those without a field too', async () => {
    const { api } = await open({ address: `${ADDRESS}?planId=21&executorOrgId=200&overdue=yes&status=1` })
    await rowOf()
    expect(api.calls(taskPageList)[0]).toEqual({
      pageNum: 1,
      pageSize: 20,
      planId: 21,
      executorOrgId: ORG_IDS.hospital,
      overdue: 'yes',
      status: TaskStatus.code.underWay,
    })
  })

  it('the plan is chosen among those that are published', async () => {
    const { api, user } = await open()
    await rowOf()
    const box = screen.getByRole('combobox', { name: '计划' })
    await choose(user, box, '2026年秋季视力筛查')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ planId: 21 }))
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
    expect(screen.queryByText('明年的草稿')).toBeNull()
  })

  it('a part of a name is asked for by Enter', async () => {
    const { api, user } = await open()
    await rowOf()
    await fill(user, screen.getByRole('searchbox', { name: '学校' }), '学军')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ keyword: '学军' }))
    expect(new URLSearchParams(window.location.search).get('keyword')).toBe('学军')
  })
})

describe('starting and completing', () => {
  it('a start says that the list of students is fixed with it', async () => {
    const { api, user } = await open()
    api.answer(startTask, { version: 2, begun: true })
    await user.click((await rowOf()).getByRole('button', { name: '开始' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('学生名单随之固定，此后的变动须经同步。')).toBeTruthy()
    await user.click(question.getByRole('button', { name: '开始' }))
    expect(await screen.findByText(`“${SCHOOL}”的任务已开始`)).toBeTruthy()
    expect(api.calls(startTask)).toEqual([{ taskId: 31, version: 1 }])
    await waitFor(() => expect(api.calls(taskPageList)).toHaveLength(2))
  })

  it('a start of a long list says that it goes on in the background', async () => {
    const { api, user } = await open()
    api.answer(startTask, { version: 2, begun: false })
    await user.click((await rowOf()).getByRole('button', { name: '开始' }))
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '开始' }))
    expect(await screen.findByText(/名单较大，正在后台生成/)).toBeTruthy()
  })

  it('a completion says how many have no result', async () => {
    const { api, user } = await open()
    api.answer(completeTask, { version: 5 })
    await user.click((await rowOf('学军小学')).getByRole('button', { name: '完成' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('还有 3 名学生没有检查结果。完成后更正结果须经审核。')).toBeTruthy()
    expect(api.calls(completeTask)).toEqual([])
    await user.click(question.getByRole('button', { name: '完成' }))
    await waitFor(() => expect(api.calls(completeTask)).toEqual([{ taskId: 32, version: 4 }]))
  })

  it('a deletion that the server refuses says why', async () => {
    const { api, user } = await open()
    api.refuse(deleteTasks, REFUSALS.notInThisState, '已有 3 名学生的检查结果，不能删除')
    await user.click((await rowOf()).getByRole('button', { name: '删除' }))
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '删除' }))
    expect(await screen.findByText('已有 3 名学生的检查结果，不能删除')).toBeTruthy()
    expect(api.calls(deleteTasks)).toEqual([{ taskIds: [31] }])
  })
})

describe('adjusting', () => {
  const openDialog = async (school: string, title: string) => {
    const opened = await open()
    opened.api.answer(editTasks, { changed: 1 })
    await opened.user.click((await rowOf(school)).getByRole('button', { name: '调整' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: title })) }
  }

  it('one task shows its dates and keeps who carries it out', async () => {
    const { api, dialog, user } = await openDialog(SCHOOL, `调整“${SCHOOL}”的任务`)
    expect(dialog.getByLabelText('开始日期')).toHaveProperty('value', '2026-09-01')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('已调整 1 个任务')).toBeTruthy()
    expect(api.calls(editTasks)).toEqual([
      { tasks: [{ taskId: 31, version: 1 }], startsOn: '2026-09-01', endsOn: '2099-12-31' },
    ])
  })

  it('a task that has begun keeps its first day', async () => {
    const { api, dialog, user } = await openDialog('学军小学', '调整“学军小学”的任务')
    expect(dialog.getByText('已开始的任务只能调整结束日期与承担机构')).toBeTruthy()
    expect(dialog.getByLabelText('开始日期')).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.calls(editTasks)).toHaveLength(1))
    expect(api.calls(editTasks)[0]?.startsOn).toBeUndefined()
  })

  it('another organisation is chosen among those offered for the school', async () => {
    const { api, dialog, user } = await openDialog(SCHOOL, `调整“${SCHOOL}”的任务`)
    api.answer(executorOptions, [
      { orgId: 300, orgName: '明眸筛查中心', orgType: OrgType.code.social, bound: true },
    ])
    await user.click(dialog.getByRole('checkbox', { name: '更换承担机构（现为西湖眼科医院）' }))
    expect(dialog.getByText('原机构随即不能再看到这些任务的学生与结果。')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '指定机构' }))
    await choose(user, await dialog.findByRole('combobox', { name: '承担机构' }), '明眸筛查中心')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.calls(editTasks)[0]?.executor).toEqual({ by: 'org', orgId: 300 }))
    expect(api.calls(executorOptions)[0]).toEqual({ schoolOrgId: ORG_IDS.school })
  })

  it('an organisation that was not chosen is asked for', async () => {
    const { api, dialog, user } = await openDialog(SCHOOL, `调整“${SCHOOL}”的任务`)
    api.answer(executorOptions, [])
    await user.click(dialog.getByRole('checkbox', { name: /更换承担机构/ }))
    await user.click(dialog.getByRole('radio', { name: '指定机构' }))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('请选择承担机构')).toBeTruthy()
    expect(api.calls(editTasks)).toEqual([])
  })

  it('many at once changes only what is filled in', async () => {
    const { api, user } = await open()
    api.answer(editTasks, { changed: 2 })
    await rowOf()
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    await user.click(screen.getByRole('button', { name: '批量调整（2）' }))
    const dialog = within(await screen.findByRole('dialog', { name: '批量调整 2 个任务' }))
    await user.click(dialog.getByRole('checkbox', { name: '更换承担机构' }))
    await user.click(dialog.getByRole('radio', { name: '学校自行筛查' }))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('已调整 2 个任务')).toBeTruthy()
    expect(api.calls(editTasks)).toEqual([
      {
        tasks: [
          { taskId: 31, version: 1 },
          { taskId: 32, version: 4 },
        ],
        executor: { by: 'school' },
      },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: /批量调整/ })).toBeNull())
  })

  it('without the permission no rows can be ticked', async () => {
    await open({ as: userOf('HA') })
    await rowOf()
    expect(screen.queryByRole('checkbox', { name: '全选本页' })).toBeNull()
  })
})
