// Where an address leads with a session (spec §2 "Navigation guard"); sign-in.test.tsx has the ways without one.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { PLATFORM_TITLE } from '#contract/site.ts'
import { currentSession, loadUser, signIn, signOut } from '#web/core/session/session-store.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

/** Pages whose contents stay on the way: their titles do not wait for them. */
function open(address: string) {
  document.title = ''
  const never = () => new Promise<never>(() => {})
  const api = fakeApi().answer(accountEndpoints.ownAccount, never).answer(orgEndpoints.schoolDetail, never)
  return renderConsole(address, { api, as: userOf('ST') })
}

it.each([
  ['/login', '/home', '首页'],
  ['/login?redirect=/account/account-management', '/home', '首页'],
  ['/', '/home', '首页'],
  ['/authority/authority-manage', '/401', '没有权限'],
  ['/500', '/500', '服务异常'],
  ['/account/account-management', '/account/account-management', '我的账号'],
  ['/account/organization-information/', '/account/organization-information/', '机构信息'],
  ['/nowhere/at-all', '/404', '页面不存在'],
])('with a session %s leads to %s, which is titled %s', async (address, to, title) => {
  await open(address)
  await screen.findByRole('heading', { level: 1, name: title })
  expect(currentAddress()).toBe(to)
  await waitFor(() => expect(document.title).toBe(`${title} - ${PLATFORM_TITLE}`))
})

it('from a page that does not exist a link leads to the start', async () => {
  const { user } = await open('/nowhere/at-all')
  await user.click(await screen.findByRole('link', { name: '返回首页' }))
  await screen.findByRole('heading', { level: 1, name: '首页' })
  expect(currentAddress()).toBe('/home')
})

it('a session whose user fails to load late does not end the one that follows', async () => {
  const api = fakeApi().identify(userOf('ST')).refuse(sessionEndpoints.userInfo, 500)
  const release = api.hold(sessionEndpoints.userInfo)
  signIn('first')
  const first = loadUser()
  signOut()
  signIn('second')
  api.identify(userOf('ST'))
  const second = loadUser()
  release()
  await Promise.all([first, second])
  expect(currentSession()).toMatchObject({ token: 'second', user: { account: 'sample01' } })
})
