// Where an address leads (spec §2 "Navigation guard").
import { expect, test } from 'vitest'
import { PLATFORM_TITLE } from '#contract/site.ts'
import {
  addressOf,
  arriveAt,
  enter,
  fillSignIn,
  notice,
  pathOf,
  signIn,
  useBrowser,
  userButton,
} from './support/browser.ts'

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

test('with a session the sign-in page leads to the start, and every page has its title', async () => {
  const page = await browser.open()
  await enter(page, 'teacher01')
  await page.goto('/login')
  await arriveAt(page, '/home')
  await page.goto('/')
  await arriveAt(page, '/home')
  const leads: [address: string, to: string, title: string][] = [
    [LIST, '/401', '没有权限'],
    ['/500', '/500', '服务异常'],
    ['/account/account-management', '/account/account-management', '我的账号'],
    ['/account/organization-information/', '/account/organization-information/', '机构信息'],
    ['/nowhere/at-all', '/404', '页面不存在'],
  ]
  for (const [address, to, title] of leads) {
    await page.goto(address)
    await arriveAt(page, to)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.title()).toBe(`${title} - ${PLATFORM_TITLE}`)
  }
  await page.getByRole('link', { name: '返回首页' }).click()
  await arriveAt(page, '/home')
})

test('no redirect leads off the site', async () => {
  const page = await browser.open()
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/x',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]
  for (const redirect of hostile) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await fillSignIn(page, 'school01')
    await userButton(page).waitFor()
    await arriveAt(page, '/home')
    await page.context().clearCookies()
  }
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
