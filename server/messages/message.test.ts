// The letter box: who gets what, nobody else's, reading once.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import type { TxCtx } from '../core/context.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'
import { type Recipients, sendMessage } from './message.ts'

const node = useApp()
const { inbox, unreadCount, markRead } = messageEndpoints

const tokens = new Map<string, string>()
const userIds = new Map<string, number>()
let orgIds: Map<string, number>
beforeAll(async () => {
  const { db } = node.current
  for (const { id, account } of await db.selectFrom('appUser').select(['id', 'account']).execute())
    userIds.set(account, id)
  orgIds = await orgIdsByName(node.current)
  for (const account of ['school01', 'teacher01', 'hospital01'])
    tokens.set(account, await node.current.login(account))
})
beforeEach(() => node.current.sql('delete from message'))

const as = (account: string, each: TestApp = node.current) => each.as(tokens.get(account) ?? '')
const user = (account: string) => userIds.get(account) ?? 0
const org = (name: string) => orgIds.get(name) ?? 0
const SCHOOL = '西湖实验小学'

const send = (title: string, recipients: Recipients, link?: string) =>
  node.current.services.db
    .transaction()
    .execute((db) =>
      sendMessage(
        { ...node.current.services, db } as TxCtx,
        { kind: 'test', title, body: '正文', link },
        recipients,
      ),
    )
const recipientsOf = async (title: string) => {
  const rows = await node.current.db
    .selectFrom('messageRecipient as r')
    .innerJoin('message as m', 'm.id', 'r.messageId')
    .innerJoin('appUser as u', 'u.id', 'r.userId')
    .select('u.account')
    .where('m.title', '=', title)
    .execute()
  return rows.map(({ account }) => account).sort()
}
const titlesOf = async (account: string, query: { unread?: '1' } = {}) =>
  (await as(account).call(inbox, query)).data.list.map(({ title }) => title)
const idsOf = async (account: string) =>
  (await as(account).call(inbox, {})).data.list.map(({ messageId }) => messageId)

describe('sending', () => {
  test('to an organisation reaches its enabled administrators and nobody else there', async () => {
    await send('给管理员', { adminsOf: [org(SCHOOL), org('西湖人民医院')] })
    expect(await recipientsOf('给管理员')).toEqual(['hospital01', 'school01'])
    await node.current.sql(`update app_user set enabled = false where account = 'hospital01'`)
    await send('停用之后', { adminsOf: [org(SCHOOL), org('西湖人民医院')] })
    await node.current.sql(`update app_user set enabled = true where account = 'hospital01'`)
    expect(await recipientsOf('停用之后')).toEqual(['school01'])
  })

  test('reaches who is named twice once', async () => {
    const twice = { userIds: [user('school01'), user('school01'), user('teacher01')] }
    await send('一次', { ...twice, adminsOf: [org(SCHOOL), org(SCHOOL)] })
    expect(await recipientsOf('一次')).toEqual(['school01', 'teacher01'])
    const rows = await node.current.db.selectFrom('message').select('id').execute()
    expect(rows).toHaveLength(1)
  })

  test('to nobody leaves nothing behind', async () => {
    await send('无人', {})
    await send('无人', { userIds: [999_999], adminsOf: [999_999] })
    expect(await node.current.db.selectFrom('message').select('id').execute()).toEqual([])
  })

  test('falls with the change it tells of', async () => {
    const failing = node.current.services.db.transaction().execute(async (db) => {
      const ctx = { ...node.current.services, db } as TxCtx
      await sendMessage(ctx, { kind: 'test', title: '撤回', body: '' }, { userIds: [user('school01')] })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await titlesOf('school01')).toEqual([])
  })
})

describe('the inbox', () => {
  test('shows the own messages, the newest first, with text, link and time', async () => {
    await send('第一条', { userIds: [user('school01')] }, '/home')
    await send('第二条', { userIds: [user('school01'), user('teacher01')] })
    await send('别人的', { userIds: [user('teacher01')] })
    const { data } = await as('school01').call(inbox, {})
    expect(data.total).toBe(2)
    expect(data.list).toMatchObject([
      { title: '第二条', body: '正文', link: null, readAt: null },
      { title: '第一条', link: '/home' },
    ])
    expect(data.list[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(await titlesOf('hospital01')).toEqual([])
  })

  test('goes page by page, with the total on every page', async () => {
    for (let no = 1; no <= 5; no++) await send(`第${no}条`, { userIds: [user('school01')] })
    const page = async (pageNum: number) => (await as('school01').call(inbox, { pageNum, pageSize: 2 })).data
    expect((await page(2)).list.map(({ title }) => title)).toEqual(['第3条', '第2条'])
    expect(await page(9)).toMatchObject({ list: [], total: 5 })
  })

  test('shows the unread alone where asked', async () => {
    await send('旧的', { userIds: [user('school01')] })
    await as('school01').call(markRead, {})
    await send('新的', { userIds: [user('school01')] })
    expect(await titlesOf('school01', { unread: '1' })).toEqual(['新的'])
    expect((await as('school01').call(unreadCount, {})).data).toBe(1)
  })

  test('is closed to who has lost the permission: 602', async () => {
    const id = user('hospital01')
    await node.current.sql(`insert into user_permission_override values (${id}, 1169, false)`)
    expect((await as('hospital01').call(inbox, {})).code).toBe(602)
    expect((await as('hospital01').call(markRead, {})).code).toBe(602)
    await node.current.sql(`delete from user_permission_override where user_id = ${id}`)
  })
})

describe('reading', () => {
  test('marks the named ones, and a second time changes nothing', async () => {
    for (const title of ['甲', '乙', '丙']) await send(title, { userIds: [user('school01')] })
    const [newest] = await idsOf('school01')
    const once = await as('school01').call(markRead, { messageIds: [newest ?? 0] })
    expect(once.data).toEqual({ unread: 2 })
    const read = (await as('school01').call(inbox, {})).data.list[0]
    expect(read?.readAt).not.toBeNull()
    const again = await as('school01').call(markRead, { messageIds: [newest ?? 0] })
    expect(again.data).toEqual({ unread: 2 })
    expect((await as('school01').call(inbox, {})).data.list[0]).toEqual(read)
  })

  test('marks all where none is named, and none where the list is empty', async () => {
    for (const title of ['甲', '乙']) await send(title, { userIds: [user('school01')] })
    expect((await as('school01').call(markRead, { messageIds: [] })).data).toEqual({ unread: 2 })
    expect((await as('school01').call(markRead, {})).data).toEqual({ unread: 0 })
  })

  test("leaves others' messages alone, named or not", async () => {
    await send('共同', { userIds: [user('school01'), user('teacher01')] })
    await send('别人的', { userIds: [user('teacher01')] })
    const answer = await as('school01').call(markRead, {
      messageIds: [...(await idsOf('teacher01')), 999_999],
    })
    expect(answer).toMatchObject({ success: true, data: { unread: 0 } })
    expect((await as('teacher01').call(unreadCount, {})).data).toBe(2)
    await as('school01').call(markRead, {})
    expect((await as('teacher01').call(unreadCount, {})).data).toBe(2)
  })

  test('at once on two nodes ends in one state', async () => {
    for (let no = 0; no < 30; no++) await send(`第${no}条`, { userIds: [user('school01')] })
    const ids = await idsOf('school01')
    const other = await node.current.otherNode()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        as('school01', index % 2 ? other : node.current).call(markRead, {
          messageIds: index % 3 === 0 ? undefined : index % 3 === 1 ? ids : ids.toReversed(),
        }),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200))
    expect((await as('school01').call(unreadCount, {})).data).toBe(0)
  })
})
