import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderConsole } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { classCell, gradeRow, SCHOOL, schoolView } from '#web/testing/samples/school-walls.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { wallAnswerOf } from '#web/testing/samples/walls.ts'

const { overviewSchool } = overviewEndpoints

const hall = (change: Partial<SchoolView> = {}) =>
  fakeApi()
    .answer(eyesightEndpoints.planChoices, [
      planChoice(),
      planChoice({ planId: 11, planName: '2025年秋季视力筛查' }),
    ])
    .answer(overviewSchool, wallAnswerOf(schoolView(change), { path: [SCHOOL] }))
const open = async (api = hall(), address = '/overviewFour') => {
  const rendered = await renderConsole(address, { api, as: userOf('SA') })
  await screen.findByRole('heading', { level: 1 })
  return { ...rendered, api }
}
const panel = (name: string) => screen.getByRole('region', { name })

describe('the cockpit of a school', () => {
  it('is that of the own school, by the plan under way, without a way elsewhere', async () => {
    const { api } = await open()
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('西湖实验小学·学校驾驶舱'),
    )
    expect(api.calls(overviewSchool)[0]).toEqual({ planId: 21 })
    expect(screen.queryByRole('button', { name: /返回/ })).toBeNull()
  })

  it('names the classes of today, those with most first', async () => {
    const [one, other] = [classCell(1, 1, { screenedToday: 5 }), classCell(1, 2, { screenedToday: 12 })]
    await open(hall({ screenedToday: 17, grades: [gradeRow(1, 3, [one, other]), gradeRow(2, 3)] }))
    await waitFor(() => expect(panel('今日班级').textContent).toContain('2 个班 · 今日已筛 17 人'))
    expect(panel('今日班级').textContent).toMatch(/一年级2班\+12 人一年级1班\+5 人$/)
  })

  it('says what comes next where nobody is at it', async () => {
    await open()
    await waitFor(() =>
      expect(panel('今日班级').textContent).toContain(
        '今天还没有班级筛查。四年级1班待筛 19 人，为各班最多。',
      ),
    )
  })

  it('shows who still waits for a doctor, by grade, and nothing of a handful', async () => {
    const grades = [gradeRow(1, 2), { ...gradeRow(2, 2), followUp: null }]
    await open(
      hall({
        grades,
        followUp: { referral: 207, letters: 200, acknowledged: 150, visited: 61, overdue: 9 },
      }),
    )
    await waitFor(() => expect(panel('就诊随访').textContent).toMatch(/已就诊61人待就诊146人逾期9人/))
    const rows = within(screen.getByRole('table', { name: '各年级就诊随访' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual(['一年级1283', '二年级＊＊＊'])
    expect(panel('就诊随访').textContent).toContain('逾期未就诊 9 人；下一步：逐一联系家长')
  })

  it('hides the follow-up of a small school altogether', async () => {
    await open(
      hall({ followUp: { referral: null, letters: null, acknowledged: null, visited: null, overdue: null } }),
    )
    await waitFor(() => expect(panel('就诊随访').textContent).toBe('就诊随访人数过少，不显示。'))
  })

  it('offers the plans of the school', async () => {
    const { user, api } = await open()
    await user.click(await screen.findByRole('button', { name: '筛查计划：2026年秋季视力筛查' }))
    await user.click(await screen.findByRole('option', { name: /2025年秋季视力筛查/ }))
    await waitFor(() => expect(currentAddress()).toBe('/overviewFour?planId=11'))
    await waitFor(() => expect(api.calls(overviewSchool).at(-1)).toMatchObject({ planId: 11 }))
  })

  it('without a plan says so', async () => {
    await open(hall().answer(eyesightEndpoints.planChoices, []))
    expect(await screen.findByText(/本校还没有已发布的筛查计划/)).toBeTruthy()
  })

  it('is not for teachers', async () => {
    await renderConsole('/overviewFour', { api: hall(), as: userOf('ST') })
    await waitFor(() => expect(currentAddress()).toBe('/401'))
  })
})
