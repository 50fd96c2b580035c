import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { COOKIE_NAME } from '#contract/core/limits.ts'
import { DEMO_PASSWORD } from '#server/seed/demo-world.ts'
import { colleague, ownAddress } from './api.ts'
import { BROWSER_ARGS } from './browser-args.ts'

const PICTURES = path.resolve(import.meta.dirname, '../../.cache/screenshots')
const SCREEN = { width: 1440, height: 900 }
/** Nothing the tests wait for takes longer, even on a busy machine. */
const PATIENCE_MS = 15_000
/** For `expect.poll`, which gives up early by itself. */
export const PATIENT = { timeout: PATIENCE_MS }

type Size = typeof SCREEN
export type OpenOptions = {
  size?: Size
  /** For what has to put scripts into a page. */
  bypassCSP?: boolean
  /** Faults of the page that the test itself causes. */
  faults?: RegExp[]
}
type Visit = { context: BrowserContext; faults: string[]; expected: RegExp[] }

/**
 * One browser for a test file; every page has a context of its own. A test fails by itself where a page writes
 * an error to the console, breaks the content security policy, loses a request or asks another host.
 */
export function useBrowser() {
  let browser: Browser
  let visits: Visit[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('browserPath'), args: BROWSER_ARGS })
  })
  afterEach(async () => {
    const ended = visits
    visits = []
    await Promise.all(ended.map(({ context }) => context.close()))
    const unexpected = ended.flatMap(({ faults, expected }) =>
      faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
    )
    expect(unexpected).toEqual([])
  })
  afterAll(() => browser.close())

  return {
    async open({ size = SCREEN, bypassCSP = false, faults: expected = [] }: OpenOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        baseURL: ownAddress(),
        viewport: size,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        bypassCSP,
      })
      context.setDefaultTimeout(PATIENCE_MS)
      visits.push({ context, faults: watch(context), expected })
      return context.newPage()
    },
  }
}

function watch(context: BrowserContext): string[] {
  const faults: string[] = []
  const own = ownAddress()
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(`page: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !url.startsWith(`${own}/`)) faults.push(`another host: ${url}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A repeat cancels what is under way, and so does leaving the page.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${reason}`)
  })
  return faults
}

/** Signs in by the form, as a person does, and waits for the console. */
export async function signIn(page: Page, account: string, password = DEMO_PASSWORD): Promise<void> {
  if (pathOf(page) !== '/login') await page.goto('/login')
  await fillSignIn(page, account, password)
  await userButton(page).waitFor()
}

/** Arrives with a session already there, where signing in is not what the test is about. */
export async function enter(page: Page, account: string, address = '/home'): Promise<void> {
  const { token } = await colleague(account)
  await page.context().addCookies([{ name: COOKIE_NAME, value: token, url: ownAddress() }])
  await page.goto(address)
  await userButton(page).waitFor()
}

export async function fillSignIn(page: Page, account: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('用户名').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** The button of the top bar that greets the user and opens his menu. */
export const userButton = (page: Page) => page.getByRole('banner').getByRole('button')

export async function chooseInUserMenu(page: Page, entry: string): Promise<void> {
  await userButton(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
/** The page in sight; those kept behind it are still there. */
export const shownPage = (page: Page) => page.locator('.page-box').filter({ visible: true })
export const pathOf = (page: Page): string => new URL(page.url(), ownAddress()).pathname
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** Waits until the page stands at an address. */
export const arriveAt = (page: Page, address: string | RegExp) =>
  expect
    .poll(() => addressOf(page), { timeout: PATIENCE_MS })
    .toEqual(typeof address === 'string' ? address : expect.stringMatching(address))

/** What a notice says; it is gone again by itself. */
export const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** Goes to an address as a link inside the console would: without loading the page again. */
export const goInside = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Waits until what slides or fades in has arrived; what turns for ever does not count. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((each) => each.playState === 'running' && each.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/** Clicks an option of the list that is open, once it has stopped moving. */
export async function chooseOption(page: Page, text: string): Promise<void> {
  const option = page.locator('.ant-select-item-option', { hasText: text }).filter({ visible: true })
  await option.waitFor()
  await settle(page)
  await option.click()
}

/** By how many pixels the page is wider than the window. */
export const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export async function picture(page: Page, name: string): Promise<void> {
  await settle(page)
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), animations: 'disabled' })
}
