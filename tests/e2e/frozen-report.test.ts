// Freezing a report: it is numbered, reads the same after the figures have changed, and says what changed.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TaskDetail, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { colleague, gridOf } from './support/api.ts'
import { arriveAt, notice, picture, shownPage, useBrowser } from './support/browser.ts'
import { dialog, reading } from './support/screening.ts'

const browser = useBrowser()
const paper = (page: Page) => shownPage(page).locator('[class*="report-paper"]')
const cellsOf = (page: Page) => paper(page).locator('tbody td').allTextContents()
const button = (page: Page, name: string | RegExp) => shownPage(page).getByRole('button', { name })

async function untilRead(page: Page) {
  await paper(page).getByRole('heading', { level: 2 }).waitFor()
  await shownPage(page).locator('[class*="report-layout"][aria-busy="false"]').waitFor()
}

/** The frozen one is in sight, not the one before. */
async function untilNumbered(page: Page, reportNo: string) {
  await paper(page).getByText(reportNo).waitFor()
  await untilRead(page)
}

/** The one of today is in sight again. */
async function untilLive(page: Page) {
  await button(page, '查看最新报告').click()
  await button(page, '查看最新报告').waitFor({ state: 'detached' })
  await untilRead(page)
}

/** Freezes the report in sight; its number. */
async function freeze(page: Page): Promise<string> {
  await button(page, /冻结$/).click()
  await dialog(page).getByText('给出编号并原样保存').waitFor()
  await dialog(page).getByRole('button', { name: '冻结并编号' }).click()
  await arriveAt(page, /reportNo=/)
  const reportNo = new URL(page.url()).searchParams.get('reportNo') ?? ''
  await untilNumbered(page, reportNo)
  return reportNo
}

/** Somebody of the district who had no result gets one. */
async function enterOne() {
  const by = await colleague('hospital01')
  const { list } = await by.get<{ list: TaskRow[] }>('/manager/task/pageList', { status: '1' })
  for (const { taskId } of list) {
    const { classes } = await by.get<TaskDetail>('/manager/task/detail', { taskId: String(taskId) })
    const open = classes.find(({ progress }) => progress.expected - progress.screened > 5)
    if (!open) continue
    const { rows } = await gridOf(by, taskId, open.classId)
    const row = rows.find(({ conclusion, fields }) => conclusion.state === 0 && fields.absence === null)
    if (!row) continue
    const changes = Object.fromEntries(
      Object.entries(reading(0)).map(([name, to]) => [name, { from: null, to }]),
    )
    return by.post('/manager/record/save', { taskId, rows: [{ recordId: row.recordId, changes }] })
  }
  throw new Error('nobody is left without a result')
}

test('a frozen report reads the same after the figures have changed', async () => {
  const page = await browser.desk('region01', '/report/region-report')
  await untilRead(page)
  const live = await cellsOf(page)
  const reportNo = await freeze(page)
  expect(reportNo).toMatch(/^QX-330106-\d{4}-\d{6}$/)
  await notice(page, reportNo).waitFor()
  expect(await paper(page).locator('[class*="report-head"]').textContent()).toContain(`报告编号：${reportNo}`)
  expect(await cellsOf(page)).toEqual(live)
  await shownPage(page).getByText('冻结后数据没有变化').waitFor()

  await enterOne()
  await page.reload()
  await untilNumbered(page, reportNo)
  expect(await cellsOf(page)).toEqual(live)
  await shownPage(page)
    .getByText(/冻结后数据有 \d+ 处变化/)
    .waitFor()
  await button(page, '查看变化').click()
  await shownPage(page).getByRole('columnheader', { name: '冻结时' }).waitFor()
  await picture(page, 'frozen-changes')
  await untilLive(page)
  await arriveAt(page, /^\/report\/region-report\?.*planId=\d+/)
  expect(await cellsOf(page)).not.toEqual(live)
})

test('a frozen comparison leads back to what was compared', async () => {
  const page = await browser.desk('region01', '/report/contrast-report')
  await untilRead(page)
  const address = page.url()
  const live = await cellsOf(page)
  const reportNo = await freeze(page)
  await untilLive(page)
  const [before, after] = [address, page.url()].map((url) => new URL(url).searchParams)
  expect(after?.get('planIds')).toBe(before?.get('planIds'))
  expect(await cellsOf(page)).toEqual(live)
  expect(reportNo).toMatch(/^DB-330106-/)
})
