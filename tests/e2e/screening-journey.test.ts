// A screening from the plan to the figures: planned and handed out, entered by keyboard, from a sheet and by a device,
// examined a second time, completed, corrected, and looked at from above. Each test goes on where the one before ended.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { RecordRow } from '#contract/eyesight/record-schemas.ts'
import { readHere } from '#server/testing/sheets/read-sheet.ts'
import { makeXlsx } from '#server/testing/sheets/workbook.ts'
import {
  adminOf,
  classNamed,
  colleague,
  type DeviceKey,
  demoUser,
  deviceMessage,
  gridOf,
  planNamed,
  schoolNamed,
  sendReadings,
  taskOf,
} from './support/api.ts'
import {
  arriveAt,
  chooseOption,
  excessWidth,
  goInside,
  mainMenu,
  notice,
  PATIENT,
  pathOf,
  picture,
  shownPage,
  useBrowser,
} from './support/browser.ts'
import {
  cell,
  conclusionOf,
  confirmed,
  dialog,
  expectRates,
  fillRow,
  isAbsent,
  isMyopic,
  isValid,
  keys,
  listed,
  reading,
  retest,
  rowOf,
  TYPED,
} from './support/screening.ts'

const browser = useBrowser()
const PLAN = '西湖区高一新生视力筛查'
const SCHOOL = '西湖高级中学'
const HOSPITAL = demoUser('hospital01').orgName ?? ''
/** Decides in the same district; the applicant does not. */
const HEALTH = adminOf('330106-卫健').account
const CLASSES = ['高一1班', '高一2班', '高一3班'] as const
const VALID = TYPED.length + 2

type Colleague = Awaited<ReturnType<typeof colleague>>
let screener: Colleague
let orgId: number
let classIds: number[]
let [planId, taskId] = [0, 0]

beforeAll(async () => {
  const region = await colleague('region01')
  screener = await colleague('hscreen01')
  orgId = await schoolNamed(region, SCHOOL)
  classIds = await Promise.all(CLASSES.map((name) => classNamed(region, orgId, name)))
})

const classAddress = (nth: number, tab = '') =>
  `/eyesight/class-details?taskId=${taskId}&classId=${classIds[nth]}${tab}`
const rowsOf = async (nth: number): Promise<RecordRow[]> =>
  (await gridOf(screener, taskId, classIds[nth] ?? 0)).rows

/** No screen is wider than the window. */
const expectFits = async (page: Page) => expect(await excessWidth(page), pathOf(page)).toBe(0)

/** The plan and the task that the first tests made. */
async function findTask() {
  planId = await planNamed(screener, PLAN)
  taskId = (await taskOf(screener, planId, SCHOOL)).taskId
}

test('a plan is made step by step, seen before it is saved, and published', async () => {
  const region = await colleague('region01')
  const { total } = await region.get<{ total: number }>('/basicweb/student/v3/studentDataStatistics', {
    orgId: String(orgId),
  })
  const page = await browser.desk('region01')
  await mainMenu(page).getByRole('menuitem', { name: '筛查计划' }).click()
  await page.getByRole('button', { name: '新增计划' }).click()
  await arriveAt(page, '/eyesight/add-schedule')
  const wizard = shownPage(page)
  const next = wizard.getByRole('button', { name: '下一步' })
  await next.waitFor()
  await wizard.getByLabel('计划名称').fill(PLAN)
  await next.click()
  await wizard.getByRole('checkbox', { name: '全选' }).dblclick()
  await wizard.getByRole('checkbox', { name: '普通高中' }).check()
  await next.click()
  await wizard.getByLabel('复测比例').fill('20')
  await next.click()
  await wizard.getByText(`共 1 所学校、9 个班级、${total} 名在校学生`).waitFor()
  await rowOf(page, `普通高中 1 9 ${total}`).waitFor()
  await expectFits(page)
  await picture(page, 'eyesight-plan-preview')
  await wizard.getByRole('button', { name: '发布' }).click()
  await arriveAt(page, /^\/eyesight\/schedule-details\?planId=\d+$/)
  await page.getByRole('heading', { name: PLAN }).waitFor()
  await shownPage(page).getByText('进行中').first().waitFor()
  await expectFits(page)
  await picture(page, 'eyesight-plan-new')
})

test('one grade of a school is given to a hospital, and the task begins at once', async () => {
  const page = await browser.desk('region01', `/eyesight/schedule-list?keyword=${PLAN}`)
  await rowOf(page, PLAN).getByRole('button', { name: '分配任务' }).waitFor()
  await expectFits(page)
  await rowOf(page, PLAN).getByRole('button', { name: '分配任务' }).click()
  await arriveAt(page, /^\/eyesight\/add-task\?planId=\d+$/)
  const form = shownPage(page)
  await form.getByLabel(`选择${SCHOOL}`).check()
  await form.getByRole('radio', { name: '指定机构' }).check()
  await form.getByLabel('承担机构', { exact: true }).last().fill('人民医院')
  await chooseOption(page, HOSPITAL)
  await form.getByLabel('班级范围').click()
  await page
    .locator('.ant-select-tree-treenode', { hasText: '高一' })
    .locator('.ant-select-tree-checkbox')
    .first()
    .click()
  await page.keyboard.press('Escape')
  await expectFits(page)
  await picture(page, 'eyesight-add-task')
  await form.getByRole('button', { name: '分配任务' }).click()
  await form.getByText('已分配 1 个任务').waitFor()
  await form.getByRole('link', { name: '查看任务' }).click()
  await rowOf(page, SCHOOL).getByText('进行中').waitFor()
  await rowOf(page, `${SCHOOL}.*3 *个班`).waitFor()
  await expectFits(page)
  await picture(page, 'eyesight-task-list-new')
})

test('a class is entered by the keyboard alone; what is out of range stays unsent', async () => {
  await findTask()
  const page = await browser.desk('hscreen01')
  await mainMenu(page).getByRole('menuitem', { name: '筛查任务' }).click()
  await rowOf(page, PLAN).getByRole('link', { name: SCHOOL }).click()
  await page.getByRole('link', { name: CLASSES[0] }).click()
  const students = await rowsOf(0)
  const names = students.map(({ studentName }) => studentName)
  await cell(page, names[0] ?? '', '戴镜类型').waitFor()
  await keys(page, 'F8')
  for (const row of TYPED) await keys(page, ...row.keys.flatMap((text) => [text, 'Tab']), 'Control+Enter')
  for (const [nth, { se, says }] of TYPED.entries()) {
    const row = page.locator(`tr[data-record="${students[nth]?.recordId}"]`)
    expect(await row.locator('[class*="grid-se"]').allTextContents()).toEqual(se)
    expect(await conclusionOf(row).textContent()).toContain(says)
  }
  expect(await cell(page, names[0] ?? '', '裸眼视力（右）').inputValue()).toBe('4.9')
  expect(await cell(page, names[0] ?? '', '球镜（右）').inputValue()).toBe('-1.50')
  await page.getByText('已全部保存').first().waitFor()

  // The next two down the columns, one of them out of range at first.
  await keys(page, '1', 'Enter', '1', 'ArrowUp', 'Tab', '51', 'Enter', '60', 'Enter')
  await page.getByText('1 行有误，有误的内容未保存').first().waitFor()
  await keys(page, 'ArrowUp')
  await page.getByText('裸眼视力（右）应在 3.3 至 5.3 之间').waitFor()
  const wrong = cell(page, names[4] ?? '', '裸眼视力（右）')
  expect(await wrong.getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'eyesight-class-fault')
  const saved = async () => (await rowsOf(0)).slice(3, 5).map(({ fields }) => fields)
  await expect.poll(saved, PATIENT).toMatchObject([
    { glasses: 1, nakedRight: 5.1 },
    { glasses: 1, nakedRight: null },
  ])
  await keys(page, '50')
  for (const [upper, lower] of [['51', '50'], ...Array(4).fill(['0', '0'])])
    await keys(page, 'ArrowUp', 'Tab', upper, 'Enter', lower)
  await keys(page, 'Control+s')
  await page.getByText('已全部保存').first().waitFor()
  await expect.poll(async () => (await rowsOf(0)).filter(isValid).length, PATIENT).toBe(VALID)

  const left = students.length - VALID
  await page.getByRole('button', { name: '其余标为未检' }).click()
  await dialog(page).getByText(`${left} 名学生没有检查结果，也没有未检原因`).waitFor()
  await dialog(page).getByRole('radio', { name: '请假' }).check()
  await dialog(page)
    .getByRole('button', { name: `标记 ${left} 名学生` })
    .click()
  await notice(page, `已将 ${left} 名学生标为未检：请假`).waitFor()
  await page.getByText('已全部保存').first().waitFor()
  await expect.poll(async () => (await rowsOf(0)).filter(isAbsent).length, PATIENT).toBe(left)
  await expectFits(page)
  await picture(page, 'eyesight-class-entered')
})

test('the next class comes from a sheet: the list of the task, filled in, looked at, written', async () => {
  await findTask()
  const page = await browser.desk('hscreen01', `/eyesight/task-details?taskId=${taskId}`)
  await page.getByRole('button', { name: '导入筛查数据' }).waitFor()
  await expectFits(page)
  await page.getByRole('button', { name: '导入筛查数据' }).click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: '含筛查名单的模板' }).click(),
  ])
  const [header, ...listed] = (await readHere(readFileSync(await template.path()))).map(({ cells }) => cells)
  const own = listed.filter((cells) => `${cells[1]}${cells[2]}` === CLASSES[1])
  const rows = own.map((cells, nth) => fillRow(header ?? [], cells, reading(nth)))
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: '高一2班.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await makeXlsx({ sheets: [{ rows: [(header ?? []).map(String), ...rows] }] }),
    })
  await picture(page, 'eyesight-import')
  await dialog(page).getByRole('button', { name: '开始导入' }).click()
  await dialog(page)
    .getByRole('listitem', { name: '高一2班.xlsx' })
    .getByRole('link', { name: '预览并确认' })
    .click()
  await expect.poll(() => pathOf(page), PATIENT).toBe('/schools/import-details')
  const cards = page.getByRole('group', { name: '按结果筛选' })
  await cards.getByRole('button', { name: `新增 ${own.length}` }).waitFor()
  await picture(page, 'eyesight-import-preview')
  expect((await rowsOf(1)).some(({ source }) => source !== null)).toBe(false)
  await confirmed(page, '确认写入')
  await expect.poll(async () => (await rowsOf(1)).filter(isValid).length, PATIENT).toBe(own.length)
  await goInside(page, classAddress(1))
  await shownPage(page).getByText(`${own.length}（100.00%）`).waitFor()
  const [first] = await rowsOf(1)
  expect(await cell(page, first?.studentName ?? '', '球镜（右）').inputValue()).toBe('-2.00')
})

let key: DeviceKey

test('a device is registered, its key is shown once, and a third class comes from it', async () => {
  await findTask()
  const page = await browser.desk('hospital01', '/device/device-list')
  await page.getByRole('button', { name: '登记设备' }).click()
  await dialog(page).getByLabel('设备名称').fill('3号验光仪')
  await dialog(page).getByRole('radio', { name: '电脑验光仪' }).check()
  await dialog(page).getByLabel('序列号').fill('KR800-E2E-3')
  await dialog(page).getByLabel('放置学校').fill(SCHOOL)
  await chooseOption(page, SCHOOL)
  await dialog(page).getByRole('button', { name: '登记', exact: true }).click()
  const shown = page.getByRole('dialog', { name: '“3号验光仪”已登记' })
  await shown.getByText('密钥只显示这一次，关闭后不能再查看').waitFor()
  const [keyId = '', secret = ''] = await shown.locator('code').allTextContents()
  key = { keyId, secret }
  await picture(page, 'eyesight-device-key')
  await shown.getByRole('button', { name: '我已保存，关闭' }).click()
  await rowOf(page, 'KR800-E2E-3').waitFor()
  await expectFits(page)

  const students = await rowsOf(2)
  const readings = students.map(({ recordId }, nth) => ({
    readingNo: `E2E-${nth}`,
    recordId,
    reading: reading(nth),
  }))
  const message = deviceMessage(key, readings)
  await expect(sendReadings({ ...message, payload: message.payload.replace('4.7', '4.6') })).rejects.toThrow()
  const { results } = await sendReadings(message)
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['taken']))
  // The same message is a replay; the same readings, sent again, count once.
  await expect(sendReadings(message)).rejects.toThrow()
  expect((await sendReadings(deviceMessage(key, readings))).results).toEqual(results)

  await rowOf(page, 'KR800-E2E-3').getByRole('button', { name: '详情' }).click()
  await dialog(page).getByText(`${students.length} 条`).waitFor()
  await dialog(page).getByText('已采用').first().waitFor()
  expect(await page.locator('body').textContent()).not.toContain(secret)
  await picture(page, 'eyesight-device-sent')
  const entry = await browser.desk('hscreen01', classAddress(2))
  await shownPage(entry).getByText(`${students.length}（100.00%）`).waitFor()
  await shownPage(entry)
    .getByTitle(/设备上传$/)
    .first()
    .waitFor()
})

test('what a device says against an entry waits for somebody to decide', async () => {
  await findTask()
  const [first] = await rowsOf(0)
  const { recordId = 0, studentName = '' } = first ?? {}
  const { results } = await sendReadings(
    deviceMessage(key, [{ readingNo: 'E2E-other', recordId, reading: { sphereRight: -2.5 } }]),
  )
  expect(results).toMatchObject([{ outcome: 'conflict' }])
  const page = await browser.desk('hscreen01', `/eyesight/task-details?taskId=${taskId}`)
  await rowOf(page, CLASSES[0]).getByText('冲突 1').waitFor()
  await page.getByRole('link', { name: CLASSES[0] }).click()
  await page.getByRole('button', { name: `${studentName} 有不一致的数据，处理` }).click()
  await dialog(page).getByRole('row', { name: '球镜（右） -1.50 -2.50' }).waitFor()
  await picture(page, 'eyesight-conflict')
  await dialog(page).getByRole('button', { name: '不采用，保留现有' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect((await rowsOf(0))[0]?.fields.sphereRight).toBe(-1.5)
})

test('some are drawn for a second examination, which the first examiner cannot enter', async () => {
  await findTask()
  const page = await browser.desk('hscreen01', classAddress(0, '&tab=retest'))
  await confirmed(page, '抽取复测', '抽取')
  await page.getByText(/抽取 \d+ 人.*达到应复测的 \d+ 人/).waitFor()
  await page.getByText('整个任务', { exact: true }).click()
  const drawn = page.getByRole('table', { name: '待复测的学生' }).locator('tr[data-record]')
  await drawn.first().waitFor()
  const own = drawn.filter({ hasText: '须由他人复测' }).first()
  expect(await own.locator('input:enabled, select:enabled').count()).toBe(0)
  await picture(page, 'eyesight-retest-own')
  const recordId = Number(await own.getAttribute('data-record'))
  await expect(
    screener.post('/manager/retest/save', { recordId, reading: { nakedRight: 5 } }),
  ).rejects.toThrow('须由他人复测')

  const other = await browser.desk('hospital01', classAddress(0, '&tab=retest'))
  await other.getByText('整个任务', { exact: true }).click()
  await other.getByRole('columnheader', { name: '班级', exact: true }).waitFor()
  const all = (await Promise.all([0, 1, 2].map(rowsOf))).flat()
  await retest(other, all, 0)
  await retest(other, all, 0.2)
  await picture(other, 'eyesight-retest-done')
  await other.getByText('已复测 2 人').waitFor()
  expect(await other.getByRole('cell', { name: '超差', exact: true }).count()).toBe(1)
})

test('the task is completed; after that a result changes by an approved application alone', async () => {
  await findTask()
  const third = (await rowsOf(0))[2]
  const name = third?.studentName ?? ''
  const hospital = await browser.desk('hospital01', `/eyesight/task-details?taskId=${taskId}`)
  await confirmed(hospital, '完成')
  await notice(hospital, `“${SCHOOL}”的任务已完成`).waitFor()

  const page = await browser.desk('hscreen01', classAddress(0))
  await page.getByText('要改结果，请在该生一行的“更多操作”中点“申请更正”').waitFor()
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '申请更正' }).click()
  await dialog(page).getByLabel('裸眼视力（右）').fill('4.8')
  await dialog(page).getByLabel('球镜（右）').fill('-100')
  await dialog(page).getByText('更正后的结论：低度近视').waitFor()
  await dialog(page).getByLabel('更正原因').fill('登记表为 4.8 与 -1.00，录入时看错一行')
  await picture(page, 'eyesight-correction')
  await dialog(page).getByRole('button', { name: '提交申请' }).click()
  await notice(page, `${name}的更正申请已提交，审核通过后生效`).waitFor()
  await page.getByText('更正审核中').waitFor()
  expect((await rowsOf(0))[2]?.fields.nakedRight).toBe(5)

  const other = await browser.desk(HEALTH, '/approve/approve-list')
  await other.getByRole('tab', { name: '数据更正审核' }).click()
  // The demo has an application about the same student in another plan.
  await listed(shownPage(other), name, '看错一行').getByRole('button', { name: '详情' }).click()
  await dialog(other).getByRole('row', { name: '裸眼视力（右） 5.0 4.8' }).waitFor()
  await picture(other, 'eyesight-correction-approval')
  await dialog(other).getByRole('button', { name: '审批' }).click()
  await other.getByRole('tooltip').getByRole('button', { name: '通过' }).click()
  await notice(other, '已通过 1 项申请').waitFor()

  await page.reload()
  const row = page.locator(`tr[data-record="${third?.recordId}"]`)
  await expect.poll(() => conclusionOf(row).textContent(), PATIENT).toContain('低度近视')
  await row.getByText('4.8').waitFor()
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '修改经过' }).click()
  await dialog(page).getByText('审核更正').waitFor()
  await picture(page, 'eyesight-changes')
})

test('from the province down to the class, each number says where it comes from', async () => {
  await findTask()
  const classes = await Promise.all([0, 1, 2].map(rowsOf))
  const all = classes.flat().filter(isValid)
  const page = await browser.desk('province01', `/eyesight/indicators-details?planId=${planId}`)
  for (const name of ['杭州市', '西湖区', SCHOOL, '高一']) {
    await expectRates(page, name, all)
    await rowOf(page, name).getByRole('button', { name, exact: true }).click()
  }
  for (const [nth, name] of CLASSES.entries()) {
    await expectRates(page, name, (classes[nth] ?? []).filter(isValid))
  }
  await expectFits(page)
  await picture(page, 'eyesight-indicators-classes')
  const myopes = (classes[0] ?? []).filter(isMyopic)
  expect(myopes).toHaveLength(3)
  await page.getByRole('button', { name: /^高一1班近视率：60\.00%/ }).click()
  await dialog(page).getByRole('row', { name: '近视人数 3 人' }).waitFor()
  await dialog(page).getByRole('row', { name: '纳入近视率统计的有效人数 5 人' }).waitFor()
  await dialog(page).getByText('近视率 = 近视人数 ÷ 纳入近视率统计的有效人数 × 100%').waitFor()
  for (const { studentName } of myopes) await listed(dialog(page), studentName).waitFor()
  await picture(page, 'eyesight-explanation')
})
