// The life of an account: added, changed at its first sign-in, disabled, reset.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  arriveAt,
  enter,
  fillSignIn,
  findOption,
  goInside,
  notice,
  picture,
  signIn,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const LIST = '/authority/authority-manage'
const ONE_TIME = '首次登录须修改一次性密码'
const rowOf = (page: Page, account: string) => page.getByRole('row', { name: new RegExp(account) })
const dialog = (page: Page) => page.getByRole('dialog')

async function confirm(page: Page, account: string, action: string) {
  await rowOf(page, account).getByRole('button', { name: action }).click()
  await page.getByRole('tooltip').getByRole('button', { name: action }).click()
}

/** Reads the password that is shown once, and closes the dialog, which nothing but its button does. */
async function takePassword(page: Page, title: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: title })
  await shown.getByText('此密码只显示这一次').waitFor()
  const password = await shown.locator('code').textContent()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await shown.isVisible()).toBe(true)
  await shown.getByRole('button', { name: '我已保存，关闭' }).click()
  await shown.waitFor({ state: 'detached' })
  return password ?? ''
}

test('a new account signs in with its one-time password, must change it, and can be disabled and reset', async () => {
  const page = await browser.open()
  await enter(page, 'region01', LIST)
  await page.getByRole('button', { name: '新增账号' }).click()
  await findOption(page, dialog(page).getByLabel('所属机构'), '西湖实验小学')
  await dialog(page).getByLabel('手机号码').fill('19966660001')
  await dialog(page).getByLabel('账号', { exact: true }).fill('newteacher1')
  await dialog(page).getByLabel('姓名').fill('张新')
  await dialog(page).getByText('班主任').click()
  await dialog(page).getByRole('button', { name: '新增', exact: true }).click()
  const first = await takePassword(page, '账号已新增')

  const theirs = await browser.open()
  await signInToChange(theirs, 'newteacher1', first, 'Teacher_2027')
  await signIn(theirs, 'newteacher1', 'Teacher_2027')
  await arriveAt(theirs, '/home')

  await goInside(page, `${LIST}?keyword=newteacher1`)
  await confirm(page, 'newteacher1', '停用')
  await notice(page, '账号已停用').waitFor()
  await rowOf(page, 'newteacher1').getByRole('button', { name: '启用' }).waitFor()
  await theirs.getByRole('button', { name: '我的账号' }).click()
  await arriveAt(theirs, '/login?redirect=/account/account-management')
  await theirs.getByLabel('用户名').waitFor()

  await confirm(page, 'newteacher1', '启用')
  await notice(page, '账号已启用').waitFor()
  await confirm(page, 'newteacher1', '重置密码')
  const second = await takePassword(page, '密码已重置')
  expect(second).not.toBe(first)
  await fillSignIn(theirs, 'newteacher1', second)
  await dialog(theirs).getByText(ONE_TIME).waitFor()
})

/** Signs in with a one-time password: nothing is shown before it is changed, and then one signs in again. */
async function signInToChange(page: Page, account: string, oneTime: string, next: string) {
  await page.goto('/login')
  await fillSignIn(page, account, oneTime)
  await dialog(page).getByText(ONE_TIME).waitFor()
  expect(await page.getByRole('banner').count()).toBe(0)
  await picture(page, 'must-change-password')
  await dialog(page).getByRole('button', { name: '修改密码' }).click()
  await dialog(page).getByLabel('初始密码').fill(oneTime)
  expect(await dialog(page).getByRole('button', { name: '取消' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog(page).getByLabel('新密码', { exact: true }).fill(next)
  await dialog(page).getByLabel('确认密码').fill(next)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByLabel('用户名').waitFor()
  await arriveAt(page, /^\/login/)
}
