import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalDetail, ApprovalRow } from '#contract/approvals/schemas.ts'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { DISTRICT_NAME } from '#web/testing/samples/areas.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'

const ADDRESS = '/approve/approve-list'
const { approvalDetail, approvalPageList, decide, pendingApprovals } = approvalEndpoints
const { passed, pending, rejected } = ApprovalStatus.code

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
const detail = (change: Partial<ApprovalDetail> = {}): ApprovalDetail => ({
  ...row(),
  earlier: [],
  org: {
    orgId: 101,
    orgName: '文二路小学',
    orgType: OrgType.code.school,
    areaName: DISTRICT_NAME,
    address: '文二路 8 号',
    contactName: '王敏',
    contactPhone: '13800000003',
  },
  transfer: null,
  correction: null,
  assessment: null,
  ...change,
})
const TWO = [row(), row({ approvalId: 2, title: '文三路小学' })]

function server(list: ApprovalRow[] = TWO) {
  return fakeApi()
    .answer(approvalPageList, pageOf(list))
    .answer(pendingApprovals, { org: 2, transfer: 1, correction: 0, assessment: 3 })
    .answer(approvalDetail, detail())
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
  it('have a tab each, with the number that waits', async () => {
    await open()
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      expect.stringContaining('机构审核'),
      expect.stringContaining('转学审核'),
      expect.stringContaining('数据更正审核'),
      expect.stringContaining('考核申报审核'),
    ])
    expect(await screen.findByTitle('2 项待审核')).toBeTruthy()
    expect(screen.queryByTitle('0 项待审核')).toBeNull()
  })

  it('without their permission have none', async () => {
    const { api } = await open(server(), userOf('GD', { without: ['approveOrgs', 'approveCorrections'] }))
    expect(await screen.findByRole('tab', { name: /转学审核/ })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: /机构审核|数据更正审核/ })).toBeNull()
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ kind: 'transfer' }))
  })

  it('of an address the reader may not see are answered with the first that is open', async () => {
    const user = userOf('GD', { without: ['approveCorrections'] })
    const { api } = await open(server(), user, `${ADDRESS}?kind=correction`)
    await rowOf('文二路小学')
    expect(lastQuery(api)).toMatchObject({ kind: 'org' })
  })

  it('change the list and the address', async () => {
    const { api, user } = await open()
    await rowOf('文二路小学')
    await user.click(screen.getByRole('tab', { name: /转学审核/ }))
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ kind: 'transfer', status: pending }))
    expect(currentAddress()).toBe(`${ADDRESS}?kind=transfer`)
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

  it.each([
    ['已拒绝', rejected, String(rejected)],
    ['全部', undefined, 'all'],
  ])('can show other states: %s', async (word, status, inAddress) => {
    const { api, user } = await open()
    await rowOf('文二路小学')
    await user.click(screen.getByRole('radio', { name: word }))
    await waitFor(() => expect(lastQuery(api)?.status).toBe(status))
    expect(currentAddress()).toBe(`${ADDRESS}?status=${inAddress}`)
  })

  it.each([
    ['org', '没有等待审核的机构'],
    ['transfer', '没有等待审核的转学申请'],
    ['correction', '没有等待审核的数据更正'],
    ['assessment', '没有等待审核的考核申报'],
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

  it('to refuse needs a reason', async () => {
    const opened = await open()
    const popover = await openPopover(opened)
    await opened.user.click(popover.getByRole('button', { name: '拒绝' }))
    expect((await popover.findByRole('alert')).textContent).toBe('请填写原因')
    expect(opened.api.calls(decide)).toEqual([])
    await opened.user.type(popover.getByRole('textbox', { name: '审批意见' }), '地')
    expect(popover.queryByRole('alert')).toBeNull()
  })

  it('to refuse is sent with its reason', async () => {
    const opened = await open()
    const popover = await openPopover(opened)
    await fill(opened.user, popover.getByRole('textbox', { name: '审批意见' }), ' 地址有误 ')
    await opened.user.click(popover.getByRole('button', { name: '拒绝' }))
    expect(await screen.findByText('已拒绝 1 项申请')).toBeTruthy()
    expect(opened.api.calls(decide)).toEqual([{ approvalIds: [1], passed: false, reason: '地址有误' }])
  })

  it('is sent once, however often the button is clicked', async () => {
    const opened = await open()
    const release = opened.api.hold(decide)
    const popover = await openPopover(opened)
    await opened.user.dblClick(popover.getByRole('button', { name: '通过' }))
    release()
    expect(await screen.findByText('已通过 1 项申请')).toBeTruthy()
    expect(opened.api.calls(decide)).toHaveLength(1)
  })

  it('that comes second is refused, and the list is read again', async () => {
    const opened = await open(server([row()]), userOf('GD'), `${ADDRESS}?keyword=文二`)
    opened.api.refuse(decide, REFUSALS.changedMeanwhile, '该申请已由他人处理，请刷新')
    const popover = await openPopover(opened)
    await fill(opened.user, popover.getByRole('textbox', { name: '审批意见' }), '同意')
    opened.api.answer(approvalPageList, pageOf([]))
    await opened.user.click(popover.getByRole('button', { name: '通过' }))
    expect(await screen.findByText('该申请已由他人处理，请刷新')).toBeTruthy()
    expect(await screen.findByText('没有符合条件的数据')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '文二路小学' })).toBeNull()
    expect(lastQuery(opened.api)).toMatchObject({ keyword: '文二', status: pending })
  })
})

describe('several at once', () => {
  async function openBatch() {
    const opened = await open(server([...TWO, row({ approvalId: 3, title: '文四路小学' })]))
    await rowOf('文四路小学')
    expect(screen.getByRole('button', { name: '批量审批' })).toHaveProperty('disabled', true)
    for (const title of ['文二路小学', '文三路小学'])
      await opened.user.click(screen.getByRole('checkbox', { name: `选择${title}` }))
    await opened.user.click(screen.getByRole('button', { name: '批量审批（2）' }))
    const dialog = within(await screen.findByRole('dialog', { name: '审批所选 2 项申请' }))
    return { ...opened, dialog }
  }

  it('are named and decided in one message', async () => {
    const { api, dialog, user } = await openBatch()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '文二路小学',
      '文三路小学',
    ])
    // A refusal that lacks its reason does not stand in the way of passing them.
    await user.click(dialog.getByRole('button', { name: '全部拒绝' }))
    await dialog.findByText('请填写原因')
    api.answer(approvalPageList, pageOf([row({ approvalId: 3, title: '文四路小学' })]))
    await user.click(dialog.getByRole('button', { name: '全部通过' }))
    expect(await screen.findByText('已通过 2 项申请')).toBeTruthy()
    expect(api.calls(decide)).toEqual([{ approvalIds: [1, 2], passed: true }])
    await waitFor(() => expect(screen.queryByRole('button', { name: '文三路小学' })).toBeNull())
  })

  it('are refused with one reason, never without', async () => {
    const { api, dialog, user } = await openBatch()
    await user.click(dialog.getByRole('button', { name: '全部拒绝' }))
    expect(await dialog.findByText('请填写原因')).toBeTruthy()
    expect(api.calls(decide)).toEqual([])
    await fill(user, dialog.getByLabelText('审批意见'), '材料不全')
    await user.click(dialog.getByRole('button', { name: '全部拒绝' }))
    expect(await screen.findByText('已拒绝 2 项申请')).toBeTruthy()
    expect(api.calls(decide)).toEqual([{ approvalIds: [1, 2], passed: false, reason: '材料不全' }])
  })

  it('leave out those that are not the reader’s to decide', async () => {
    const { user } = await open(
      server([row(), row({ approvalId: 2, title: '文三路小学', decidable: false })]),
    )
    await rowOf('文三路小学')
    await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
    expect(screen.getByRole('button', { name: '批量审批（1）' })).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: '选择文三路小学' })).toBeNull()
  })
})

describe('the details', () => {
  async function openDetail(change: Partial<ApprovalDetail> = {}, as = userOf('GD')) {
    const api = server().answer(approvalDetail, detail(change))
    const opened = await open(api, as, `${ADDRESS}?approvalId=1`)
    const drawer = within(await screen.findByRole('dialog'))
    await drawer.findByText('申请机构')
    return { ...opened, drawer }
  }

  it('open from the list and stand in the address', async () => {
    const { api, user } = await open()
    await user.click(await screen.findByRole('button', { name: '文二路小学' }))
    const drawer = within(await screen.findByRole('dialog', { name: '机构审核详情' }))
    expect(currentAddress()).toBe(`${ADDRESS}?approvalId=1`)
    expect(api.calls(approvalDetail)).toEqual([{ approvalId: 1 }])
    expect(drawer.getByText('文二路 8 号')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
  })

  it('say why the same organisation was refused before', async () => {
    const { drawer } = await openDetail({
      earlier: [{ decidedByName: '李局', decidedAt: '2026-10-01T02:00:00.000Z', decideReason: '地址不实' }],
    })
    expect(drawer.getByText('此前未通过')).toBeTruthy()
    expect(drawer.getByText(/地址不实/)).toBeTruthy()
  })

  it('of a transfer lead to the student, and say where from and where to', async () => {
    const transfer = {
      studentId: 1001,
      studentName: '陈一诺',
      sexName: '女',
      idCard: null,
      fromOrgName: null,
      fromClassName: null,
      toOrgName: '文一路小学',
      toClassName: '一年级1班',
    }
    const { drawer } = await openDetail({ kind: 'transfer', org: null, transfer })
    expect(drawer.getByRole('link', { name: '陈一诺' }).getAttribute('href')).toBe(
      '/schools/student-info?studentId=1001',
    )
    expect(drawer.getByText('其他学校')).toBeTruthy()
    expect(drawer.getByText('文一路小学 一年级1班')).toBeTruthy()
  })

  it('of a correction set old and new beside each other and warn of what stands in the way', async () => {
    const correction = {
      recordId: 1,
      studentName: '陈一诺',
      sexName: '女',
      age: 7,
      schoolName: '文一路小学',
      className: '一年级1班',
      planName: '2026年秋季视力筛查',
      executorName: '西湖眼科医院',
      fields: [{ label: '右眼裸眼视力', before: '4.8', after: '5.0' }],
      conclusionBefore: '视力不良',
      conclusionAfter: '正常',
      obstacle: '该记录已被再次修改',
    }
    const { drawer } = await openDetail({ kind: 'correction', org: null, correction })
    expect(drawer.getByText('该记录已被再次修改')).toBeTruthy()
    expect(drawer.getByRole('row', { name: '右眼裸眼视力 4.8 5.0' })).toBeTruthy()
    expect(drawer.getByRole('row', { name: '结论 视力不良 正常' })).toBeTruthy()
  })

  it('can be decided in place, and close', async () => {
    const { api, drawer, user } = await openDetail()
    await user.click(drawer.getByRole('button', { name: '审批' }))
    const popover = within(await screen.findByRole('tooltip'))
    await user.click(popover.getByRole('button', { name: '通过' }))
    await waitFor(() => expect(api.calls(decide)).toEqual([{ approvalIds: [1], passed: true }]))
    await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
  })

  it('of what others decide only say so', async () => {
    const { drawer } = await openDetail({ decidable: false })
    expect(drawer.getByText('您可以查看此申请，由主管部门审核')).toBeTruthy()
    expect(drawer.queryByRole('button', { name: '审批' })).toBeNull()
  })

  it('of a decided one show who, when and why', async () => {
    const { drawer } = await openDetail({
      status: passed,
      decidedByName: '李局',
      decidedAt: '2026-10-09T02:00:00.000Z',
      decideReason: '材料齐全',
    })
    expect(drawer.getByText('李局')).toBeTruthy()
    expect(drawer.getByText('材料齐全')).toBeTruthy()
    expect(drawer.queryByRole('button', { name: '审批' })).toBeNull()
  })

  it('that cannot be read say why and can be tried again', async () => {
    const api = server().refuse(approvalDetail, 404, '申请不存在')
    const { user } = await open(api, userOf('GD'), `${ADDRESS}?approvalId=9`)
    expect(await screen.findByText('详情无法打开')).toBeTruthy()
    api.answer(approvalDetail, detail())
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('文二路 8 号')).toBeTruthy()
  })
})
