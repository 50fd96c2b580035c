import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalDetail, ApprovalRow } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/approve/approve-list?kind=assessment'
const { approvalDetail, approvalPageList, decide, pendingApprovals } = approvalEndpoints

const ROW: ApprovalRow = {
  approvalId: 1,
  kind: 'assessment',
  status: ApprovalStatus.code.pending,
  title: '文一路小学 2026年近视防控工作考核',
  applicantName: '周校医',
  applicantOrgName: '文一路小学',
  applyReason: null,
  createdAt: '2026-11-25T02:00:00.000Z',
  decidedByName: null,
  decidedAt: null,
  decideReason: null,
  decidable: true,
}

const ASSESSMENT: NonNullable<ApprovalDetail['assessment']> = {
  applicationId: 71,
  orgName: '文一路小学',
  planName: '2026年近视防控工作考核',
  roundName: '初评',
  selfTotal: 92,
  scored: 1,
  toScore: 4,
  obstacle: '还有3项未评分，如“工作方案”',
}

async function open(part = ASSESSMENT, { address = `${ADDRESS}&approvalId=1`, as = userOf('GD') } = {}) {
  const api = fakeApi()
    .answer(approvalPageList, pageOf([ROW]))
    .answer(pendingApprovals, { org: 0, transfer: 0, correction: 0, assessment: 1 })
    .answer(approvalDetail, {
      ...ROW,
      earlier: [],
      org: null,
      transfer: null,
      correction: null,
      assessment: part,
    })
    .answer(decide, ({ approvalIds }) => ({ decided: approvalIds.length }))
  return { api, ...(await renderScreen(address, { api, as })) }
}

describe('applications for an assessment', () => {
  it('say how far their review is, and lead to it', async () => {
    await open()
    const drawer = within(await screen.findByRole('dialog', { name: '考核申报审核详情' }))
    for (const text of ['初评', '92 分', '1 / 4', '还有3项未评分，如“工作方案”'])
      expect(drawer.getByText(text)).toBeTruthy()
    expect(drawer.getByRole('link', { name: '逐项评审' }).getAttribute('href')).toBe(
      '/assessment/review-apply?applicationId=71',
    )
  })

  it('do not pass while something stands in the way, but go back with a reason', async () => {
    const { api, user } = await open()
    const drawer = within(await screen.findByRole('dialog'))
    await user.click(await drawer.findByRole('button', { name: '审批' }))
    const popover = within(await screen.findByRole('tooltip'))
    expect(popover.getByRole('button', { name: '通过' })).toHaveProperty('disabled', true)
    await fill(user, popover.getByRole('textbox', { name: '审批意见' }), '请补充材料')
    await user.click(popover.getByRole('button', { name: '退回' }))
    expect(await screen.findByText('已退回 1 项申请')).toBeTruthy()
    expect(api.calls(decide)).toEqual([{ approvalIds: [1], passed: false, reason: '请补充材料' }])
  })

  it('pass once everything is scored', async () => {
    const { api, user } = await open({ ...ASSESSMENT, obstacle: null })
    const drawer = within(await screen.findByRole('dialog'))
    await user.click(await drawer.findByRole('button', { name: '审批' }))
    const popover = within(await screen.findByRole('tooltip'))
    await user.click(popover.getByRole('button', { name: '通过' }))
    await waitFor(() => expect(api.calls(decide)).toEqual([{ approvalIds: [1], passed: true }]))
  })

  it('are handed back several at once with one reason', async () => {
    const { api, user } = await open(ASSESSMENT, { address: ADDRESS })
    await user.click(await screen.findByRole('checkbox', { name: `选择${ROW.title}` }))
    await user.click(screen.getByRole('button', { name: '批量审批（1）' }))
    const dialog = within(await screen.findByRole('dialog'))
    await fill(user, dialog.getByLabelText('审批意见'), '请补充材料')
    await user.click(dialog.getByRole('button', { name: '全部退回' }))
    expect(await screen.findByText('已退回 1 项申请')).toBeTruthy()
    expect(api.calls(decide)).toEqual([{ approvalIds: [1], passed: false, reason: '请补充材料' }])
  })

  it('have no tab without their permission', async () => {
    await open(ASSESSMENT, { address: ADDRESS, as: userOf('GD', { without: ['approveAssessments'] }) })
    expect(await screen.findByRole('tab', { name: /机构审核/ })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: /考核申报审核/ })).toBeNull()
  })
})
