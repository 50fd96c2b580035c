import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { VERSION_POLL_MS, ZOOM_WARNING_DELAY_MS } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { navigateTo } from '#web/core/navigation.ts'
import { readTokenCookie } from '#web/core/session/token-cookie.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

/** Two pages that ask the server for nothing. */
const ADDRESS = '/404'
const OTHER = '/500'
const SECOND = 1_000
const FRAMES = ['requestAnimationFrame', 'cancelAnimationFrame'] as const
const SCHOOL = userOf('SA')

/** Unlike `findByRole` it also waits while the time-outs of the page stand still. */
const appears = (find: () => HTMLElement) => vi.waitFor(find, { timeout: 20 * SECOND })

async function open(api = fakeApi()) {
  const rendered = await renderConsole(ADDRESS, { api, as: SCHOOL })
  await appears(() => screen.getByRole('banner'))
  return { ...rendered, api }
}
/** Time passes; what is due by then happens. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const watchReload = () => vi.spyOn(window.location, 'reload').mockImplementation(() => {})

describe('nobody there for the configured time', () => {
  // Real time-outs remain: waiting for something to appear needs them.
  const stopTheClock = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const expired = () => screen.queryByRole('dialog', { name: '会话过期' })

  it('the session is over, and confirming loads the page anew', async () => {
    const reload = watchReload()
    stopTheClock()
    const { api, user } = await open(fakeApi().site({ idleLockMs: 120 * SECOND }))
    await pass(100 * SECOND)
    fireEvent.mouseMove(document.body)
    await pass(100 * SECOND)
    expect(expired()).toBeNull()
    expect(readTokenCookie()).not.toBeNull()
    await pass(30 * SECOND)
    const alert = within(await screen.findByRole('dialog', { name: '会话过期' }))
    expect(alert.getByText('会话已超时，请重新登录')).toBeTruthy()
    // Neither Esc nor a click outside closes such a dialog: stubborn-dialog.test.tsx.
    expect(expired()?.getAttribute('closedby')).toBe('none')
    expect(screen.queryByRole('banner')).toBeNull()
    expect(readTokenCookie()).toBeNull()
    expect(api.calls(sessionEndpoints.logout)).toHaveLength(1)
    await user.click(alert.getByRole('button', { name: '确定' }))
    expect(reload).toHaveBeenCalledOnce()
    // Loaded anew without a session it leads to signing in and back here, as any address does.
    expect(currentAddress()).toBe(ADDRESS)
  })

  it('a page for walls stays open for ever, any other does not', async () => {
    stopTheClock()
    await open(fakeApi().site({ idleLockMs: 60 * SECOND, idleExemptRoutes: [ADDRESS] }))
    for (let minute = 0; minute < 3; minute++) await pass(60 * SECOND)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(currentAddress()).toBe(ADDRESS)
    act(() => navigateTo(OTHER))
    await screen.findByRole('heading', { level: 1, name: '服务异常' })
    await pass(70 * SECOND)
    expect(await screen.findByRole('dialog', { name: '会话过期' })).toBeTruthy()
  })
})

describe('a new version', () => {
  it.each(['立即刷新', '关闭'])('is announced until somebody reloads: %s', async (button) => {
    const reload = watchReload()
    // A notice measures by frames how long it stays.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', ...FRAMES] })
    const { api, user } = await open(fakeApi().version('old'))
    await pass(VERSION_POLL_MS + SECOND)
    expect(screen.queryByText('更新提示')).toBeNull()
    api.version('new')
    await pass(VERSION_POLL_MS + SECOND)
    await pass(20 * SECOND)
    const announcement = screen.getByText('更新提示').closest<HTMLElement>('.ant-notification-notice')
    expect(reload).not.toHaveBeenCalled()
    await user.click(within(announcement ?? document.body).getByRole('button', { name: button }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('zoom', () => {
  const stopTheTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  it('is warned about after three seconds', async () => {
    vi.stubGlobal('outerWidth', window.innerWidth * 1.5)
    vi.stubGlobal('devicePixelRatio', 1.5)
    stopTheTimeouts()
    await open()
    await pass(ZOOM_WARNING_DELAY_MS - SECOND)
    expect(screen.queryByText('浏览器缩放提示')).toBeNull()
    await pass(2 * SECOND)
    await appears(() => screen.getByText(/当前页面缩放比例为 150%/))
  })

  it('is not warned about where there is none', async () => {
    vi.stubGlobal('outerWidth', window.innerWidth)
    vi.stubGlobal('devicePixelRatio', 1.5)
    stopTheTimeouts()
    await open()
    await pass(ZOOM_WARNING_DELAY_MS + SECOND)
    await pass(SECOND)
    expect(screen.queryByText('浏览器缩放提示')).toBeNull()
  })
})
