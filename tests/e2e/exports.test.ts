// Files that are taken away: at once, or made in the background; what they hold, who took them and why.
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EXPORT_DIRECT_ROWS } from '#contract/exports/schemas.ts'
import { readExport } from '#server/testing/sheets/read-export.ts'
import { addStudent, adminOf, classNamed, colleague, demoUser, idCardOf, schoolNamed } from './support/api.ts'
import { enter, notice, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const STUDENTS = '/schools/students-manage'
const BACKGROUND_MS = 40_000
const dialog = (page: Page) => page.getByRole('dialog', { name: '导出数据' })
const openExport = (page: Page) => page.getByRole('button', { name: '导出', exact: true }).click()
const contentOf = async (file: Download) => readExport(readFileSync(await file.path()))

async function saved(page: Page, press: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return file
}

test('a school takes its students away: with a reason, numbers masked unless asked for in full', async () => {
  const page = await browser.open()
  await enter(page, 'school01', STUDENTS)
  await openExport(page)
  await dialog(page)
    .getByText(/按当前条件共 [\d,]+ 行/)
    .waitFor()
  await dialog(page).getByRole('group', { name: '卫健委专用' }).getByText('暂无可导出的内容').waitFor()
  const download = dialog(page).getByRole('button', { name: '下载' })
  await download.click()
  await dialog(page).getByText('请填写原因').waitFor()
  await picture(page, 'export-reason')
  await dialog(page).getByRole('button', { name: '学籍核对' }).click()
  await dialog(page).getByText('请填写原因').waitFor({ state: 'detached' })
  const file = await saved(page, () => download.click())
  await notice(page, '文件已下载').waitFor()
  await dialog(page).waitFor({ state: 'hidden' })

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

  // Who may have the full numbers asks for them, here for what the page is narrowed down to.
  await page.getByRole('navigation', { name: '年级班级' }).getByTitle('三年级', { exact: true }).click()
  await page.getByText('› 三年级').waitFor()
  await openExport(page)
  await dialog(page).getByText('完整号码', { exact: true }).click()
  await dialog(page).getByLabel('导出原因').fill('学籍系统对账')
  const full = await contentOf(await saved(page, () => download.click()))
  expect(full.about).toMatchObject({ 证件号与电话: '完整', 导出原因: '学籍系统对账' })
  expect(new Set(full.rows.map((row) => row.年级))).toEqual(new Set(['三年级']))
  expect(full.rows.filter((row) => String(row.身份证号 ?? '').includes('*'))).toEqual([])
})

/** The demo has as many students as go out at once; some more, whatever other tests take away meanwhile. */
async function fillProvince() {
  const province = await colleague('province01')
  const { rows } = await province.get<{ rows: number }>('/excel/export/size', { item: 'students' })
  const bureau = await colleague(adminOf('330110-教育').account)
  const school = await schoolNamed(bureau, adminOf('330110-school-1').orgName ?? '')
  const classId = await classNamed(bureau, school, '一年级1班')
  for (let more = 0; more < EXPORT_DIRECT_ROWS + 20 - rows; more++)
    await addStudent(bureau, { name: '柳成荫', idCard: idCardOf('2019-12-01', 101 + more), classId })
}

test('a whole province is made in the background and fetched from the list', async () => {
  await fillProvince()
  const page = await browser.open()
  await enter(page, 'province01', STUDENTS)
  await openExport(page)
  await dialog(page).getByText('将在后台生成，完成后 24 小时内可在列表中下载').waitFor()
  // An account of a province may not see full numbers.
  await dialog(page).getByText('您只能导出脱敏的号码。').waitFor()
  await dialog(page).getByRole('button', { name: '数据上报' }).click()
  await dialog(page).getByRole('button', { name: '后台生成' }).click()
  await notice(page, '已开始在后台生成').waitFor()
  const task = page.getByRole('dialog', { name: '导出列表' }).getByRole('listitem').first()
  await task.getByText('可以下载').waitFor({ timeout: BACKGROUND_MS })
  await picture(page, 'export-ready')
  const file = await saved(page, () => task.getByRole('button', { name: '下载' }).click())
  const { rows, about } = await contentOf(file)
  expect(rows.length).toBeGreaterThan(EXPORT_DIRECT_ROWS)
  expect(about).toMatchObject({ 导出原因: '数据上报', 行数: String(rows.length) })

  await task.getByRole('button', { name: '删除' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click()
  await notice(page, '任务已删除').waitFor()
  await task.waitFor({ state: 'detached' })
})
