import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalRow } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/approve/approve-list'
const { approvalPageList, decide, pendingApprovals } = approvalEndpoints
const { pending, rejected } = ApprovalStatus.code

const row = (change: Partial<ApprovalRow> = {}): ApprovalRow => ({
  approvalId: 1,
  kind: 'org',
  status: pending,
  title: '文二路小学',
  applicantName: '王敏',
  applicantOrgName: '文二路小学',
  applyReason: '新建学校',
  createdAt: '2026-10-08T02:00:00.000Z',
  decidedByName: null,
  decidedAt: null,
  decideReason: null,
  decidable: true,
  ...change,
})
const TWO = [row(), row({ approvalId: 2, title: '文三路小学' })]

function server(list: ApprovalRow[] = TWO) {
  return fakeApi()
    .answer(approvalPageList, pageOf(list))
    .answer(pendingApprovals, { org: 2, transfer: 1, correction: 0 })
    .answer(decide, ({ approvalIds }) => ({ decided: approvalIds.length }))
}

async function open(api = server(), as = userOf('GD'), address = ADDRESS) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
type Opened = Awaited<ReturnType<typeof open>>

const rowOf = async (title: string) =>
  within((await screen.findByRole('button', { name: title })).closest('tr') ?? document.body)
const lastQuery = (api: Opened['api']) => api.calls(approvalPageList).at(-1)

async function openPopover({ user }: Opened, title = '文二路小学') {
  await user.click((await rowOf(title)).getByRole('button', { name: '审批' }))
  return within(await screen.findByRole('tooltip'))
}

describe('the kinds of applications', () => {
  it('of an address the reader may not see are answered with the first that is open', async () => {
    const user = userOf('GD', { without: ['approveCorrections'] })
    const { api } = await open(server(), user, `${ADDRESS}?kind=correction`)
    await rowOf('文二路小学')
    expect(lastQuery(api)).toMatchObject({ kind: 'org' })
  })
})

describe('the list', () => {
  it('shows what waits first, without a column of deciders', async () => {
    const { api } = await open()
    const first = await rowOf('文二路小学')
    for (const text of ['王敏 · 文二路小学', '新建学校', '待审核']) expect(first.getByText(text)).toBeTruthy()
    expect(lastQuery(api)).toMatchObject({ status: pending })
    expect(screen.queryByRole('columnheader', { name: '审核' })).toBeNull()
  })

  it('of decided applications says who decided, and offers no decision', async () => {
    const decided = row({ status: rejected, decidedByName: '李局', decidedAt: '2026-10-09T02:00:00.000Z' })
    const { api } = await open(server([decided]), userOf('GD'), `${ADDRESS}?status=${rejected}`)
    const shown = await rowOf('文二路小学')
    expect(lastQuery(api)).toMatchObject({ status: rejected })
    expect(shown.getByText(/^李局 2026-10-09/)).toBeTruthy()
    expect(shown.queryByRole('button', { name: '审批' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: '选择文二路小学' })).toBeNull()
  })

  it('can show applications of every state', async () => {
    const { api, user } = await open()
    await rowOf('文二路小学')
    await user.click(screen.getByRole('radio', { name: '全部' }))
    await waitFor(() => expect(lastQuery(api)?.status).toBeUndefined())
    expect(currentAddress()).toBe(`${ADDRESS}?status=all`)
  })

  it.each([
    ['org', '没有等待审核的机构'],
    ['transfer', '没有等待审核的转学申请'],
    ['correction', '没有等待审核的数据更正'],
  ])('without an application of the kind %s says so', async (kind, title) => {
    await open(server([]), userOf('GD'), `${ADDRESS}?kind=${kind}`)
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('that a school looks at has nothing to tick and nothing to decide', async () => {
    await open(server([row({ kind: 'transfer', title: '陈一诺 转入', decidable: false })]), userOf('SA'))
    const shown = await rowOf('陈一诺 转入')
    expect(shown.getByRole('button', { name: '详情' })).toBeTruthy()
    expect(shown.queryByRole('button', { name: '审批' })).toBeNull()
    expect(screen.queryByRole('button', { name: /批量审批/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('a decision', () => {
  it('to pass needs no reason, and everything that shows it is read again', async () => {
    const opened = await open()
    const popover = await openPopover(opened)
    expect(popover.getByText('审批')).toBeTruthy()
    const [lists, counts] = [approvalPageList, pendingApprovals].map((each) => opened.api.calls(each).length)
    await opened.user.click(popover.getByRole('button', { name: '通过' }))
    expect(await screen.findByText('已通过 1 项申请')).toBeTruthy()
    expect(opened.api.calls(decide)).toEqual([{ approvalIds: [1], passed: true }])
    await waitFor(() => expect(opened.api.calls(approvalPageList).length).toBeGreaterThan(lists ?? 0))
    await waitFor(() => expect(opened.api.calls(pendingApprovals).length).toBeGreaterThan(counts ?? 0))
  })
})
