// Every screen at the sizes people work with: nothing wider than the window; pictures in .cache/screenshots.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseInUserMenu, picture, signIn, useBrowser } from './browser.ts'

const browser = useBrowser()

/** Sizes besides 1440 × 900. */
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
]

async function shot(page: Page, name: string) {
  await page.waitForTimeout(250)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0)
  await picture(page, name)
}

test('login forms', async () => {
  const page = await browser.open()
  await page.goto('/login')
  await shot(page, 'login-account')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await shot(page, 'login-account-errors')
  await page.getByRole('tab', { name: '短信登录' }).click()
  await shot(page, 'login-sms')
  await page.getByRole('tab', { name: '账号登录' }).click()
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await shot(page, 'login-forgotten')
  await page.getByRole('button', { name: '返回登录' }).click()
  await page.getByRole('button', { name: '注册机构' }).click()
  await page.waitForTimeout(500)
  await shot(page, 'login-register')
  await page.getByRole('button', { name: '提交注册' }).click()
  await shot(page, 'login-register-errors')
})

test.each([
  'province01',
  'city01',
  'region01',
  'school01',
  'teacher01',
  'hospital01',
  'social01',
  'nobound01',
])('home of %s', async (account) => {
  const page = await browser.open()
  await signIn(page, account)
  await page.waitForTimeout(600)
  await shot(page, `home-${account}`)
})

test('authority-manage', async () => {
  const page = await browser.open()
  await signIn(page, 'province01')
  await page.goto('/authority/authority-manage')
  await page.locator('.ant-table-row').first().waitFor()
  await shot(page, 'authority-list')
  await page
    .locator('.page-box')
    .last()
    .evaluate((box) => box.scrollTo(0, 400))
  await shot(page, 'authority-list-scrolled')
  await page
    .locator('.page-box')
    .last()
    .evaluate((box) => box.scrollTo(0, 100000))
  await shot(page, 'authority-list-end')
  await page.goto('/authority/authority-manage?keyword=school&orgType=10&roleType=20&status=enabled')
  await page.locator('.ant-table-row').first().waitFor()
  await shot(page, 'authority-filters')
  await page.goto('/authority/authority-manage?keyword=nobody')
  await page.getByText('没有符合条件的数据').waitFor()
  await shot(page, 'authority-empty')
  await page.goto('/authority/authority-manage')
  await page.locator('.ant-table-row').first().waitFor()
  await page.getByRole('button', { name: '新增账号' }).click()
  await page.getByText('选择所属机构后').waitFor()
  await shot(page, 'authority-add-empty')
  await page.getByRole('dialog').getByLabel('所属机构').fill('西湖')
  await page.waitForTimeout(900)
  await shot(page, 'authority-add-orgs')
  await page.getByText('西湖区教育局', { exact: true }).last().click()
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await shot(page, 'authority-add-errors')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.waitForTimeout(400)
  await page
    .getByRole('row', { name: /gov0001/ })
    .getByRole('button', { name: '权限' })
    .first()
    .click()
  await page.getByText('为什么能看到这些').waitFor()
  await shot(page, 'authority-permissions')
  await page.getByText('为什么能看到这些').scrollIntoViewIfNeeded()
  await shot(page, 'authority-permissions-end')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.waitForTimeout(400)
  await page
    .getByRole('row', { name: /gov0001/ })
    .getByRole('button', { name: '编辑' })
    .click()
  await page.waitForTimeout(800)
  await shot(page, 'authority-edit')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.waitForTimeout(400)
  await page
    .getByRole('row', { name: /gov0001/ })
    .getByRole('button', { name: '重置密码' })
    .click()
  await shot(page, 'authority-reset-confirm')
  await page.getByRole('tooltip').getByRole('button', { name: '重置密码' }).click()
  await page.getByText('此密码只显示这一次').waitFor()
  await shot(page, 'authority-one-time-password')
})

test.each(['region01', 'school01', 'hospital01'])('account and organisation of %s', async (account) => {
  const page = await browser.open()
  await signIn(page, account)
  await page.goto('/account/organization-information')
  await page.getByText('详细地址').waitFor()
  await shot(page, `organization-${account}`)
  await page.getByRole('button', { name: '编辑' }).click()
  await page.waitForTimeout(500)
  await shot(page, `organization-${account}-edit`)
  await page.goto('/account/account-management')
  await page.getByText('登录中的设备').waitFor()
  await shot(page, `account-${account}`)
  await page.getByRole('button', { name: '更换手机' }).click()
  await page.waitForTimeout(400)
  await shot(page, `account-${account}-phone`)
})

test('error pages, user menu and password dialog', async () => {
  const page = await browser.open()
  await signIn(page, 'teacher01')
  for (const code of ['401', '404', '500']) {
    await page.goto(`/${code}`)
    await page.getByText('返回首页').waitFor()
    await shot(page, `error-${code}`)
  }
  await page.goto('/home')
  await page.waitForTimeout(500)
  await chooseInUserMenu(page, '修改密码')
  await page.getByLabel('新密码', { exact: true }).waitFor()
  await shot(page, 'change-password')
  await page.getByRole('button', { name: '确定' }).click()
  await shot(page, 'change-password-errors')
})

test.each(SIZES)('$width × $height', async (size) => {
  const page = await browser.open({ size })
  await page.goto('/login')
  await shot(page, `login-${size.width}`)
  await page.getByRole('button', { name: '注册机构' }).click()
  await page.waitForTimeout(500)
  await shot(page, `login-register-${size.width}`)
  await page.goto('/login')
  await signIn(page, 'province01')
  await page.waitForTimeout(600)
  await shot(page, `home-${size.width}`)
  await page.goto('/authority/authority-manage')
  await page.locator('.ant-table-row').first().waitFor()
  await shot(page, `authority-${size.width}`)
})
