import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalDetail } from '#contract/approvals/schemas.ts'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { REASON_WHERE_OTHER } from '#contract/assessment/review-schemas.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { leafReview, may, sampleApplication, sampleLeaves } from '#web/testing/samples/assessments.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { pressButton } from '#web/testing/screen-actions.ts'
import { forgetScores } from '../scoring/typed-scores.ts'

const ADDRESS = '/assessment/review-apply?applicationId=71'
const { assessApplication, saveAssessScores } = assessmentEndpoints
const { approvalDetail, decide } = approvalEndpoints

const SUBMITTED: Partial<Application> = {
  status: 1,
  submissions: 1,
  submittedAt: '2026-11-25T02:00:00.000Z',
  selfTotal: 92,
  may: may({ review: 1 }),
  approvalId: 9,
  leaves: sampleLeaves({
    h1l2: { selfScore: 18, text: '有方案' },
    h2l2: { selfScore: 9 },
    h3l1: { selfScore: 4 },
    h1l1: { reviews: [] },
  }),
}

function approval(obstacle: string | null): ApprovalDetail {
  return {
    approvalId: 9,
    kind: 'assessment',
    status: 0,
    title: '文一路小学的考核申报',
    applicantName: '周校医',
    applicantOrgName: '文一路小学',
    applyReason: null,
    createdAt: '2026-11-25T02:00:00.000Z',
    decidedByName: null,
    decidedAt: null,
    decideReason: null,
    decidable: true,
    earlier: [],
    org: null,
    transfer: null,
    correction: null,
    assessment: {
      applicationId: 71,
      orgName: '文一路小学',
      planName: '2026年近视防控工作考核',
      roundName: '初评',
      selfTotal: 92,
      scored: 0,
      toScore: 4,
      obstacle,
    },
  }
}

async function open(change: Partial<Application> = SUBMITTED, obstacle: string | null = '还有4项未评分') {
  const api = fakeApi()
    .answer(assessApplication, sampleApplication(change))
    .answer(approvalDetail, approval(obstacle))
    .answer(decide, { decided: 1 })
    .answer(saveAssessScores, ({ items }) => ({
      items: items.map(({ applicationId, leafKey, version }) => ({
        applicationId,
        leafKey,
        version: version + 1,
      })),
    }))
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('GD') })
  await screen.findByText('文一路小学')
  return { api, ...rendered }
}
afterEach(() => forgetScores('application 71'))

const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const given = () => Number(screen.getByLabelText<HTMLInputElement>('得分：工作小组与职责').value)
const items = (api: Awaited<ReturnType<typeof open>>['api']) =>
  api.calls(saveAssessScores).flatMap((call) => call.items)

describe('the review of one unit', () => {
  it('shows what the unit wrote, with the score to give', async () => {
    const { api } = await open()
    const card = within(screen.getByLabelText('工作小组与职责'))
    expect(card.getByText('校长任组长，每学期研究部署一次。')).toBeTruthy()
    expect(card.getByText('会议纪要.pdf')).toBeTruthy()
    expect(card.getByText('38 分')).toBeTruthy()
    type('得分：工作小组与职责', '36')
    expect(await card.findByText(REASON_WHERE_OTHER)).toBeTruthy()
    const leaves = sampleLeaves({ h1l1: { reviews: [leafReview({ score: 36 })] } })
    api.answer(assessApplication, sampleApplication({ ...SUBMITTED, leaves }))
    type('理由：工作小组与职责', '缺少分工文件')
    await waitFor(() =>
      expect(items(api)).toEqual([
        { applicationId: 71, leafKey: 'h1l1', version: 0, score: 36, reason: '缺少分工文件' },
      ]),
    )
    expect(await screen.findByText('1 / 4')).toBeTruthy()
  })

  it('goes from head to head and adds up', async () => {
    const { user } = await open()
    await user.click(screen.getByLabelText('按自评分：工作小组与职责'))
    await user.click(screen.getByLabelText('按自评分：工作方案'))
    await pressButton(user, '下一项：视力监测')
    expect(await screen.findByText('92.00%')).toBeTruthy()
    await user.click(screen.getByLabelText('按自评分：监测总结'))
    await user.click(within(screen.getByLabelText('指标')).getByText('特色做法'))
    await user.click(await screen.findByLabelText('按自评分：特色做法'))
    expect(await screen.findByText('4 / 4')).toBeTruthy()
    // 38 + 18 + 24 (computed) + 9 of a hundred, and 4 extra.
    expect(screen.getByText('评审总分')).toBeTruthy()
    expect(screen.getByText('93 分')).toBeTruthy()
  })

  it('shows the first reviewer’s score in the second round', async () => {
    const leaves = sampleLeaves({ h1l1: { reviews: [leafReview()] } })
    const { api } = await open({ ...SUBMITTED, status: 3, may: may({ review: 2 }), leaves })
    const card = within(screen.getByLabelText('工作小组与职责'))
    expect(card.getByText(/缺少分工文件/)).toBeTruthy()
    fireEvent.click(card.getByLabelText('同初评分：工作小组与职责'))
    await waitFor(() => expect(items(api)).toMatchObject([{ leafKey: 'h1l1', version: 0, score: 35 }]))
  })

  it('keeps what was typed where somebody else was faster', async () => {
    const { api, user } = await open()
    api.refuse(saveAssessScores, REFUSALS.changedMeanwhile, '刚刚由其他评审人修改过')
    const leaves = sampleLeaves({ h1l1: { reviews: [leafReview({ score: 30, version: 4 })] } })
    api.answer(assessApplication, sampleApplication({ ...SUBMITTED, leaves }))
    type('得分：工作小组与职责', '38')
    expect(await screen.findByText(/他人已改为 30 分/)).toBeTruthy()
    expect(given()).toBe(38)
    await user.click(screen.getByText('改用最新'))
    expect(given()).toBe(30)
  })

  it('of what waits for nobody here is only read', async () => {
    await open({ ...SUBMITTED, may: may({}), approvalId: null })
    expect(screen.getByText('由其他评审人初评，您可以查看')).toBeTruthy()
    expect(screen.queryByLabelText('得分：工作小组与职责')).toBeNull()
    expect(screen.queryByText(/^审\s?批$/)).toBeNull()
  })
})

describe('the decision', () => {
  const popover = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await pressButton(user, /^审\s?批$/)
    return within(await screen.findByRole('tooltip'))
  }

  it('does not pass while something is open, and is handed back with a reason', async () => {
    const { api, user } = await open()
    const box = await popover(user)
    expect(await box.findByText('还有4项未评分')).toBeTruthy()
    expect(box.getByRole('button', { name: /通\s?过/ })).toHaveProperty('disabled', true)
    await user.click(box.getByRole('button', { name: /退\s?回/ }))
    expect((await box.findByRole('alert')).textContent).toBe('请填写原因')
    await fill(user, box.getByRole('textbox', { name: '审批意见' }), '请补充工作小组文件')
    await waitFor(async () => {
      await user.click(box.getByRole('button', { name: /退\s?回/ }))
      expect(api.calls(decide)).toEqual([{ approvalIds: [9], passed: false, reason: '请补充工作小组文件' }])
    })
    expect(await screen.findByText('文一路小学的申报已退回')).toBeTruthy()
  })

  it('passes once nothing stands in the way', async () => {
    const { api, user } = await open(SUBMITTED, null)
    const box = await popover(user)
    await user.click(box.getByRole('button', { name: /通\s?过/ }))
    expect(await screen.findByText('文一路小学的申报已通过')).toBeTruthy()
    expect(api.calls(decide)).toEqual([{ approvalIds: [9], passed: true }])
  })
})

it('nobody without the permission reviews', async () => {
  await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('GD', { without: ['approveAssessments'] }) })
  expect(currentAddress()).toMatch(/^\/401/)
})
