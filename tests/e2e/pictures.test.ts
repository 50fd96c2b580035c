// The main screens at the sizes people work with, and with PICTURES=1 all others: nothing is wider than the
// window. The pictures then stand in .cache/screenshots.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminOf, classNamed, colleague, schoolNamed, studentsOf } from './support/api.ts'
import {
  chooseInUserMenu,
  chooseOption,
  enter,
  excessWidth,
  goInside,
  picture,
  shownPage,
  useBrowser,
} from './support/browser.ts'
import { PICTURES_WANTED } from './support/pictures-folder.ts'

/** An administrator whom the province's education department looks after. */
const OFFICE = adminOf('330200-教育').account

const browser = useBrowser()
const LIST = '/authority/authority-manage'
const onDemand = test.runIf(PICTURES_WANTED)

async function take(page: Page, name: string) {
  expect(await excessWidth(page), `${name} is wider than the window`).toBe(0)
  await picture(page, name)
}

async function openList(page: Page, query = '') {
  await goInside(page, LIST + query)
  await shownPage(page).locator('.ant-table-row').first().waitFor()
}

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** The same page in a window of each size. */
async function takeAtAll(page: Page, name: string, mustFit = false) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await take(page, `${name}-${size.width}`)
    const fits = () => page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)
    if (mustFit) expect(await fits(), `${name} needs no scrolling at ${size.width}`).toBe(true)
  }
}

test('sign-in, start and list fit windows of all sizes', async () => {
  const page = await browser.open()
  await page.goto('/login')
  await page.getByLabel('用户名').waitFor()
  await takeAtAll(page, 'login', true)
  await page.getByRole('tab', { name: '短信登录' }).click()
  await takeAtAll(page, 'login-sms')
  await page.getByRole('button', { name: '注册机构' }).click()
  await page.getByAltText('图形验证码').waitFor()
  await takeAtAll(page, 'login-register', true)
  await enter(page, 'province01')
  await page.getByText(/\d 个机构等待审核/).waitFor()
  await takeAtAll(page, 'home-province01')
  await openList(page)
  await takeAtAll(page, 'authority')
})

onDemand('the start page of each kind of user', async () => {
  const page = await browser.open()
  for (const account of ['city01', 'region01', 'school01', 'teacher01', 'hospital01', 'social01']) {
    await enter(page, account)
    await page.getByText('快捷入口').waitFor()
    await page.getByText(/上次登录|第一次登录/).waitFor()
    await take(page, `home-${account}`)
  }
  await enter(page, 'nobound01')
  await page.getByText('您的账号尚未绑定机构').waitFor()
  await take(page, 'home-nobound01')
})

onDemand('the list of accounts and its drawers', async () => {
  const page = await browser.open()
  await enter(page, 'province01')
  await openList(page, '?keyword=school&orgType=10&roleType=20&status=enabled')
  await take(page, 'authority-filters')
  const row = page.getByRole('row', { name: OFFICE })
  await openList(page)
  await row.getByRole('button', { name: '编辑' }).click()
  await page.getByText('范围所在区域').waitFor()
  await take(page, 'authority-edit')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: '权限' }).click()
  await page.getByText('为什么能看到这些').waitFor()
  await take(page, 'authority-permissions')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '新增账号' }).click()
  await page.getByRole('dialog').getByLabel('所属机构').fill('西湖区教育局')
  await chooseOption(page, '西湖区教育局')
  await page.getByRole('dialog').getByText('账号名额').waitFor()
  await take(page, 'authority-add')
})

onDemand('account, organisation and error pages', async () => {
  const page = await browser.open()
  for (const account of ['region01', 'hospital01', 'school01']) {
    await enter(page, account, '/account/organization-information')
    await page.getByText('详细地址').waitFor()
    await take(page, `organization-${account}`)
  }
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog').getByLabel('联系人').waitFor()
  await take(page, 'organization-edit')
  await page.goto('/account/account-management')
  await page.getByText('登录中的设备').waitFor()
  await take(page, 'account')
  await page.getByRole('button', { name: '更换手机' }).click()
  await page.getByLabel('新手机号码').waitFor()
  await take(page, 'account-phone')
  for (const code of ['401', '404', '500']) {
    await page.goto(`/${code}`)
    await page.getByText('返回首页').waitFor()
    await take(page, `error-${code}`)
  }
  await chooseInUserMenu(page, '修改密码')
  await page.getByLabel('新密码', { exact: true }).waitFor()
  await take(page, 'change-password')
})

const ROSTER_SCREENS = [
  ['schools', '/schools/schools-manage'],
  ['history', '/schools/student-history'],
  ['history-class', '/schools/student-history-class'],
  ['history-file', '/schools/student-info-history'],
  ['hospitals', '/hospital/hospital-list'],
  ['social', '/social/social-list'],
  ['approvals', '/approve/approve-list?kind=transfer'],
  ['messages', '/message/message-notify'],
] as const

onDemand.each(['province01', 'region01', 'school01', 'teacher01'])(
  'schools, students and what goes on around them, as %s',
  async (account) => {
    const page = await browser.open()
    const region = await colleague('region01')
    const orgId = await schoolNamed(region, '西湖实验小学')
    const [studentId] = await studentsOf(region, await classNamed(region, orgId, '三年级1班'))
    const screens = [
      ...ROSTER_SCREENS,
      ['students', `/schools/students-manage?orgId=${orgId}`],
      ['student-file', `/schools/student-info?studentId=${studentId}`],
      ['student-viewers', `/schools/student-info?studentId=${studentId}&tab=viewers`],
    ]
    await enter(page, account)
    for (const [name, address] of screens) {
      await page.goto(address ?? '', { waitUntil: 'networkidle' })
      await take(page, `${name}-${account}`)
    }
  },
)
