// Screens of screening, and two people at one class.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TaskDetail, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { EYESIGHT_SCREENS } from '#web/eyesight/screens.ts'
import { colleague, gridOf, taskOf } from './support/api.ts'
import { excessWidth, goInside, PATIENT, picture, shownPage, useBrowser } from './support/browser.ts'
import { cell, dialog, rowOf } from './support/screening.ts'

const browser = useBrowser()
/** Of the plan under way, carried out by the hospital of hospital01. */
const SCHOOL = '西湖第一初级中学'

type Colleague = Awaited<ReturnType<typeof colleague>>
type Plan = { planId: number; planName: string; status: number }
const plansOf = (by: Colleague) => by.get<Plan[]>('/manager/plan/choices')

let underWay: Plan

beforeAll(async () => {
  const plans = await plansOf(await colleague('province01'))
  const found = plans.find(({ planName }) => planName.startsWith('浙江省'))
  if (!found) throw new Error('the demo has no plan')
  underWay = found
})

/** A task of an account that has begun, and a class of it. */
async function placeOf(account: string) {
  const by = await colleague(account)
  const { list } = await by.get<{ list: TaskRow[] }>('/manager/task/pageList', { pageSize: '50' })
  const task = list.find(({ status }) => status > 0)
  if (!task) throw new Error(`${account} has no task`)
  const { taskId, classes } = await by.get<TaskDetail>('/manager/task/detail', {
    taskId: String(task.taskId),
  })
  return { taskId, classId: classes[0]?.classId ?? 0 }
}

type Shown = { at: string; says: string }
const SCREENS = {
  progress: { at: '/eyesight/locality-statics', says: '统计至' },
  numbers: { at: '/eyesight/tasknum-details', says: '按承担机构' },
  intake: { at: '/eyesight/schedule-access', says: '待处理冲突' },
} as const satisfies Record<string, Shown>
type Name = keyof typeof SCREENS

/**
 * The screens that screening-journey.test.ts does not come by, as those who have most to do there. Who has which screens
 * is checked in web/eyesight/screens.test.ts, what each of them finds there by the tests of the screens.
 */
test.each<[string, Name[]]>([
  ['province01', ['progress', 'numbers']],
  ['school01', ['intake']],
])('the screens of %s load and fit the window', async (account, screens) => {
  const page = await browser.desk(account)
  for (const name of screens) {
    const { at, says } = SCREENS[name]
    await goInside(page, at)
    await expect.poll(() => page.title(), PATIENT).toContain(titleOf(at))
    await shownPage(page).getByText(says).first().waitFor()
    await untilLoaded(page)
    expect(
      await shownPage(page)
        .getByText(/加载失败|无法打开|没有找到/)
        .count(),
      name,
    ).toBe(0)
    expect(await excessWidth(page), `${name} is wider than the window`).toBe(0)
    await picture(page, `eyesight-${name}-${account}`)
  }
})

/** What the window is called once the screen of an address is the one in sight. */
function titleOf(path: string): string {
  const screen = EYESIGHT_SCREENS.find((each) => each.path === path)
  if (!screen) throw new Error(`no screen ${path}`)
  return screen.title
}

const untilLoaded = (page: Page) =>
  expect
    .poll(
      () =>
        shownPage(page)
          .locator('.ant-spin-spinning, .ant-skeleton, .ant-table-placeholder .ant-spin')
          .count(),
      PATIENT,
    )
    .toBe(0)

test('the file of a student shows every screening and the curves', async () => {
  const { taskId, classId } = await placeOf('school01')
  const { rows } = await gridOf(await colleague('school01'), taskId, classId)
  const screened = rows.find(({ conclusion, left }) => conclusion.state === 2 && !left)
  const page = await browser.desk('school01', `/schools/student-info?studentId=${screened?.studentId}`)
  await page.getByRole('heading', { name: '历次筛查' }).waitFor()
  await page.getByRole('figure', { name: /^裸眼视力/ }).waitFor()
  await page.getByRole('figure', { name: /^等效球镜度数/ }).waitFor()
  await rowOf(page, underWay.planName.slice(0, 3)).first().waitFor()
  await untilLoaded(page)
  await page.getByRole('heading', { name: '历次筛查' }).scrollIntoViewIfNeeded()
  await picture(page, 'eyesight-student-file')
})

test('two people at one student: different fields both stay, the same field is put to them', async () => {
  const by = await colleague('hscreen01')
  const task = await taskOf(by, underWay.planId, SCHOOL)
  const open = task.classes.find(({ progress, absent }) => progress.screened + absent < progress.expected)
  const classId = open?.classId ?? 0
  const empty = async () => {
    const { rows } = await gridOf(by, task.taskId, classId)
    // One drawn for a second examination looks empty to its examiner and cannot be entered here.
    return rows.findLast(
      ({ conclusion, fields, blind }) => conclusion.state === 0 && fields.absence === null && !blind,
    )
  }
  const { recordId, studentName: name = '' } = (await empty()) ?? {}
  const fields = async () =>
    (await gridOf(by, task.taskId, classId)).rows.find((row) => row.recordId === recordId)?.fields
  const address = `/eyesight/class-details?taskId=${task.taskId}&classId=${classId}`
  const [one, other] = await Promise.all([
    browser.desk('hscreen01', address),
    browser.desk('hospital01', address),
  ])
  const right = (page: Page) => cell(page, name, '裸眼视力（右）')
  const left = (page: Page) => cell(page, name, '裸眼视力（左）')

  await Promise.all([type(one, right(one), '49'), type(other, left(other), '50')])
  await expect.poll(fields, PATIENT).toMatchObject({ nakedRight: 4.9, nakedLeft: 5 })
  // Each sees before long what the other did.
  await expect.poll(() => left(one).inputValue(), PATIENT).toBe('5.0')
  await expect.poll(() => right(other).inputValue(), PATIENT).toBe('4.9')

  await right(other).focus()
  await type(one, right(one), '48')
  await expect.poll(fields, PATIENT).toMatchObject({ nakedRight: 4.8 })
  await type(other, right(other), '47')
  await other.getByRole('button', { name: `${name} 与他人的修改冲突，处理` }).click()
  await dialog(other).getByText('对方：何敏').waitFor()
  await dialog(other).getByRole('button', { name: '保留对方：4.8' }).waitFor()
  await picture(other, 'eyesight-clash')
  expect(await fields()).toMatchObject({ nakedRight: 4.8 })
  await dialog(other).getByRole('button', { name: '用我的：4.7' }).click()
  await dialog(other).waitFor({ state: 'detached' })
  await expect.poll(fields, PATIENT).toMatchObject({ nakedRight: 4.7, nakedLeft: 5 })
  // Who is still in the cell keeps his own text there until he leaves it.
  await one.keyboard.press('Tab')
  await expect.poll(() => right(one).inputValue(), PATIENT).toBe('4.7')
})

async function type(page: Page, into: ReturnType<typeof cell>, text: string) {
  await into.focus()
  await into.selectText()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+s')
}
