// One school from its beginning, as its users live it: admitted, filled, a student moves on, a year goes by, one
// leaves and comes back. Each test goes on where the one before ended.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { maskName } from '#contract/core/mask.ts'
import { adminOf, colleague, demoUser, idCardOf } from './support/api.ts'
import {
  addressOf,
  arriveAt,
  chooseOption,
  findOption,
  goInside,
  mainMenu,
  notice,
  pathOf,
  picture,
  shownPage,
  useBrowser,
} from './support/browser.ts'

const browser = useBrowser()
const SCHOOL = '西湖云栖小学'
const TARGET = demoUser('school01').orgName ?? ''
/** Decides in the same district; the education bureau cannot pass what it asked for itself. */
const HEALTH = adminOf('330106-卫健').account
const SCHOOLS = '/schools/schools-manage'
const APPROVALS = '/approve/approve-list'

/** In the first grade, another one there, and one who is about to graduate. */
const MOVER = { name: '苏一诺', idCard: idCardOf('2019-10-12', 101), sex: '男', birthDate: '2019-10-12' }
const STAYER = { name: '苏二喜', idCard: idCardOf('2020-03-05', 102), sex: '女', birthDate: '2020-03-05' }
const LEAVER = { name: '苏三省', idCard: idCardOf('2014-11-20', 103), sex: '男', birthDate: '2014-11-20' }

/** As those above the school read the name, for a search by pattern. */
const masked = ({ name }: { name: string }) => maskName(name).replaceAll('*', '\\*')

const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) })
const tree = (page: Page) => page.getByRole('navigation', { name: '年级班级' })
const inTree = (page: Page, name: string) => tree(page).getByTitle(name, { exact: true })
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /消息通知/ })

async function openSchool(): Promise<Page> {
  const page = await browser.desk('region01', `${SCHOOLS}?keyword=${SCHOOL}`)
  await page.getByRole('link', { name: SCHOOL, exact: true }).click()
  await inTree(page, '全部学生').waitFor()
  return page
}

async function choose(page: Page, label: string, option: string) {
  await dialog(page).getByLabel(label).click()
  await chooseOption(page, option)
}

async function openMore(page: Page, name: string, entry: string) {
  await rowOf(page, name).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Passes what waits in the list under this title. */
async function pass(page: Page, title: string, remark?: string) {
  await rowOf(page, title).getByRole('button', { name: '审批' }).click()
  const popover = page.getByRole('tooltip')
  if (remark) await popover.getByLabel('审批意见').fill(remark)
  await popover.getByRole('button', { name: '通过' }).click()
  await notice(page, '已通过 1 项申请').waitFor()
  await rowOf(page, title).waitFor({ state: 'detached' })
}

test('a school is added, waits, and is admitted by a colleague', async () => {
  const page = await browser.desk('region01')
  await mainMenu(page).getByRole('menuitem', { name: '学校管理' }).click()
  await page.getByRole('button', { name: '新增学校' }).click()
  await dialog(page).getByLabel('机构全称').fill(TARGET)
  await dialog(page).getByLabel('详细地址').fill('云栖路1号')
  await dialog(page).getByText('该名称在所在区域内已被使用').waitFor()
  await dialog(page).getByLabel('机构全称').fill(SCHOOL)
  await dialog(page).getByText('小学', { exact: true }).click()
  await dialog(page).getByLabel('联系人').fill('方老师')
  await dialog(page).getByLabel('联系电话').fill('19966660101')
  await picture(page, 'school-add')
  await dialog(page).getByLabel('联系电话').press('Enter')
  await dialog(page).getByText(`“${SCHOOL}”已新增，待审核`).waitFor()
  await dialog(page).getByRole('button', { name: '完成' }).click()
  await rowOf(page, SCHOOL).getByText('待审核').waitFor()

  await goInside(page, `${APPROVALS}?kind=org`)
  await rowOf(page, SCHOOL).getByRole('button', { name: '详情' }).waitFor()
  expect(await rowOf(page, SCHOOL).getByRole('button', { name: '审批' }).count()).toBe(0)

  const other = await browser.desk(HEALTH)
  await other
    .getByRole('listitem')
    .filter({ hasText: '个机构等待审核' })
    .getByRole('link', { name: '去审核' })
    .click()
  await rowOf(other, SCHOOL).getByRole('button', { name: '详情' }).click()
  await dialog(other).getByText('云栖路1号').waitFor()
  await picture(other, 'approval-detail')
  await dialog(other).getByRole('button', { name: '审批' }).click()
  await other.getByRole('tooltip').getByRole('button', { name: '通过' }).click()
  await notice(other, '已通过 1 项申请').waitFor()
  await dialog(other).waitFor({ state: 'detached' })
  await arriveAt(other, `${APPROVALS}?kind=org`)

  await goInside(page, `${SCHOOLS}?keyword=${SCHOOL}`)
  await rowOf(page, SCHOOL).getByText('已通过').waitFor()
})

/** Where one starts to type: it has the focus by itself, once the drawer has arrived. */
const nameField = (page: Page) => dialog(page).getByLabel('姓名', { exact: true }).and(page.locator(':focus'))

async function fillStudent(page: Page, student: typeof MOVER) {
  await nameField(page).fill(student.name)
  await fillIdCard(page, student)
}

async function fillIdCard(page: Page, { idCard, sex, birthDate }: Omit<typeof MOVER, 'name'>) {
  await dialog(page).getByLabel('身份证号').fill(idCard)
  await expect.poll(() => dialog(page).getByLabel('出生日期').inputValue()).toBe(birthDate)
  expect(await dialog(page).getByRole('radio', { name: sex }).isChecked()).toBe(true)
}

test('grades, classes and students: what the id card says need not be typed', async () => {
  const page = await browser.desk('region01', `${SCHOOLS}?keyword=${SCHOOL}`)
  await page.getByRole('link', { name: SCHOOL, exact: true }).click()
  await page.getByText('先建立年级').waitFor()
  await page.getByRole('button', { name: '新增年级' }).last().click()
  await dialog(page).getByRole('button', { name: '一年级' }).click()
  await dialog(page).getByRole('button', { name: '六年级' }).click()
  await dialog(page).getByLabel('每个年级的班级数').fill('2')
  await dialog(page).getByRole('button', { name: '新增 2 个年级' }).click()
  await notice(page, '已建立 2 个年级').waitFor()

  await inTree(page, '1班').first().click()
  await page.getByText('一年级1班还没有学生').waitFor()
  await page.getByRole('button', { name: '新增学生' }).last().click()
  await nameField(page).fill(MOVER.name)
  await fillIdCard(page, MOVER)
  await picture(page, 'student-add')
  await dialog(page).getByRole('button', { name: '保存并继续新增' }).click()
  await notice(page, '学生已新增').waitFor()
  await expect.poll(() => nameField(page).inputValue()).toBe('')
  await fillStudent(page, STAYER)
  await dialog(page).getByLabel('身份证号').press('Enter')
  await dialog(page).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '新增学生' }).click()
  await fillStudent(page, LEAVER)
  await choose(page, '班级', '六年级1班')
  await dialog(page).getByRole('button', { name: '新增', exact: true }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await inTree(page, '全部学生').click()
  for (const student of [MOVER, STAYER, LEAVER]) await rowOf(page, masked(student)).waitFor()
  await expect.poll(() => inTree(page, '全部学生').textContent()).toContain('3人')
})

test('a student goes to another school with its history, and both sides are notified', async () => {
  const target = await colleague('school01')
  const unread = () => target.get<number>('/manager/message/unreadCount')
  const before = await unread()
  const page = await openSchool()
  await openMore(page, masked(MOVER), '转学申请')
  await findOption(page, dialog(page).getByLabel('转入学校'), TARGET)
  await choose(page, '转入班级', '一年级1班')
  await dialog(page).getByLabel('转学原因').fill('随父母迁居')
  await picture(page, 'transfer-apply')
  await dialog(page).getByRole('button', { name: '提交申请' }).click()
  await notice(page, '已提交，请联系区域管理员审核').waitFor()

  await pass(await browser.desk(HEALTH, `${APPROVALS}?kind=transfer`), masked(MOVER), '材料齐全')

  await page.getByRole('button', { name: '刷新' }).click()
  await rowOf(page, masked(MOVER)).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '新增学生' }).click()
  await fillStudent(page, MOVER)
  await choose(page, '班级', '一年级1班')
  await dialog(page).getByRole('button', { name: '新增', exact: true }).click()
  await dialog(page)
    .getByText(`证件号已存在：${maskName(MOVER.name)}（${TARGET}一年级1班）`)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })

  expect(await unread()).toBe(before + 2)
  const other = await browser.desk('school01', `/schools/students-manage?name=${MOVER.name}`)
  await rowOf(other, MOVER.name).getByRole('link', { name: '查看' }).click()
  // The school learns that there was another one before; which one is known to those above both.
  await expectStays(other, [`${TARGET}.*一年级1班.*在读`, '其他学校.*一年级.*已转出'])
  await picture(other, 'student-file-moved')
  await goInside(page, addressOf(other))
  await expectStays(page, [`${TARGET}.*一年级1班.*在读`, `${SCHOOL}.*一年级1班.*已转出`])
  await expectLetter(other, before + 2)
})

async function expectStays(page: Page, stays: string[]) {
  const shown = page.locator('.ant-timeline-item')
  await expect
    .poll(() => shown.allTextContents())
    .toEqual(stays.map((stay) => expect.stringMatching(new RegExp(stay))))
}

/** The badge counts it, opening it counts it off, and it leads to what it is about. */
async function expectLetter(page: Page, count: number) {
  await expect.poll(() => bell(page).getAttribute('aria-label')).toBe(`消息通知，${count} 条未读`)
  await bell(page).click()
  await page.getByRole('button', { name: /转学申请已通过/ }).click()
  await page
    .getByText(`“${maskName(MOVER.name)} 转入 ${TARGET}”的转学申请已通过审核。备注：材料齐全`)
    .waitFor()
  await expect.poll(() => bell(page).getAttribute('aria-label')).toBe(`消息通知，${count - 1} 条未读`)
  await picture(page, 'message-open')
  await page.getByRole('link', { name: '前往查看' }).click()
  await rowOf(page, MOVER.name).getByText('已通过').waitFor()
}

test('a promotion is seen first, done, and undone', async () => {
  const page = await openSchool()
  await rowOf(page, masked(LEAVER)).waitFor()
  const before = await tree(page).textContent()
  await page.getByRole('button', { name: '学年升级' }).click()
  await rowOf(page, '一年级.*二年级').waitFor()
  await rowOf(page, '六年级.*毕业').waitFor()
  await dialog(page).getByText('共 4 个班级，升级 1 人，毕业 1 人').waitFor()
  const confirm = dialog(page).getByRole('button', { name: '确认升级' })
  const sure = dialog(page).getByRole('checkbox', { name: /我已核对/ })
  if ((await sure.count()) > 0) {
    expect(await confirm.isDisabled()).toBe(true)
    await sure.check()
  }
  await picture(page, 'advance-preview')
  await confirm.click()
  await dialog(page).getByText('升级完成：1 人升级，1 人毕业').waitFor()
  await inTree(page, '二年级').waitFor()
  await rowOf(page, masked(LEAVER)).waitFor({ state: 'detached' })

  await dialog(page).getByRole('button', { name: '撤销本次升级' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '撤销升级' }).click()
  await notice(page, '升级已撤销').waitFor()
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await rowOf(page, masked(LEAVER)).waitFor()
  await expect.poll(() => tree(page).textContent()).toBe(before)
})

test('a student who left is found among those who left, and comes back into the class', async () => {
  const page = await openSchool()
  await openMore(page, masked(STAYER), '转出/毕业')
  await dialog(page).getByLabel('转出原因').fill('回原籍就读')
  await dialog(page).getByRole('button', { name: '办理转出' }).click()
  await notice(page, '已为 1 名学生办理转出').waitFor()
  await rowOf(page, masked(STAYER)).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: '转出与毕业学生' }).click()
  await arriveAt(page, /^\/schools\/student-history\?orgId=/)
  // Who was taken over by another school is not taken back.
  await rowOf(page, masked(MOVER)).getByText('已在他校').waitFor()
  expect(await rowOf(page, masked(MOVER)).getByRole('button', { name: '恢复' }).count()).toBe(0)
  await rowOf(page, masked(STAYER)).getByRole('link', { name: '查看' }).click()
  await shownPage(page).getByText('回原籍就读').first().waitFor()
  await picture(page, 'history-file')
  await page.goBack()
  await rowOf(page, masked(STAYER)).getByRole('button', { name: '恢复' }).click()
  await dialog(page).getByText('原班级（离校时为一年级1班）').waitFor()
  await dialog(page).getByRole('button', { name: '恢复' }).click()
  await notice(page, '已恢复 1 名学生').waitFor()
  await rowOf(page, masked(STAYER)).waitFor({ state: 'detached' })
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe('/schools/students-manage')
  await rowOf(page, masked(STAYER)).getByText('一年级1班').waitFor()
})
