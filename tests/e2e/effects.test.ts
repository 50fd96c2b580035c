// What goes on around the screens: idle time-out, new version, zoom, back to top, watermark (spec §2, §4, §9).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SiteConfig } from '#contract/site.ts'
import {
  addressOf,
  arriveAt,
  enter,
  goInside,
  pathOf,
  picture,
  standingNotice,
  useBrowser,
  userButton,
} from './support/browser.ts'

const browser = useBrowser()

async function withSettings(page: Page, settings: Partial<SiteConfig>) {
  await page.route('**/static/config.json*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as SiteConfig), ...settings } })
  })
}

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
const isReloaded = (page: Page) => page.evaluate(() => !('sameDocument' in window))

test('nobody there for the configured time: the session is over, and confirming leads to signing in', async () => {
  const page = await browser.open()
  await withSettings(page, { idleLockMs: 120_000 })
  await page.clock.install()
  await enter(page, 'school01', '/account/account-management')
  await page.getByText('登录中的设备').waitFor()
  const alert = page.getByRole('dialog', { name: '会话过期' })
  await page.clock.fastForward(100_000)
  await page.mouse.move(400, 400)
  await page.clock.fastForward(100_000)
  expect(await alert.count()).toBe(0)
  await page.clock.fastForward(30_000)
  await alert.getByText('会话已超时，请重新登录').waitFor()
  expect(await userButton(page).count()).toBe(0)
  expect(await page.context().cookies()).toEqual([])
  await page.keyboard.press('Escape')
  expect(await alert.isVisible()).toBe(true)
  await picture(page, 'session-expired')
  await mark(page)
  await alert.getByRole('button', { name: '确定' }).click()
  await arriveAt(page, '/login?redirect=/account/account-management')
  await page.getByLabel('用户名').waitFor()
  expect(await isReloaded(page)).toBe(true)
})

test('a page for walls stays open for ever, any other does not', async () => {
  const page = await browser.open()
  await withSettings(page, { idleLockMs: 60_000, idleExemptRoutes: ['/home'] })
  await page.clock.install()
  await enter(page, 'school01')
  await page.getByText('快捷入口').waitFor()
  for (let minute = 0; minute < 3; minute++) await page.clock.fastForward(60_000)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(pathOf(page)).toBe('/home')
  await goInside(page, '/account/account-management')
  await page.getByText('登录中的设备').waitFor()
  await page.clock.fastForward(70_000)
  await page.getByRole('dialog', { name: '会话过期' }).waitFor()
})

test.each(['立即刷新', '关闭'])('a new version is announced until somebody reloads: %s', async (button) => {
  const page = await browser.open()
  let version = 'old'
  await page.clock.install()
  await page.route('**/static/version.json*', (route) => route.fulfill({ json: { version } }))
  await enter(page, 'teacher01')
  await page.getByText('快捷入口').waitFor()
  await page.clock.fastForward(301_000)
  const announcement = standingNotice(page, '更新提示')
  expect(await announcement.count()).toBe(0)
  version = 'new'
  await page.clock.fastForward(301_000)
  await announcement.waitFor()
  await page.clock.fastForward(20_000)
  expect(await announcement.isVisible()).toBe(true)
  await picture(page, 'new-version')
  await mark(page)
  const loaded = page.waitForEvent('load')
  await page
    .locator('.ant-notification-notice', { hasText: '更新提示' })
    .getByRole('button', { name: button })
    .click()
  await loaded
  expect(await isReloaded(page)).toBe(true)
  await userButton(page).waitFor()
})

test('zoom is warned about after three seconds, and only where there is any', async () => {
  const plain = await browser.open()
  await plain.clock.install()
  await enter(plain, 'teacher01')
  await plain.clock.runFor(4_000)
  expect(await plain.getByText('浏览器缩放提示').count()).toBe(0)

  const zoomed = await browser.open()
  await zoomed.addInitScript(() => {
    Object.defineProperty(window, 'outerWidth', { get: () => window.innerWidth * 1.5 })
    Object.defineProperty(window, 'devicePixelRatio', { get: () => 1.5 })
  })
  await zoomed.clock.install()
  await enter(zoomed, 'teacher01')
  await zoomed.clock.runFor(4_000)
  await zoomed.getByText('当前页面缩放比例为 150%').waitFor()
})

test('the way back to the top appears beyond 250 pixels and leads there', async () => {
  const page = await browser.open()
  await enter(page, 'province01', '/authority/authority-manage')
  await page.getByRole('row', { name: /province01/ }).waitFor()
  const box = page.locator('.page-box').filter({ visible: true })
  const button = page.getByRole('button', { name: '回到顶部' })
  await box.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        // The page has heard of it one frame later.
        element.addEventListener('scroll', () => requestAnimationFrame(() => resolve()), { once: true })
        element.scrollTo(0, 250)
      }),
  )
  expect(await button.count()).toBe(0)
  await box.evaluate((element) => element.scrollTo(0, 251))
  await button.click()
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(0)
  await button.waitFor({ state: 'detached' })

  // At the end of the list it lies on nothing.
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await button.waitFor()
  const [own, pager] = await Promise.all([
    button.boundingBox(),
    page.locator('.ant-pagination').boundingBox(),
  ])
  expect(own?.y).toBeGreaterThan((pager?.y ?? 0) + (pager?.height ?? 0))
})

test('every page carries the watermark, and it comes back when it is taken out', async () => {
  const page = await browser.open()
  await enter(page, 'school01')
  const marks = page.locator('.shell > div[style*="data:image/png"]')
  await expect.poll(() => marks.count()).toBe(1)
  await marks.evaluate((element) => element.remove())
  await expect.poll(() => marks.count()).toBe(1)
  expect(addressOf(page)).toBe('/home')
})
