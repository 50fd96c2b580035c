import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest'
import { COOKIE_NAME } from '#contract/core/limits.ts'
import { DEMO_PASSWORD } from '#server/seed/demo-world.ts'
import { colleague, ownAddress } from './api.ts'
import { BROWSER_ARGS } from './browser-args.ts'
import { recordNotices } from './notices.ts'
import { PICTURES_WANTED, pictureOf, pictureOfFailure } from './pictures-folder.ts'

export { notice } from './notices.ts'

const SCREEN = { width: 1440, height: 900 }
/** Nothing the tests wait for takes longer, even on a busy machine. */
const PATIENCE_MS = 300_000
/** The longest wait of the helpers here; other waits name their own time. */
export const PATIENT = { timeout: PATIENCE_MS }

type Size = typeof SCREEN
export type OpenOptions = {
  size?: Size
  /** For what has to put scripts into a page. */
  bypassCSP?: boolean
  /** Faults of the page that the test itself causes. */
  faults?: RegExp[]
}
/** A window of the browser that shares nothing with others. */
type Seat = {
  context: BrowserContext
  /** Stands at the address of the product without running it; while it is open the process behind it lives on. */
  anchor: Page
  bypassCSP: boolean
}
type Visit = { seat: Seat; faults: string[]; expected: RegExp[]; lasting: boolean; unwatch: () => void }

/**
 * Pages of one window share a process, which has compiled the product by then; without a graphics card a process for
 * graphics only copies what it is sent.
 */
const ONE_PROCESS = ['--process-per-site', '--in-process-gpu']

/** Kept from file to file; it ends with the worker. */
let launched: Promise<Browser> | undefined

/**
 * Seats that tests have left as they found them. In a process that has loaded the console before, loading it again
 * takes 1.4 seconds of processor time instead of 2.3: it is compiled, and the fonts are there.
 */
const free: Seat[] = []

/**
 * One browser for a worker; every page has cookies and storage of its own. A test fails by itself where a page writes
 * an error to the console, breaks the content security policy, loses a request or asks another host.
 */
export function useBrowser() {
  let browser: Browser
  let visits: Visit[] = []
  // By itself `expect.poll` gives up after a second, and looks twenty times in it.
  vi.setConfig({ expect: { poll: { ...PATIENT, interval: 150 } } })
  beforeAll(async () => {
    launched ??= chromium.launch({
      executablePath: inject('browserPath'),
      args: [...BROWSER_ARGS, ...ONE_PROCESS],
    })
    browser = await launched
  })
  const desks = new Map<string, Page>()

  async function end(ended: Visit[], mayStay: boolean): Promise<void> {
    visits = visits.filter((visit) => !ended.includes(visit))
    await Promise.all(ended.map(({ seat }) => (mayStay ? leave(seat) : seat.context.close())))
    for (const { unwatch } of ended) unwatch()
  }

  async function open(options: OpenOptions = {}, lasting = false): Promise<Page> {
    const { size = SCREEN, bypassCSP = false, faults: expected = [] } = options
    const known = free.findIndex((seat) => seat.bypassCSP === bypassCSP)
    const seat = free.splice(known, known < 0 ? 0 : 1)[0] ?? (await makeSeat(browser, bypassCSP))
    visits.push({ seat, expected, lasting, ...watch(seat.context) })
    const page = await seat.context.newPage()
    if (size !== SCREEN) await page.setViewportSize(size)
    return page
  }

  afterEach(async ({ task }) => {
    const unexpected = unexpectedOf(visits)
    const failed = task.result?.state === 'fail' || unexpected.length > 0
    if (failed) await pictureFailure(visits, task.name)
    if (failed) desks.clear()
    await end(
      visits.filter(({ lasting }) => failed || !lasting),
      !failed,
    )
    expect(unexpected).toEqual([])
  })
  afterAll(() => end(visits, true))

  return {
    open: (options?: OpenOptions) => open(options),

    /**
     * The console of somebody who stays at work from test to test of the file: it goes to the address without being
     * loaded again, which would take two seconds of processor time.
     */
    async desk(account: string, address = '/home'): Promise<Page> {
      const known = desks.get(account)
      if (known) await goInside(known, address)
      const page = known ?? (await open({}, true))
      if (!known) await enter(page, account, address)
      desks.set(account, page)
      return page
    },
  }
}

async function makeSeat(browser: Browser, bypassCSP: boolean): Promise<Seat> {
  const context = await browser.newContext({
    baseURL: ownAddress(),
    viewport: SCREEN,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    bypassCSP,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await recordNotices(context)
  await context.addInitScript(standStill)
  // Those who put scripts into a page look at its colours.
  if (!PICTURES_WANTED && !bypassCSP) await context.addInitScript(leaveUnpainted)
  const anchor = await context.newPage()
  await anchor.goto('/favicon.svg')
  return { context, anchor, bypassCSP }
}

const pagesOf = ({ context, anchor }: Seat): Page[] => context.pages().filter((page) => page !== anchor)

/** Leaves a seat to the next test as if it were new; one whose clock or network was changed is given up. */
async function leave(seat: Seat): Promise<void> {
  const { context, anchor } = seat
  await Promise.all(pagesOf(seat).map((page) => page.close()))
  await context.clearCookies()
  const asItWas = await anchor.evaluate(() => {
    localStorage.clear()
    return navigator.onLine && String(window.setTimeout).includes('[native code]')
  })
  if (asItWas) free.push(seat)
  else await context.close()
}

/** Collects the faults of all pages, until `unwatch` is called. */
function watch(context: BrowserContext): Pick<Visit, 'faults' | 'unwatch'> {
  const faults: string[] = []
  const own = ownAddress()
  const onConsole = (message: ConsoleMessage) => {
    // What could not be loaded is named only there.
    const { url } = message.location()
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${url}`)
  }
  const onError = (error: WebError) => {
    faults.push(`page: ${error.error().stack ?? error.error().message}`)
  }
  const onRequest = (request: Request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !url.startsWith(`${own}/`)) faults.push(`another host: ${url}`)
  }
  const onLost = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // A repeat cancels what is under way, and so does leaving the page.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${reason}`)
  }
  context.on('console', onConsole).on('weberror', onError)
  context.on('request', onRequest).on('requestfailed', onLost)
  const unwatch = () => {
    context.off('console', onConsole).off('weberror', onError)
    context.off('request', onRequest).off('requestfailed', onLost)
  }
  return { faults, unwatch }
}

const unexpectedOf = (visits: Visit[]): string[] =>
  visits.flatMap(({ faults, expected }) =>
    faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  )

/**
 * Runs in the page: whatever slides, fades or turns is at its end at once. A dialog stands in its place before it
 * begins to grow, so a click that begins there and ends a moment later would hit nothing.
 */
function standStill(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`*, *::before, *::after {
    animation-duration: 1ms !important;
    animation-delay: 0s !important;
    animation-iteration-count: 1 !important;
    animation-timing-function: step-start !important;
    transition-duration: 1ms !important;
    transition-delay: 0s !important;
    transition-timing-function: step-start !important;
  }`)
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Runs in the page: everything is laid out, shown and clicked as ever, but not painted, as nobody looks at it. Painting
 * takes a seventh of the processor time of a test.
 */
function leaveUnpainted(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('@media screen { html:not([data-painted]) > body { opacity: 0 !important } }')
  document.adoptedStyleSheets.push(sheet)
}

/** What was to be seen when a test failed; a page that cannot be pictured any more hides no failure. */
async function pictureFailure(visits: Visit[], test: string): Promise<void> {
  const pages = visits.flatMap(({ seat }) => pagesOf(seat))
  await Promise.allSettled(
    pages.map(async (page, index) => {
      await page.evaluate(() => document.documentElement.setAttribute('data-painted', ''))
      await page.screenshot({ path: pictureOfFailure(test, index), timeout: 5_000 })
    }),
  )
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
/** The page in sight; cached pages behind it are still in the document. */
export const shownPage = (page: Page) => page.locator('.page-box').filter({ visible: true })
export const pathOf = (page: Page): string => new URL(page.url(), ownAddress()).pathname
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** Waits until the page stands at an address. */
export const arriveAt = (page: Page, address: string | RegExp) =>
  expect
    .poll(() => addressOf(page))
    .toEqual(typeof address === 'string' ? address : expect.stringMatching(address))

/** Goes to an address as a link inside the console would: without loading the page again. */
export const goInside = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Stages of a motion of antd: a dialog that is closed in one of them was never open, and returns no focus. */
const MOVING = ['appear', 'enter', 'leave']
  .flatMap((way) => ['prepare', 'start', 'active'].map((stage) => `[class*="-${way}-${stage}"]`))
  .join()

/** So many frames without a running animation, and nobody will hear of the end of a motion any more. */
const RESTING_FRAMES = 30

type MotionWatch = { restingFrames?: WeakMap<Element, number>; stillMoving?: string[] }

/**
 * Runs in the page, once in every frame: whether nothing moves. A motion without a deadline keeps its class for good
 * if the end of its transition is never reported: that is at rest too.
 */
function isStill({ moving, resting }: { moving: string; resting: number }): boolean {
  const watch = window as MotionWatch
  watch.restingFrames ??= new WeakMap()
  const frames = watch.restingFrames
  const seen = [...document.querySelectorAll(moving)].filter((each) => each.checkVisibility())
  for (const each of seen) {
    const isActive = /-active\b/.test(each.className) && each.getAnimations({ subtree: true }).length === 0
    frames.set(each, isActive ? (frames.get(each) ?? 0) + 1 : 0)
  }
  const left = seen.filter((each) => (frames.get(each) ?? 0) < resting)
  watch.stillMoving = left.map((each) => each.outerHTML.slice(0, 200))
  return left.length === 0
}

/** Waits until what comes or goes has done so. */
export async function settle(page: Page): Promise<void> {
  try {
    await page.waitForFunction(isStill, { moving: MOVING, resting: RESTING_FRAMES })
  } catch (error) {
    const left = await page.evaluate(() => (window as MotionWatch).stillMoving ?? []).catch(() => [])
    throw new Error(`still moving: ${left.join(', ')}`, { cause: error })
  }
}

/** Clicks an option of the list that is open, once it has stopped moving. */
export async function chooseOption(page: Page, text: string): Promise<void> {
  const option = page.locator('.ant-select-item-option', { hasText: text }).filter({ visible: true })
  await option.waitFor()
  await settle(page)
  await option.click()
}

/** Chooses what is looked for by its name. The list is read anew for it: a click in that instant would be lost. */
export async function findOption(page: Page, field: Locator, text: string): Promise<void> {
  const found = page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(`keyword=${text}`))
  await field.fill(text)
  await found
  await chooseOption(page, text)
}

/** By how many pixels the page is wider than the window. */
export const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** For people to look at, with PICTURES=1: no test compares them, and each takes a third of a second. */
export async function picture(page: Page, name: string): Promise<void> {
  await settle(page)
  if (PICTURES_WANTED) await page.screenshot({ path: pictureOf(name), animations: 'disabled' })
}
