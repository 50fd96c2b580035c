// What the user sees when a request fails (spec §8).
import { expect, test } from 'vitest'
import { COOKIE_NAME } from '#contract/core/limits.ts'
import { endSession } from './support/api.ts'
import {
  arriveAt,
  enter,
  mainMenu,
  notice,
  picture,
  signIn,
  standingNotice,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const LIST = '/authority/authority-manage'
const ANSWERS = '**/manager/account/pageList*'
const FAULT = '系统开小差了，请联系管理人员！'
const LOST = '您的网络不稳定，请检查后重试！'

test('a fault of the server and a lost connection are said, and the notices vanish by themselves', async () => {
  const page = await browser.open({ faults: [/status of 500/, /ERR_INTERNET_DISCONNECTED/] })
  await page.clock.install()
  await enter(page, 'region01', LIST)
  await page.getByRole('row', { name: /region01/ }).waitFor()
  const refresh = page.getByRole('button', { name: '刷新' })

  await page.route(ANSWERS, (route) => route.fulfill({ status: 500, body: 'no JSON' }))
  await refresh.click()
  await notice(page, FAULT).waitFor()
  await picture(page, 'server-fault')
  expect(await page.getByRole('row', { name: /region01/ }).isVisible()).toBe(true)
  await page.unroute(ANSWERS)

  await page.context().setOffline(true)
  await refresh.click()
  await notice(page, LOST).waitFor()
  await page.context().setOffline(false)
  await page.clock.runFor(6_000)
  await standingNotice(page, FAULT).waitFor({ state: 'detached' })
  await standingNotice(page, LOST).waitFor({ state: 'detached' })
  await refresh.click()
  await page.getByRole('row', { name: /region01/ }).waitFor()
})

test('a session that ends meanwhile leads to signing in and back', async () => {
  const page = await browser.open()
  await enter(page, 'region01', `${LIST}?roleType=20`)
  await page.getByRole('row', { name: /region01/ }).waitFor()
  const cookies = await page.context().cookies()
  await endSession(cookies.find(({ name }) => name === COOKIE_NAME)?.value ?? '')
  await page.getByRole('button', { name: '刷新' }).click()
  await arriveAt(page, `/login?redirect=${LIST}&roleType=20`)
  await notice(page, /登录已(失效|过期)，请重新登录/).waitFor()
  await signIn(page, 'region01')
  await arriveAt(page, `${LIST}?roleType=20`)
  await page.getByRole('row', { name: /region01/ }).waitFor()
})

test('the same request twice, and leaving before the answer, leave no error behind', async () => {
  const page = await browser.open()
  await enter(page, 'region01', LIST)
  await page.getByRole('row', { name: /region01/ }).waitFor()
  let answered = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(ANSWERS, async (route) => {
    await held
    await route.continue().catch(() => {})
    answered++
  })
  await page.getByRole('button', { name: '刷新' }).dblclick()
  await page.getByLabel('账号或姓名').fill('school')
  // Before the answer, not before the question: the address changes a moment before the page does.
  const asked = page.waitForRequest((request) => request.url().includes('school'))
  await page.getByLabel('账号或姓名').press('Enter')
  await page.getByLabel('账号或姓名').press('Enter')
  await asked
  await mainMenu(page).getByRole('menuitem', { name: '首页' }).click()
  await mainMenu(page).getByRole('menuitem', { name: '权限管理' }).click()
  release()
  await page.getByRole('row', { name: /region01/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /school01 / }).waitFor()
  expect(answered).toBeGreaterThan(1)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByText('加载失败').count()).toBe(0)
})
