import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Profile } from '#contract/core/permissions.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { SEE_STUDENTS } from '#contract/eyesight/figures/figure-small-cells.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import type { WarningRow, WarningSummary } from '#contract/warning/warning-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { counts, FIGURE_PLAN, planChoice, rangeCounts, SCHOOL_UNIT } from '#web/testing/samples/plans.ts'
import { type SampleUser, userOf } from '#web/testing/samples/users.ts'
import { schoolWarning, warningRow } from '#web/testing/samples/warnings.ts'
import { findRow, pressButton } from '#web/testing/screen-actions.ts'
import { tabsOf } from './scope-tabs.ts'

const ADDRESS = '/warning/warning-list'
const { warningPage, warningSummary, notifyWarnings, remindWarnings, closeWarnings } = warningEndpoints
const SUMMARY: WarningSummary = {
  tallies: [
    { scope: 1, level: 3, status: 1, warnings: 4 },
    { scope: 1, level: 2, status: 1, warnings: 7 },
    { scope: 1, level: 2, status: 4, warnings: 1 },
    { scope: 3, level: 3, status: 1, warnings: 2 },
  ],
  overdue: 3,
  overdueByScope: [{ scope: 1, warnings: 3 }],
}
const ROWS = [
  warningRow(),
  warningRow({
    warningId: 502,
    name: '林小宇',
    level: 3,
    dueOn: '2020-01-01',
    overdue: true,
    letter: 'none',
    version: 4,
  }),
  warningRow({ warningId: 503, name: '吴思远', status: 4, letter: null, visitedOn: '2026-11-20' }),
]

async function open(as: SampleUser, rows: WarningRow[] = ROWS, address = ADDRESS, summary = SUMMARY) {
  const api = fakeApi()
    .answer(eyesightEndpoints.planChoices, [planChoice()])
    .answer(eyesightEndpoints.breakdown, {
      plan: FIGURE_PLAN,
      path: [SCHOOL_UNIT],
      unit: SCHOOL_UNIT,
      childLevel: null,
      total: counts(),
      totalHidden: false,
      range: rangeCounts(),
      rows: [],
      at: '2026-11-12T01:00:00.000Z',
    })
    .answer(warningSummary, summary)
    .answer(warningPage, { list: rows, total: rows.length, pageNum: 1, pageSize: 20 })
  const rendered = await renderScreen(address, { api, as })
  await screen.findByText('待处理', { selector: 'button span' })
  return { ...rendered, api }
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

describe('the list of a school', () => {
  it('shows level, reasons, deadline and letter of each student', async () => {
    await open(userOf('SA'))
    const row = await findRow('林小宇')
    expect(row.getByText('三级')).toBeTruthy()
    expect(row.getByText('筛查二级预警；右眼近视进展快 0.93D/年')).toBeTruthy()
    expect(row.getByText(/^已逾期 \d+ 天$/)).toBeTruthy()
    expect((await findRow('吴思远')).getByText('2026-11-20')).toBeTruthy()
    expect(tabs()).toEqual(['学生 11', '班级 0', '学校 2'])
    expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
  })

  it('is narrowed by a number above it and by the filters, all held in the address', async () => {
    const { api, user } = await open(userOf('SA'))
    await screen.findByText('陈一诺')
    await user.click(screen.getByText('三级预警'))
    await waitFor(() => expect(currentAddress()).toContain('level=3'))
    await user.click(screen.getByText('已逾期', { selector: 'button span' }))
    await choose(user, screen.getByLabelText('指标'), '近视进展快')
    await choose(user, screen.getByLabelText('预警'), '已解除')
    await waitFor(() =>
      expect(api.calls(warningPage).at(-1)).toMatchObject({
        planId: 21,
        scope: 1,
        level: 3,
        overdue: true,
        indicator: 'progression',
        counting: 'ended',
      }),
    )
    await user.click(screen.getAllByText('清空筛选')[0] ?? document.body)
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?planId=21`))
  })

  it('says what comes next where nothing is warned', async () => {
    await open(userOf('SA'), [], ADDRESS, { tallies: [], overdue: 0, overdueByScope: [] })
    expect(await screen.findByText('没有预警的学生')).toBeTruthy()
    expect(screen.getByText(/学生会自动列在这里/)).toBeTruthy()
  })
})

describe('open and closed', () => {
  const closedOnly: WarningSummary = {
    tallies: [{ scope: 1, level: 2, status: 4, warnings: 5 }],
    overdue: 0,
    overdueByScope: [],
  }
  const figure = (label: string) => screen.getByText(label, { selector: 'button span' }).closest('button')

  it('are counted apart: the list begins with open ones, closed ones are one step away', async () => {
    const { api, user } = await open(userOf('SA'))
    await screen.findByText('陈一诺')
    expect(api.calls(warningPage).at(-1)?.counting).toBe('open')
    expect(figure('二级预警')?.textContent).toBe('二级预警 7')
    expect(figure('已关闭')?.textContent).toBe('已关闭 1')
    await user.click(screen.getByText('已关闭', { selector: 'button span' }))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?planId=21&status=4`))
    expect(screen.getByText('含已关闭')).toBeTruthy()
    // A number of open ones leads back to them.
    await user.click(screen.getByText('三级预警'))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?planId=21&level=3`))
    expect(figure('三级预警')?.getAttribute('aria-pressed')).toBe('true')
  })

  it('where all are closed it says so and leads to them', async () => {
    const { user } = await open(userOf('SA'), [], ADDRESS, closedOnly)
    expect(await screen.findByText('5 条预警都已关闭')).toBeTruthy()
    await user.click(screen.getByText('查看已关闭的预警'))
    await waitFor(() => expect(currentAddress()).toContain('status=4'))
  })
})

describe('the file of the list', () => {
  const item = (key: 'warnings' | 'unitWarnings', title: string) => ({
    key,
    title,
    api: `/excel/export/${key}`,
    type: 'excel' as const,
    act: 'download' as const,
    fileType: 'xlsx' as const,
    resourceId: 2069,
    group: 'common' as const,
    personal: false,
  })
  const openDialog = async (as: SampleUser, address: string, rows: number) => {
    const rendered = await open(as, [], address)
    rendered.api
      .answer(exportEndpoints.exportItems, [
        item('warnings', '预警学生名单'),
        item('unitWarnings', '预警单位名单'),
      ])
      .answer(exportEndpoints.exportSize, { rows, rowsLeftToday: 1000 })
    await rendered.user.click(await screen.findByText(/^导\s?出$/))
    return rendered
  }

  it('is asked for with the filters of the list', async () => {
    const { api } = await openDialog(userOf('ST'), `${ADDRESS}?planId=21&level=3&overdue=1`, 4)
    expect(await screen.findByText('按当前条件共 4 行')).toBeTruthy()
    expect(screen.queryByText('预警单位名单')).toBeNull()
    expect(api.calls(exportEndpoints.exportSize).at(-1)).toMatchObject({
      item: 'warnings',
      planId: 21,
      level: 3,
      overdue: true,
      counting: 'open',
    })
  })

  it('of units is that of the tab; an empty one says so', async () => {
    const { api } = await openDialog(userOf('GD'), `${ADDRESS}?planId=21&scope=4`, 0)
    expect(await screen.findByText('按当前条件没有可导出的数据')).toBeTruthy()
    expect(api.calls(exportEndpoints.exportSize).at(-1)).toMatchObject({ item: 'unitWarnings', scope: 4 })
  })
})

describe('several at once', () => {
  it('are registered with a note, and those changed by others are counted', async () => {
    const { api, user } = await open(userOf('SA'))
    api.answer(notifyWarnings, { done: 1, skipped: 1 })
    await screen.findByText('陈一诺')
    await user.click(screen.getByText('全选本页'))
    expect(screen.getByText('已选 3 条')).toBeTruthy()
    await user.click(screen.getByText('登记已通知'))
    // The third is closed already.
    expect(await screen.findByText('所选的另外 1 条不能登记已通知，不会改变')).toBeTruthy()
    await fill(user, screen.getByLabelText('说明'), '电话')
    await pressButton(user, /^确\s?定$/)
    expect(await screen.findByText('已处理 1 条，1 条已被他人更改，请刷新查看')).toBeTruthy()
    expect(api.calls(notifyWarnings)).toEqual([
      {
        warnings: [
          { warningId: 501, version: 1 },
          { warningId: 502, version: 4 },
        ],
        note: '电话',
      },
    ])
    expect(screen.queryByText(/^已选/)).toBeNull()
  })

  it('are closed with a reason, which for others has to be written', async () => {
    const { api, user } = await open(userOf('SA'))
    api.answer(closeWarnings, { done: 1, skipped: 0 })
    await screen.findByText('陈一诺')
    await user.click(screen.getByLabelText('选择陈一诺'))
    await user.click(screen.getByText(/^关\s?闭$/))
    await choose(user, await screen.findByLabelText('关闭原因'), '其他')
    await pressButton(user, /^确\s?定$/)
    expect(await screen.findByText('请写明原因，至少4个字')).toBeTruthy()
    await choose(user, screen.getByLabelText('关闭原因'), '已配镜或调整矫正')
    await pressButton(user, /^确\s?定$/)
    expect(await screen.findByText('已处理 1 条')).toBeTruthy()
    expect(api.calls(closeWarnings)).toEqual([
      { warnings: [{ warningId: 501, version: 1 }], note: '', reason: 2 },
    ])
  })

  it('the teacher is reminded without a question, or who stands in for one', async () => {
    const { api, user } = await open(userOf('SA'))
    const school = { role: 'school' as const, people: 2, classes: 1 }
    api.answer(remindWarnings, { done: 1, skipped: 0, recipients: [school], unreached: 0 })
    await user.click(await screen.findByLabelText('选择陈一诺'))
    await user.click(screen.getByText('提醒班主任'))
    expect(await screen.findByText('该班没有班主任，已提醒 2 位学校管理员')).toBeTruthy()
  })
})

describe('tabs', () => {
  it('of a district begin with schools, on which it acts', async () => {
    const { api } = await open(userOf('GD'), [schoolWarning()])
    expect(await screen.findByText('视力不良率同比上升 5.2个百分点')).toBeTruthy()
    expect(tabs()).toEqual(['学校 2', '地区 0', '班级 0', '学生 11'])
    expect(api.calls(warningPage).at(-1)?.scope).toBe(3)
    expect(screen.getByText('全选本页')).toBeTruthy()
  })

  it('of a district show students, on whom it does not act', async () => {
    await open(userOf('GD'), undefined, `${ADDRESS}?planId=21&scope=1`)
    await waitFor(() => expect(tabs()[3]).toBe('学生 11'))
    expect(screen.queryByText('全选本页')).toBeNull()
  })

  it.each<[Profile, number[]]>([
    ['GP', [3, 4, 2, 1]],
    ['SA', [1, 2, 3]],
    ['SG', [1, 2]],
    ['ST', [1, 2]],
    ['HA', [1]],
    ['OA', [1]],
  ])('%s has those of its range', (profile, expected) => {
    expect(tabsOf(userOf(profile).info, true)).toEqual(expected)
  })

  it('without permission to see students have none of them', async () => {
    await open(userOf('GD', { without: SEE_STUDENTS }), [schoolWarning()], `${ADDRESS}?planId=21&scope=1`)
    await waitFor(() => expect(tabs()).toEqual(['学校 2', '地区 0', '班级 0']))
  })
})
