// What waits for a decision: refused with a reason, decided several at once, decided by somebody else meanwhile.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addStudent, adminOf, classNamed, colleague, idCardOf, schoolNamed } from './support/api.ts'
import { arriveAt, chooseOption, enter, goInside, notice, picture, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const APPROVALS = '/approve/approve-list'
const HEALTH = adminOf('330106-卫健').account
const dialog = (page: Page) => page.getByRole('dialog')
const popover = (page: Page) => page.getByRole('tooltip')
const rowOf = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) })
const approve = (page: Page, title: string) => rowOf(page, title).getByRole('button', { name: '审批' })

async function addSchools(names: string[]) {
  const region = await colleague('region01')
  for (const orgName of names) {
    await region.post('/basicweb/org/v3/addSchool', {
      orgName,
      orgProperty: 10,
      provinceId: '330000',
      cityId: '330100',
      regionId: '330106',
      address: '文教路88号',
      stages: [2],
      schoolSystem: 63,
      schoolType: 10,
      schoolLevel: 10,
      contactName: '方老师',
      contactPhone: '19966660102',
    })
  }
}

test('a school asks for a student of another one; the refusal has a reason, which the school reads', async () => {
  const region = await colleague('region01')
  const from = await classNamed(region, await schoolNamed(region, '西湖九年一贯制学校'), '二年级1班')
  const student = { name: '陆远舟', idCard: idCardOf('2019-01-15', 301) }
  await addStudent(region, { ...student, classId: from })

  const page = await browser.open()
  await enter(page, 'school01', '/schools/students-manage')
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
  await goInside(page, `${APPROVALS}?kind=transfer&keyword=${student.name}`)
  await rowOf(page, student.name).getByRole('button', { name: '详情' }).click()
  await dialog(page).getByText('您可以查看此申请，由主管部门审核').waitFor()
  // Where the child is now is nobody's business before it has come.
  await dialog(page).getByText('其他学校', { exact: true }).waitFor()
  expect(await approve(page, student.name).count()).toBe(0)

  await enter(page, 'region01', `${APPROVALS}?kind=transfer`)
  await approve(page, student.name).click()
  await popover(page).getByRole('button', { name: '拒绝' }).click()
  await popover(page).getByText('请填写原因').waitFor()
  // As fast as people type: a second click right after the first would be the same one (spec §9).
  await popover(page).getByLabel('审批意见').pressSequentially('学额已满', { delay: 150 })
  await popover(page).getByRole('button', { name: '拒绝' }).click()
  await notice(page, '已拒绝 1 项申请').waitFor()
  await rowOf(page, student.name).waitFor({ state: 'detached' })
  await page.getByText('已拒绝', { exact: true }).click()
  await arriveAt(page, `${APPROVALS}?kind=transfer&status=2`)
  await rowOf(page, student.name).waitFor()
  await page.reload()
  await rowOf(page, student.name).getByText('李雪梅').waitFor()

  await enter(page, 'school01', '/message/message-notify?unread=1')
  await page.getByRole('button', { name: /转学申请未通过/ }).click()
  await page.getByText(`“${student.name} 转入 西湖实验小学”的转学申请未通过审核。原因：学额已满`).waitFor()
})

test('several are decided at once, all of them or none', async () => {
  await addSchools(['西湖文一小学', '西湖文二小学', '西湖文三小学'])
  const page = await browser.open()
  await enter(page, HEALTH, `${APPROVALS}?kind=org&keyword=西湖文`)
  const batch = page.getByRole('button', { name: /批量审批/ })
  await rowOf(page, '西湖文三小学').waitFor()
  expect(await batch.isDisabled()).toBe(true)
  await page.getByLabel('选择西湖文一小学').check()
  await page.getByLabel('选择西湖文二小学').check()
  await batch.click()
  await dialog(page).getByText('审批所选 2 项申请').waitFor()
  await dialog(page).getByRole('button', { name: '全部拒绝' }).click()
  await dialog(page).getByText('请填写原因').waitFor()
  await picture(page, 'approve-batch')
  await dialog(page).getByRole('button', { name: '全部通过' }).click()
  await notice(page, '已通过 2 项申请').waitFor()
  await rowOf(page, '西湖文二小学').waitFor({ state: 'detached' })

  // A colleague is faster with the third.
  const { list } = await (await colleague(HEALTH)).get<{ list: { approvalId: number }[] }>(
    '/manager/approval/pageList',
    { kind: 'org', status: '0', keyword: '西湖文三小学' },
  )
  const decision = { approvalIds: list.map(({ approvalId }) => approvalId), passed: true }
  await (await colleague(HEALTH)).post('/manager/approval/decide', decision)
  await approve(page, '西湖文三小学').click()
  await popover(page).getByRole('button', { name: '通过' }).click()
  await notice(page, '该申请已由他人处理，请刷新').waitFor()
  await page.getByText('没有符合条件的数据').waitFor()
})
