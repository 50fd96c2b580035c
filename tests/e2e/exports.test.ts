// Files that are taken away: at once, or made in the background; what they hold, who took them and why.
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EXPORT_DIRECT_ROWS } from '#contract/exports/schemas.ts'
import { readExport } from '#server/testing/sheets/read-export.ts'
import { addStudent, adminOf, classNamed, colleague, demoUser, idCardOf, schoolNamed } from './support/api.ts'
import { enter, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const STUDENTS = '/schools/students-manage'
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
  await dialog(page).getByRole('button', { name: '数据上报' }).click()
  await dialog(page).getByRole('button', { name: '后台生成' }).click()
  const task = page.getByRole('dialog', { name: '导出列表' }).getByRole('listitem').first()
  await task.getByText('可以下载').waitFor()
  await picture(page, 'export-ready')
  const file = await saved(page, () => task.getByRole('button', { name: '下载' }).click())
  const { rows, about } = await contentOf(file)
  expect(rows.length).toBeGreaterThan(EXPORT_DIRECT_ROWS)
  expect(about).toMatchObject({ 导出原因: '数据上报', 行数: String(rows.length) })
})
