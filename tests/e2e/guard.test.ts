// Where an address leads without a session (spec §2 "Navigation guard"); web/app/guard has the ways with one.
import { expect, test } from 'vitest'
import { PLATFORM_TITLE } from '#contract/site.ts'
import { addressOf, arriveAt, notice, pathOf, signIn, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const LIST = '/authority/authority-manage'

test('without a session the wanted page is reached after signing in, with its query', async () => {
  const page = await browser.open()
  await page.goto(`${LIST}?orgType=10&keyword=西湖`)
  await arriveAt(page, `/login?redirect=${LIST}&orgType=10&keyword=${encodeURIComponent('西湖')}`)
  await expect.poll(() => page.title()).toBe(`登录 - ${PLATFORM_TITLE}`)
  await signIn(page, 'province01')
  await arriveAt(page, `${LIST}?orgType=10&keyword=${encodeURIComponent('西湖')}`)
  expect(await page.getByLabel('账号或姓名').inputValue()).toBe('西湖')
})

test('a token that nobody knows leads to the sign-in page and back', async () => {
  const page = await browser.open()
  await page.goto('/login')
  await page.context().addCookies([{ name: 'x-token', value: 'made-up', url: page.url() }])
  // What is said does not depend on which of the two refusals comes first.
  const menuRefused = page.waitForResponse('**/auth/system/menuList*')
  await page.route('**/auth/system/userInfo*', async (route) => {
    await menuRefused
    await route.continue()
  })
  await page.goto('/account/account-management')
  await arriveAt(page, '/login?redirect=/account/account-management')
  await notice(page, '获取用户信息失败，请重新登录！').waitFor()
  await signIn(page, 'school01')
  await arriveAt(page, '/account/account-management')
})

test('a workplace login that this site does not have is refused and leaves the address', async () => {
  const page = await browser.open()
  await page.goto('/home?platform=dingTalk&status=login&code=1&mark=2&keep=3')
  await notice(page, '自动登录token获取失败').waitFor()
  await expect.poll(() => addressOf(page)).toBe('/login?redirect=/home&keep=3')
  expect(pathOf(page)).toBe('/login')
})
