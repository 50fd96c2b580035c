// What the user sees when a request fails (spec §8).
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { RoleType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderConsole } from '#web/testing/render-screen.tsx'
import { accountRow } from '#web/testing/samples/accounts.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const LIST = '/authority/authority-manage'
const FAULT = '系统开小差了，请联系管理人员！'
const LOST = '您的网络不稳定，请检查后重试！'
const { accountPageList } = authorityEndpoints
const TEACHER = accountRow()
const SCHOOL = accountRow({ userId: 22, account: 'school01' })

/** The list of accounts with the whole console around it. */
async function open(address = LIST) {
  const api = fakeApi()
    .answer(accountPageList, ({ keyword }) => pageOf([keyword === 'school' ? SCHOOL : TEACHER]))
    .answer(orgEndpoints.orgList, pageOf([]))
  const rendered = await renderConsole(address, { api, as: userOf('GD') })
  await findRow('teacher01')
  return { ...rendered, api }
}
const refresh = () => screen.getByRole('button', { name: '刷新' })
const texts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

it('a fault of the server and a lost connection are named by notices that vanish by themselves', async () => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  const { api, user } = await open()
  api.refuse(accountPageList, 500)
  await user.click(refresh())
  await waitFor(() => expect(texts()).toEqual([FAULT]))
  expect(screen.getByText('teacher01')).toBeTruthy()

  api.disconnect(accountPageList)
  onTestFinished(() => void window.dispatchEvent(new Event('online')))
  window.dispatchEvent(new Event('offline'))
  await user.click(refresh())
  await waitFor(() => expect(texts()).toEqual([FAULT, LOST]))
  window.dispatchEvent(new Event('online'))

  vi.setSystemTime(now + 6_000)
  await waitFor(() => expect(texts()).toEqual([]))
  api.answer(accountPageList, pageOf([SCHOOL]))
  await user.click(refresh())
  await findRow('school01')
})

it.each([
  [600, '登录已失效，请重新登录'],
  [601, '登录已过期，请重新登录'],
] as const)('a session that ends meanwhile (%i) leads to signing in and back', async (code, message) => {
  const address = `${LIST}?roleType=${RoleType.code.admin}`
  const { api, user } = await open(address)
  api.refuse(accountPageList, code)
  await user.click(refresh())
  const account = await screen.findByLabelText('用户名')
  expect(currentAddress()).toBe(`/login?redirect=${LIST}&roleType=${RoleType.code.admin}`)
  await waitFor(() => expect(texts()).toEqual([message]))

  api.answer(accountPageList, pageOf([TEACHER]))
  api.answer(sessionEndpoints.login, {
    token: 'the next one',
    isSendSms: false,
    phone: null,
    secondStep: null,
  })
  await fill(user, account, 'sample01')
  await user.type(screen.getByLabelText('密码'), 'Demo@2026{Enter}')
  await findRow('teacher01')
  expect(currentAddress()).toBe(address)
})

it('the same request twice, and leaving before the answer, leave no error behind', async () => {
  const { api, user } = await open()
  const menu = within(screen.getByRole('navigation', { name: '主菜单' }))
  const release = api.hold(accountPageList)
  await user.dblClick(refresh())
  const search = screen.getByLabelText('账号或姓名')
  await fill(user, search, 'school')
  await user.keyboard('{Enter}{Enter}')
  await waitFor(() => expect(api.calls(accountPageList).at(-1)).toMatchObject({ keyword: 'school' }))
  await user.click(menu.getByRole('menuitem', { name: /首页/ }))
  await waitFor(() => expect(currentAddress()).toBe('/home'))
  await user.click(menu.getByRole('menuitem', { name: '权限管理' }))
  await waitFor(() => expect(currentAddress()).toBe(`${LIST}?keyword=school`))
  release()
  await findRow('school01')
  expect(screen.queryByText('teacher01')).toBeNull()
  // The first list, one refresh at least, and the search.
  expect(api.calls(accountPageList).length).toBeGreaterThan(2)
  expect(texts()).toEqual([])
  expect(screen.queryByText('列表加载失败')).toBeNull()
})
