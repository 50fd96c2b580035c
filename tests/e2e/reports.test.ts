// The reports: that they say what the server says, on paper and as a file.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Report } from '#contract/reports/report/report.ts'
import { colleague } from './support/api.ts'
import {
  arriveAt,
  enter,
  excessWidth,
  goInside,
  mainMenu,
  notice,
  picture,
  shownPage,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const paper = (page: Page) => shownPage(page).locator('[class*="report-paper"]')
/** The report of the address as the server tells it. */
async function reportFromApi(page: Page, account: string): Promise<Report> {
  const { pathname, searchParams } = new URL(page.url())
  const by = await colleague(account)
  return by.get<Report>(pathname.replace('-report', ''), Object.fromEntries(searchParams))
}

/** The report of a kind is the one in sight: its page has chosen a plan, which the address then names. */
async function untilRead(page: Page, kind: string) {
  await arriveAt(page, new RegExp(`^/report/${kind}-report\\?.*planId=\\d+`))
  await paper(page)
    .getByRole('heading', { level: 2, name: /儿童青少年视力筛查报告$/ })
    .waitFor()
  await shownPage(page).locator('[class*="report-layout"][aria-busy="false"]').waitFor()
}

async function expectAsWritten(page: Page, kind: string, account: string) {
  await untilRead(page, kind)
  const expected = await reportFromApi(page, account)
  expect(await paper(page).getByRole('heading', { level: 2 }).textContent()).toBe(expected.title)
  expect(await paper(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    ...expected.sections.filter(({ isEmpty }) => !isEmpty).map(({ title }) => title),
    '编制说明',
  ])
  expect(await excessWidth(page), `${kind} is wider than the window`).toBe(0)
  await picture(page, `report-${kind}-${account}`)
}

/**
 * Which kinds each kind of user has is checked in web/reports/screens.test.ts. The one of a city is laid out like that of
 * a district, those of district and school are read below.
 */
test.each([
  ['province01', ['province', 'grade']],
  ['teacher01', ['class']],
])('%s reads the reports as the server writes them', async (account, kinds) => {
  const page = await browser.open()
  await enter(page, account, `/report/${kinds[0]}-report`)
  for (const kind of kinds) {
    await goInside(page, `/report/${kind}-report`)
    await expectAsWritten(page, kind, account)
  }
})

test('the contents lead to a section, and paper has no controls', async () => {
  const page = await browser.open()
  await enter(page, 'school01', '/report/school-report')
  await expectAsWritten(page, 'school', 'school01')
  const contents = shownPage(page).getByRole('navigation', { name: '目录' })
  await contents.getByRole('button', { name: '编制说明' }).focus()
  await page.keyboard.press('Enter')
  const notes = paper(page).getByRole('heading', { level: 3, name: '编制说明' })
  await expect.poll(() => notes.evaluate((heading) => heading === document.activeElement)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  // A browser that prints no backgrounds paints what lies over the page white, unless print-color-adjust forbids it.
  const covering = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .filter(({ backgroundImage, zIndex }) => backgroundImage !== 'none' && Number(zIndex) > 0)
      .map((style) => style.getPropertyValue('print-color-adjust')),
  )
  expect(covering.length).toBeGreaterThan(0)
  expect(new Set(covering)).toEqual(new Set(['exact']))
  expect(await shownPage(page).getByRole('button', { name: '打印' }).count()).toBe(0)
  expect(await contents.count()).toBe(0)
  expect(await mainMenu(page).isVisible()).toBe(false)
  await notes.waitFor()
})

test('a report is saved as a file', async () => {
  const page = await browser.open()
  await enter(page, 'region01', '/report/region-report')
  await expectAsWritten(page, 'region', 'region01')
  await shownPage(page).getByRole('button', { name: '下载' }).press('Enter')
  await page.getByRole('menuitem', { name: 'PDF 文件' }).click()
  // The plan is under way: what will still change is said once, before the file is handed on.
  const caution = page.getByRole('dialog', { name: '下载前请注意' })
  await caution.getByText(/^本计划正在进行/).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    caution.getByRole('button', { name: '继续下载' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/学年[春秋]季儿童青少年视力筛查报告_.+\.pdf$/)
  const content = await readFile(await saved.path())
  expect(content.subarray(0, 4).toString()).toBe('%PDF')
  await notice(page, '报告已下载').waitFor()
})
