import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { answerShell, NOTHING_WAITS } from '#web/testing/samples/shell.ts'
import { userOf } from '#web/testing/samples/users.ts'

const open = (orgTerms: { over: number; soon: number } | null, as = userOf('GD')) =>
  renderScreen('/home', {
    api: answerShell(fakeApi().answer(homeEndpoints.homeSummary, { ...NOTHING_WAITS, orgTerms })),
    as,
  })

it('organisations below that are over or soon over are to be renewed', async () => {
  await open({ over: 2, soon: 3 })
  expect(await screen.findByText('2 个机构已到期或未设有效期')).toBeTruthy()
  expect(screen.getByText('3 个机构将在 30 天内到期')).toBeTruthy()
  const [over, soon] = screen.getAllByRole<HTMLAnchorElement>('link', { name: '去续期' })
  expect(over?.getAttribute('href')).toBe('/authority/org-terms')
  expect(soon?.getAttribute('href')).toBe('/authority/org-terms?state=soon')
})

it('warnings that wait lead to their list, those that are overdue first', async () => {
  const warnings = { students: 12, units: 2, overdue: 3, planId: 7 }
  await renderScreen('/home', {
    api: answerShell(fakeApi().answer(homeEndpoints.homeSummary, { ...NOTHING_WAITS, warnings })),
    as: userOf('SA'),
  })
  expect(await screen.findByText('3 条预警已逾期')).toBeTruthy()
  expect(screen.getByText('12 名学生的预警待处理')).toBeTruthy()
  expect(screen.getByText('2 个单位的预警待处理')).toBeTruthy()
})

it('what has to be handed in for an assessment and what waits for review lead to their screens', async () => {
  const assessments = { toSubmit: 1, returned: 2, submitUntil: '2026-12-01', toReview: 3, openAppeals: 4 }
  await renderScreen('/home', {
    api: answerShell(fakeApi().answer(homeEndpoints.homeSummary, { ...NOTHING_WAITS, assessments })),
    as: userOf('GC'),
  })
  expect(await screen.findByText('2 份考核申报被退回')).toBeTruthy()
  expect(screen.getByText('1 份考核申报待提交')).toBeTruthy()
  expect(screen.getAllByText('最早在2026-12-01截止')).toHaveLength(2)
  const review = screen.getByRole<HTMLAnchorElement>('link', { name: '去评审' })
  expect(review.getAttribute('href')).toBe('/approve/approve-list?kind=assessment')
  expect(screen.getByText('3 份考核申报等待评审')).toBeTruthy()
  expect(screen.getByText('4 个考核结果异议待答复')).toBeTruthy()
})

it('quick entries are the screens that may be opened, with what is needed in addition', async () => {
  await open(null, userOf('SA'))
  expect(await screen.findByText('预警名单', { selector: 'button *' })).toBeTruthy()
  expect(screen.queryByText('预警规则', { selector: 'button *' })).toBeNull()
})

it('nothing is to be renewed where none is', async () => {
  await open({ over: 0, soon: 0 })
  expect(await screen.findByText('没有待办事项')).toBeTruthy()
})
