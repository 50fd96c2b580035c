// What an import tells afterwards and what can be done about it: rows that failed, children of other schools. A district
// of its own, because other tests count heads.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { maskName } from '#contract/core/mask.ts'
import { columnsOf } from '#server/imports/row-rules/columns.ts'
import { makeXlsx } from '#server/testing/sheets/workbook.ts'
import { addStudent, adminOf, classNamed, colleague, idCardOf, schoolNamed } from './support/api.ts'
import { notice, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const OFFICE = adminOf('330109-school-1')
const SCHOOL = OFFICE.orgName ?? ''
const BUREAU = adminOf('330109-教育').account
const HEALTH = adminOf('330109-卫健').account
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CHILD = { name: '梅映雪', idCard: idCardOf('2019-11-20', 701) }

let office: Awaited<ReturnType<typeof colleague>>
let orgId: number

beforeAll(async () => {
  office = await colleague(OFFICE.account)
  orgId = await schoolNamed(office, SCHOOL)
  const bureau = await colleague(BUREAU)
  const elsewhere = await schoolNamed(bureau, adminOf('330109-school-3').orgName ?? '')
  await addStudent(bureau, { ...CHILD, classId: await classNamed(bureau, elsewhere, '一年级1班') })
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const inList = (page: Page, file: string) =>
  dialog(page, '导入列表').getByRole('listitem', { name: file, exact: true })
const open = async () => {
  const page = await browser.desk(OFFICE.account, `/schools/students-manage?orgId=${orgId}`)
  await page.getByRole('button', { name: '导入名单' }).waitFor()
  return page
}
async function upload(page: Page, file: Buffer, name: string) {
  await page.getByRole('button', { name: '导入名单', exact: true }).click()
  const form = dialog(page, '导入学生名单')
  await form.locator('input[type=file]').setInputFiles({ name, mimeType: SHEET, buffer: file })
  await form.getByText('直接写入').click()
  await form.getByRole('button', { name: '开始导入' }).click()
  await inList(page, name).waitFor()
}

function sheetOf(rows: Record<string, string>[]): Promise<Buffer> {
  const columns = columnsOf(0)
  const cells = rows.map((row) => columns.map(({ key }) => row[key] ?? ''))
  return makeXlsx({ sheets: [{ rows: [columns.map(({ title }) => title), ...cells] }] })
}

function pupil(name: string, birthDate: string, running: number, more: Record<string, string> = {}) {
  const sex = running % 2 === 1 ? '男' : '女'
  const place = { school: SCHOOL, stage: '小学', classYear: '一年级', class: '1班' }
  return { ...place, name, sex, birthDate, idCard: idCardOf(birthDate, running), ...more }
}

/** Grade and class of a student of the school, as the list shows them. */
async function placeOf(name: string): Promise<string | undefined> {
  const { list } = await office.get<{ list: { gradeName: string; className: string }[] }>(
    '/basicweb/student/v3/studentPageList',
    { orgId: String(orgId), name },
  )
  return list[0] && list[0].gradeName + list[0].className
}

/** Longer than any test: a dialog that was closed is still there when the next key is pressed. */
const leaveDialogsSlowly = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.ant-modal[class*="-leave"] { animation-duration: 600s !important }')
    document.adoptedStyleSheets.push(sheet)
  })

test('a result names what failed; a child of another school is applied for from its row, and comes', async () => {
  const page = await open()
  const rows = [
    pupil('梅一枝', '2019-11-01', 711),
    pupil('梅二度', '2019-11-02', 713, { parentPhone: '1391234' }),
    pupil('梅三弄', '2019-11-03', 715),
    pupil('梅四季', '2019-11-03', 715),
    pupil(CHILD.name, '2019-11-20', 701),
  ]
  await upload(page, await sheetOf(rows), '转入名单.xlsx')
  await notice(page, '导入完成：新增 1 · 错误 4').waitFor()
  await inList(page, '转入名单.xlsx').getByRole('button', { name: '查看结果' }).click()
  const result = dialog(page, '导入结果')
  await result.getByText('未导入的行（4 行）').waitFor()
  await result.getByRole('row', { name: '3 家长联系方式格式错误' }).waitFor()
  await result.getByText(/^330106\*{12}（第 4、5 行）$/).waitFor()
  const row = result.getByRole('row', { name: new RegExp(`6 ${CHILD.name}`) })
  // Which school it is, is nobody's business before the child has come.
  await row.getByText('其他学校').waitFor()
  await row.getByRole('button', { name: '申请转学' }).click()
  await page.getByRole('tooltip').getByText(`为“${CHILD.name}”申请转入“${SCHOOL}”？`).waitFor()
  await picture(page, 'import-result')
  await page.getByRole('tooltip').getByRole('button', { name: '提交申请' }).click()
  await notice(page, '请联系区域管理员审核').waitFor()
  await row.getByText('已申请').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  await leaveDialogsSlowly(page)
  // A second Escape is for the list, although the result is still fading.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog(page, '导入列表').waitFor({ state: 'hidden' })
  expect(await result.isVisible()).toBe(true)

  const health = await browser.desk(HEALTH, `/approve/approve-list?kind=transfer&keyword=${CHILD.name}`)
  await health
    .getByRole('row', { name: maskName(CHILD.name) })
    .getByRole('button', { name: '审批' })
    .click()
  await health.getByRole('tooltip').getByRole('button', { name: '通过' }).click()
  await notice(health, '已通过 1 项申请').waitFor()
  expect(await placeOf(CHILD.name)).toBe('一年级1班')
})
