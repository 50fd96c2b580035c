// The reports: who has which kinds, that they say what the server says, and the way from one to the next.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Breakdown } from '#contract/eyesight/figures/figure-schemas.ts'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import { REPORT_SCREENS } from '#web/reports/screens.ts'
import { colleague } from './support/api.ts'
import {
  addressOf,
  arriveAt,
  chooseOption,
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
const KINDS = ['province', 'city', 'region', 'school', 'grade', 'class']
const titleOf = (kind: string) =>
  REPORT_SCREENS.find(({ path }) => path === `/report/${kind}-report`)?.title ?? ''

const paper = (page: Page) => shownPage(page).locator('[class*="report-paper"]')
/** The report of the address as the server tells it. */
async function reportFromApi(page: Page, account: string): Promise<Report> {
  const { pathname, searchParams } = new URL(page.url())
  const by = await colleague(account)
  return by.get<Report>(pathname.replace('-report', ''), Object.fromEntries(searchParams))
}
const cellsOf = ({ columns, rows }: ReportTable) =>
  rows.map(({ name, values }) => [
    name,
    ...columns.map(({ format }, nth) => formatValue(values[nth] ?? null, format)),
  ])

/** The report of a kind is the one in sight; that of another may still be there for a moment. */
async function untilRead(page: Page, kind: string) {
  await paper(page)
    .getByRole('heading', { level: 2, name: new RegExp(`${titleOf(kind)}$`) })
    .waitFor()
  await shownPage(page).locator('[class*="report-layout"][aria-busy="false"]').waitFor()
}

test.each([
  ['province01', KINDS],
  ['city01', KINDS.slice(1)],
  ['region01', KINDS.slice(2)],
  ['school01', KINDS.slice(3)],
  ['grade01', KINDS.slice(4)],
  ['teacher01', KINDS.slice(5)],
])('%s reads its kinds of reports and no others', async (account, open) => {
  const page = await browser.open()
  await enter(page, account)
  const entries = await mainMenu(page).getByRole('menuitem').allTextContents()
  expect(entries.filter((entry) => KINDS.some((kind) => titleOf(kind) === entry))).toEqual(open.map(titleOf))
  for (const kind of KINDS) {
    await goInside(page, `/report/${kind}-report`)
    if (!open.includes(kind)) {
      await arriveAt(page, '/401')
      continue
    }
    await untilRead(page, kind)
    await arriveAt(page, new RegExp(`^/report/${kind}-report\\?.*planId=\\d+`))
    const expected = await reportFromApi(page, account)
    expect(await paper(page).getByRole('heading', { level: 2 }).textContent()).toBe(expected.title)
    expect(await paper(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      ...expected.sections.map(({ title }) => title),
      '编制说明',
    ])
    expect(await excessWidth(page), `${kind} is wider than the window`).toBe(0)
    await picture(page, `report-${kind}-${account}`)
  }
})

test('the tables and drawings of a report say what the server says', async () => {
  const page = await browser.open()
  await enter(page, 'region01', '/report/region-report')
  await untilRead(page, 'region')
  const { sections } = await reportFromApi(page, 'region01')
  for (const table of sections.flatMap(({ tables }) => tables).slice(0, 3)) {
    const box = paper(page).getByRole('region', { name: table.title, exact: true })
    const rows = await box.locator('tbody tr').all()
    const cells = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
    expect(cells).toEqual(cellsOf(table))
  }
  for (const chart of sections.flatMap(({ charts }) => charts))
    await paper(page).getByRole('img', { name: chart.title, exact: true }).first().waitFor()
})

test('a way leads from a district to a school, and what is chosen stands in the address', async () => {
  const page = await browser.open()
  await enter(page, 'region01', '/report/region-report')
  await untilRead(page, 'region')
  const { sections, plan } = await reportFromApi(page, 'region01')
  const school = sections
    .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows))
    .find(({ unit }) => unit?.level === 'school')
  if (!school) throw new Error('no school in the report')
  await paper(page).getByRole('link', { name: school.name, exact: true }).first().click()
  await arriveAt(page, `/report/school-report?planId=${plan.planId}&orgId=${school.unit?.key.orgId}`)
  await untilRead(page, 'school')
  await paper(page)
    .getByRole('heading', { level: 2, name: new RegExp(school.name) })
    .waitFor()
  const address = addressOf(page)
  await page.reload()
  await untilRead(page, 'school')
  expect(addressOf(page)).toBe(address)
})

test('another unit is chosen above the report', async () => {
  const page = await browser.open()
  await enter(page, 'province01', '/report/city-report')
  await untilRead(page, 'city')
  const before = await reportFromApi(page, 'province01')
  await shownPage(page).getByRole('combobox', { name: '市', exact: true }).click()
  const other = before.unit.name === '宁波市' ? '温州市' : '宁波市'
  await chooseOption(page, other)
  await paper(page)
    .getByRole('heading', { level: 2, name: new RegExp(other) })
    .waitFor()
  const expected = await reportFromApi(page, 'province01')
  expect(expected.unit.name).toBe(other)
})

test('a class teacher sees the own classes only', async () => {
  const page = await browser.open()
  await enter(page, 'teacher01', '/report/class-report')
  await untilRead(page, 'class')
  const expected = await reportFromApi(page, 'teacher01')
  const by = await colleague('teacher01')
  const planId = String(expected.plan.planId)
  const { rows } = await by.get<Breakdown>('/manager/figure/breakdown', { planId })
  expect(rows.map(({ unit }) => unit.key.classId)).toContain(expected.unit.key.classId)
  const school = await colleague('school01')
  const grade = { planId, orgId: String(expected.unit.key.orgId), prefix: '2', gradeNo: '6' }
  const others = await school.get<Breakdown>('/manager/figure/breakdown', grade)
  const foreign = others.rows.find((row) =>
    rows.every(({ unit }) => unit.key.classId !== row.unit.key.classId),
  )
  if (!foreign) throw new Error('no class of somebody else')
  await goInside(page, `/report/class-report?planId=${planId}&classId=${foreign.unit.key.classId}`)
  await shownPage(page).getByText('没有找到所选的班级').waitFor()
  expect(await paper(page).count()).toBe(0)
  await shownPage(page).getByRole('button', { name: '重新选择班级' }).click()
  await untilRead(page, 'class')
})

test('the contents lead to a section, and paper has no controls', async () => {
  const page = await browser.open()
  await enter(page, 'school01', '/report/school-report')
  await untilRead(page, 'school')
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

test.each([
  ['Word 文档', 'docx', 'PK'],
  ['Excel 表格', 'xlsx', 'PK'],
  ['PDF 文件', 'pdf', '%PDF'],
])('a report is saved as %s', async (label, extension, beginning) => {
  const page = await browser.open()
  await enter(page, 'region01', '/report/region-report')
  await untilRead(page, 'region')
  await shownPage(page).getByRole('button', { name: '下载' }).press('Enter')
  const [saved] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('menuitem', { name: label }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(new RegExp(`区县报告_.+\\.${extension}$`))
  const content = await readFile(await saved.path())
  expect(content.subarray(0, beginning.length).toString()).toBe(beginning)
  await notice(page, '报告已下载').waitFor()
})

test('a report without a comparison is one choice away', async () => {
  const page = await browser.open()
  await enter(page, 'province01', '/report/province-report')
  await untilRead(page, 'province')
  expect((await reportFromApi(page, 'province01')).lastPlan).not.toBeNull()
  await shownPage(page).getByRole('combobox', { name: '对比计划' }).click()
  await chooseOption(page, '不比较')
  await expect.poll(() => addressOf(page)).toContain('lastPlanId=0')
  await untilRead(page, 'province')
  expect((await reportFromApi(page, 'province01')).lastPlan).toBeNull()
})
