import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SchoolStage } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Breakdown, Explanation, PlanOverview, Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { PlanDetail } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import {
  counts,
  DISTRICT_UNIT,
  FIGURE_PLAN,
  NO_PLAN_ACTIONS,
  planDetail,
  rangeCounts,
  SCHOOL_UNIT,
} from '#web/testing/samples/plans.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/schedule-details?planId=21'
const AT = '2026-10-08T02:00:00.000Z'
const { breakdown, deletePlan, explainFigure, figureStudents, planOverview, planPageList } = eyesightEndpoints
const CLASS_UNIT: Unit = { level: 'class', key: { orgId: 100, classId: 111 }, name: '一年级1班' }

const OVERVIEW: PlanOverview = {
  total: counts({ expected: 1200, screened: 600, valid: 590 }),
  totalHidden: false,
  range: rangeCounts({
    begun: { schools: 2, students: 880 },
    waiting: { schools: 1, students: 200 },
    unassigned: { schools: 1, students: 120 },
  }),
  byStage: [
    {
      stage: SchoolStage.code.primary,
      counts: counts({ expected: 1200, screened: 600, valid: 590 }),
      hidden: false,
    },
  ],
  byExecutor: [
    { orgId: 200, orgName: '西湖眼科医院', tasks: 2, completed: 1, counts: counts(), hidden: false },
    { orgId: 0, orgName: '学校自行筛查', tasks: 1, completed: 0, counts: counts(), hidden: false },
  ],
  byDay: [],
  at: AT,
}
const below = (path: Unit[], childLevel: Breakdown['childLevel'], units: Unit[]): Breakdown => ({
  plan: FIGURE_PLAN,
  path,
  unit: path.at(-1) ?? DISTRICT_UNIT,
  childLevel,
  total: counts(),
  totalHidden: false,
  range: rangeCounts(),
  rows: units.map((unit) => ({
    unit,
    counts: counts({ expected: 40, screened: 30, valid: 15 }),
    hidden: false,
    range: rangeCounts(),
  })),
  at: AT,
})
const EXPLANATION: Explanation = {
  title: '实筛人数',
  unit: DISTRICT_UNIT,
  planName: '2026年秋季视力筛查',
  numeratorLabel: '实筛人数',
  numerator: 600,
  denominatorLabel: null,
  denominator: null,
  rate: null,
  rules: ['至少有一项检查结果'],
  at: AT,
  hidden: false,
  studentsVisible: false,
}

const server = (change: Partial<PlanDetail> = {}) =>
  fakeApi()
    .answer(eyesightEndpoints.planDetail, planDetail(change))
    .answer(planOverview, OVERVIEW)
    .answer(breakdown, ({ orgId }) =>
      orgId
        ? below([DISTRICT_UNIT, SCHOOL_UNIT], 'class', [CLASS_UNIT])
        : below([DISTRICT_UNIT], 'school', [SCHOOL_UNIT]),
    )

async function open(change: Partial<PlanDetail> = {}, as = userOf('GD')) {
  const api = server(change)
  const rendered = await renderScreen(ADDRESS, { api, as })
  await screen.findByRole('heading', { name: '2026年秋季视力筛查' })
  await screen.findByRole('button', { name: '文一路小学' })
  return { ...rendered, api }
}

describe('a plan', () => {
  it('says what it is and how far it is', async () => {
    await open()
    expect(screen.getByText(/2026-2027学年 秋季 · 常规筛查/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '应筛人数：1,200，查看由来' })).toBeTruthy()
    expect(screen.getByText('完成率（目标 95%）')).toBeTruthy()
    expect(screen.getByText('1 / 3')).toBeTruthy()
  })

  it('says what the range is made of', async () => {
    await open()
    expect(
      screen.getByText(
        '计划范围 4 所 1,200 人 = 已开展 2 所 880 人 + 未开始 1 所 200 人 + 未分配 1 所 120 人',
      ),
    ).toBeTruthy()
  })

  it('tells its rules: items, standard, retests', async () => {
    await open({ remark: '先筛一年级' })
    expect(screen.getByText('等效球镜小于 -0.50D 为近视')).toBeTruthy()
    expect(screen.getByText('至少 5%，误差发生率不超过 5%')).toBeTruthy()
    expect(screen.getByText(/裸眼视力（必检）/)).toBeTruthy()
    expect(screen.getByText('先筛一年级')).toBeTruthy()
  })

  it('leads to the plan it is compared with', async () => {
    await open({ lastPlanId: 11, lastPlanName: '2025年秋季视力筛查' })
    const link = screen.getByRole('link', { name: '2025年秋季视力筛查' })
    expect(link.getAttribute('href')).toBe('/eyesight/schedule-details?planId=11')
  })

  it('that does not exist, or is out of range, says so', async () => {
    const api = server().refuse(eyesightEndpoints.planDetail, 650).refuse(planOverview, 650)
    await renderScreen(ADDRESS, { api, as: userOf('GD') })
    expect(await screen.findByText('没有找到这个计划，或不在您的范围内')).toBeTruthy()
  })

  it('that the address does not name is looked for in the list', async () => {
    await renderScreen('/eyesight/schedule-details', { api: fakeApi(), as: userOf('GD') })
    expect(await screen.findByText('没有指明计划')).toBeTruthy()
    expect(screen.getByText('请从筛查计划列表进入')).toBeTruthy()
  })
})

describe('where it leads', () => {
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

  it('an officer goes on to tasks, progress, rates and intake', async () => {
    await open()
    expect(links()).toEqual(
      expect.arrayContaining(['筛查任务', '任务数明细', '进度明细', '指标明细', '数据接入']),
    )
  })

  it('a page that somebody may not see is not offered', async () => {
    await open({}, userOf('GD', { without: ['taskNumbers', 'indicators', 'planIntake'] }))
    expect(links()).toEqual(expect.arrayContaining(['筛查任务', '进度明细']))
    for (const hidden of ['任务数明细', '指标明细', '数据接入']) expect(links()).not.toContain(hidden)
  })

  it('an organisation leads to its tasks, schools that screen themselves to none', async () => {
    await open()
    expect(screen.getByRole('link', { name: '西湖眼科医院' }).getAttribute('href')).toBe(
      '/eyesight/task-list?planId=21&executorOrgId=200',
    )
    expect(screen.getByText('学校自行筛查')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '学校自行筛查' })).toBeNull()
  })
})

describe('progress by place', () => {
  it('goes one level deeper with each click, and back by the path', async () => {
    const { api, user } = await open()
    await user.click(screen.getByRole('button', { name: '文一路小学' }))
    expect(await screen.findByText('一年级1班')).toBeTruthy()
    expect(screen.getByRole('heading', { name: '分班级进度' })).toBeTruthy()
    expect(api.calls(breakdown).at(-1)).toEqual({ planId: 21, orgId: 100 })
    await user.click(screen.getByRole('button', { name: '西湖区' }))
    expect(await screen.findByRole('heading', { name: '分学校进度' })).toBeTruthy()
    expect(screen.queryByText('一年级1班')).toBeNull()
  })

  it('ends at the classes', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '文一路小学' }))
    await screen.findByText('一年级1班')
    expect(screen.queryByRole('button', { name: '一年级1班' })).toBeNull()
  })

  it('shows the counts of a place with the rates made from them', async () => {
    await open()
    const row = within(screen.getByRole('button', { name: '文一路小学' }).closest('tr') ?? document.body)
    expect(row.getByRole('button', { name: '文一路小学实筛人数：30，查看由来' })).toBeTruthy()
    expect(row.getByText('75.00%')).toBeTruthy()
    expect(row.getByText('50.00%')).toBeTruthy()
  })

  it('of a range without schools says so', async () => {
    const api = server().answer(breakdown, below([DISTRICT_UNIT], 'school', []))
    api.answer(planOverview, { ...OVERVIEW, byStage: [], byExecutor: [] })
    await renderScreen(ADDRESS, { api, as: userOf('GD') })
    expect(await screen.findByText('计划范围内没有学校')).toBeTruthy()
    expect(screen.getByText('计划范围内没有在校学生')).toBeTruthy()
    expect(screen.getByText('还没有分配任务')).toBeTruthy()
    expect(screen.getByText('还没有筛查数据')).toBeTruthy()
  })
})

describe('a school on no list', () => {
  const school = (part: 'waiting' | 'unassigned') => {
    const answer = below([DISTRICT_UNIT], 'school', [SCHOOL_UNIT])
    const rows = answer.rows.map((row) => ({
      ...row,
      range: rangeCounts({ [part]: { schools: 1, students: 40 } }),
    }))
    return server().answer(breakdown, { ...answer, rows })
  }

  it('without a task leads to giving it one', async () => {
    await renderScreen(ADDRESS, { api: school('unassigned'), as: userOf('GD') })
    const link = await screen.findByRole('link', { name: '分配任务' })
    expect(link.getAttribute('href')).toBe(
      `/eyesight/add-task?planId=21&hasTask=no&keyword=${encodeURIComponent(SCHOOL_UNIT.name)}`,
    )
    expect(screen.getByText('未分配')).toBeTruthy()
  })

  it('with a task to come is marked', async () => {
    await renderScreen(ADDRESS, { api: school('waiting'), as: userOf('GD') })
    expect(await screen.findByText('未开始')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '分配任务' })).toBeNull()
  })
})

describe('a number that is clicked', () => {
  async function ask(explanation: Partial<Explanation> = {}, as = userOf('GD')) {
    const opened = await open({}, as)
    opened.api.answer(explainFigure, { ...EXPLANATION, ...explanation }).answer(figureStudents, pageOf([]))
    await opened.user.click(screen.getByRole('button', { name: '实筛人数：600，查看由来' }))
    const drawer = within(await screen.findByRole('dialog'))
    await drawer.findByText('西湖区 · 实筛人数')
    return { ...opened, drawer }
  }

  it('tells its rule and of which moment it is', async () => {
    const { api, drawer } = await ask()
    expect(drawer.getByText('600 人')).toBeTruthy()
    expect(drawer.getByText('至少有一项检查结果')).toBeTruthy()
    expect(drawer.getByText(/（实时）/)).toBeTruthy()
    expect(api.calls(explainFigure)).toEqual([{ planId: 21, counter: 'screened' }])
  })

  it('names the students to who may see them only', async () => {
    const { api, drawer } = await ask()
    expect(drawer.queryByRole('heading', { name: '学生' })).toBeNull()
    expect(api.calls(figureStudents)).toEqual([])
  })

  it('too small to be shown says why, and shows nobody', async () => {
    const { api, drawer } = await ask({ hidden: true, numerator: null, studentsVisible: true })
    expect(drawer.getByText(/为保护学生隐私不予显示/)).toBeTruthy()
    expect(drawer.getByText('--')).toBeTruthy()
    expect(api.calls(figureStudents)).toEqual([])
  })
})

it('after a draft is deleted the list is shown', async () => {
  const { api, user } = await open({
    status: PlanStatus.code.draft,
    can: { ...NO_PLAN_ACTIONS, delete: true },
  })
  api.answer(deletePlan, { deleted: 1 }).answer(planPageList, pageOf([]))
  await user.click(screen.getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(currentAddress()).toBe('/eyesight/schedule-list'))
  expect(api.calls(deletePlan)).toEqual([{ planId: 21, version: 5 }])
})
