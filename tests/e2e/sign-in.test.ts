// The ways into the console that need server and browser; the menu of each account: shell.test.tsx, the forms: web/session/login.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUser, latestSms } from './support/api.ts'
import {
  arriveAt,
  chooseInUserMenu,
  fillSignIn,
  mainMenu,
  notice,
  picture,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()

async function expectConsoleOf(page: Page, account: string) {
  const { realName, orgName } = demoUser(account)
  await page.getByRole('button', { name: `欢迎您，${realName}（${orgName}）` }).waitFor()
  await arriveAt(page, '/home')
  await page.getByRole('heading', { name: realName }).waitFor()
  await mainMenu(page).getByRole('menuitem', { name: '首页' }).waitFor()
}

test('account and password typed open a console, so does a click on a demo account', async () => {
  const page = await browser.open()
  await page.goto('/login')
  await fillSignIn(page, 'province01')
  await expectConsoleOf(page, 'province01')
  await chooseInUserMenu(page, '退出登录')
  await page.getByLabel('用户名').waitFor()
  await arriveAt(page, '/login')
  expect(await page.context().cookies()).toEqual([])
  await page.getByRole('region', { name: '演示账号' }).getByRole('button', { name: 'school01' }).click()
  await expectConsoleOf(page, 'school01')
})

test('the second step by SMS stays open until the code that the server sent', async () => {
  const page = await browser.open()
  await page.goto('/login')
  await fillSignIn(page, 'phealth01')
  const dialog = page.getByRole('dialog', { name: '短信验证' })
  await notice(page, '验证码发送成功！').waitFor()
  await picture(page, 'login-second-step')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(20, 20)
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByLabel('短信验证码').fill(await latestSms(demoUser('phealth01').phone))
  await dialog.getByRole('button', { name: '确定' }).click()
  await expectConsoleOf(page, 'phealth01')
})
