import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { OrganisationView } from '#contract/overview/organisation.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { organisationView, ownTask, SCREENING_ORG } from '#web/testing/samples/executors.ts'
import { planChoice } from '#web/testing/samples/plans.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { wallAnswerOf, wallPlan } from '#web/testing/samples/walls.ts'

const { overviewOrganisation } = overviewEndpoints

async function open(change: Partial<OrganisationView> = {}, plan = wallPlan()) {
  const api = fakeApi()
    .answer(eyesightEndpoints.planChoices, [
      planChoice(),
      planChoice({ planId: 11, planName: '2025年秋季视力筛查' }),
    ])
    .answer(overviewOrganisation, () =>
      wallAnswerOf(organisationView(change), { path: [SCREENING_ORG], unit: SCREENING_ORG, plan }),
    )
  const rendered = await renderConsole('/overviewFive', { api, as: userOf('HA') })
  await screen.findByText('筛查完成率')
  return { ...rendered, api }
}
const panel = (name: string) => within(screen.getByRole('region', { name }))
const rows = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the cockpit of a screening organisation', () => {
  it('is headed by its name and shows how far it is', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('西湖人民医院·筛查机构驾驶舱')
    expect(panel('筛查完成率').getByText('61.66')).toBeTruthy()
    expect(panel('每日进度').getByText('近 5 日均 104 人，达标需 18 人')).toBeTruthy()
  })

  it('says by the hour who entered how much, each with the sum and the share that is invalid', async () => {
    await open()
    expect(panel('今日录入').getByText('首次结果 60 人 · 无效 3 人')).toBeTruthy()
    const [device, screener, sheet, others] = rows('按筛查员和设备')
    expect(device).toBe('1号电脑验光仪设备2010306.7%')
    expect(screener).toBe('何敏55100.0%')
    expect(sheet).toBe('表格导入15156.7%')
    expect(others).toBe('其他人员与设备550.0%')
    // A whole working day is there from its morning on.
    for (const hour of ['8 时', '17 时', '19 时']) expect(panel('今日录入').getByText(hour)).toBeTruthy()
  })

  it('leaves the numbers of hours to colours where there are too many', async () => {
    const { entered } = organisationView()
    const night = { key: 'screener 5', kind: 'screener' as const, name: '林文博', records: 3, invalid: 0 }
    const writers = [...(entered?.writers ?? []), { ...night, hours: [{ hour: 2, records: 3 }] }]
    await open({ entered: { day: '2026-11-16', writers } })
    expect(rows('按筛查员和设备')[0]).toBe('1号电脑验光仪设备306.7%')
    expect(panel('今日录入').getByTitle('9 时 30 人').textContent).toBe('30')
    expect(panel('今日录入').getByTitle('10 时 15 人').textContent).toBe('')
  })

  it('shows the last day before anything is entered, and says so', async () => {
    const { entered } = organisationView()
    await open({ entered: entered && { ...entered, day: '2026-11-13' } })
    expect(panel('11-13 录入').getByText(/今天尚无录入，显示最近一天/)).toBeTruthy()
  })

  it('lists the tasks of the week with what was done today', async () => {
    await open({
      week: [
        ownTask({ taskId: 1, schoolName: '逾期小学', overdue: true, isToday: false, endsOn: '2026-11-10' }),
        ownTask({ taskId: 2 }),
        ownTask({ taskId: 3, schoolName: '完成小学', status: 2, screened: 200 }),
        ownTask({ taskId: 4, schoolName: '待开中学', status: 0, startsOn: '2026-11-20', screened: 0 }),
      ],
      tasks: { completed: 1, underWay: 1, waiting: 1, overdue: 1, waitingMost: null },
    })
    expect(panel('今日与本周任务').getByText('今天 1 项 · 本周 2 项 · 逾期 1 项')).toBeTruthy()
    expect(rows('今日与本周任务')).toEqual([
      '逾期小学75.00%150 / 200今日 +12逾期 11-10',
      '西湖实验小学75.00%150 / 200今日 +1211-30 截止',
      '完成小学100.00%200 / 200今日 +12已完成',
      '待开中学11-20 开始，应筛 200 人11-30 截止',
    ])
  })

  it('names what each school owes, against the limits of the plan', async () => {
    await open()
    expect(panel('尚欠数据').getByText('未筛 60 人 · 冲突 2 条')).toBeTruthy()
    expect(rows('尚欠数据的学校')).toEqual([
      '西湖第一初级中学欠 60 人冲突 2 · 复测 3.4%，要求 5% · 误差 6.0%，上限 5%',
    ])
    expect(panel('筛查质量').getByText('不足 5')).toBeTruthy()
    expect(panel('筛查质量').getByText('上限 5')).toBeTruthy()
  })

  it('says in a sentence what is not there yet', async () => {
    const nothing = { expected: 0, screened: 0, valid: 0 }
    await open({
      total: nothing,
      entered: null,
      week: [],
      tasksToday: 0,
      tasksOfWeek: 0,
      tasks: { completed: 0, underWay: 0, waiting: 0, overdue: 0, waitingMost: null },
      owed: { students: 0, schools: 0, conflicts: 0, list: [] },
      quality: {
        invalidRate: null,
        retestRate: null,
        errorRate: null,
        retestShort: false,
        errorsOver: false,
      },
      sources: { hand: 0, sheet: 0, device: 0 },
      feed: [],
      days: [],
    })
    expect(panel('今日录入').getByText(/今天没有进行中的任务/)).toBeTruthy()
    expect(panel('今日与本周任务').getByText('本周没有任务。')).toBeTruthy()
    expect(panel('尚欠数据').getByText('任务开始后，这里列出尚欠数据的学校。')).toBeTruthy()
    expect(panel('数据来源').getByText('还没有筛查结果。')).toBeTruthy()
    expect(panel('筛查质量').getAllByText('--')).toHaveLength(3)
  })

  it('with nothing owed says what comes next, and what an archived plan has no more', async () => {
    const { range } = organisationView()
    await open(
      {
        entered: null,
        range: { ...range, waiting: { schools: 2, students: 300 } },
        owed: { students: 0, schools: 0, conflicts: 0, list: [] },
      },
      wallPlan({ status: PlanStatus.code.archived }),
    )
    expect(panel('尚欠数据').getByText('没有欠缺的数据，还有 2 所学校尚未开始。')).toBeTruthy()
    expect(panel('今日录入').getByText('计划已归档，不再显示录入明细。')).toBeTruthy()
  })

  it('changes the plan with the address', async () => {
    const { user, api } = await open()
    await user.click(screen.getByRole('button', { name: /筛查计划：/ }))
    await user.click(await screen.findByRole('option', { name: /2025年秋季视力筛查/ }))
    await waitFor(() => expect(currentAddress()).toBe('/overviewFive?planId=11'))
    await waitFor(() => expect(api.calls(overviewOrganisation).at(-1)).toMatchObject({ planId: 11 }))
  })
})

it('without a plan says when there will be something', async () => {
  await renderConsole('/overviewFive', {
    api: fakeApi().answer(eyesightEndpoints.planChoices, []),
    as: userOf('OA'),
  })
  expect(await screen.findByText('还没有分配给本机构的筛查任务，分配后这里显示进度。')).toBeTruthy()
})
