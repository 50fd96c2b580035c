// No serious fault that axe can find, on every screen and with every drawer open.
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminOf, classNamed, colleague, schoolNamed, studentsOf } from './support/api.ts'
import {
  chooseInUserMenu,
  enter,
  excessWidth,
  findOption,
  goInside,
  settle,
  shownPage,
  useBrowser,
} from './support/browser.ts'

/** An administrator whom the province's education department looks after. */
const OFFICE = adminOf('330200-教育').account

const browser = useBrowser()
type Axe = { run(part: string | Document, options: RunOptions): Promise<AxeResults> }
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The contrast of what lies under a watermark cannot be measured. */
async function open() {
  const page = await browser.open({ bypassCSP: true })
  await page.addInitScript(() => localStorage.setItem('no-watermark', '1'))
  return page
}

/** Menu and top bar are the same on every screen, and what lies behind a drawer was looked at before it was opened. */
type Part = 'everything' | 'page' | 'dialog'
const PARTS: Record<Part, string | null> = { everything: null, page: 'main', dialog: '[role=dialog]' }

async function expectNoFault(page: Page, what: string, part: Part = 'everything') {
  // What fades in has no contrast yet.
  await settle(page)
  expect(await excessWidth(page), `${what} is wider than the window`).toBe(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE })
  const { violations, passes } = await page.evaluate(
    (within) =>
      (window as unknown as { axe: Axe }).axe.run(within ?? document, { resultTypes: ['violations'] }),
    PARTS[part],
  )
  expect(passes.length, `nothing was looked at: ${what}`).toBeGreaterThan(5)
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`),
  ).toEqual([])
}

test('the forms of the sign-in page', async () => {
  const page = await open()
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectNoFault(page, 'account')
  await page.getByRole('tab', { name: '短信登录' }).click()
  await expectNoFault(page, 'sms')
  await page.getByRole('button', { name: '注册机构' }).click()
  await page.getByAltText('图形验证码').waitFor()
  await page.getByRole('button', { name: '提交注册' }).click()
  await expectNoFault(page, 'register')
  await page.getByRole('button', { name: '返回登录' }).click()
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await expectNoFault(page, 'forgotten')
})

test('home, account and organisation', async () => {
  const page = await open()
  await enter(page, 'school01')
  await page.getByText(/条未读消息|没有待办事项/).waitFor()
  await expectNoFault(page, 'home of a school')
  await page.getByRole('button', { name: '我的账号' }).click()
  await page.getByText('登录中的设备').waitFor()
  await expectNoFault(page, 'account', 'page')
  await page.getByRole('button', { name: '启用身份验证器' }).click()
  const dialog = page.getByRole('dialog', { name: '启用身份验证器' })
  await dialog.getByLabel('登录密码').fill('Demo@2026')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByRole('img', { name: '身份验证器扫描用的二维码' }).waitFor()
  await expectNoFault(page, 'setting up an authenticator', 'dialog')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await chooseInUserMenu(page, '机构信息')
  await page.getByText('详细地址').waitFor()
  await expectNoFault(page, 'organisation', 'page')
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog').getByLabel('联系人').waitFor()
  await expectNoFault(page, 'editing the organisation', 'dialog')
})

test('accounts and permissions', async () => {
  const page = await open()
  await enter(page, 'province01')
  await page.getByText(/\d 个机构等待审核/).waitFor()
  await expectNoFault(page, 'home of a province')
  await goInside(page, `/authority/authority-manage?keyword=${OFFICE}`)
  await page.getByRole('row', { name: OFFICE }).waitFor()
  await expectNoFault(page, 'list', 'page')
  await page.getByRole('row', { name: OFFICE }).getByRole('button', { name: '权限' }).click()
  await page.getByText('为什么能看到这些').waitFor()
  await expectNoFault(page, 'permissions', 'dialog')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '新增账号' }).click()
  await findOption(page, page.getByRole('dialog').getByLabel('所属机构'), '西湖区教育局')
  await page.getByRole('dialog').getByText('账号名额').waitFor()
  await expectNoFault(page, 'adding an account', 'dialog')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await goInside(page, '/authority/org-terms?pageSize=15')
  await shownPage(page).getByRole('button', { name: '变更' }).first().click()
  await page.getByRole('dialog').getByText('变更记录').waitFor()
  await expectNoFault(page, 'terms of an organisation', 'dialog')
  await page.keyboard.press('Escape')
  await goInside(page, '/authority/second-step')
  await page.getByText('修改记录').waitFor()
  await expectNoFault(page, 'who must have a second step', 'page')
})

test('schools, students and what goes on around them', async () => {
  const page = await open()
  const region = await colleague('region01')
  const orgId = await schoolNamed(region, '西湖实验小学')
  const classId = await classNamed(region, orgId, '三年级1班')
  const [studentId] = await studentsOf(region, classId)
  await enter(page, 'region01')
  const rows = shownPage(page).locator('.ant-table-row').first()
  for (const [address, sight] of [
    ['/schools/schools-manage?pageSize=5', rows],
    ['/schools/student-history?pageSize=5', rows],
    [`/schools/student-info?studentId=${studentId}`, page.getByText('就读经历')],
    ['/approve/approve-list?kind=transfer', rows],
    ['/message/message-notify', page.getByText('新学年学生信息核对通知')],
    [`/schools/students-manage?orgId=${orgId}&classId=${classId}&pageSize=5`, rows],
  ] as const) {
    await goInside(page, address)
    await sight.waitFor()
    await expectNoFault(page, address, 'page')
  }
  await page.getByRole('button', { name: '新增学生' }).click()
  await page.getByRole('dialog').getByLabel('身份证号').waitFor()
  await expectNoFault(page, 'adding a student', 'dialog')
})
