// The ways into the console that need server and browser; the menu of each account: shell.test.tsx, the forms: web/session/login.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeShown } from '#server/testing/second-step.ts'
import { demoUser, latestSms, otherUser } from './support/api.ts'
import {
  arriveAt,
  chooseInUserMenu,
  enter,
  fillSignIn,
  goInside,
  mainMenu,
  notice,
  picture,
  signIn,
  useBrowser,
  userButton,
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

test('an authenticator that was set up is asked for at the next sign-in; a recovery code takes its place', async () => {
  const page = await browser.open()
  const { account } = otherUser('teacher', 7)
  await enter(page, account)
  await goInside(page, '/account/account-management')
  await page.getByRole('button', { name: '启用身份验证器' }).click()
  const dialog = page.getByRole('dialog', { name: '启用身份验证器' })
  await dialog.getByLabel('登录密码').fill('Demo@2026')
  await dialog.getByRole('button', { name: '下一步' }).click()
  const secret = String(await dialog.locator('code').textContent()).replace(/[^A-Z2-7]/g, '')
  await dialog.getByLabel('身份验证器上显示的6位数字').fill(codeShown(secret))
  await dialog.getByRole('button', { name: '启用', exact: true }).click()
  const recoveryCode = await dialog
    .getByRole('list', { name: '恢复码' })
    .getByRole('listitem')
    .first()
    .textContent()
  await dialog.getByRole('button', { name: '我已保存，完成' }).click()
  await page.getByText('密码和动态验证码').waitFor()
  await chooseInUserMenu(page, '退出登录')
  await fillSignIn(page, account)
  const step = page.getByRole('dialog', { name: '二次验证' })
  await step.getByLabel('动态验证码').fill('000')
  await step.getByRole('button', { name: '确定' }).click()
  await step.getByText('验证码错误或已用过').waitFor()
  await step.getByRole('button', { name: '手机不在身边？' }).click()
  await step.getByLabel('恢复码').fill(String(recoveryCode))
  await step.getByRole('button', { name: '确定' }).click()
  await userButton(page).waitFor()
})

test('a phone and the code sent to it are enough', async () => {
  const page = await browser.open()
  const user = otherUser('school', 3)
  await page.goto('/login')
  await page.getByRole('tab', { name: '短信登录' }).click()
  await page.getByLabel('手机号码').fill(`+86${user.phone}`)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await notice(page, '验证码发送成功！').waitFor()
  await page.getByLabel('短信验证码').fill(await latestSms(user.phone))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect.poll(() => userButton(page).textContent()).toContain(user.realName)
})

test('a forgotten password is replaced by the code sent to the phone', async () => {
  const page = await browser.open()
  const user = otherUser('teacher', 3)
  await page.goto('/login')
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await page.getByLabel('手机号码').fill(user.phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await notice(page, '验证码发送成功！').waitFor()
  await page.getByLabel('短信验证码').fill(await latestSms(user.phone))
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('新密码').fill('Fresh#2027')
  await page.getByLabel('确认密码').fill('Fresh#2027')
  await page.getByRole('button', { name: '确定' }).click()
  await notice(page, '密码修改成功，请重新登录').waitFor()
  await signIn(page, user.account, 'Fresh#2027')
})
