import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { hospitalsView } from '#web/testing/samples/executors.ts'
import { planChoice } from '#web/testing/samples/plans.ts'
import { diopterView } from '#web/testing/samples/refraction.ts'
import { parentsView, rankingView, studentsView, summaryView } from '#web/testing/samples/rotating-walls.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { HANGZHOU, myopiaView, PROVINCE, wallAnswerOf } from '#web/testing/samples/walls.ts'

const {
  overviewSummary,
  overviewMyopia,
  overviewDiopter,
  overviewRanking,
  overviewStudents,
  overviewHospitals,
  overviewParents,
  overviewMap,
} = overviewEndpoints
const SECOND = 1_000
const pathOf = (areaId?: string) => (areaId === '330100' ? [PROVINCE, HANGZHOU] : [PROVINCE])

const walls = (): FakeApi =>
  fakeApi()
    .answer(eyesightEndpoints.planChoices, [planChoice(), planChoice({ planId: 11, planName: '2025年秋季' })])
    .answer(overviewMap, { map: null, notice: '示意图' })
    .answer(overviewSummary, ({ areaId }) => wallAnswerOf(summaryView(), { path: pathOf(areaId) }))
    .answer(overviewMyopia, ({ areaId }) => wallAnswerOf(myopiaView(), { path: pathOf(areaId) }))
    .answer(overviewRanking, ({ areaId }) => wallAnswerOf(rankingView(), { path: pathOf(areaId) }))
    .answer(overviewStudents, ({ areaId }) => wallAnswerOf(studentsView(), { path: pathOf(areaId) }))

/** Seconds pass only when the test says so. */
const stopTheClock = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
const pass = async (seconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(seconds * SECOND))
  // What was asked meanwhile is answered.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

async function open(search: string, api = walls()) {
  const rendered = await renderConsole(`/overviewThree${search}`, { api, as: userOf('GP') })
  await waitFor(() => expect(title()).toContain('浙江省'))
  return { ...rendered, api }
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const tabs = () =>
  [...screen.getByRole('group', { name: '画面' }).querySelectorAll('button')].map(
    ({ textContent }) => textContent,
  )
const view = () => title()?.split('·')[1]

describe('a wall that turns', () => {
  it('shows its views in the order of the address, and says when the next one comes', async () => {
    stopTheClock()
    await open('?rotate=10&order=top,overview,student')
    expect(tabs()).toEqual(['前十', '总览', '学生端'])
    expect(view()).toBe('前十')
    await pass(3)
    expect(screen.getByText('7 秒后换屏')).toBeTruthy()
    await pass(7)
    expect(view()).toBe('总览')
    expect(currentAddress()).toBe('/overviewThree?rotate=10&order=top%2Coverview%2Cstudent&view=overview')
    await pass(10)
    expect(view()).toBe('学生端')
    await pass(10)
    expect(view()).toBe('前十')
  })

  it('reads the next view before, and never shows it without its figures', async () => {
    stopTheClock()
    const api = walls()
    const release = api.hold(overviewRanking)
    await open('?rotate=10&order=overview,top,student', api)
    await pass(4)
    expect(api.calls(overviewRanking)).toHaveLength(0)
    await pass(2)
    expect(api.calls(overviewRanking)).toHaveLength(1)
    await pass(9)
    expect(view()).toBe('总览')
    expect(screen.getByText('正在读取下一屏')).toBeTruthy()
    release()
    await pass(1)
    await pass(1)
    expect(view()).toBe('前十')
    expect(screen.queryByText('正在读取')).toBeNull()
  })

  it('passes over a view that cannot be read', async () => {
    stopTheClock()
    await open('?rotate=10&order=overview,top,student', walls().refuse(overviewRanking, 500))
    await pass(10)
    await pass(1)
    expect(view()).toBe('学生端')
  })

  it('rests for a minute after somebody has used it, and in a tab that nobody sees', async () => {
    stopTheClock()
    await open('?rotate=10&order=overview,top')
    await pass(8)
    fireEvent.pointerDown(document.body)
    await pass(10)
    expect(view()).toBe('总览')
    expect(screen.getByText('有人操作，50 秒后继续轮播')).toBeTruthy()
    await pass(50)
    expect(view()).toBe('总览')
    await pass(10)
    expect(view()).toBe('前十')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(60)
    expect(view()).toBe('前十')
    vi.mocked(vi.spyOn(document, 'hidden', 'get')).mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(10)
    expect(view()).toBe('总览')
  })

  it('does not take a page that moved under the pointer for a hand', async () => {
    stopTheClock()
    await open('?rotate=10&order=overview,top')
    for (let nth = 0; nth < 3; nth++) {
      fireEvent.pointerMove(document.body, { screenX: 5, screenY: 5 })
      await pass(3)
    }
    await pass(1)
    expect(view()).toBe('前十')
    fireEvent.pointerMove(document.body, { screenX: 5, screenY: 5 })
    fireEvent.pointerMove(document.body, { screenX: 9, screenY: 5 })
    await pass(1)
    expect(screen.getByText(/^有人操作/)).toBeTruthy()
  })

  it('lets the view before fade out as it was', async () => {
    stopTheClock()
    const { container } = await open('?rotate=10&order=student,top')
    await pass(10)
    expect(view()).toBe('前十')
    const leaving = container.querySelector('[aria-hidden][inert]')
    expect(leaving?.textContent).toContain('从筛查到就诊')
    await waitFor(() => expect(container.querySelector('[inert]')).toBeNull())
  })
})

it('has eight views, in their usual order where the address has none', async () => {
  const api = walls().answer(overviewDiopter, wallAnswerOf(diopterView()))
  await open('', api)
  expect(tabs()).toEqual(['总览', '近视率', '屈光度', '前十', '学生端', '医院端', '家长端', '省总览'])
  fireEvent.keyDown(document.body, { key: '3' })
  await waitFor(() => expect(view()).toBe('屈光度'))
})

describe('screens side by side', () => {
  it.each([
    ['1/3', ['总览', '学生端']],
    ['2/3', ['近视率', '省总览']],
    ['3/3', ['前十']],
  ])('%s shows its own views, so that all of them show all', async (screenOfWall, own) => {
    await open(`?screen=${screenOfWall}&order=overview,rate,top,student,province`)
    expect(view()).toBe(own[0])
    if (own.length > 1) expect(tabs()).toEqual(own)
    else expect(screen.queryByRole('group', { name: '画面' })).toBeNull()
  })

  it('may each have a single view', async () => {
    await open('?screen=7/8', walls().answer(overviewParents, wallAnswerOf(parentsView())))
    expect(view()).toBe('家长端')
    expect(screen.queryByRole('group', { name: '画面' })).toBeNull()
  })

  it('turn among their own', async () => {
    stopTheClock()
    await open('?screen=1/2&order=overview,rate,top&rotate=10')
    await pass(10)
    expect(view()).toBe('前十')
    await pass(10)
    expect(view()).toBe('总览')
  })
})

it('the hospital side alone has no other views, whatever else the address says', async () => {
  stopTheClock()
  const api = walls().answer(overviewHospitals, wallAnswerOf(hospitalsView()))
  await open('?hospital=1&view=top&rotate=10', api)
  expect(view()).toBe('医院端')
  expect(screen.queryByRole('group', { name: '画面' })).toBeNull()
  await pass(30)
  expect(view()).toBe('医院端')
})

describe('the address', () => {
  it('opens a view of a plan and a place, and stands still without seconds', async () => {
    stopTheClock()
    const api = walls()
    await renderConsole('/overviewThree?view=student&planId=11&id=330100', { api, as: userOf('GP') })
    await waitFor(() => expect(title()).toBe('杭州市·学生端'))
    expect(api.calls(overviewStudents)[0]).toMatchObject({ planId: 11, areaId: '330100' })
    await pass(120)
    expect(view()).toBe('学生端')
    // One question for the view.
    expect(api.calls(overviewSummary)).toHaveLength(0)
  })

  it('follows the keys: numbers, arrows, and Backspace up', async () => {
    await open('?order=overview,rate,top,student')
    fireEvent.keyDown(document.body, { key: '3' })
    await waitFor(() => expect(view()).toBe('前十'))
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await waitFor(() => expect(view()).toBe('学生端'))
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await waitFor(() => expect(view()).toBe('总览'))
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    await waitFor(() => expect(view()).toBe('学生端'))
    fireEvent.keyDown(document.body, { key: '9' })
    expect(currentAddress()).toContain('view=student')
  })

  it('keeps what is shown in turn when a place below is opened, and leads back', async () => {
    const { user } = await open('?order=student,top&rotate=600')
    await user.click((await screen.findAllByRole('button', { name: '杭州' }))[0] as HTMLElement)
    await waitFor(() => expect(title()).toBe('杭州市·学生端'))
    expect(currentAddress()).toBe('/overviewThree?order=student%2Ctop&rotate=600&id=330100')
    fireEvent.keyDown(document.body, { key: 'Backspace' })
    await waitFor(() => expect(title()).toBe('浙江省·学生端'))
  })

  it('with faults shows what can be shown', async () => {
    await open('?order=nothing,top&rotate=1&screen=7&view=elsewhere')
    expect(view()).toBe('前十')
    expect(screen.getByText(/秒前更新$/)).toBeTruthy()
  })
})

it('without a plan says so', async () => {
  const api = walls().answer(eyesightEndpoints.planChoices, [])
  await renderConsole('/overviewThree', { api, as: userOf('GC') })
  expect(await screen.findByText(/范围内还没有已发布的筛查计划/)).toBeTruthy()
})

it('is not open to a district', async () => {
  await renderConsole('/overviewThree', { api: walls(), as: userOf('GD') })
  await waitFor(() => expect(currentAddress()).toBe('/401'))
})
