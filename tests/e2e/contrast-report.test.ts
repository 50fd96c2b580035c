// Plans and units side by side: that the report says what the server says.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import { colleague } from './support/api.ts'
import { arriveAt, enter, excessWidth, picture, shownPage, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const ACCOUNT = 'province01'
const PATH = '/report/contrast-report'
const paper = (page: Page) => shownPage(page).locator('[class*="report-paper"]')

/** The report of the address as the server tells it. */
async function reportFromApi(page: Page): Promise<Report> {
  const by = await colleague(ACCOUNT)
  return by.get<Report>('/report/contrast', Object.fromEntries(new URL(page.url()).searchParams))
}
const cellsOf = ({ columns, rows }: ReportTable) =>
  rows.map(({ name, note, values }) => [
    `${name}${note ?? ''}`,
    ...columns.map(({ format }, nth) => formatValue(values[nth] ?? null, format)),
  ])

async function untilRead(page: Page) {
  await paper(page)
    .getByRole('heading', { level: 2, name: /对比报告$/ })
    .waitFor()
  await shownPage(page).locator('[class*="report-layout"][aria-busy="false"]').waitFor()
}

/** The paper in sight is the report of the address. */
async function expectReport(page: Page): Promise<Report> {
  await untilRead(page)
  const expected = await reportFromApi(page)
  await paper(page).getByRole('heading', { level: 2, name: expected.title, exact: true }).waitFor()
  expect(await paper(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    ...expected.sections.map(({ title }) => title),
    '编制说明',
  ])
  for (const table of expected.sections.flatMap(({ tables }) => tables).slice(0, 3)) {
    const box = paper(page).getByRole('region', { name: table.title, exact: true })
    await expect
      .poll(async () => {
        const rows = await box.locator('tbody tr').all()
        return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
      })
      .toEqual(cellsOf(table))
  }
  expect(await excessWidth(page)).toBe(0)
  return expected
}

test('begins with the own unit and two plans, then compares what lies in it', async () => {
  const page = await browser.open()
  await enter(page, ACCOUNT, PATH)
  await arriveAt(page, new RegExp(`^${PATH}\\?planIds=\\d+%2C\\d+$`))
  const expected = await expectReport(page)
  expect(expected.lastPlan).not.toBeNull()
  await picture(page, 'report-contrast-plans')
  await shownPage(page).getByText('比较单位', { exact: true }).click()
  await arriveAt(page, new RegExp(`^${PATH}\\?by=units&planId=\\d+&unitIds=`))
  const units = await expectReport(page)
  expect(units.lastPlan).toBeNull()
  await picture(page, 'report-contrast-units')
})
