import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RateIndicator, SchoolStage } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { IndicatorTable, Rate } from '#contract/eyesight/figures/figure-schemas.ts'
import { Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { DISTRICT_UNIT, FIGURE_PLAN, planChoice, SCHOOL_UNIT } from '#web/testing/samples/plans.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'

const ADDRESS = '/eyesight/indicators-details'
const { explainFigure, indicatorTable, planChoices } = eyesightEndpoints
const [FIRST] = RateIndicator.options
const LAST_PLAN = { ...FIGURE_PLAN, planId: 11, planName: '2025年秋季视力筛查', schoolYear: 2025 }
const CHOICES = [
  planChoice(),
  planChoice({ planId: 11, planName: '2025年秋季视力筛查', status: PlanStatus.code.ended, schoolYear: 2025 }),
  planChoice({ planId: 31, planName: '尚未开始的计划', status: PlanStatus.code.published }),
  planChoice({ planId: 41, planName: '明年的草稿', status: PlanStatus.code.draft }),
]

/** All rates alike. */
const rates = (change: Partial<Rate> = {}): Rate[] =>
  RateIndicator.options.map(({ value }) => ({
    indicator: value,
    numerator: 52,
    denominator: 100,
    rate: 52.345,
    last: 50,
    difference: 2.345,
    hidden: false,
    ...change,
  }))
const row = (name: string, orgId: number, change: Partial<Rate> = {}, valid = 100) => ({
  unit: { level: 'school' as const, key: { orgId }, name },
  valid,
  rates: rates(change),
  unlike: false,
})
const table = (change: Partial<IndicatorTable> = {}): IndicatorTable => ({
  plan: FIGURE_PLAN,
  lastPlan: null,
  comparison: null,
  rulesDiffer: false,
  unlike: false,
  path: [DISTRICT_UNIT],
  unit: DISTRICT_UNIT,
  childLevel: 'school',
  total: rates({ rate: 40 }),
  totalComparable: null,
  totalWithColleges: null,
  rows: [row('文一路小学', 100), row('学军小学', 101, { rate: 20, difference: -1 }, 300)],
  at: '2026-10-08T02:00:00.000Z',
  ...change,
})
const COMPARED = { lastPlan: LAST_PLAN, comparison: '同比' } as const

async function open(change: Partial<IndicatorTable> = {}, address = `${ADDRESS}?planId=21`) {
  const api = fakeApi().answer(planChoices, CHOICES).answer(indicatorTable, table(change))
  const rendered = await renderScreen(address, { api, as: userOf('GD') })
  await screen.findByText(/统计至/)
  return { ...rendered, api }
}
const rowOf = (name: string) => within(screen.getByText(name).closest('tr') ?? document.body)
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(indicatorTable).at(-1)

describe('the rates', () => {
  it('stand beside whom they are of, with the colleges and without', async () => {
    await open({
      total: rates({ denominator: 1200 }),
      totalWithColleges: rates({ denominator: 1500 }),
    })
    expect(screen.getByRole('columnheader', { name: '近视统计人数' })).toBeTruthy()
    expect(rowOf('合计').getByText('1,200')).toBeTruthy()
    expect(rowOf('含大学').getByText('1,500')).toBeTruthy()
  })

  it('stand in their order with two decimals', async () => {
    await open()
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers.slice(-RateIndicator.codes.length)).toEqual(
      RateIndicator.options.map(({ label }) => label),
    )
    expect(rowOf('文一路小学').getAllByText('52.35%')).toHaveLength(RateIndicator.codes.length)
  })

  it('of nobody are no zero', async () => {
    await open({ rows: [row('文一路小学', 100, { numerator: 0, denominator: 0, rate: null })] })
    expect(rowOf('文一路小学').getAllByText('--')).toHaveLength(RateIndicator.codes.length)
    expect(screen.queryByText('0.00%')).toBeNull()
  })

  it('of too few are not shown, and the reader learns why', async () => {
    await open({ rows: [row('文一路小学', 100, { rate: null, numerator: null, hidden: true })] })
    const [cell] = rowOf('文一路小学').getAllByText('不予显示')
    expect(cell?.getAttribute('title')).toMatch(/为保护学生隐私/)
  })

  it('of all come from the counts of all', async () => {
    await open()
    const total = rowOf('合计')
    expect(total.getAllByText('40.00%')).toHaveLength(RateIndicator.codes.length)
    expect(total.getByText('400')).toBeTruthy()
  })

  it('are sorted by a click on a heading', async () => {
    const { user } = await open()
    const names = () =>
      screen.getAllByRole('button', { name: /^(文一路小学|学军小学)$/ }).map(({ textContent }) => textContent)
    expect(names()).toEqual(['文一路小学', '学军小学'])
    await user.click(screen.getByRole('columnheader', { name: new RegExp(`^${FIRST?.label}`) }))
    await waitFor(() => expect(names()).toEqual(['学军小学', '文一路小学']))
  })

  it('explain themselves', async () => {
    const { api, user } = await open()
    api.refuse(explainFigure, 503)
    await user.click(screen.getByRole('button', { name: `学军小学${FIRST?.label}：20.00%，查看由来` }))
    expect(await screen.findByText('暂时无法说明这个数字，请稍后重试')).toBeTruthy()
    expect(api.calls(explainFigure)[0]).toEqual({ planId: 21, orgId: 101, indicator: FIRST?.value })
  })
})

describe('compared with an earlier plan', () => {
  it('differences are in 百分点 with their sign', async () => {
    await open(COMPARED)
    expect(rowOf('文一路小学').getAllByText('+2.35')).toHaveLength(RateIndicator.codes.length)
    expect(rowOf('学军小学').getAllByText('-1.00')).toHaveLength(RateIndicator.codes.length)
    expect(screen.getByText('与“2025年秋季视力筛查”比较，单位为百分点（同比）')).toBeTruthy()
    expect(screen.getByText(/^变化按未四舍五入的率计算/)).toBeTruthy()
  })

  it('is saved with what it is compared with', async () => {
    const { api, user } = await open(COMPARED)
    const saved = watchSavedFiles()
    const file = { fileName: '比率.xlsx', contentType: 'application/octet-stream', content: 'file' }
    api.answer(eyesightEndpoints.saveIndicators, file as never)
    await user.click(screen.getByRole('button', { name: /导出/ }))
    await waitFor(() => expect(saved).toEqual(['比率.xlsx']))
    expect(api.calls(eyesightEndpoints.saveIndicators)).toEqual([
      api.calls(eyesightEndpoints.indicatorTable).at(-1),
    ])
  })

  it('of another season is for reference only', async () => {
    const lastPlan = { ...LAST_PLAN, season: Season.code.spring }
    await open({ ...COMPARED, comparison: '环比', lastPlan })
    expect(screen.getByText(/（环比，季节不同，仅供参考）/)).toBeTruthy()
  })

  it('of the same term is no comparison of two years', async () => {
    const { season, schoolYear } = FIGURE_PLAN
    const lastPlan = { ...LAST_PLAN, season, schoolYear }
    await open({ ...COMPARED, comparison: '环比', lastPlan })
    expect(screen.getByText(/（环比，同一学年同一季节，仅供参考）/)).toBeTruthy()
  })

  it('with other rules is warned about', async () => {
    await open({ ...COMPARED, rulesDiffer: true })
    expect(screen.getByText(/两次计划的判定标准或检查项目不一致，差值不能直接比较/)).toBeTruthy()
  })

  it('places with other schools are marked', async () => {
    const rows = [row('文一路小学', 100), { ...row('学军小学', 101), unlike: true }]
    await open({ ...COMPARED, unlike: true, rows })
    expect(rowOf('学军小学').getByText('口径不一致')).toBeTruthy()
    expect(rowOf('文一路小学').queryByText('口径不一致')).toBeNull()
  })

  it('without one nothing is said about differences', async () => {
    await open()
    expect(screen.queryByText(/百分点/)).toBeNull()
    expect(screen.queryByText('+2.35')).toBeNull()
  })

  it('another one is chosen among those that have begun', async () => {
    const { api, user } = await open()
    await choose(user, screen.getByRole('combobox', { name: '对比计划' }), '2025年秋季视力筛查')
    await waitFor(() => expect(lastQuery(api)).toEqual({ planId: 21, lastPlanId: 11 }))
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21&lastPlanId=11`)
    expect(screen.queryByText('尚未开始的计划')).toBeNull()
  })
})

describe('plan, place and stage', () => {
  it('are held in the address', async () => {
    const { api } = await open({}, `${ADDRESS}?planId=11&areaId=330106&stage=2`)
    expect(lastQuery(api)).toEqual({ planId: 11, areaId: '330106', stage: SchoolStage.code.primary })
  })

  it('without a plan in the address the likely one is taken', async () => {
    const { api } = await open({}, ADDRESS)
    expect(lastQuery(api)).toEqual({ planId: 21 })
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
  })

  it('a place is entered by its name and left by the path', async () => {
    const { api, user } = await open()
    api.answer(indicatorTable, table({ path: [DISTRICT_UNIT, SCHOOL_UNIT], unit: SCHOOL_UNIT, rows: [] }))
    await user.click(screen.getByRole('button', { name: '学军小学' }))
    await waitFor(() => expect(lastQuery(api)).toEqual({ planId: 21, orgId: 101 }))
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21&orgId=101`)
    await user.click(await screen.findByRole('button', { name: '西湖区' }))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?planId=21&areaId=330106`))
  })

  it('another plan drops what it was compared with', async () => {
    const { api, user } = await open({}, `${ADDRESS}?planId=21&lastPlanId=31`)
    await choose(user, screen.getByRole('combobox', { name: '筛查计划' }), /2025年秋季视力筛查/)
    await waitFor(() => expect(lastQuery(api)).toEqual({ planId: 11 }))
  })
})

describe('nothing to show', () => {
  it('without a published plan says what comes first', async () => {
    const api = fakeApi().answer(planChoices, [planChoice({ status: PlanStatus.code.draft })])
    await renderScreen(ADDRESS, { api, as: userOf('GD') })
    expect(await screen.findByText('还没有筛查计划')).toBeTruthy()
    expect(screen.getByText('计划发布并分配任务后，在此查看进度与指标')).toBeTruthy()
  })

  it('without valid results says so, and has no total', async () => {
    await open({ rows: [] })
    expect(screen.getByText('还没有有效的筛查结果')).toBeTruthy()
    expect(screen.queryByText('合计')).toBeNull()
  })

  it('a fault can be put right by reading again', async () => {
    const api = fakeApi().answer(planChoices, CHOICES).refuse(indicatorTable, 503)
    const { user } = await renderScreen(`${ADDRESS}?planId=21`, { api, as: userOf('GD') })
    expect(await screen.findByText('指标加载失败，请刷新重试')).toBeTruthy()
    api.answer(indicatorTable, table())
    await user.click(screen.getByRole('button', { name: /刷新/ }))
    expect(await screen.findByText('学军小学')).toBeTruthy()
  })

  it('a class teacher has no way here', async () => {
    await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('ST') })
    await waitFor(() => expect(currentAddress()).toBe('/401'))
  })
})
