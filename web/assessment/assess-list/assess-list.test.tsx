import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ApplicationRow } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { applicationRow } from '#web/testing/samples/assessments.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/assessment/assess-list'
const { assessApplicationPage } = assessmentEndpoints

async function open(rows: ApplicationRow[], as = userOf('SA')) {
  const api = fakeApi().answer(assessApplicationPage, pageOf(rows))
  return { ...(await renderScreen(ADDRESS, { api, as })), api }
}
const rowOf = async (plan: string) => within((await screen.findByText(plan)).closest('tr') ?? document.body)

describe('the applications of the own unit', () => {
  it('say how far they are, how many days are left, and lead to the form', async () => {
    await open([applicationRow()])
    const row = await rowOf('2026年近视防控工作考核')
    expect(row.getByText('填报中')).toBeTruthy()
    expect(row.getByText('1 / 4')).toBeTruthy()
    expect(row.getByText(/^2099-11-30 截止，还有 \d+ 天$/)).toBeTruthy()
    expect(row.getByText('继续填写').closest('a')?.getAttribute('href')).toBe(
      '/assessment/add-assess-apply?applicationId=71',
    )
  })

  it.each<[string, Partial<ApplicationRow>, string[]]>([
    ['nothing entered', { touched: false, filled: 0 }, ['待填报', '开始填写']],
    ['handed in', { status: 1, submitUntil: null, filled: 4 }, ['已提交', '申报截止 2099-11-30', '查看']],
    ['handed back', { status: 2 }, ['已退回', '修改']],
    [
      'too late',
      { submitUntil: null, missed: true, planStatus: 2 },
      ['未申报', '申报已截止', '待公布', '查看'],
    ],
    ['not begun', { startsOn: '2099-01-01' }, ['申报自 2099-01-01 开始']],
    ['only computed', { toFill: 0, filled: 0 }, ['系统取数']],
    [
      'with a result',
      { status: 4, planStatus: 2, submitUntil: null, total: 91.5, place: 2, grade: '优秀' },
      ['已通过', '91.5 分，第 2 名，优秀', '查看结果'],
    ],
  ])('%s', async (_, change, words) => {
    await open([applicationRow(change)])
    const row = await rowOf('2026年近视防控工作考核')
    for (const word of words) expect(row.getByText(word)).toBeTruthy()
  })

  it('that are not there say what comes next', async () => {
    await open([])
    expect(await screen.findByText('还没有需要申报的考核')).toBeTruthy()
    expect(screen.getByText(/主管部门发布考核计划并列入本单位后会发来消息/)).toBeTruthy()
  })

  it('are narrowed by their status', async () => {
    const { api, user } = await open([applicationRow()])
    await rowOf('2026年近视防控工作考核')
    await choose(user, screen.getByLabelText('状态'), '已退回')
    await screen.findByText('清空筛选')
    expect(api.calls(assessApplicationPage).at(-1)).toMatchObject({ status: 2, pageNum: 1 })
  })

  it('are not shown to a class teacher', async () => {
    await open([], userOf('ST'))
    expect(currentAddress()).toMatch(/^\/401/)
  })
})
