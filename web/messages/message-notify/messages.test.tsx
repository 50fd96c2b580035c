import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { ApprovalStatus, OrgType, RoleType } from '#contract/core/codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import type { InboxRow, SentRow } from '#contract/messages/schemas.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { orgOption } from '#web/testing/samples/accounts.ts'
import { AREA_TREE } from '#web/testing/samples/areas.ts'
import { pageOf } from '#web/testing/samples/schools.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const ADDRESS = '/message/message-notify'
const { countAddressees, inbox, markRead, receiptPageList, sendMessage, sentPageList, unreadCount } =
  messageEndpoints

const message = (change: Partial<InboxRow> = {}): InboxRow => ({
  messageId: 1,
  title: '名单核对通知',
  body: '请于本周五前完成。\n联系人：李老师',
  link: null,
  senderName: '区局干部',
  senderOrgName: '西湖区教育局',
  createdAt: '2026-10-08T02:00:00.000Z',
  readAt: null,
  ...change,
})
const sent = (change: Partial<SentRow> = {}): SentRow => ({
  messageId: 9,
  title: '名单核对通知',
  body: '请于本周五前完成。',
  createdAt: '2026-10-08T02:00:00.000Z',
  recipientCount: 2,
  readCount: 1,
  ...change,
})

function server(list: InboxRow[] = [message()]) {
  return fakeApi()
    .answer(inbox, pageOf(list))
    .answer(unreadCount, list.filter(({ readAt }) => readAt === null).length)
    .answer(markRead, { unread: 0 })
    .answer(sentPageList, pageOf([sent()]))
    .answer(orgEndpoints.orgList, pageOf([orgOption(), orgOption({ orgId: 101, orgName: '学军小学' })]))
    .answer(areaEndpoints.regionTree, AREA_TREE)
    .answer(countAddressees, ({ orgIds }) => ({ users: orgIds?.length ?? 4, orgs: orgIds?.length ?? 1 }))
}

async function open(as = userOf('GD'), api = server(), address = ADDRESS) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const entry = (title: string) => screen.findByRole('button', { name: new RegExp(title) })

describe('the inbox', () => {
  it('says who wrote, and that the platform itself did', async () => {
    const system = message({ messageId: 2, title: '转学申请未通过', senderName: null, senderOrgName: null })
    await open(userOf('SA'), server([message(), system]))
    expect((await entry('名单核对通知')).textContent).toContain('西湖区教育局 · 区局干部')
    expect((await entry('转学申请未通过')).textContent).toContain('系统通知')
  })

  it('a message is read by being opened, and stays in sight under the filter on the unread', async () => {
    const { api, user } = await open(userOf('SA'), server(), `${ADDRESS}?unread=1`)
    const heading = await entry('名单核对通知')
    expect(within(heading).getByRole('img', { name: '未读' })).toBeTruthy()
    await user.click(heading)
    expect(await screen.findByText(/请于本周五前完成。\s*联系人：李老师/)).toBeTruthy()
    expect(await within(heading).findByRole('img', { name: '已读' })).toBeTruthy()
    await waitFor(() => expect(api.calls(markRead)).toEqual([{ messageIds: [1] }]))
    expect(api.calls(inbox)).toHaveLength(1)
  })

  it('a message that could not be marked is unread again', async () => {
    const { user } = await open(userOf('SA'), server().refuse(markRead, 503))
    const heading = await entry('名单核对通知')
    await user.click(heading)
    await screen.findByText(/请于本周五前完成/)
    expect(await within(heading).findByRole('img', { name: '未读' })).toBeTruthy()
  })

  it('a read one is not marked again', async () => {
    const read = message({ readAt: '2026-10-09T02:00:00.000Z' })
    const { api, user } = await open(userOf('SA'), server([read]))
    await user.click(await entry('名单核对通知'))
    await screen.findByText(/请于本周五前完成/)
    expect(api.calls(markRead)).toEqual([])
    expect(screen.getByRole('button', { name: /全部标为已读/ })).toHaveProperty('disabled', true)
  })

  it('leads only to pages that are open to the reader', async () => {
    const list = [
      message({ link: '/schools/students-manage?orgId=100' }),
      message({ messageId: 2, title: '待审机构', link: '/authority/authority-manage' }),
      message({ messageId: 3, title: '外面的地址', link: 'https://evil.example/x' }),
    ]
    const { user } = await open(userOf('ST'), server(list))
    for (const title of ['名单核对通知', '待审机构', '外面的地址']) await user.click(await entry(title))
    const links = await screen.findAllByRole('link', { name: '前往查看' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/schools/students-manage?orgId=100'])
  })

  it('is narrowed to the unread, which the address says', async () => {
    const { api, user } = await open(userOf('SA'))
    await user.click(await screen.findByText('未读（1）'))
    await waitFor(() => expect(api.calls(inbox).at(-1)).toMatchObject({ unread: '1' }))
    expect(currentAddress()).toBe(`${ADDRESS}?unread=1`)
  })

  it('is marked as read altogether', async () => {
    const { api, user } = await open(userOf('SA'))
    await entry('名单核对通知')
    await user.click(screen.getByRole('button', { name: /全部标为已读/ }))
    expect(await screen.findByText('全部消息已标为已读')).toBeTruthy()
    expect(api.calls(markRead)).toEqual([{}])
  })

  it('without unread messages leads back to all', async () => {
    const { user } = await open(userOf('SA'), server([]), `${ADDRESS}?unread=1`)
    expect(await screen.findByText('没有未读消息')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '查看全部消息' }))
    expect(await screen.findByText('还没有消息')).toBeTruthy()
    expect(currentAddress()).toBe(ADDRESS)
  })

  it('is all there is for who may not send', async () => {
    await open(userOf('ST'))
    await entry('名单核对通知')
    expect(screen.queryByRole('button', { name: /发送消息/ })).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

describe('writing a message', () => {
  async function openDrawer(as = userOf('GD'), api = server()) {
    const opened = await open(as, api)
    await entry('名单核对通知')
    await opened.user.click(screen.getByRole('button', { name: /发送消息/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '发送消息' }))
    return { ...opened, drawer, submit: drawer.getByRole('button', { name: /^发\s*送$/ }) }
  }

  it('counts whom it goes to before it is sent', async () => {
    const { api, drawer, submit, user } = await openDrawer()
    expect(drawer.getByText('请选择接收机构和角色')).toBeTruthy()
    await choose(user, drawer.getByRole('combobox', { name: '查找机构' }), '文一路小学')
    await choose(user, drawer.getByRole('combobox', { name: '查找机构' }), '学军小学')
    expect(await drawer.findByText('将发送给 2 个机构的 2 人')).toBeTruthy()
    await fill(user, drawer.getByLabelText('标题'), '名单核对')
    await fill(user, drawer.getByLabelText('内容'), '请核对。')
    api.answer(sendMessage, { messageId: 10, recipientCount: 2 })
    await user.click(submit)
    expect(await screen.findByText('消息已发送给 2 人')).toBeTruthy()
    expect(api.calls(sendMessage)).toMatchObject([
      { orgIds: [100, 101], roleTypes: [RoleType.code.admin], title: '名单核对', body: '请核对。' },
    ])
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?box=sent`))
  })

  it('by area needs the kinds of organisations', async () => {
    const { api, drawer, user } = await openDrawer()
    await user.click(drawer.getByRole('radio', { name: '按区域和机构类型' }))
    expect(drawer.queryByRole('combobox', { name: '查找机构' })).toBeNull()
    await user.click(await drawer.findByRole('checkbox', { name: '学校' }))
    await waitFor(() =>
      expect(api.calls(countAddressees).at(-1)).toMatchObject({
        orgTypes: [OrgType.code.school],
        roleTypes: [RoleType.code.admin],
      }),
    )
  })

  it('from a school goes to its own people only', async () => {
    const { api, drawer } = await openDrawer(userOf('SA'))
    expect(drawer.getByText('接收角色（本机构）')).toBeTruthy()
    expect(drawer.queryByRole('combobox', { name: '查找机构' })).toBeNull()
    expect(await drawer.findByText('将发送给 1 个机构的 4 人')).toBeTruthy()
    expect(api.calls(countAddressees)[0]).not.toHaveProperty('orgIds')
  })

  it('to nobody is not sent', async () => {
    const { drawer, submit } = await openDrawer(
      userOf('SA'),
      server().answer(countAddressees, { users: 0, orgs: 0 }),
    )
    expect(await drawer.findByText('所选范围内没有可以接收的账号')).toBeTruthy()
    expect(submit).toHaveProperty('disabled', true)
  })

  it('needs a title and a text', async () => {
    const { api, drawer, submit, user } = await openDrawer(userOf('SA'))
    await drawer.findByText('将发送给 1 个机构的 4 人')
    await user.click(submit)
    expect(
      await drawer.findByText(/请输入标题|标题/, { selector: '.ant-form-item-explain-error' }),
    ).toBeTruthy()
    expect(api.calls(sendMessage)).toEqual([])
  })

  it('sent again after a broken line is the same message, after a change another one', async () => {
    const { api, drawer, submit, user } = await openDrawer(userOf('SA'))
    await drawer.findByText('将发送给 1 个机构的 4 人')
    await fill(user, drawer.getByLabelText('标题'), '名单核对')
    await fill(user, drawer.getByLabelText('内容'), '请核对。')
    api.disconnect(sendMessage)
    await user.click(submit)
    await waitFor(() => expect(api.calls(sendMessage)).toHaveLength(1))
    await waitFor(() => expect(submit.className).not.toContain('loading'))
    await user.click(submit)
    await waitFor(() => expect(api.calls(sendMessage)).toHaveLength(2))
    await waitFor(() => expect(submit.className).not.toContain('loading'))
    await fill(user, drawer.getByLabelText('标题'), '名单核对（更正）')
    api.answer(sendMessage, { messageId: 10, recipientCount: 4 })
    await user.click(submit)
    await waitFor(() => expect(api.calls(sendMessage)).toHaveLength(3))
    const [first, again, changed] = api.calls(sendMessage).map(({ clientKey }) => clientKey)
    expect(again).toBe(first)
    expect(changed).not.toBe(first)
  })

  it('offers no organisation that waits for its admission', async () => {
    const waiting = orgOption({ orgName: '待审小学', status: ApprovalStatus.code.pending })
    const { drawer, user } = await openDrawer(
      userOf('GD'),
      server().answer(orgEndpoints.orgList, pageOf([waiting])),
    )
    await user.click(drawer.getByRole('combobox', { name: '查找机构' }))
    const option = (await screen.findByText('待审小学')).closest('.ant-select-item')
    expect(option?.className).toContain('disabled')
  })
})

describe('sent messages', () => {
  const RECEIPTS = [
    {
      userId: 1,
      realName: '周校医',
      roleTypeName: '管理员',
      orgName: '文一路小学',
      readAt: '2026-10-09T02:00:00.000Z',
    },
    { userId: 2, realName: '吴校医', roleTypeName: '管理员', orgName: '学军小学', readAt: null },
  ]
  async function openReceipts() {
    const api = server().answer(receiptPageList, ({ read }) =>
      pageOf(RECEIPTS.filter(({ readAt }) => read === undefined || (readAt !== null) === (read === '1'))),
    )
    const opened = await open(userOf('GD'), api, `${ADDRESS}?box=sent`)
    await opened.user.click((await findRow('查看回执')).getByRole('button', { name: '查看回执' }))
    const drawer = within(await screen.findByRole('dialog', { name: '名单核对通知' }))
    return { ...opened, drawer }
  }

  it('say how many have read them', async () => {
    await open(userOf('GD'), server(), `${ADDRESS}?box=sent`)
    const cells = (await findRow('查看回执')).getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells.slice(2, 5)).toEqual(['2', '1', '1'])
  })

  it('say who has not', async () => {
    const { drawer, user } = await openReceipts()
    expect(await drawer.findByText('吴校医')).toBeTruthy()
    await user.click(drawer.getByText('未读（1）'))
    await waitFor(() => expect(drawer.queryByText('周校医')).toBeNull())
    expect(drawer.getByText('吴校医')).toBeTruthy()
  })

  it('count again what was read meanwhile', async () => {
    const { api, drawer, user } = await openReceipts()
    await drawer.findByText('已读（1）')
    api.answer(sentPageList, pageOf([sent({ readCount: 2 })])).answer(receiptPageList, pageOf([]))
    await user.click(drawer.getByRole('button', { name: '刷新' }))
    expect(await drawer.findByText('已读（2）')).toBeTruthy()
    await user.click(drawer.getByText('未读（0）'))
    expect(await drawer.findByText('没有未读的接收人')).toBeTruthy()
  })
})
