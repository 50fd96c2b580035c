import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderConsole } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { areaSummary, rankingView, studentsView, summaryView } from '#web/testing/samples/rotating-walls.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { HANGZHOU, HIDDEN_RATE, wallAnswerOf, wallRate } from '#web/testing/samples/walls.ts'

const { overviewSummary, overviewRanking, overviewStudents, overviewMap } = overviewEndpoints
const walls = (): FakeApi =>
  fakeApi()
    .answer(eyesightEndpoints.planChoices, [planChoice()])
    .answer(overviewMap, { map: null, notice: '示意图' })
    .answer(overviewSummary, wallAnswerOf(summaryView()))
    .answer(overviewRanking, wallAnswerOf(rankingView()))
    .answer(overviewStudents, wallAnswerOf(studentsView()))

async function open(view: string, api = walls()) {
  const rendered = await renderConsole(`/overviewThree?view=${view}`, { api, as: userOf('GP') })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('浙江省'))
  return rendered
}
const panel = (name: string) => screen.getByRole('region', { name })
const rowTexts = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('总览', () => {
  it('has progress, rate, visits and warnings', async () => {
    await open('overview')
    expect(panel('筛查完成率').textContent).toContain('差 25.00 个百分点')
    expect(panel('总体近视率').textContent).toContain('▼ 0.54')
    expect(panel('视力与就诊').textContent).toContain('90 日内就诊150 人34.88%')
    expect(panel('预警学生').textContent).toContain('三级4')
    expect(panel('预警学生').textContent).toContain('逾期2')
    // What is hidden of a city has no dot and no number.
    expect(panel('各市近视率').textContent).not.toContain('宁波')
  })

  it('of few results shows how many are missing instead of a rate', async () => {
    const view = summaryView({ all: wallRate(3, 12), poor: wallRate(8, 18), warned: null })
    await open('overview', walls().answer(overviewSummary, wallAnswerOf(view)))
    expect(panel('总体近视率').textContent).toContain('有效 12 人，满 30 人后显示近视率。')
    expect(screen.queryByRole('region', { name: '各市近视率' })).toBeNull()
    expect(panel('视力与就诊').textContent).toContain('视力不良8 人，满 30 人后显示占比--')
    expect(panel('预警学生').textContent).toContain('人数过少，不显示。')
  })
})

describe('省总览', () => {
  it('is a table of all places with its sum', async () => {
    await open('province')
    const rows = rowTexts(screen.getByRole('table'))
    expect(rows[0]).toEqual([
      '市',
      '应筛',
      '完成率 %',
      '有效',
      '近视率 %',
      '变化',
      '视力不良率 %',
      '建议就诊率 %',
      '90日就诊率 %',
      '预警学生',
    ])
    expect(rows[1]).toEqual([
      '杭州市',
      '1,000',
      '80.00',
      '780',
      '52.63',
      '+0.18',
      '53.85',
      '30.77',
      '40.00',
      '90',
    ])
    expect(rows[2]).toEqual(['宁波市', '1,000', '60.00', '780', '＊', '--', '＊', '30.77', '40.00', '＊'])
    expect(rows[3]?.slice(0, 5)).toEqual(['合计', '2,000', '70.00', '1,380', '55.88'])
    expect(screen.getByText(/＊ 人数过少，不显示/)).toBeTruthy()
  })

  it('says of places that have not begun when they will, and shows no zeros', async () => {
    const waiting = { screened: 0, valid: 0, startsOn: '2026-11-25', warned: 0 }
    const areas = [areaSummary(HANGZHOU, waiting)]
    await open('province', walls().answer(overviewSummary, wallAnswerOf(summaryView({ areas }))))
    const [, row] = rowTexts(screen.getByRole('table'))
    expect(row?.slice(1)).toEqual(['1,000', '11-25 开始', '--', '--', '--', '--', '--', '--', '--'])
  })

  it('shows no rates of places with few results, and no zeros of those that have none', async () => {
    const empty = { expected: 100, screened: 0, valid: 0 }
    const none = {
      myopia: wallRate(0, 0),
      poor: wallRate(0, 0),
      referral: wallRate(0, 0),
      visited90: wallRate(0, 0),
    }
    const areas = [areaSummary(HANGZHOU, { ...empty, ...none, forecast: null })]
    await open('province', walls().answer(overviewSummary, wallAnswerOf(summaryView({ areas }))))
    const [, row] = rowTexts(screen.getByRole('table'))
    expect(row?.slice(3, 9)).toEqual(['0', '--', '--', '--', '--', '--'])
  })
})

describe('前十', () => {
  it('ranks areas and the schools of one stage, first the best', async () => {
    const { user } = await open('top')
    expect(panel('各市标化近视率').textContent).toMatch(/1.*宁波.*52\.81.*2.*杭州.*57\.29/)
    expect(panel('各小学近视率').textContent).toContain('12 所')
    expect(panel('各小学近视率').textContent).toContain('文一路小学')
    await user.click(screen.getByRole('button', { name: '后 10' }))
    expect(panel('各小学近视率').textContent).toMatch(/12.*学军小学.*44\.25/)
    await user.click(screen.getByRole('button', { name: '初中' }))
    expect(panel('各初中近视率').textContent).toContain('没有有效人数达到 30 人的初中。')
  })

  it('says why nothing is compared', async () => {
    const view = rankingView({ comparison: null, areas: null })
    await open('top', walls().answer(overviewRanking, wallAnswerOf(view)))
    expect(panel('各小学近视率变化').textContent).toContain('没有可比较的计划。')
    expect(screen.queryByRole('region', { name: '各市标化近视率' })).toBeNull()
  })

  it('before any result has one sentence', async () => {
    const view = rankingView({ areas: null, schools: [] })
    await open('top', walls().answer(overviewRanking, wallAnswerOf(view)))
    expect(screen.getByText(/^还没有纳入近视率统计的结果/)).toBeTruthy()
  })
})

describe('学生端', () => {
  it('leads from what was found to what was done', async () => {
    await open('student')
    const steps = [...panel('从筛查到就诊').querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(steps.map((step) => step?.slice(0, 5))).toEqual([
      expect.stringContaining('有效'),
      expect.stringContaining('建议就诊'),
      '告知书已发',
      expect.stringContaining('已就诊'),
      '预警已关闭',
    ])
    expect(steps[1]).toContain('占有效 30.77%')
    expect(steps[3]).toContain('占建议就诊 50.00%')
    expect(steps[4]).toContain('占预警学生 3.85%')
    expect(panel('各学段预警级别').textContent).toContain('一级 10.00')
    expect(panel('各市 90 日就诊率').textContent).toMatch(/杭州40\.0096/)
  })

  it('shows nothing of a handful', async () => {
    const view = studentsView({ warned: null, visited: HIDDEN_RATE })
    await open('student', walls().answer(overviewStudents, wallAnswerOf(view)))
    expect(panel('从筛查到就诊').textContent).toContain('已就诊＊＊')
    expect(panel('各学段预警级别').textContent).toContain('＊ 人数过少，不显示')
    expect(panel('各市 90 日就诊率').textContent).toContain('宁波＊ 人数过少，不显示')
    expect(panel('各市预警关闭率').textContent).toContain('宁波＊ 人数过少，不显示')
  })

  it('of few results shows numbers, but no shares', async () => {
    const [stage] = studentsView().stages
    if (!stage) throw new Error('no such stage')
    const few = { referral: wallRate(8, 18), visited: wallRate(1, 8), visited90: wallRate(1, 8) }
    const view = studentsView({
      ...few,
      valid: 18,
      stages: [{ ...stage, valid: 18 }],
      areas: studentsView()
        .areas.slice(0, 1)
        .map((area) => ({ ...area, ...few, warned: 8, closed: 0 })),
    })
    await open('student', walls().answer(overviewStudents, wallAnswerOf(view)))
    const steps = panel('从筛查到就诊').textContent
    expect(steps).toContain('有效满 30 人后显示占比')
    expect(steps).toContain('建议就诊满 30 人后显示占比')
    expect(panel('各学段预警级别').textContent).toContain('小学有效 18 人满 30 人后显示')
    expect(panel('各市 90 日就诊率').textContent).toContain('杭州8 人，满 30 人后显示')
    expect(panel('各市预警关闭率').textContent).toContain('杭州8 人，满 30 人后显示')
  })

  it('before any result has one sentence', async () => {
    const view = studentsView({ valid: 0, stages: [], areas: [] })
    await open('student', walls().answer(overviewStudents, wallAnswerOf(view)))
    expect(screen.getByText(/^还没有有效结果/)).toBeTruthy()
  })
})
