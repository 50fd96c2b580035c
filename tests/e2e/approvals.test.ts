// An application on its way from the school that makes it to the district that refuses it, and the answer back.
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { maskName } from '#contract/core/mask.ts'
import { addStudent, classNamed, colleague, idCardOf, schoolNamed } from './support/api.ts'
import { chooseOption, goInside, notice, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const APPROVALS = '/approve/approve-list'
const dialog = (page: Page) => page.getByRole('dialog')
const popover = (page: Page) => page.getByRole('tooltip')
const rowOf = (page: Page, text: string) => page.getByRole('row', { name: text })
const approve = (page: Page, title: string) => rowOf(page, title).getByRole('button', { name: '审批' })

test('a school asks for a student of another one; the refusal has a reason, which the school reads', async () => {
  const region = await colleague('region01')
  const from = await classNamed(region, await schoolNamed(region, '西湖九年一贯制学校'), '二年级1班')
  const student = { name: '陆远舟', idCard: idCardOf('2019-01-15', 301) }
  await addStudent(region, { ...student, classId: from })

  const page = await browser.desk('school01', '/schools/students-manage')
  await page.getByRole('button', { name: '新增学生' }).click()
  await dialog(page).getByLabel('姓名', { exact: true }).and(page.locator(':focus')).fill(student.name)
  await dialog(page).getByLabel('身份证号').fill(student.idCard)
  await dialog(page).getByLabel('班级').click()
  await chooseOption(page, '二年级1班')
  await dialog(page).getByRole('button', { name: '新增', exact: true }).click()
  await dialog(page).getByText('该证件号已在其他学校登记，可申请转入').waitFor()
  await picture(page, 'student-elsewhere')
  await dialog(page).getByRole('button', { name: '申请转入' }).click()
  const application = page.getByRole('dialog', { name: '申请转入' })
  await application.getByLabel('转入原因').fill('家庭搬迁')
  await application.getByRole('button', { name: '提交申请' }).click()
  await notice(page, '已提交，请联系区域管理员审核').waitFor()
  await dialog(page).last().waitFor({ state: 'detached' })

  // Above the schools the name is masked.
  const masked = maskName(student.name)
  const bureau = await browser.desk('region01', `${APPROVALS}?kind=transfer`)
  await approve(bureau, masked).click()
  await popover(bureau).getByLabel('审批意见').fill('学额已满')
  await popover(bureau).getByRole('button', { name: '拒绝' }).click()
  await notice(bureau, '已拒绝 1 项申请').waitFor()
  await rowOf(bureau, masked).waitFor({ state: 'detached' })

  await goInside(page, '/message/message-notify?unread=1')
  await page.getByRole('button', { name: /转学申请未通过/ }).click()
  await page.getByText(`“${masked} 转入 西湖实验小学”的转学申请未通过审核。原因：学额已满`).waitFor()
})
