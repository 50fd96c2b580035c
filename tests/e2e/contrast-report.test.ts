// Plans and units side by side: who has it, that it says what the server says, and how it is chosen what is compared.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import { colleague } from './support/api.ts'
import {
  addressOf,
  arriveAt,
  chooseOption,
  enter,
  excessWidth,
  goInside,
  mainMenu,
  picture,
  shownPage,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const PATH = '/report/contrast-report'
const paper = (page: Page) => shownPage(page).locator('[class*="report-paper"]')
const field = (page: Page, name: string) =>
  shownPage(page).locator('.ant-form-item', { has: page.getByRole('combobox', { name, exact: true }) })

/** The report of the address as the server tells it. */
async function reportFromApi(page: Page, account: string): Promise<Report> {
  const by = await colleague(account)
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
async function expectReport(page: Page, account: string): Promise<Report> {
  await untilRead(page)
  const expected = await reportFromApi(page, account)
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

/** A district that has just begun a plan of its own starts with that; here it is about those of the province. */
async function provincialPlans(): Promise<string> {
  const choices = await (await colleague('province01')).get<PlanChoice[]>('/manager/plan/choices', {})
  return choices
    .filter(({ ownerLevel, season }) => ownerLevel === 1 && season === 2)
    .sort((one, other) => other.startsOn.localeCompare(one.startsOn))
    .slice(0, 2)
    .map(({ planId }) => planId)
    .join('%2C')
}

test.each(['province01', 'region01', 'school01'])(
  '%s begins with the own unit and two plans, then compares what lies in it',
  async (account) => {
    const page = await browser.open()
    await enter(page, account, account === 'region01' ? `${PATH}?planIds=${await provincialPlans()}` : PATH)
    await arriveAt(page, new RegExp(`^${PATH}\\?planIds=\\d+%2C\\d+$`))
    const expected = await expectReport(page, account)
    expect(expected.lastPlan).not.toBeNull()
    await picture(page, `report-contrast-plans-${account}`)
    await shownPage(page).getByText('比较单位', { exact: true }).click()
    await arriveAt(page, new RegExp(`^${PATH}\\?by=units&planId=\\d+&unitIds=`))
    const units = await expectReport(page, account)
    expect(units.lastPlan).toBeNull()
    await picture(page, `report-contrast-units-${account}`)
  },
)

test('a class teacher has no contrasts', async () => {
  const page = await browser.open()
  await enter(page, 'teacher01')
  const entries = await mainMenu(page).getByRole('menuitem').allTextContents()
  expect(entries).not.toContain('对比报告')
  await goInside(page, PATH)
  await arriveAt(page, '/401')
})

test('plans are added and taken away, one alone is not compared, and the address keeps it', async () => {
  const page = await browser.open()
  await enter(page, 'province01', PATH)
  await untilRead(page)
  const plans = field(page, '筛查计划')
  const chosen = plans.locator('.ant-select-selection-item')
  // Two autumns: a spring is no measure for one.
  await expect.poll(() => chosen.count()).toBe(2)
  const [newest, before] = await chosen.allTextContents()
  expect(newest).toContain('2026学年秋季')
  expect(before).toContain('2025学年秋季')
  await plans.getByRole('combobox').click()
  await chooseOption(page, '2025学年春季')
  await expect.poll(() => chosen.count()).toBe(3)
  await page.keyboard.press('Escape')
  await paper(page)
    .getByRole('heading', { level: 2, name: /3次计划/ })
    .waitFor()
  await expectReport(page, 'province01')
  const address = addressOf(page)
  await page.reload()
  await expectReport(page, 'province01')
  expect(addressOf(page)).toBe(address)
  for (const left of [2, 1]) {
    await chosen.first().locator('.ant-select-selection-item-remove').click()
    await expect.poll(() => chosen.count()).toBe(left)
  }
  await shownPage(page).getByText('请选择 2 至 6 个筛查计划').waitFor()
  expect(await paper(page).count()).toBe(0)
})

test('another unit is compared, and a step up leads back', async () => {
  const page = await browser.open()
  await enter(page, 'province01', PATH)
  await untilRead(page)
  await shownPage(page).getByRole('combobox', { name: '市', exact: true }).click()
  await chooseOption(page, '宁波市')
  await paper(page)
    .getByRole('heading', { level: 2, name: /宁波市/ })
    .waitFor()
  const expected = await expectReport(page, 'province01')
  expect(expected.unit.name).toBe('宁波市')
  await field(page, '市').hover()
  await field(page, '市').locator('.ant-select-clear').click()
  await paper(page)
    .getByRole('heading', { level: 2, name: /^浙江省2次计划/ })
    .waitFor()
  expect((await expectReport(page, 'province01')).unit.name).toBe('浙江省')
})

test('a unit leads to its own report', async () => {
  const page = await browser.open()
  await enter(page, 'province01', `${PATH}?by=units`)
  const { plan } = await expectReport(page, 'province01')
  await paper(page).getByRole('link', { name: '宁波市', exact: true }).first().click()
  await arriveAt(page, `/report/city-report?planId=${plan.planId}&areaId=330200`)
})

test('schools of two districts are put side by side, and other units give way to them', async () => {
  const page = await browser.open()
  await enter(page, 'city01', `${PATH}?by=units`)
  await untilRead(page)
  const choose = async (name: string, option: string) => {
    await field(page, name).getByRole('combobox').click()
    await chooseOption(page, option)
    await page.keyboard.press('Escape')
  }
  const chosen = field(page, '对比单位').locator('.ant-select-selection-item')
  await choose('筛查计划', '2025学年春季')
  await untilRead(page)
  await choose('区县', '西湖区')
  await field(page, '学校').waitFor()
  await choose('对比单位', '西湖实验小学')
  await expect.poll(() => chosen.allTextContents()).toEqual(['西湖实验小学'])
  await shownPage(page).getByText('请选择 2 至 6 个同级单位').waitFor()
  await choose('区县', '萧山区')
  await choose('对比单位', '萧山实验小学')
  await paper(page)
    .getByRole('heading', { level: 2, name: /^西湖实验小学与萧山实验小学/ })
    .waitFor()
  await page.reload()
  await expectReport(page, 'city01')
  await expect.poll(() => chosen.allTextContents()).toEqual(['西湖实验小学', '萧山实验小学'])
})
