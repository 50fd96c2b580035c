// Files that are taken away: at once, or made in the background; what they hold, who took them and why.
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EXPORT_DIRECT_ROWS } from '#contract/exports/schemas.ts'
import { readExport } from '#server/testing/sheets/read-export.ts'
import { demoUser } from './support/api.ts'
import { enter, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const STUDENTS = '/schools/students-manage'
const MANY = EXPORT_DIRECT_ROWS + 1
const dialog = (page: Page) => page.getByRole('dialog', { name: '导出数据' })
const openExport = (page: Page) => page.getByRole('button', { name: '导出', exact: true }).click()
const contentOf = async (file: Download) => readExport(readFileSync(await file.path()))

async function saved(page: Page, press: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return file
}

test('a school takes its students away: with a reason, numbers masked', async () => {
  const page = await browser.open()
  await enter(page, 'school01', STUDENTS)
  await openExport(page)
  await dialog(page)
    .getByText(/按当前条件共 [\d,]+ 行/)
    .waitFor()
  await dialog(page).getByRole('button', { name: '学籍核对' }).click()
  await picture(page, 'export-reason')
  const file = await saved(page, () => dialog(page).getByRole('button', { name: '下载' }).click())

  expect(file.suggestedFilename()).toMatch(/^学生名单_\d{12}\.xlsx$/)
  const { rows, about } = await contentOf(file)
  const { realName, orgName } = demoUser('school01')
  expect(about).toMatchObject({
    导出人: `${realName}（school01）`,
    导出原因: '学籍核对',
    行数: String(rows.length),
  })
  expect(new Set(rows.map((row) => row.学校名称))).toEqual(new Set([orgName]))
  const numbers = rows.map((row) => row.身份证号).filter(Boolean)
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers.filter((number) => !String(number).includes('*'))).toEqual([])
})

/** The dialog hears of more rows than a download takes; the file that is made has those of one school. */
const claimMany = (page: Page) =>
  page.route('**/excel/export/size*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, rows: MANY } } })
  })

test('what is too much for a download is made in the background and fetched from the list', async () => {
  const page = await browser.open()
  await claimMany(page)
  await enter(page, 'school01', STUDENTS)
  await openExport(page)
  await dialog(page).getByRole('button', { name: '数据上报' }).click()
  await dialog(page).getByRole('button', { name: '后台生成' }).click()
  const task = page
    .getByRole('dialog', { name: '导入列表' })
    .getByRole('listitem')
    .filter({ hasText: '数据上报' })
    .first()
  await task.getByText('可以下载').waitFor()
  await picture(page, 'export-ready')
  const file = await saved(page, () => task.getByRole('button', { name: '下载' }).click())
  const { rows, about } = await contentOf(file)
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => row.学校名称))).toEqual(new Set([demoUser('school01').orgName]))
  expect(about).toMatchObject({ 导出原因: '数据上报', 行数: String(rows.length) })
})
