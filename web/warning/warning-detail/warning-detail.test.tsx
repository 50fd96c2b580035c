import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import type { WarningDetail } from '#contract/warning/warning-schemas.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'
import { schoolWarning, warningDetail, warningReading } from '#web/testing/samples/warnings.ts'
import { pressButton } from '#web/testing/screen-actions.ts'

const ADDRESS = '/warning/warning-detail?warningId=501'
const { warningDetail: detail, actOnWarnings } = warningEndpoints

async function open(change: Partial<WarningDetail> = {}, as = userOf('SA')) {
  const api = fakeApi().answer(detail, warningDetail(change))
  const rendered = await renderScreen(ADDRESS, { api, as })
  await screen.findByText('为什么预警')
  return { ...rendered, api }
}
const buttons = () =>
  screen.getAllByRole('button').map(({ textContent, className }) => ({
    text: textContent?.replace(/\s/g, ''),
    primary: className.includes('primary'),
  }))
const linkTo = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href')

describe('the warning of a student', () => {
  it('shows who, why, the readings, and what is still due', async () => {
    await open()
    expect(screen.getByText('陈一诺')).toBeTruthy()
    expect(screen.getByText('女，9 岁')).toBeTruthy()
    expect(screen.getByText('二级预警')).toBeTruthy()
    expect(screen.getByText(/^2026-12-11 前应就诊|^应于 2026-12-11 前就诊/)).toBeTruthy()
    expect(screen.getByText(/^右眼等效球镜由 −0.25 变为 −1.25，间隔 391 天/)).toBeTruthy()
    expect(screen.getByText('规则：折合每年加深的度数（近视进展快≥0.75D/年）。')).toBeTruthy()
    expect(screen.getByText('2026年秋季视力筛查 · 风险分级，随本计划固定')).toBeTruthy()
    expect(screen.getByText(/以后有正常的有效记录，或更正后条件不再成立/)).toBeTruthy()
    expect(screen.getByText('右眼 391 天 −1.00 D，折合每年 −0.93 D')).toBeTruthy()
    expect(screen.getByText('应就诊期限')).toBeTruthy()
    expect(screen.getByText('下次筛查复核')).toBeTruthy()
  })

  it('has one primary action, the next step', async () => {
    const { api, user } = await open({ status: 2 })
    expect(buttons().filter(({ primary }) => primary)).toEqual([{ text: '登记干预', primary: true }])
    expect(linkTo('打印告知书')).toBe('/print/result-letter?planId=21&taskId=31&classId=111&studentIds=1001')
    api.answer(actOnWarnings, { done: 1, skipped: 0 })
    await user.click(screen.getByText('登记干预'))
    await user.click(await screen.findByText('调整座位'))
    await pressButton(user, /^确\s?定$/)
    expect(await screen.findByText('已处理 1 条')).toBeTruthy()
    expect(api.calls(actOnWarnings)).toEqual([
      { warnings: [{ warningId: 501, version: 1 }], note: '', interventions: [1] },
    ])
  })

  it('is read again after the letter was printed in another tab', async () => {
    const { api } = await open()
    fireEvent.focus(window)
    expect(api.calls(detail)).toHaveLength(1)
    // The other tab is not opened here.
    screen
      .getByText('打印告知书')
      .closest('a')
      ?.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(screen.getByText('打印告知书'))
    api.answer(detail, warningDetail({ status: 2 }))
    fireEvent.focus(window)
    await waitFor(() => expect(buttons().find(({ primary }) => primary)?.text).toBe('登记干预'))
  })

  it('that has ended says why in place of actions', async () => {
    await open({ ended: 2 })
    expect(screen.getByText('预警已解除：后续筛查正常，经过保留')).toBeTruthy()
    expect(screen.queryByText('登记已通知')).toBeNull()
    expect(screen.queryByText('应就诊期限')).toBeNull()
  })

  it('that is closed says why, and can be opened again', async () => {
    await open({ status: 4, closeReason: 2, closedNote: '已配框架眼镜' })
    expect(screen.getByText('关闭原因：已配镜或调整矫正（已配框架眼镜）')).toBeTruthy()
    expect(buttons().filter(({ primary }) => primary)).toEqual([{ text: '重新打开', primary: true }])
  })

  const LATE = { dueOn: '2020-01-01', raisedOn: '2019-12-02' }
  it('whose day is over says that it is overdue', async () => {
    await open({ ...LATE, overdue: true })
    expect(screen.getByText(/^应于 2020-01-01 前就诊，已逾期 \d+ 天$/)).toBeTruthy()
    expect(screen.getByText('已逾期')).toBeTruthy()
  })

  it('that was acted on is not overdue, but the visit is missing', async () => {
    await open({ ...LATE, status: 3 })
    expect(screen.getByText('还没有就诊登记')).toBeTruthy()
    expect(screen.queryByText(/已逾期/)).toBeNull()
  })

  it('is only read by a hospital', async () => {
    await open({ mayAct: false }, userOf('HA'))
    expect(screen.queryByText('登记已通知')).toBeNull()
  })

  it('has no progression drawn where the server gives none', async () => {
    await open({ progression: null })
    expect(screen.queryByText(/折合每年 .* D$/)).toBeNull()
  })

  it('marks a visit, with cycloplegia or not', async () => {
    await open({
      readings: [
        warningReading({ on: '2026-11-20', visit: true, cycloplegic: true, glasses: '', axialRight: 24.1 }),
        warningReading(),
      ],
    })
    expect(screen.getByText('就诊，散瞳')).toBeTruthy()
    expect(screen.getByText('24.10')).toBeTruthy()
    expect(screen.getByText(/就诊验光（实心为散瞳）/)).toBeTruthy()
  })
})

describe('the warning of a unit', () => {
  const UNIT: Partial<WarningDetail> = {
    ...schoolWarning(),
    sex: null,
    age: null,
    taskId: null,
    classId: null,
    readings: [],
    progression: null,
    mayAct: false,
  }

  it('has its reasons and events, and leads to report and students', async () => {
    await open(UNIT, userOf('GD'))
    expect(screen.getByText('三级预警')).toBeTruthy()
    expect(screen.queryByText('历次读数')).toBeNull()
    expect(linkTo('查看报告')).toBe('/report/school-report?planId=21&orgId=100')
    expect(linkTo('预警学生')).toBe('/warning/warning-list?planId=21&scope=1&orgId=100')
  })
})
