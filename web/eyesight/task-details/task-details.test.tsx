import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SchoolStage } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { TaskClassRow, TaskDetail } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOf } from '#web/testing/samples/schools.ts'
import { taskRow } from '#web/testing/samples/screening.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/task-details?taskId=31'
const { deleteTasks, planChoices, reopenTask, syncTasks, taskDetail, taskPageList } = eyesightEndpoints
const { can: CAN } = taskRow()

const classRow = (classId: number, className: string, change: Partial<TaskClassRow> = {}): TaskClassRow => ({
  classId,
  stage: SchoolStage.code.primary,
  gradeId: 11,
  gradeNo: 1,
  gradeName: '一年级',
  className,
  progress: { expected: 40, screened: 20, valid: 10 },
  absent: 2,
  retestDrawn: 3,
  retestDone: 1,
  openConflicts: 0,
  ...change,
})
const detail = (change: Partial<TaskDetail> = {}): TaskDetail => ({
  ...taskRow({ endsOn: '2099-12-31', progress: { expected: 80, screened: 60, valid: 50 } }),
  selection: null,
  syncedAt: null,
  hasCaries: false,
  classes: [
    classRow(111, '1班'),
    classRow(112, '2班', { progress: { expected: 40, screened: 40, valid: 40 }, openConflicts: 2 }),
  ],
  pendingSync: null,
  retest: { ratio: 5, drawn: 6, done: 2, items: 12, errors: 1, errorRate: 8.333, errorCap: 5 },
  ...change,
})

const server = (change: Partial<TaskDetail> = {}) => fakeApi().answer(taskDetail, detail(change))

async function open(change: Partial<TaskDetail> = {}, as = userOf('GD')) {
  const api = server(change)
  const rendered = await renderScreen(ADDRESS, { api, as })
  await screen.findByRole('heading', { name: '文一路小学' })
  return { ...rendered, api }
}
const cellsOf = (row: HTMLElement | null) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('a task', () => {
  it('says who carries it out, when, and for whom', async () => {
    await open()
    for (const text of ['西湖眼科医院', '2026-09-01 至 2099-12-31', '全校', '进行中']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    expect(screen.getByText('已抽 6 人，已测 2 人（要求 5%）')).toBeTruthy()
    expect(screen.getByText('8.33%（上限 5%）')).toBeTruthy()
  })

  it('without retests has no rate of errors instead of a good one', async () => {
    await open({ retest: { ...detail().retest, items: 0, errors: 0, errorRate: null } })
    expect(screen.getByText('--（上限 5%）')).toBeTruthy()
  })

  it('tells a class teacher that the retests are of the own classes', async () => {
    await open({}, userOf('ST'))
    expect(screen.getByText('复测（所负责的班级）')).toBeTruthy()
    expect(screen.getByText('误差发生率（所负责的班级）')).toBeTruthy()
  })

  it('that does not exist, or is out of range, says so', async () => {
    await renderScreen(ADDRESS, { api: fakeApi().refuse(taskDetail, 650), as: userOf('GD') })
    expect(await screen.findByText('没有找到这个任务，或不在您的范围内')).toBeTruthy()
  })

  it('without a number in the address leads back to the list', async () => {
    await renderScreen('/eyesight/task-details', { api: fakeApi(), as: userOf('GD') })
    expect(await screen.findByText('没有指明任务')).toBeTruthy()
    expect(screen.getByText('请从筛查任务列表进入')).toBeTruthy()
  })
})

describe('its classes', () => {
  it('show progress, absences, retests and open conflicts', async () => {
    await open()
    const row = screen.getByRole('link', { name: '一年级2班' }).closest('tr')
    const cells = cellsOf(row)
    expect([cells[1], cells[2], cells[4], cells[5], cells[6], cells[7], cells[8]]).toEqual([
      '40',
      '40',
      '40',
      '100.00%',
      '2',
      '1 / 3',
      '冲突 2',
    ])
  })

  it('lead to the class at work', async () => {
    await open()
    expect(screen.getByRole('link', { name: '一年级1班' }).getAttribute('href')).toBe(
      '/eyesight/class-details?taskId=31&classId=111',
    )
  })

  it('add up from the counts, not from the rates', async () => {
    await open()
    const cells = cellsOf(screen.getByText('合计').closest('tr'))
    expect(cells).toEqual(['合计', '80', '60', '75.00%', '50', '83.33%', '4', '2 / 6', ''])
  })

  it('of a task that has not begun are in school, and lead nowhere', async () => {
    await open({ status: TaskStatus.code.waiting })
    expect(screen.getByRole('columnheader', { name: '在校' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: '应筛' })).toBeNull()
    expect(screen.getByText('一年级1班')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '一年级1班' })).toBeNull()
  })

  it('that are missing are added under the students', async () => {
    await open({ classes: [] })
    expect(screen.getByText('范围内还没有班级：请在学生管理中添加班级与学生')).toBeTruthy()
  })
})

describe('a roster that has changed', () => {
  const pendingSync = { added: 3, moved: 0, removed: 1, kept: 2 }

  it('is described before it is taken over', async () => {
    const { api, user } = await open({ pendingSync, can: { ...CAN, sync: true } })
    api.answer(syncTasks, pendingSync)
    expect(
      screen.getByText('在校名单有变动，同步后：新增 3 人，移除 1 人，2 人已有结果，予以保留'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '同步名单' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('已有检查结果的学生不会移除。')).toBeTruthy()
    expect(api.calls(syncTasks)).toEqual([])
    await user.click(question.getByRole('button', { name: '同步' }))
    expect(await screen.findByText('名单已同步')).toBeTruthy()
    expect(api.calls(syncTasks)).toMatchObject([{ taskIds: [31] }])
    await waitFor(() => expect(api.calls(taskDetail)).toHaveLength(2))
  })

  it('is not taken over by who may not', async () => {
    await open({ pendingSync })
    expect(screen.getByText(/在校名单有变动/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '同步名单' })).toBeNull()
  })

  it('in nothing that counts is not spoken of', async () => {
    await open({ pendingSync: { added: 0, moved: 0, removed: 0, kept: 2 }, can: { ...CAN, sync: true } })
    expect(screen.queryByText(/在校名单有变动/)).toBeNull()
  })
})

describe('what can be done with it', () => {
  it('results are imported by who enters them', async () => {
    await open({}, userOf('HA'))
    expect(screen.getByRole('button', { name: '导入筛查数据' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '导入龋齿数据' })).toBeNull()
  })

  it('teeth are imported where the plan examines them', async () => {
    await open({ hasCaries: true }, userOf('HA'))
    expect(screen.getByRole('button', { name: '导入龋齿数据' })).toBeTruthy()
  })

  it('nothing is imported into a task that is closed', async () => {
    await open({ hasCaries: true, can: { ...CAN, enter: false } }, userOf('HA'))
    expect(screen.queryByRole('button', { name: /导入/ })).toBeNull()
  })

  it('a school follows its letters to parents, once the task has begun', async () => {
    await open({}, userOf('ST'))
    expect(screen.getByRole('link', { name: /告知书回执/ }).getAttribute('href')).toBe(
      '/letters/letter-tracking?planId=21&taskId=31',
    )
  })

  it('a hospital has no letters to follow', async () => {
    await open({}, userOf('HA'))
    expect(screen.queryByRole('link', { name: /告知书回执/ })).toBeNull()
  })

  it('a city officer imports nothing', async () => {
    await open({ hasCaries: true }, userOf('GC'))
    expect(screen.queryByRole('button', { name: /导入/ })).toBeNull()
  })

  it('a completed one is opened again after a question', async () => {
    const { api, user } = await open({
      status: TaskStatus.code.completed,
      can: { ...CAN, reopen: true },
    })
    api.answer(reopenTask, { version: 2 })
    await user.click(screen.getByRole('button', { name: '重新开启' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('开启后可以继续录入与修改。')).toBeTruthy()
    await user.click(question.getByRole('button', { name: '重新开启' }))
    expect(await screen.findByText('“文一路小学”的任务已重新开启')).toBeTruthy()
    expect(api.calls(reopenTask)).toEqual([{ taskId: 31, version: 1 }])
  })

  it('after its deletion the tasks of the plan are shown', async () => {
    const { api, user } = await open({ can: { ...CAN, delete: true } })
    api.answer(deleteTasks, { changed: 1 }).answer(taskPageList, pageOf([])).answer(planChoices, [])
    await user.click(screen.getByRole('button', { name: '删除' }))
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(currentAddress()).toBe('/eyesight/task-list?planId=21'))
    expect(api.calls(deleteTasks)).toEqual([{ taskIds: [31] }])
  })
})
