// A child whose myopia grows fast: found by the screener, seen by the class teacher, told to the family by a letter,
// examined by a hospital, closed by the school, counted by the district.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Glasses, RateIndicator, RoleType } from '#contract/core/codes.ts'
import type { IndicatorTable } from '#contract/eyesight/figures/figure-schemas.ts'
import { type RecordRow, RecordState, type StudentRecord } from '#contract/eyesight/record-schemas.ts'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { CloseReason, WarningStatus, type WarningSummary } from '#contract/warning/warning-schemas.ts'
import { DEMO_ORGS, DEMO_USERS } from '#server/seed/demo-world.ts'
import { dayFromNow } from '#server/testing/days.ts'
import { adminOf, classNamed, colleague, gridOf, ownAddress } from './support/api.ts'
import { chooseOption, goInside, picture, shownPage, useBrowser } from './support/browser.ts'
import { cell, keys } from './support/screening.ts'

const browser = useBrowser()
const SCHOOL = '西湖第一初级中学'
/** Children of the lowest grade came from schools of which nothing is known. */
const CLASSES = ['初二1班', '初二2班', '初二3班']
const SEEN = RateIndicator.code.visitedIn30
const DAY_MS = 86_400_000
/** Days between the two results: about a year, with none in between to which half a year is compared. */
const [DAYS_MIN, DAYS_MAX] = [300, 430]
/** In dioptres; over at most 430 days it is 1.70 a year, and 1.00 is the limit. From −3.00 on it would be high myopia. */
const GROWTH = 2
const HIGH = -5

const orgKey = DEMO_ORGS.find(({ name }) => name === SCHOOL)?.key ?? ''
const teacherAccount =
  DEMO_USERS.find(({ org, roleType }) => org === orgKey && roleType === RoleType.code.classTeacher)
    ?.account ?? ''

type Colleague = Awaited<ReturnType<typeof colleague>>
type Child = { row: RecordRow; earlier: StudentRecord; days: number }

/** What the district counts of the school: children with a referral, those of them who were seen, closed warnings. */
async function countedAbove(planId: number, orgId: number) {
  const region = await colleague('region01')
  const figures = await region.get<IndicatorTable>('/manager/figure/indicators', { planId: String(planId) })
  const row = figures.rows.find(({ unit }) => 'orgId' in unit.key && unit.key.orgId === orgId)
  const seen = row?.rates.find(({ indicator }) => indicator === SEEN)
  const { tallies } = await region.get<WarningSummary>('/manager/warning/summary', {
    planId: String(planId),
    orgId: String(orgId),
  })
  const closed = tallies.filter(({ status }) => status === WarningStatus.code.closed)
  return {
    referred: seen?.denominator ?? 0,
    seen: seen?.numerator ?? 0,
    closed: closed.reduce((sum, { warnings }) => sum + warnings, 0),
  }
}

type Found = { child: Child; classId: number }

/** A child without a warning, who need not be examined twice. */
const isFine = ({ conclusion, retest, fields }: RecordRow): boolean =>
  conclusion.state === RecordState.code.valid &&
  !conclusion.warningLevel &&
  !conclusion.referral &&
  retest === 'none' &&
  fields.glasses === Glasses.code.frame

/** The first of them whose last result is of about a year before. */
async function findChild(by: Colleague, taskId: number, classIds: readonly number[]): Promise<Found> {
  for (const classId of classIds) {
    for (const row of (await gridOf(by, taskId, classId)).rows.filter(isFine)) {
      const studentId = String(row.studentId)
      const records = await by.get<StudentRecord[]>('/basicweb/student/screeningRecord', { studentId })
      const child = childOf(row, records)
      if (child) return { child, classId }
    }
  }
  throw new Error('nobody without a warning whose last result is of a year before')
}

function childOf(row: RecordRow, records: readonly StudentRecord[]): Child | undefined {
  const [last] = records
    .filter(
      ({ recordId, conclusion }) => recordId !== row.recordId && conclusion.state === RecordState.code.valid,
    )
    .map((earlier) => ({ earlier, row, days: daysBetween(earlier.fields.checkedOn, row.fields.checkedOn) }))
    .sort((one, other) => one.days - other.days)
  const se = last?.earlier.conclusion.seRight ?? null
  if (!last || se === null || se <= HIGH + GROWTH) return undefined
  return last.days >= DAYS_MIN && last.days <= DAYS_MAX ? last : undefined
}
const daysBetween = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The reading of the right eye with which its spherical equivalent is that much lower; the cylinder stays. */
function grownSphere({ row, earlier }: Child): number {
  const cylinder = row.fields.cylinderRight ?? 0
  return Math.round(((earlier.conclusion.seRight ?? 0) - GROWTH - cylinder / 2) * 4) / 4
}

/** Prints the letter of the warning in sight and returns what a scanner reads from its code. */
async function printedCode(teacher: Page): Promise<string> {
  const [paper] = await Promise.all([
    teacher.context().waitForEvent('page'),
    shownPage(teacher).getByRole('button', { name: '打印告知书' }).click(),
  ])
  await paper.getByRole('button', { name: '生成并预览' }).click()
  const letter = paper.getByRole('img', { name: /^结果告知书 / })
  await letter.waitFor()
  const texts = await letter.locator('text').allTextContents()
  return `${ownAddress()}/letter#${texts.filter((text) => /^[0-9A-Z]{13}$/.test(text)).join('')}`
}

/** The teacher gets classes with a past in addition to the own one. */
async function assignClasses(teacher: Colleague, added: readonly number[]): Promise<void> {
  const admin = await colleague(adminOf(orgKey).account)
  const { userId } = await teacher.get<{ userId: number }>('/auth/system/userInfo')
  const query = { userId: String(userId) }
  const { classIds } = await admin.get<{ classIds: number[] }>('/manager/account/classes', query)
  await admin.post('/manager/account/assignClasses', { userId, classIds: [...classIds, ...added] })
}

test('from the result to the closed warning', async () => {
  const office = await colleague(teacherAccount)
  const { list } = await office.get<{ list: TaskRow[] }>('/manager/task/pageList')
  const task = list.find(({ status }) => status === TaskStatus.code.underWay)
  if (!task) throw new Error('no task under way')
  const { taskId, planId, schoolOrgId } = task
  const region = await colleague('region01')
  const classIds = await Promise.all(CLASSES.map((each) => classNamed(region, schoolOrgId, each)))
  await assignClasses(office, classIds)
  const { child, classId } = await findChild(office, taskId, classIds)
  const { studentName: name } = child.row
  const before = await countedAbove(planId, schoolOrgId)

  const screener = await browser.desk(
    'hscreen01',
    `/eyesight/class-details?taskId=${taskId}&classId=${classId}`,
  )
  await cell(screener, name, '戴镜视力（右）').fill('4.6')
  await cell(screener, name, '球镜（右）').fill(grownSphere(child).toFixed(2))
  await keys(screener, 'Control+s')
  await screener.getByText('已全部保存').first().waitFor()

  const teacher = await browser.desk(teacherAccount)
  const todo = shownPage(teacher).getByRole('listitem').filter({ hasText: '名学生的预警待处理' })
  await todo.getByRole('link', { name: '去处理' }).click()
  await shownPage(teacher).getByRole('row').nth(1).waitFor()
  await goInside(teacher, `/warning/warning-list?planId=${planId}&keyword=${name}`)
  const row = shownPage(teacher).getByRole('row', { name: new RegExp(name) })
  await row
    .getByText(
      new RegExp(
        `右眼等效球镜由 .+ 变为 .+，间隔 ${child.days} 天，折合每年 −[12]\\.\\d\\d D（界限 1\\.00 D/年）`,
      ),
    )
    .waitFor()
  await row.getByText('三级', { exact: true }).waitFor()
  await row.getByRole('link', { name: '查看' }).click()
  await shownPage(teacher).getByRole('heading', { name: '经过与随访' }).waitFor()
  await picture(teacher, 'follow-up-warning')
  const address = new URL(teacher.url())
  const code = await printedCode(teacher)
  await goInside(teacher, `/warning/warning-list?planId=${planId}&keyword=${name}&status=2`)
  await row.getByText('已通知').waitFor()

  const hospital = await browser.desk('hospital01', '/visits/visit-entry')
  await hospital.getByLabel('二维码或告知书编号').fill(code)
  await hospital.getByLabel('二维码或告知书编号').press('Enter')
  await hospital.getByLabel('就诊日期').fill(dayFromNow())
  await hospital.getByLabel('就诊日期').press('Enter')
  await hospital.getByRole('button', { name: '保存' }).click()
  await hospital.getByText('本院登记过的就诊').waitFor()

  const school = await browser.desk(adminOf(orgKey).account, address.pathname + address.search)
  await school
    .getByText(/^就诊：/)
    .first()
    .waitFor()
  await school.getByText(/^结果告知书已打印发放，编号 \d{6}$/).waitFor()
  await school.getByRole('button', { name: '关闭', exact: true }).click()
  await school.getByLabel('关闭原因').click()
  await chooseOption(school, CloseReason.label(CloseReason.code.seen))
  await school.getByRole('button', { name: '确定' }).click()
  await school.getByText(`关闭：${CloseReason.label(CloseReason.code.seen)}`).waitFor()

  const district = await browser.desk('region01', `/eyesight/indicators-details?planId=${planId}`)
  const rate = district.getByRole('button', { name: new RegExp(`^${SCHOOL}${RateIndicator.label(SEEN)}：`) })
  await rate.waitFor()
  const share = (100 * (before.seen + 1)) / (before.referred + 1)
  expect(await rate.textContent()).toBe(`${share.toFixed(2)}%`)
  await goInside(district, `/warning/warning-list?planId=${planId}&scope=1&orgId=${schoolOrgId}`)
  await shownPage(district)
    .getByRole('button', { name: `已关闭 ${before.closed + 1}`, exact: true })
    .waitFor()
})
