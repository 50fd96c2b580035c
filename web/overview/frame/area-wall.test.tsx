import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { userOf } from '#web/testing/samples/users.ts'
import {
  areaDone,
  HANGZHOU,
  HIDDEN_RATE,
  myopiaView,
  NINGBO,
  PROVINCE,
  progressView,
  schools,
  wallAnswerOf,
  wallPlan,
  wallRate,
  XIHU,
} from '#web/testing/samples/walls.ts'

const { overviewProgress, overviewMyopia, overviewMap } = overviewEndpoints
const PATHS = { 330000: [PROVINCE], 330100: [PROVINCE, HANGZHOU], 330106: [PROVINCE, HANGZHOU, XIHU] }
type Known = keyof typeof PATHS
const pathOf = (areaId = '330000') => PATHS[Number(areaId) as Known] ?? [PROVINCE]

/** A province whose figures stay as they are. */
const wall = (): FakeApi =>
  fakeApi()
    .answer(eyesightEndpoints.planChoices, [
      planChoice(),
      planChoice({ planId: 11, planName: '2025年秋季视力筛查' }),
    ])
    .answer(overviewMap, { map: null, notice: '示意图' })
    .answer(overviewProgress, ({ areaId, seen }) => ({
      ...wallAnswerOf(progressView(), { path: pathOf(areaId) }),
      ...(seen === 'first' && { view: null }),
    }))
    .answer(overviewMyopia, ({ areaId }) => wallAnswerOf(myopiaView(), { path: pathOf(areaId) }))

const open = async (address: string, api = wall()) => {
  const rendered = await renderConsole(address, { api, as: userOf('GP') })
  await screen.findByRole('heading', { level: 1 })
  return { ...rendered, api }
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const panel = (name: string) => within(screen.getByRole('region', { name }))

describe('a wall', () => {
  it('opens with the own range and the plan under way, and says so in its address', async () => {
    await open('/overview')
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=6'))
    expect(title()).toBe('浙江省·学生视力筛查进度')
    expect(panel('筛查完成率').getByText('70.00')).toBeTruthy()
    expect(panel('筛查完成率').getByText('差 25.00 个百分点')).toBeTruthy()
    // No menu, no top bar: nothing but the figures.
    expect(screen.queryByRole('navigation', { name: '菜单' })).toBeNull()
  })

  it('opens the same view anywhere by its address', async () => {
    const { api } = await open('/overview?type=2&planId=11&id=330100')
    await waitFor(() => expect(title()).toBe('杭州市·学生近视率'))
    expect(api.calls(overviewMyopia)[0]).toMatchObject({ planId: 11, areaId: '330100' })
    expect(currentAddress()).toBe('/overview?type=2&planId=11&id=330100')
  })

  it('drills, and goes back by the arrow, by Backspace and by the names above', async () => {
    const { user } = await open('/overview?type=6')
    await user.click(await screen.findByRole('button', { name: '杭州' }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=1&id=330100'))
    await waitFor(() => expect(title()).toContain('杭州市'))
    await user.click(screen.getByRole('button', { name: '返回：浙江省 · 学生视力筛查进度' }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=6'))
    await user.click(await screen.findByRole('button', { name: '杭州' }))
    await waitFor(() => expect(title()).toContain('杭州市'))
    fireEvent.keyDown(document.body, { key: 'Backspace' })
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=6'))
  })

  it('opened deep below has no history, but the way up', async () => {
    const { user } = await open('/overview?type=3&id=330106')
    await waitFor(() => expect(title()).toContain('西湖区'))
    await user.click(screen.getByRole('button', { name: '返回上一级' }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=1&id=330100'))
    await user.click(await screen.findByRole('button', { name: /浙江省/ }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=6&id=330000'))
  })

  it('switches between progress and rates of the same place', async () => {
    const { user } = await open('/overview?type=1&id=330100')
    await user.click(await screen.findByRole('button', { name: '近视率' }))
    await waitFor(() => expect(currentAddress()).toBe('/overview?id=330100&type=2'))
    expect(await screen.findByText('▼ 0.54')).toBeTruthy()
  })

  it('offers the plans of its kind, by keyboard as well', async () => {
    const { user } = await open('/overview?type=6')
    await user.click(await screen.findByRole('button', { name: '筛查计划：2026年秋季视力筛查' }))
    const list = await screen.findByRole('listbox', { name: '筛查计划' })
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toContain('2025年秋季视力筛查')
    await user.click(document.activeElement as HTMLElement)
    await waitFor(() => expect(currentAddress()).toBe('/overview?type=6&planId=11'))
  })

  it('of general surveys says that there is none yet', async () => {
    await open('/overviewTwo')
    expect(await screen.findByText(/还没有已发布的普查计划/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回控制台' })).toBeTruthy()
  })

  it('of a general survey tells who is not in it', async () => {
    const coverage = {
      students: 4_000,
      covered: 2_000,
      schools: 30,
      uncovered: 10,
      largest: [{ orgId: 1, name: '西湖第二小学', students: 900 }],
    }
    const api = wall()
      .answer(eyesightEndpoints.planChoices, [planChoice({ kind: PlanKind.code.survey })])
      .answer(overviewProgress, wallAnswerOf(progressView({ coverage })))
    await open('/overviewTwo', api)
    expect((await screen.findByRole('region', { name: '覆盖人数' })).textContent).toMatch(
      /2,000 人 50\.00%.*未覆盖学校 10 所（共 30 所）：西湖第二小学 900 人/,
    )
  })

  it('of a survey whose pupils have left since shows no share above the whole', async () => {
    const coverage = { students: 4_000, covered: 4_020, schools: 30, uncovered: 0, largest: [] }
    const api = wall()
      .answer(eyesightEndpoints.planChoices, [planChoice({ kind: PlanKind.code.survey })])
      .answer(overviewProgress, wallAnswerOf(progressView({ coverage })))
    await open('/overviewTwo', api)
    const { textContent } = await screen.findByRole('region', { name: '覆盖人数' })
    expect(textContent).toContain('4,020 人 含之后离校的学生')
    expect(textContent).not.toContain('%')
  })

  it('of a plan without results says what comes next, without zeros', async () => {
    const none = { screened: 0, valid: 0 }
    const api = wall().answer(
      overviewProgress,
      wallAnswerOf(
        progressView({
          total: { expected: 2_000, ...none },
          days: [],
          feed: [],
          areas: [areaDone(HANGZHOU, none), areaDone(NINGBO, { ...none, range: schools(0), expected: 700 })],
        }),
      ),
    )
    await open('/overview?type=6', api)
    const done = await screen.findByRole('region', { name: '筛查完成率' })
    expect(done.textContent).toContain('尚无筛查结果')
    const [expected, ...others] = [...done.querySelectorAll('dd')].map(({ textContent }) => textContent)
    expect(expected).toMatch(/^2,000/)
    // Spoken and shown.
    expect(others.map((text) => text?.replaceAll('-', ''))).toEqual(['', '', ''])
    expect(screen.getByRole('region', { name: '各市进度' }).textContent).toMatch(
      /杭州尚无结果，应筛 .*宁波未分配，应筛 700 人/,
    )
    expect(screen.getByRole('region', { name: '每日进度' }).textContent).not.toContain('0.00%')
  })

  it('dates what was not entered today', async () => {
    const [entry] = progressView().feed
    if (!entry) throw new Error('nothing was entered')
    const feed = [entry, { ...entry, classId: 6, at: '2026-11-13T09:59:00Z' }]
    await open('/overview?type=6', wall().answer(overviewProgress, wallAnswerOf(progressView({ feed }))))
    const times = within(await screen.findByRole('region', { name: '最新动态' })).getAllByRole('time')
    expect(times.map(({ textContent }) => textContent)).toEqual(['14:32:05', '11-13 17:59'])
  })
})

describe('figures', () => {
  it('that stay the same are not sent again; new ones take their place without a click', async () => {
    const { api } = await open('/overview?type=6')
    await waitFor(() => expect(api.calls(overviewProgress).at(-1)).toMatchObject({ seen: 'first' }))
    expect(panel('最新动态').getByText('今日已筛 12 人')).toBeTruthy()
    api.answer(overviewProgress, wallAnswerOf(progressView({ screenedToday: 13 }), { mark: 'second' }))
    expect(await screen.findByText('今日已筛 13 人')).toBeTruthy()
  })

  it('stay with the time they are of while the server is away', async () => {
    const { api } = await open('/overview?type=6')
    await screen.findByRole('region', { name: '筛查完成率' })
    api.disconnect(overviewProgress)
    expect(await screen.findByText(/^数据截至 \d\d:\d\d:\d\d，正在重连$/)).toBeTruthy()
    expect(panel('筛查完成率').getByText('70.00')).toBeTruthy()
    api.answer(overviewProgress, wallAnswerOf(progressView(), { mark: 'second' }))
    expect(await screen.findByText(/秒前更新$/)).toBeTruthy()
  })

  it('of what has not begun are words and a day, never a zero', async () => {
    const areas = [
      areaDone(HANGZHOU),
      areaDone(NINGBO, {
        screened: 0,
        valid: 0,
        forecast: null,
        startsOn: '2026-11-20',
        range: { ...areaDone(NINGBO).range, begun: { schools: 0, students: 0 } },
      }),
    ]
    await open('/overview?type=6', wall().answer(overviewProgress, wallAnswerOf(progressView({ areas }))))
    expect(await screen.findByText('11-20 开始，应筛 1,000 人')).toBeTruthy()
    expect((await screen.findAllByText(/^11-20 开始$/)).length).toBeGreaterThan(0)
    expect(panel('各学段进度').getByText('职业高中').parentElement?.textContent).toBe('职业高中--')
  })

  it('of few children are no rates yet', async () => {
    const view = myopiaView({ all: wallRate(4, 12) })
    await open('/overview?type=7', wall().answer(overviewMyopia, wallAnswerOf(view)))
    expect(await screen.findByText('有效 12 人，满 30 人后显示近视率。')).toBeTruthy()
  })

  it('that are hidden show a star, and nothing to compute them from', async () => {
    const view = myopiaView({ poor: HIDDEN_RATE, degrees: null, correction: null })
    await open('/overview?type=7', wall().answer(overviewMyopia, wallAnswerOf(view)))
    expect((await screen.findByRole('region', { name: '其他指标' })).textContent).toContain('视力不良率＊')
    expect(panel('近视程度').getByText('人数过少，不显示。')).toBeTruthy()
    expect(panel('矫正情况').getByText('人数过少，不显示。')).toBeTruthy()
  })

  it('that cannot be compared say so', async () => {
    const view = myopiaView({
      all: wallRate(760, 1_360),
      comparison: { planName: '', season: 2, schoolYear: 2025, schools: null, incomparable: true },
    })
    await open('/overview?type=7', wall().answer(overviewMyopia, wallAnswerOf(view, { plan: wallPlan() })))
    expect((await screen.findByRole('region', { name: '总体近视率' })).textContent).toContain('口径不一致')
  })
})

it('a place outside the range is refused by the server, and the wall says why', async () => {
  const { api } = await open('/overview?type=6')
  api.refuse(overviewProgress, 650, '数据不存在')
  await renderConsole('/overview?type=1&id=999999', { api, as: userOf('GP') })
  expect((await screen.findAllByText(/不在您的范围内/)).length).toBeGreaterThan(0)
})
