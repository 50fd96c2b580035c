// Changing the password: the dialog, the reset by SMS, and what an old password brings (spec §4, §5).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/seed/demo-world.ts'
import { latestSms, otherUser } from './support/api.ts'
import {
  arriveAt,
  chooseInUserMenu,
  enter,
  fillSignIn,
  notice,
  picture,
  signIn,
  standingNotice,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const REQUIREMENT = '密码只能包含字母、数字、下划线，且长度为6~16'
const dialog = (page: Page) => page.getByRole('dialog', { name: '修改密码' })
const fields = (page: Page) => ({
  old: dialog(page).getByLabel('初始密码'),
  next: dialog(page).getByLabel('新密码', { exact: true }),
  again: dialog(page).getByLabel('确认密码'),
})
const says = (page: Page, message: string) => dialog(page).getByText(message, { exact: true }).waitFor()

test('each field says what is wrong when it is left; the right passwords lead to signing in again', async () => {
  const page = await browser.open()
  const { account } = otherUser('teacher', 5)
  await enter(page, account)
  await chooseInUserMenu(page, '修改密码')
  const { old, next, again } = fields(page)
  await old.focus()
  await next.focus()
  await says(page, '请输入初始密码')
  await again.focus()
  await says(page, '请输入新密码')
  await next.focus()
  await says(page, '请再次输入新密码')
  await next.fill('a#1')
  await again.fill('abc_1234')
  await says(page, REQUIREMENT)
  await next.fill('abc_12345')
  await next.blur()
  await says(page, '两次输入密码不一致!')
  await picture(page, 'change-password-messages')
  expect((await dialog(page).boundingBox())?.width).toBe(450)

  await old.fill('Wrong#1234')
  await next.fill('  abc_12345 ')
  await again.fill('abc_12345')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await page.getByText('原密码错误').waitFor()
  expect(await dialog(page).isVisible()).toBe(true)
  await old.fill(DEMO_PASSWORD)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await notice(page, '操作成功').waitFor()
  await arriveAt(page, '/login')

  await fillSignIn(page, account)
  await notice(page, '账号或密码错误').waitFor()
  await signIn(page, account, 'abc_12345')
})

test('who does not know the password any more resets it by SMS', async () => {
  const page = await browser.open()
  const { account, phone } = otherUser('teacher', 7)
  await enter(page, account)
  await chooseInUserMenu(page, '修改密码')
  await dialog(page).getByRole('button', { name: '忘记初始密码？' }).click()
  const reset = page.getByRole('dialog', { name: '重置密码' })
  await reset.getByLabel('手机号码').fill(phone)
  await reset.getByRole('button', { name: '获取验证码' }).click()
  await notice(page, '验证码发送成功！').waitFor()
  await reset.getByLabel('短信验证码').fill(await latestSms(phone))
  await picture(page, 'reset-password')
  await reset.getByRole('button', { name: '下一步' }).click()
  await reset.getByLabel('新密码').fill('Fresh#2027')
  await reset.getByLabel('确认密码').fill('Fresh#2027')
  await reset.getByRole('button', { name: '确定' }).click()
  await notice(page, '密码修改成功，请重新登录').waitFor()
  await arriveAt(page, '/login')
  await signIn(page, account, 'Fresh#2027')
})

async function withRemainingDays(page: Page, days: number) {
  await page.route('**/auth/password/modificationRemainingDays*', (route) =>
    route.fulfill({ json: { success: true, code: 200, message: '', data: days } }),
  )
}

test('a password that expires soon brings a notice with the way to change it', async () => {
  const page = await browser.open()
  await withRemainingDays(page, 5)
  await enter(page, 'teacher01')
  const reminder = standingNotice(page, '密码即将过期')
  await reminder.getByText('您的密码将在 5 天后过期').waitFor()
  await picture(page, 'password-expires-soon')
  await reminder.getByRole('button', { name: '修改密码' }).click()
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await dialog(page).waitFor({ state: 'detached' })
})

test('behind an expired password there is nothing but changing it', async () => {
  const page = await browser.open()
  await withRemainingDays(page, 0)
  const { account } = otherUser('teacher', 9)
  await page.goto('/login')
  await fillSignIn(page, account)
  const alert = page.getByRole('dialog', { name: '密码已过期' })
  await alert.waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await alert.isVisible()).toBe(true)
  expect(await page.getByRole('banner').count()).toBe(0)
  await picture(page, 'password-expired')
  await alert.getByRole('button', { name: '修改密码' }).click()
  await fields(page).old.fill(DEMO_PASSWORD)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog(page).getByRole('button', { name: '取消' }).count()).toBe(0)
  expect(await dialog(page).getByRole('button', { name: '关闭' }).count()).toBe(0)
  await fields(page).next.fill('abc_12345')
  await fields(page).again.fill('abc_12345')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await arriveAt(page, /^\/login/)
  await page.unroute('**/auth/password/modificationRemainingDays*')
  await signIn(page, account, 'abc_12345')
})
