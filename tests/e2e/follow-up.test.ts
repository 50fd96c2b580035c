// A child with high myopia: entered by the screener, seen by the class teacher, told to the family, examined by a
// hospital, closed by the school, counted by the district.
import { expect, test } from 'vitest'
import { RateIndicator, RoleType } from '#contract/core/codes.ts'
import type { IndicatorTable } from '#contract/eyesight/figures/figure-schemas.ts'
import type { RecordRow } from '#contract/eyesight/record-schemas.ts'
import type { TaskDetail, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { CloseReason, WarningStatus, type WarningSummary } from '#contract/warning/warning-schemas.ts'
import { DEMO_ORGS, DEMO_USERS } from '#server/seed/demo-world.ts'
import { dayFromNow } from '#server/testing/days.ts'
import { changesTo, type Typed } from '#server/testing/readings.ts'
import { adminOf, colleague, gridOf } from './support/api.ts'
import { chooseOption, goInside, picture, shownPage, useBrowser } from './support/browser.ts'

const browser = useBrowser()
const SCHOOL = '西湖第一初级中学'
/** Of a child without glasses and, as it is, without findings. */
const WORSE: Typed = {
  ...{ nakedRight: 4.6, nakedLeft: 4.6, sphereRight: -8, sphereLeft: -8 },
  ...{ cylinderRight: 0, cylinderLeft: 0, axisRight: null, axisLeft: null },
}

const orgKey = DEMO_ORGS.find(({ name }) => name === SCHOOL)?.key ?? ''
const teacherAccount =
  DEMO_USERS.find(({ org, roleType }) => org === orgKey && roleType === RoleType.code.classTeacher)
    ?.account ?? ''

/** What the district counts of the school: children with a referral who were seen, and closed warnings. */
async function countedAbove(planId: number, orgId: number): Promise<{ seen: number; closed: number }> {
  const region = await colleague('region01')
  const figures = await region.get<IndicatorTable>('/manager/figure/indicators', { planId: String(planId) })
  const row = figures.rows.find(({ unit }) => 'orgId' in unit.key && unit.key.orgId === orgId)
  const seen = row?.rates.find(({ indicator }) => indicator === RateIndicator.code.visitedIn30)
  const { tallies } = await region.get<WarningSummary>('/manager/warning/summary', {
    planId: String(planId),
    orgId: String(orgId),
  })
  const closed = tallies.filter(({ status }) => status === WarningStatus.code.closed)
  return { seen: seen?.numerator ?? 0, closed: closed.reduce((sum, { warnings }) => sum + warnings, 0) }
}

/** A child without findings who need not be examined twice. */
const isFine = ({ conclusion, retest, fields }: RecordRow): boolean =>
  conclusion.state === 2 && conclusion.warningLevel === null && retest === 'none' && fields.glasses === 1

test('from the result to the closed warning', async () => {
  const office = await colleague(teacherAccount)
  const { list } = await office.get<{ list: TaskRow[] }>('/manager/task/pageList')
  const task = list.find(({ status }) => status === TaskStatus.code.underWay)
  if (!task) throw new Error('no task under way')
  const { taskId, planId, schoolOrgId } = task
  const { classes } = await office.get<TaskDetail>('/manager/task/detail', { taskId: String(taskId) })
  const { rows } = await gridOf(office, taskId, classes[0]?.classId ?? 0)
  const child = rows.find(isFine)
  if (!child) throw new Error('nobody without findings')
  const before = await countedAbove(planId, schoolOrgId)
  const screener = await colleague('hscreen01')
  const changes = changesTo(WORSE, child.fields)
  await screener.post('/manager/record/save', { taskId, rows: [{ recordId: child.recordId, changes }] })

  const teacher = await browser.desk(teacherAccount)
  const todo = shownPage(teacher).getByRole('listitem').filter({ hasText: '名学生的预警待处理' })
  await todo.getByRole('link', { name: '去处理' }).click()
  await shownPage(teacher).getByRole('row').nth(1).waitFor()
  await goInside(teacher, `/warning/warning-list?planId=${planId}&keyword=${child.studentName}`)
  const row = shownPage(teacher).getByRole('row', { name: new RegExp(child.studentName) })
  await row.getByText('筛查三级预警').waitFor()
  await row.getByRole('link', { name: '查看' }).click()
  await shownPage(teacher).getByRole('heading', { name: '经过与随访' }).waitFor()
  await picture(teacher, 'follow-up-warning')
  const address = new URL(teacher.url())
  const [paper] = await Promise.all([
    teacher.context().waitForEvent('page'),
    shownPage(teacher).getByRole('button', { name: '打印告知书' }).click(),
  ])
  await paper.getByRole('button', { name: '生成并预览' }).click()
  const letter = paper.getByRole('img', { name: /^结果告知书 / })
  await letter.waitFor()
  const texts = await letter.locator('text').allTextContents()
  const ticket = texts.filter((text) => /^[0-9A-Z]{13}$/.test(text)).join('')

  const hospital = await browser.desk('hospital01', '/visits/visit-entry')
  await hospital.getByLabel('二维码或告知书编号').fill(ticket)
  await hospital.getByRole('button', { name: '打开' }).click()
  await hospital.getByLabel('就诊日期').fill(dayFromNow())
  await hospital.getByLabel('就诊日期').press('Enter')
  await hospital.getByRole('button', { name: '保存' }).click()
  await hospital.getByText('本院登记过的就诊').waitFor()

  const school = await browser.desk(adminOf(orgKey).account, address.pathname + address.search)
  await school
    .getByText(/^就诊：/)
    .first()
    .waitFor()
  await school.getByRole('button', { name: '关闭', exact: true }).click()
  await school.getByLabel('关闭原因').click()
  await chooseOption(school, CloseReason.label(CloseReason.code.seen))
  await school.getByRole('button', { name: '确定' }).click()
  await school.getByText(`关闭：${CloseReason.label(CloseReason.code.seen)}`).waitFor()
  expect(await countedAbove(planId, schoolOrgId)).toEqual({
    seen: before.seen + 1,
    closed: before.closed + 1,
  })
})
