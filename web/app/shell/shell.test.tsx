import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PERMISSIONS, type PermissionName, type Profile } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { PLATFORM_TITLE } from '#contract/site.ts'
import { readTokenCookie } from '#web/core/session/token-cookie.ts'
import { SCREENS } from '#web/features.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { type SampleUser, userOf } from '#web/testing/samples/users.ts'

const PROFILES: Profile[] = ['GP', 'GC', 'GD', 'SA', 'SS', 'SG', 'ST', 'HA', 'HS', 'OA', 'OS']
/** An account that belongs to no organisation has no permissions. */
const UNBOUND: SampleUser = {
  info: { ...userOf('SA').info, orgId: null, orgName: null },
  permissions: [],
}

/** The screens of the menu: where any one permission is held, and the one that is needed in addition. */
function entriesOf(profile: Profile) {
  const holds = (name: PermissionName) => (PERMISSIONS[name].holders as readonly Profile[]).includes(profile)
  return SCREENS.filter(
    ({ hidden, anyOf, also }) =>
      !hidden && (anyOf === null || anyOf.some(holds)) && (also === undefined || holds(also)),
  )
}

/** The menu's lines from top to bottom: sections, each with its screens. */
function menuOf(profile: Profile): string[] {
  const groups = new Map<string, string[]>()
  for (const { path, title, section } of entriesOf(profile)) {
    const group = groups.get(section ?? path) ?? (section ? [section] : [])
    groups.set(section ?? path, [...group, title])
  }
  return [...groups.values()].flat()
}

const menuShown = () =>
  within(screen.getByRole('navigation', { name: '主菜单' }))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
const topBar = () => within(screen.getByRole('banner'))
const userButton = async () => within(await screen.findByRole('banner')).getByRole('button')

it.each(PROFILES)('the console of %s greets the user and has exactly the own menu', async (profile) => {
  const as = userOf(profile)
  await renderConsole('/home', { api: fakeApi(), as })
  const { realName, orgName } = as.info
  expect((await userButton()).textContent).toBe(`欢迎您，${realName}（${orgName}）`)
  expect(await screen.findByRole('heading', { level: 2, name: new RegExp(realName) })).toBeTruthy()
  expect(document.title).toBe(`首页 - ${PLATFORM_TITLE}`)
  expect(menuShown()).toEqual(menuOf(profile))
  // With more than 14 entries there is no room for it (spec §2 "Top bar").
  expect(topBar().queryAllByText(PLATFORM_TITLE)).toHaveLength(entriesOf(profile).length > 14 ? 0 : 1)
})

it('an account without an organisation sees the note and nothing else', async () => {
  const { user } = await renderConsole('/home', { api: fakeApi(), as: UNBOUND })
  expect(await screen.findByText('您的账号尚未绑定机构')).toBeTruthy()
  expect(screen.queryByText('快捷入口')).toBeNull()
  expect(menuShown()).toEqual(['首页'])
  expect(topBar().getByText(PLATFORM_TITLE)).toBeTruthy()
  expect((await userButton()).textContent).toBe('您的账号未绑定机构，请联系管理员')
  await user.click(await userButton())
  await screen.findByRole('menuitem', { name: '退出登录' })
  expect(screen.queryByRole('menuitem', { name: '我的账号' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: '机构信息' })).toBeNull()
})

it('signing out ends the session on the server and here, and loads the sign-in page anew', async () => {
  const loaded = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  const api = fakeApi()
  const { user } = await renderConsole('/home', { api, as: userOf('SA') })
  await user.click(await userButton())
  await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
  await waitFor(() => expect(loaded).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(api.calls(sessionEndpoints.logout)).toHaveLength(1)
  expect(readTokenCookie()).toBeNull()
  expect(await screen.findByLabelText('用户名')).toBeTruthy()
  expect(currentAddress()).toBe('/login')
})

/** The drawing surface of a browser, as far as the watermark needs one; gives the texts that were drawn. */
function fakeCanvas(): Set<string> {
  const drawn = new Set<string>()
  const surface = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'fillText') return (text: string) => drawn.add(text)
        return name === 'measureText' ? () => ({ width: 80 }) : () => {}
      },
      set: () => true,
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(surface as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AA==')
  return drawn
}

it('every page carries the watermark of its user, and it comes back when it is taken out', async () => {
  const drawn = fakeCanvas()
  await renderConsole('/404', { api: fakeApi(), as: userOf('SA') })
  const marks = () => document.querySelectorAll('.shell > div[style*="data:image/png"]')
  await waitFor(() => expect(marks()).toHaveLength(1))
  expect([...drawn]).toEqual(['周校医', '文一路小学'])
  // Within the frame in which it was drawn it is not drawn again.
  await new Promise(requestAnimationFrame)
  marks()[0]?.remove()
  expect(marks()).toHaveLength(0)
  await waitFor(() => expect(marks()).toHaveLength(1))
  expect(currentAddress()).toBe('/404')
})
