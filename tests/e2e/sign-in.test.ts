// Every way into the console.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, type Profile } from '#contract/core/permissions.ts'
import { PLATFORM_TITLE } from '#contract/site.ts'
import { PROFILE_OF } from '#server/testing/demo-profiles.ts'
import { SCREENS } from '#web/features.ts'
import { demoUser, latestSms, otherUser } from './support/api.ts'
import {
  arriveAt,
  chooseInUserMenu,
  fillSignIn,
  mainMenu,
  notice,
  picture,
  signIn,
  useBrowser,
  userButton,
} from './support/browser.ts'

const browser = useBrowser()

/** The screens of the menu: where any one permission is held. */
function entriesOf(profile: Profile | null) {
  const holds = (name: PermissionName) =>
    profile !== null && (PERMISSIONS[name].holders as readonly Profile[]).includes(profile)
  return SCREENS.filter(({ hidden, anyOf }) => !hidden && (anyOf === null || anyOf.some(holds)))
}

/** The menu's lines from top to bottom: sections, each with its screens. */
function menuOf(profile: Profile | null): string[] {
  const groups = new Map<string, string[]>()
  for (const { path, title, section } of entriesOf(profile)) {
    const group = groups.get(section ?? path) ?? (section ? [section] : [])
    groups.set(section ?? path, [...group, title])
  }
  return [...groups.values()].flat()
}

async function expectConsoleOf(page: Page, account: string) {
  const { realName, orgName } = demoUser(account)
  const welcome = orgName ? `欢迎您，${realName}（${orgName}）` : '您的账号未绑定机构，请联系管理员'
  await page.getByRole('button', { name: welcome }).waitFor()
  await arriveAt(page, '/home')
  await expect.poll(() => page.title()).toBe(`首页 - ${PLATFORM_TITLE}`)
  const profile = PROFILE_OF[account] ?? null
  expect(await mainMenu(page).getByRole('menuitem').allTextContents(), account).toEqual(menuOf(profile))
  // With more than 14 entries there is no room for it (spec §2 "Top bar").
  const entries = entriesOf(profile).length
  const title = await page.getByRole('banner').getByText(PLATFORM_TITLE).count()
  expect(title, `${account}: ${entries} entries`).toBe(entries > 14 ? 0 : 1)
}

async function leave(page: Page) {
  await chooseInUserMenu(page, '退出登录')
  await page.getByLabel('用户名').waitFor()
  await arriveAt(page, '/login')
  expect(await page.context().cookies()).toEqual([])
}

/** Ends the session as closing the browser for a week would. */
async function forget(page: Page) {
  await page.context().clearCookies()
  await page.goto('/login')
}

const DIRECT = Object.keys(PROFILE_OF).filter((account) => account !== 'phealth01')
const CLICKED = DIRECT.filter((_, index) => index % 2 === 0)
const TYPED = DIRECT.filter((_, index) => index % 2 === 1)

test('a click on a demo account opens its console, with exactly its menu', async () => {
  const page = await browser.open()
  await page.goto('/login')
  for (const account of CLICKED) {
    await page.getByRole('region', { name: '演示账号' }).getByRole('button', { name: account }).click()
    await expectConsoleOf(page, account)
    if (account !== 'nobound01')
      await page.getByRole('heading', { name: demoUser(account).realName }).waitFor()
    await forget(page)
  }
})

test('account and password typed open its console, with exactly its menu', async () => {
  const page = await browser.open()
  await page.goto('/login')
  for (const account of TYPED) {
    await fillSignIn(page, account)
    await expectConsoleOf(page, account)
    if (account === TYPED.at(-1)) await leave(page)
    else await forget(page)
  }
})

test('an account without an organisation sees the note and nothing else', async () => {
  const page = await browser.open()
  await signIn(page, 'nobound01')
  await page.getByText('您的账号尚未绑定机构').waitFor()
  expect(await page.getByText('快捷入口').count()).toBe(0)
  await userButton(page).click()
  await page.getByRole('menuitem', { name: '退出登录' }).waitFor()
  expect(await page.getByRole('menuitem', { name: '我的账号' }).count()).toBe(0)
  expect(await page.getByRole('menuitem', { name: '机构信息' }).count()).toBe(0)
})

test('the second step by SMS stays open until the right code', async () => {
  const page = await browser.open()
  const { phone } = demoUser('phealth01')
  await page.goto('/login')
  await fillSignIn(page, 'phealth01')
  const dialog = page.getByRole('dialog', { name: '短信验证' })
  await notice(page, '验证码发送成功！').waitFor()
  expect(await dialog.textContent()).toContain('199****0002')
  expect(await dialog.getByRole('button', { name: /^\d+秒后重新发送$/ }).isDisabled()).toBe(true)
  await picture(page, 'login-second-step')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(20, 20)
  expect(await dialog.isVisible()).toBe(true)

  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('请输入验证码').waitFor()
  const right = await latestSms(phone)
  await dialog.getByLabel('短信验证码').fill(right === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: '确定' }).click()
  await notice(page, '短信验证码错误').waitFor()
  expect(await dialog.isVisible()).toBe(true)

  await dialog.getByLabel('短信验证码').fill(right)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expectConsoleOf(page, 'phealth01')
})

test('a phone and the code sent to it are enough', async () => {
  const page = await browser.open()
  const user = otherUser('school', 3)
  await page.goto('/login')
  await page.getByRole('tab', { name: '短信登录' }).click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('请输入手机号码', { exact: true }).waitFor()
  await page.getByLabel('手机号码').fill('12345')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('手机号码格式有误').waitFor()
  await page.getByLabel('手机号码').fill(`+86${user.phone}`)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await notice(page, '验证码发送成功！').waitFor()
  await page.getByRole('button', { name: /^\d+秒后重新获取$/ }).waitFor()
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

  await page.getByLabel('新密码').fill('abc123')
  await page.getByLabel('确认密码').fill('Fresh#2027')
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('密码由8-20位数字、字母、特殊符号组成').waitFor()
  await page.getByText('两次输入密码不一致!').waitFor()
  await picture(page, 'login-new-password')
  await page.getByLabel('新密码').fill('Fresh#2027')
  await page.getByRole('button', { name: '确定' }).click()
  await notice(page, '密码修改成功，请重新登录').waitFor()

  await fillSignIn(page, user.account)
  await notice(page, '账号或密码错误').waitFor()
  await signIn(page, user.account, 'Fresh#2027')
})

test('an organisation registers; a wrong captcha is said and replaced', async () => {
  const page = await browser.open()
  const phone = '19955550001'
  await page.goto('/login')
  await page.getByRole('button', { name: '注册机构' }).click()
  await page.getByLabel('机构类型').selectOption('医院')
  await page.getByLabel('机构全称').fill('滨江眼科医院')
  await page.getByLabel('所在省份').selectOption('浙江省')
  await page.getByLabel('所在城市').selectOption('杭州市')
  await page.getByLabel('所在区县').selectOption('西湖区')
  await page.getByLabel('详细地址').fill('滨盛路100号')
  await page.getByLabel('管理员姓名').fill('丁一')
  await page.getByLabel('手机号码').fill(phone)
  await page.getByLabel('用户名').fill('binjiang01')
  await page.getByLabel('密码', { exact: true }).fill('Fresh#2027')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await notice(page, '验证码发送成功！').waitFor()
  await page.getByLabel('短信验证码').fill(await latestSms(phone))
  const image = page.getByAltText('图形验证码')
  const first = await image.getAttribute('src')
  await page.getByRole('button', { name: '看不清，换一张' }).click()
  await expect.poll(() => image.getAttribute('src')).not.toBe(first)
  const second = await image.getAttribute('src')
  await page.getByLabel('图形验证码').first().fill('!!!!')
  await page.getByRole('button', { name: '提交注册' }).click()
  await notice(page, '图形验证码错误').waitFor()
  await expect.poll(() => image.getAttribute('src')).not.toBe(second)
  await picture(page, 'login-register-wrong-captcha')
  expect(await page.getByLabel('机构全称').inputValue()).toBe('滨江眼科医院')
})
