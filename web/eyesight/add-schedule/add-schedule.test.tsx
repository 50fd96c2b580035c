import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { SchoolStage, ScreeningItemType } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import {
  DEFAULT_ITEMS,
  type PlanDetail,
  PlanKind,
  type PlanPreview,
  Season,
} from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE, DISTRICT } from '#web/testing/samples/areas.ts'
import { planChoice, planDetail } from '#web/testing/samples/plans.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/eyesight/add-schedule'
const { addPlan, editPlan, planChoices, planOverview, planPreview, publishPlan } = eyesightEndpoints
const PREVIEW: PlanPreview = {
  schools: 2,
  classes: 24,
  students: 1480,
  byStage: [{ stage: SchoolStage.code.primary, schools: 2, classes: 24, students: 1480 }],
  byArea: [{ areaId: DISTRICT.regionId, areaName: '西湖区', schools: 2, students: 1480 }],
}

/** Also answers the page of the plan, where the wizard leads, without a plan to show. */
const server = () =>
  fakeApi()
    .answer(planChoices, [
      planChoice({ planId: 11, planName: '2025年秋季视力筛查', status: PlanStatus.code.ended }),
      planChoice({ planId: 12, planName: '2026年春季视力筛查', season: Season.code.spring }),
      planChoice({ planId: 13, planName: '别的草稿', status: PlanStatus.code.draft }),
    ])
    .answer(areaEndpoints.regionTree, AREA_TREE)
    .answer(planPreview, PREVIEW)
    .answer(addPlan, { planId: 61 })
    .refuse(eyesightEndpoints.planDetail, 650)
    .refuse(planOverview, 650)

async function open(as = userOf('GD'), api = server()) {
  const rendered = await renderScreen(ADDRESS, { api, as })
  await screen.findByLabelText('计划名称')
  return { ...rendered, api }
}
type Opened = Awaited<ReturnType<typeof open>>

async function edit(change: Partial<PlanDetail>) {
  const api = server().answer(eyesightEndpoints.planDetail, planDetail(change))
  api.answer(editPlan, { version: 6 }).answer(publishPlan, { version: 7 })
  const rendered = await renderScreen(`${ADDRESS}?planId=21`, { api, as: userOf('GD') })
  await screen.findByLabelText('计划名称')
  return { ...rendered, api }
}

/** What is seen in one step only. */
const SEEN = {
  基本信息: () => screen.findByRole('textbox', { name: '计划名称' }),
  范围与学段: () => screen.findByRole('checkbox', { name: '小学' }),
  项目与标准: () => screen.findByRole('spinbutton', { name: '复测比例' }),
  预览: () => screen.findByText('必检项目'),
}
/** Goes on until a step is reached. */
async function goTo({ user }: Pick<Opened, 'user'>, step: keyof typeof SEEN) {
  for (const title of ['范围与学段', '项目与标准', '预览'] as const) {
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await SEEN[title]()
    if (title === step) return
  }
}

describe('a new plan', () => {
  it('begins with what most people want next', async () => {
    await open()
    expect(screen.getByLabelText('计划名称')).toHaveProperty(
      'value',
      expect.stringMatching(/^\d{4}-\d{4}学年[春秋]季学生视力筛查$/),
    )
    expect(screen.getByRole('radio', { name: '常规筛查' })).toHaveProperty('checked', true)
  })

  it('is compared with the plan of the same season a year before, until somebody chooses another', async () => {
    const terms = [2023, 2024, 2025, 2026, 2027, 2028].flatMap((schoolYear) =>
      [Season.code.spring, Season.code.autumn].map((season) => ({ schoolYear, season })),
    )
    const nameOf = ({ schoolYear, season }: (typeof terms)[number]) =>
      `${schoolYear}学年${Season.label(season)}计划`
    const choices = terms.map((term, nth) =>
      planChoice({ planId: 30 + nth, planName: nameOf(term), ...term }),
    )
    const { user } = await open(userOf('GD'), server().answer(planChoices, choices))
    const field = screen.getByLabelText<HTMLInputElement>('计划名称')
    const [, year = '', word = ''] = /^(\d{4})-\d{4}学年(.季)/.exec(field.value) ?? []
    const { spring, autumn } = Season.code
    const season = word === Season.label(spring) ? spring : autumn
    const other = season === spring ? autumn : spring
    const lastYear = { schoolYear: Number(year) - 1 }
    expect(await screen.findByText(nameOf({ ...lastYear, season }))).toBeTruthy()

    await user.click(screen.getByRole('radio', { name: Season.label(other) }))
    expect(await screen.findByText(nameOf({ ...lastYear, season: other }))).toBeTruthy()
    expect(screen.queryByText(nameOf({ ...lastYear, season }))).toBeNull()

    const twoYearsBefore = nameOf({ schoolYear: Number(year) - 2, season: other })
    await choose(user, screen.getByLabelText('对比计划'), twoYearsBefore)
    await user.click(screen.getByRole('radio', { name: Season.label(season) }))
    expect(await screen.findByText(`${twoYearsBefore}（季节不同，环比）`)).toBeTruthy()
  })

  it('is compared with none where there was none of its season a year before', async () => {
    const choices = [planChoice({ planId: 30, planName: '很早的计划', schoolYear: 2019 })]
    const api = server().answer(planChoices, choices)
    const { user } = await open(userOf('GD'), api)
    expect(screen.queryByText('很早的计划')).toBeNull()
    await user.click(screen.getByLabelText('对比计划'))
    expect(await screen.findByText('很早的计划')).toBeTruthy()
  })

  it('needs a name before it goes on', async () => {
    const { user } = await open()
    await fill(user, screen.getByLabelText('计划名称'), '秋')
    await user.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByText('请输入2-50个字的计划名称')).toBeTruthy()
    expect(await SEEN.基本信息()).toBeTruthy()
  })

  it('is compared with plans that were published, another season being marked', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: '秋季' }))
    await choose(user, screen.getByLabelText('对比计划'), '2026年春季视力筛查（季节不同，环比）')
    expect(screen.queryByText('2025年秋季视力筛查（季节不同，环比）')).toBeNull()
    expect(screen.queryByText(/别的草稿/)).toBeNull()
  })

  it('needs a stage', async () => {
    const opened = await open()
    await goTo(opened, '范围与学段')
    for (const name of ['小学', '初中', '普通高中', '职业高中']) {
      await opened.user.click(screen.getByRole('checkbox', { name }))
    }
    await opened.user.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByText('请选择学段', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
    expect(await SEEN.范围与学段()).toBeTruthy()
  })

  it('goes back without losing anything', async () => {
    const opened = await open()
    await fill(opened.user, screen.getByLabelText('计划名称'), '西湖区秋季筛查')
    await goTo(opened, '项目与标准')
    await opened.user.click(screen.getByRole('button', { name: '上一步' }))
    await opened.user.click(screen.getByRole('button', { name: '上一步' }))
    expect(await SEEN.基本信息()).toBeTruthy()
    expect(screen.getByLabelText('计划名称')).toHaveProperty('value', '西湖区秋季筛查')
  })

  it('shows its size before it is saved', async () => {
    const opened = await open()
    await goTo(opened, '预览')
    expect(await screen.findByText('共 2 所学校、24 个班级、1,480 名在校学生')).toBeTruthy()
    expect(opened.api.calls(planPreview)[0]).toMatchObject({ areaIds: [DISTRICT.regionId] })
    expect(opened.api.calls(addPlan)).toEqual([])
  })

  it('for nobody is warned about', async () => {
    const api = server().answer(planPreview, {
      schools: 0,
      classes: 0,
      students: 0,
      byStage: [],
      byArea: [],
    })
    await goTo(await open(userOf('GD'), api), '预览')
    expect(await screen.findByText('这个范围内还没有在校学生，请检查区域与学段')).toBeTruthy()
  })

  it('is published with all that was filled in', async () => {
    const opened = await open()
    const { api, user } = opened
    await fill(user, screen.getByLabelText('计划名称'), '西湖区秋季筛查')
    await user.click(screen.getByRole('radio', { name: '普查' }))
    await goTo(opened, '项目与标准')
    const position = screen.getByText('眼位').closest('.ant-form-item') as HTMLElement
    await user.click(within(position).getByRole('radio', { name: '选检' }))
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await user.click(await screen.findByRole('button', { name: '发布' }))
    await waitFor(() => expect(currentAddress()).toBe('/eyesight/schedule-details?planId=61'))
    expect(api.calls(addPlan)).toMatchObject([
      {
        planName: '西湖区秋季筛查',
        kind: PlanKind.code.survey,
        areaIds: [DISTRICT.regionId],
        items: { ...DEFAULT_ITEMS, position: ScreeningItemType.code.optional },
        profile: DEFAULT_PROFILE,
        publish: true,
        clientKey: expect.any(String),
      },
    ])
  })

  it('sent again after a lost answer is the same plan', async () => {
    const opened = await open()
    const { api, user } = opened
    await goTo(opened, '预览')
    api.disconnect(addPlan)
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    expect(await screen.findByText('您的网络不稳定，请检查后重试！')).toBeTruthy()
    api.answer(addPlan, { planId: 61 })
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(api.calls(addPlan)).toHaveLength(2))
    const [first, second] = api.calls(addPlan)
    expect(first?.publish).toBe(false)
    expect(second?.clientKey).toBe(first?.clientKey)
  })

  it('that the server refuses shows the step and the field', async () => {
    const opened = await open()
    const message = '本单位已有同名的计划'
    opened.api.refuse(addPlan, 700, message, [{ path: ['planName'], message }])
    await goTo(opened, '预览')
    await opened.user.click(screen.getByRole('button', { name: '保存草稿' }))
    expect(await SEEN.基本信息()).toBeTruthy()
    expect(await screen.findByText(message, { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  })
})

describe('a plan that exists', () => {
  it('as a draft is saved with its version, then published', async () => {
    const opened = await edit({ status: PlanStatus.code.draft })
    const { api, user } = opened
    await goTo(opened, '预览')
    await user.click(screen.getByRole('button', { name: '发布' }))
    await waitFor(() => expect(api.calls(publishPlan)).toEqual([{ planId: 21, version: 6 }]))
    expect(api.calls(editPlan)).toMatchObject([{ planId: 21, version: 5, planName: '2026年秋季视力筛查' }])
  })

  it('once published keeps its items and its standard', async () => {
    const opened = await edit({ status: PlanStatus.code.published })
    await goTo(opened, '项目与标准')
    expect(screen.getByText('计划已发布，检查项目与判定标准不能再改')).toBeTruthy()
    const naked = screen.getByText('裸眼视力').closest('.ant-form-item') as HTMLElement
    for (const radio of within(naked).getAllByRole('radio')) expect(radio).toHaveProperty('disabled', true)
  })

  it('once begun keeps its first day, and has no draft any more', async () => {
    const opened = await edit({ status: PlanStatus.code.underWay })
    expect(screen.getByLabelText('开始日期')).toHaveProperty('disabled', true)
    await goTo(opened, '预览')
    expect(screen.getByRole('button', { name: '保存' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '保存草稿' })).toBeNull()
    expect(screen.queryByRole('button', { name: '发布' })).toBeNull()
  })

  it('ends no earlier than it begins', async () => {
    const { user } = await edit({ status: PlanStatus.code.draft, endsOn: '2026-08-31' })
    await user.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByText('结束日期不能早于开始日期')).toBeTruthy()
    expect(await SEEN.基本信息()).toBeTruthy()
  })

  it('that is out of range cannot be edited', async () => {
    await renderScreen(`${ADDRESS}?planId=99`, { api: server(), as: userOf('GD') })
    expect(await screen.findByText('没有找到这个计划，或不在您的范围内')).toBeTruthy()
  })
})

it('a hospital has no way here', async () => {
  await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('HA') })
  await waitFor(() => expect(currentAddress()).toBe('/401'))
})
