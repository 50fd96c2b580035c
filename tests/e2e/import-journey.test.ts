// A school's roster from a sheet: looked at, corrected in place, written, taken back and written again; what was wrong
// comes back as the school's own sheet and goes in once it is put right. Each test goes on where the one before ended.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#server/imports/row-rules/columns.ts'
import { readHere } from '#server/testing/sheets/read-sheet.ts'
import { makeXlsx } from '#server/testing/sheets/workbook.ts'
import { colleague, demoUser, idCardOf, schoolNamed } from './support/api.ts'
import { addressOf, arriveAt, goInside, notice, pathOf, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const ROWS = 240
const WRONG = 12
/** One in so many is wrong. */
const STEP = ROWS / WRONG
const SCHOOL = demoUser('school01').orgName ?? ''
const COLUMNS = columnsOf(0, 1)
const indexOf = (key: string) => COLUMNS.findIndex((column) => column.key === key)

type Class = { classId: number; className: string; classYear: number }
let rows: string[][]
let before: number
let office: Awaited<ReturnType<typeof colleague>>
let orgId: number

beforeAll(async () => {
  office = await colleague('school01')
  orgId = await schoolNamed(office, SCHOOL)
  const classes = await office.get<Class[]>('/basicweb/grade/v3/classList', {
    orgId: String(orgId),
    prefix: '2',
  })
  before = await heads()
  rows = Array.from({ length: ROWS }, (_, index) => rowOf(index, classes[index % classes.length] as Class))
  // In three ways by turns.
  for (let index = 0; index < WRONG; index++) {
    const row = rows[index * STEP] ?? []
    if (index % 3 === 0) row[indexOf('parentPhone')] = '1391234'
    if (index % 3 === 1) row[indexOf('name')] = ''
    if (index % 3 === 2) row[indexOf('class')] = '99班'
  }
})

function rowOf(index: number, at: Class): string[] {
  const day = String((index % 28) + 1).padStart(2, '0')
  const birthDate = `2017-${String((Math.floor(index / 28) % 12) + 1).padStart(2, '0')}-${day}`
  const idCard = idCardOf(birthDate, 500 + Math.floor(index / 336) * 2)
  const letters = '安博晨达恩凡光海佳凯乐明宁鹏琪'
  const name = `元${letters[index % letters.length]}${letters[Math.floor(index / letters.length) % letters.length]}`
  const values: Record<string, string> = {
    school: SCHOOL,
    stage: '小学',
    classYear: String(at.classYear),
    class: at.className,
    name,
    sex: '女',
    birthDate,
    idCard,
    nation: '汉族',
    parentName: '元先生',
    parentPhone: `1380000${String(index).padStart(4, '0')}`,
  }
  return COLUMNS.map(({ key }) => values[key] ?? '')
}

async function heads(): Promise<number> {
  const { total } = await office.get<{ total: number }>('/basicweb/student/v3/studentDataStatistics', {
    orgId: String(orgId),
  })
  return total
}

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) =>
  page.getByRole('group', { name: '按结果筛选' }).getByRole('button', { name })
const confirmed = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('tooltip').getByRole('button', { name: button, exact: true }).click()
}

async function upload(page: Page, file: Buffer, name: string, way: '预览后写入' | '直接写入') {
  await page.getByRole('button', { name: '导入名单' }).click()
  const form = page.getByRole('dialog', { name: '导入学生名单' })
  await form.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: file,
  })
  await form.getByText(way).click()
  await form.getByRole('button', { name: '开始导入' }).click()
  await notice(page, '导入任务已开始').waitFor()
}

let details: string

test('a sheet with wrong rows is looked at before anything is written', async () => {
  const page = await browser.desk('school01', `/schools/students-manage?orgId=${orgId}`)
  const header = COLUMNS.map(({ title }) => title)
  await upload(page, await makeXlsx({ sheets: [{ rows: [header, ...rows] }] }), '秋季名单.xlsx', '预览后写入')
  const task = dialog(page).getByRole('listitem', { name: '秋季名单.xlsx' })
  await task.getByRole('link', { name: '预览并确认' }).click()
  await expect.poll(() => pathOf(page)).toBe('/schools/import-details')
  details = addressOf(page)
  await card(page, `全部 ${ROWS.toLocaleString('en')}`).waitFor()
  await card(page, `新增 ${(ROWS - WRONG).toLocaleString('en')}`).waitFor()
  await card(page, `有错误 ${WRONG}`).waitFor()
  await picture(page, 'import-preview')
  expect(await heads()).toBe(before)
})

test('three wrong rows are put right in place, by keyboard', async () => {
  const page = await browser.desk('school01', details)
  await card(page, `有错误 ${WRONG}`).click()
  await page.getByText('家长联系方式格式错误').first().waitFor()
  await picture(page, 'import-errors')
  await page.getByRole('button', { name: '更正' }).first().click()
  // The head is the first row of a sheet.
  const editor = (wrong: number) => page.getByRole('group', { name: `更正第 ${wrong * STEP + 2} 行` })
  await editor(0).getByLabel('家长联系方式').fill('13812345678')
  await editor(0).getByLabel('家长联系方式').press('Enter')
  // Enter goes on to the next wrong row.
  await editor(1).getByLabel('姓名').fill('元小满')
  await picture(page, 'import-correct')
  await editor(1).getByLabel('姓名').press('Enter')
  await editor(2)
    .getByLabel('班级')
    .fill(rows[0]?.[indexOf('class')] ?? '')
  await editor(2).getByRole('button', { name: '显示其他列' }).click()
  await editor(2)
    .getByLabel(/^学年/)
    .fill(rows[0]?.[indexOf('classYear')] ?? '')
  await editor(2).getByRole('button', { name: '保存并检查' }).click()
  await card(page, `有错误 ${WRONG - 3}`).waitFor()
})

test('what is right is written, taken back as a whole, and written again', async () => {
  const right = ROWS - WRONG + 3
  const page = await browser.desk('school01', details)
  await confirmed(page, '确认写入')
  await page.getByRole('button', { name: '撤销导入' }).waitFor()
  expect(await heads()).toBe(before + right)
  await confirmed(page, '撤销导入')
  await page.getByText('已撤销', { exact: true }).first().waitFor()
  expect(await heads()).toBe(before)
  await confirmed(page, '重新检查')
  await page.getByRole('button', { name: '确认写入' }).waitFor()
  // What was corrected by hand is still right.
  await card(page, `有错误 ${WRONG - 3}`).waitFor()
  await confirmed(page, '确认写入')
  await page.getByRole('button', { name: '撤销导入' }).waitFor()
  expect(await heads()).toBe(before + right)
})

test('the error workbook is the own sheet; put right, it goes in as it is', async () => {
  const page = await browser.desk('school01', details)
  await page.getByRole('button', { name: '下载错误表' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '仅错误行' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('秋季名单-错误行.xlsx')
  const [header, ...wrong] = (await readHere(readFileSync(await file.path()))).map(({ cells }) => cells)
  expect(header).toEqual([...COLUMNS.map(({ title }) => title), '原行号', '错误说明'])
  expect(wrong).toHaveLength(WRONG - 3)
  const put = wrong.map((cells, index) => {
    const fixed = cells.map((cell) => (cell === null ? '' : String(cell)))
    fixed[indexOf('parentPhone')] = '13812345678'
    fixed[indexOf('name')] ||= `元补${'一二三四五六七八九十'[index % 10]}`
    fixed[indexOf('class')] = rows[0]?.[indexOf('class')] ?? ''
    fixed[indexOf('classYear')] = rows[0]?.[indexOf('classYear')] ?? ''
    return fixed
  })
  await goInside(page, `/schools/students-manage?orgId=${orgId}`)
  const again = await makeXlsx({ sheets: [{ rows: [header?.map(String) ?? [], ...put] }] })
  await upload(page, again, '秋季名单-错误行.xlsx', '直接写入')
  await notice(page, `导入完成：新增 ${WRONG - 3}`).waitFor()
  expect(await heads()).toBe(before + ROWS)
  // The whole list is there; the next person finds the roster as it is.
  await arriveAt(page, `/schools/students-manage?orgId=${orgId}`)
})
