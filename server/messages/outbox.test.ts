// Messages that people write: whom they reach, who may be named, who has read.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUsers, must, signedIn } from '../testing/people.ts'
import { newSchool } from '../testing/roster.ts'
import { orgIdsByName, rowsOf } from '../testing/rows.ts'

const node = useApp()
const { countAddressees, sendMessage, sentPageList, receiptPageList, inbox, markRead } = messageEndpoints

let orgIds: Map<string, number>
beforeAll(async () => {
  orgIds = await orgIdsByName(node.current)
})
beforeEach(() => node.current.sql('delete from message'))

const SCHOOL = '西湖实验小学'
const HOSPITAL = '西湖人民医院'
const ELSEWHERE = '海曙实验小学'
const XIHU = { provinceId: '330000', cityId: '330100', regionId: '330106' }
const HAISHU = { provinceId: '330000', cityId: '330200', regionId: '330203' }
const by = demoUsers(node)
const org = (name: string) => orgIds.get(name) ?? 0
let letters = 0
const newKey = () => `test-message-key-${process.pid}-${letters++}`
const text = () => ({ title: '筛查通知', body: '第一行\n第二行', clientKey: newKey() })

const send = (account: string, input: object) =>
  by(account).call(sendMessage, { ...text(), roleTypes: [20], ...input })
const count = (account: string, input: object) =>
  by(account).call(countAddressees, { roleTypes: [20], ...input })
const namesOf = async (messageId: number) =>
  (
    await rowsOf<{ account: string }>(
      node.current,
      `select u.account from message_recipient r join app_user u on u.id = r.user_id where r.message_id = $1
       order by u.account`,
      [messageId],
    )
  ).map(({ account }) => account)
const expected = async (condition: string): Promise<string[]> =>
  (
    await rowsOf<{ account: string }>(
      node.current,
      `select u.account from app_user u join org o on o.id = u.org_id
       where u.enabled and o.status = 1 and ${condition} order by u.account`,
    )
  ).map(({ account }) => account)
const written = async () =>
  (await node.current.db.selectFrom('message').select('id').execute()).map(({ id }) => id)

describe('a government body', () => {
  test('reaches the roles it names in the organisations it names, and reports how many before and after', async () => {
    const to = { orgIds: [org(SCHOOL), org(HOSPITAL)], roleTypes: [20, 45] }
    const wanted = await expected(`o.id in (${org(SCHOOL)}, ${org(HOSPITAL)}) and u.role_type in (20, 45)`)
    expect(await must(count('region01', to))).toEqual({ users: wanted.length, orgs: 2 })
    const sent = await must(send('region01', to))
    expect(sent.recipientCount).toBe(wanted.length)
    expect(await namesOf(sent.messageId)).toEqual(wanted)
  })

  test('reaches all organisations of some types in an area', async () => {
    const to = { ...XIHU, orgTypes: [10, 20] }
    const sent = await must(send('city01', to))
    const wanted = await expected(`o.region_id = '330106' and o.org_type in (10, 20) and u.role_type = 20`)
    expect(await namesOf(sent.messageId)).toEqual(wanted)
    expect(wanted).toContain('school01')
    expect(wanted.length).toBeGreaterThan(5)
  })

  test('reaches its whole range where no area is named, and never itself', async () => {
    const sent = await must(send('region01', { orgTypes: [10, 20, 30, 40], roleTypes: [20, 30, 40, 45] }))
    const wanted = await expected(`o.region_id = '330106' and u.account <> 'region01'`)
    expect(await namesOf(sent.messageId)).toEqual(wanted)
  })

  test('counts somebody who is named twice once', async () => {
    const sent = await must(send('region01', { orgIds: [org(SCHOOL), org(SCHOOL)], orgTypes: [10] }))
    const names = await namesOf(sent.messageId)
    expect(new Set(names).size).toBe(sent.recipientCount)
  })

  test('does not reach accounts that are shut, nor organisations that are not approved', async () => {
    const before = await must(count('region01', { orgIds: [org(SCHOOL)] }))
    await node.current.sql(`update app_user set enabled = false where account = 'school01'`)
    const after = await must(count('region01', { orgIds: [org(SCHOOL)] }))
    await node.current.sql(`update app_user set enabled = true where account = 'school01'`)
    expect(after.users).toBe(before.users - 1)
    await node.current.sql(`update org set status = 0 where id = ${org(HOSPITAL)}`)
    expect((await must(count('region01', { orgIds: [org(HOSPITAL)] }))).users).toBe(0)
    const answer = await send('region01', { orgIds: [org(HOSPITAL)] })
    await node.current.sql(`update org set status = 1 where id = ${org(HOSPITAL)}`)
    expect(answer).toMatchObject({ code: 700, message: expect.stringContaining('没有可以接收消息的账号') })
    expect(await written()).toEqual([])
  })

  test('is refused whole where one organisation or area lies outside the range: 616', async () => {
    for (const to of [
      { orgIds: [org(SCHOOL), org(ELSEWHERE)] },
      { orgIds: [org(ELSEWHERE)] },
      { ...HAISHU, orgTypes: [10] },
      { orgIds: [org(SCHOOL)], ...HAISHU },
      { regionId: HAISHU.regionId, orgTypes: [10] },
    ]) {
      expect((await count('region01', to)).code, JSON.stringify(to)).toBe(616)
      expect((await send('region01', to)).code, JSON.stringify(to)).toBe(616)
    }
    expect((await send('region01', { orgIds: [org(SCHOOL), 999_999] })).code).toBe(616)
    expect(await written()).toEqual([])
  })

  test('of a city does not reach beyond it by naming a wider area', async () => {
    const sent = await must(send('city01', { provinceId: '330000', orgTypes: [10] }))
    expect(await namesOf(sent.messageId)).toEqual(
      await expected(`o.city_id = '330100' and o.org_type = 10 and u.role_type = 20`),
    )
  })

  test('has to say whom it means', async () => {
    expect(await send('region01', {})).toMatchObject({
      code: 650,
      message: '请选择接收机构',
      data: { issues: [{ path: ['orgIds'] }] },
    })
    expect(await send('region01', { orgIds: [org(SCHOOL)], roleTypes: [] })).toMatchObject({
      code: 650,
      message: '请选择接收角色',
    })
  })
})

describe('an organisation', () => {
  test('sends inside itself only', async () => {
    const sent = await must(send('school01', { roleTypes: [20, 30, 40, 45] }))
    expect(await namesOf(sent.messageId)).toEqual(
      await expected(`o.id = ${org(SCHOOL)} and u.account <> 'school01'`),
    )
    const own = await must(send('hospital01', { orgIds: [org(HOSPITAL)], roleTypes: [30] }))
    expect(await namesOf(own.messageId)).toEqual(
      await expected(`o.id = ${org(HOSPITAL)} and u.role_type = 30`),
    )
  })

  test('naming another one, or all of a type, is refused: 616', async () => {
    for (const to of [{ orgIds: [org(HOSPITAL)] }, { orgTypes: [10] }, { ...XIHU, orgTypes: [10] }, HAISHU])
      expect((await send('school01', to)).code, JSON.stringify(to)).toBe(616)
  })

  test('sends by its administrators: 602 for others', async () => {
    expect((await send('teacher01', { roleTypes: [20] })).code).toBe(602)
    expect((await by('teacher01').call(sentPageList, {})).code).toBe(602)
  })
})

describe('the text', () => {
  test('keeps its lines, loses what nobody sees, and is text whatever it looks like', async () => {
    const body = '  <b>一</b>\r\n二\u0000\u202e\n\n三\t四  '
    const sent = await must(
      send('region01', { orgIds: [org(SCHOOL)], title: ' 通\u0007知\n<i>甲</i> ', body }),
    )
    const [row] = (await must(by('school01').call(inbox, {}))).list
    expect(row).toMatchObject({
      messageId: sent.messageId,
      title: '通知 <i>甲</i>',
      body: '<b>一</b>\n二\n\n三\t四',
      link: null,
      senderName: '李雪梅',
      senderOrgName: '西湖区教育局',
    })
  })

  test.each([
    [{ title: '  ' }, '请输入标题'],
    [{ title: '长'.repeat(51) }, '标题不能超过50个字'],
    [{ body: '\n' }, '请输入内容'],
    [{ body: '长'.repeat(1001) }, '内容不能超过1000个字'],
  ])('that is missing or too long is refused', async (fault, message) => {
    expect(await send('region01', { orgIds: [org(SCHOOL)], ...fault })).toMatchObject({
      success: false,
      message,
    })
  })
})

describe('sent again with the same key', () => {
  test('it is the same message', async () => {
    const input = { ...text(), orgIds: [org(SCHOOL)] }
    const once = await must(send('region01', input))
    expect(await must(send('region01', { ...input, roleTypes: [20, 45] }))).toEqual(once)
    expect(await written()).toEqual([once.messageId])
    const other = await must(send('city01', input))
    expect(other.messageId).not.toBe(once.messageId)
  })

  test('at once on two nodes too', async () => {
    const other = await node.current.otherNode()
    const there = await signedIn(other, 'region01')
    const input = { ...text(), orgIds: [org(SCHOOL)], roleTypes: [20 as const] }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        must((index % 2 ? there : by('region01')).call(sendMessage, input)),
      ),
    )
    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await written()).toHaveLength(1)
    expect(await namesOf(answers[0]?.messageId ?? 0)).toHaveLength(answers[0]?.recipientCount ?? 0)
  })
})

describe('receipts', () => {
  test('say who has read and who has not, without phones', async () => {
    const to = { orgIds: [org(SCHOOL)], roleTypes: [20, 45] }
    const { messageId, recipientCount } = await must(send('region01', to))
    await must(by('school01').call(markRead, { messageIds: [messageId] }))
    const sent = await must(by('region01').call(sentPageList, {}))
    expect(sent).toMatchObject({
      total: 1,
      list: [{ messageId, title: '筛查通知', body: '第一行\n第二行', recipientCount, readCount: 1 }],
    })
    const all = await must(by('region01').call(receiptPageList, { messageId }))
    expect(all.total).toBe(recipientCount)
    expect(all.list[0]).toMatchObject({ orgName: SCHOOL, roleTypeName: '管理员' })
    expect(all.list[0]?.readAt).toMatch(/Z$/)
    const read = await must(by('region01').call(receiptPageList, { messageId, read: '1' }))
    const unread = await must(by('region01').call(receiptPageList, { messageId, read: '0' }))
    expect([read.total, unread.total]).toEqual([1, recipientCount - 1])
    expect(unread.list.every(({ readAt }) => readAt === null)).toBe(true)
    const found = await must(by('region01').call(receiptPageList, { messageId, keyword: '实验小学' }))
    expect(found.total).toBe(recipientCount)
    expect((await must(by('region01').call(receiptPageList, { messageId, keyword: '_' }))).total).toBe(0)
    expect(JSON.stringify([all, read, unread])).not.toMatch(/phone|1\d{2}\*{4}\d{4}|1[3-9]\d{9}/)
  })

  test('go page by page, with the total on every page', async () => {
    const { messageId, recipientCount } = await must(send('province01', { orgTypes: [10] }))
    const page = (pageNum: number) =>
      must(by('province01').call(receiptPageList, { messageId, pageNum, pageSize: 15 }))
    expect((await page(2)).list).toHaveLength(15)
    expect(await page(99)).toMatchObject({ list: [], total: recipientCount })
  })

  test("are the sender's alone: 650 for anybody else, as for a message that is not there", async () => {
    const { messageId } = await must(send('region01', { orgIds: [org(SCHOOL)] }))
    for (const account of ['city01', 'province01', 'school01'] as const) {
      expect((await by(account).call(receiptPageList, { messageId })).code).toBe(650)
      expect((await must(by(account).call(sentPageList, {}))).total).toBe(0)
    }
    expect((await by('region01').call(receiptPageList, { messageId: 999_999 })).code).toBe(650)
  })

  test('are not those of an organisation the sender has left', async () => {
    const { messageId } = await must(send('region01', { orgIds: [org(SCHOOL)] }))
    const home = org('西湖区教育局')
    const move = (orgId: number) =>
      node.current.sql(`update app_user set org_id = ${orgId} where account = 'region01'`)
    await move(org('萧山区教育局'))
    const answer = await by('region01').call(receiptPageList, { messageId })
    await move(home)
    expect(answer.code).toBe(650)
  })
})

test('sending leaves a trail of whom it went to', async () => {
  const { messageId, recipientCount } = await must(send('region01', { orgIds: [org(SCHOOL)] }))
  const trail = node.current.db.selectFrom('auditLog').selectAll().where('action', '=', 'message.send')
  expect((await trail.orderBy('id').execute()).at(-1)).toMatchObject({
    account: 'region01',
    objectType: 'message',
    objectId: String(messageId),
    success: true,
    detail: { orgIds: [org(SCHOOL)], roleTypes: [20], recipientCount },
  })
})

test('tens of thousands of people are reached by one call', async () => {
  const orgId = await newSchool(node.current, by('region01'))
  await node.current.sql(`insert into app_user (account, account_key, real_name, password_hash, org_id, role_type,
      data_range_type)
    select 'many' || n, 'many' || n, '众老师', 'x', ${orgId}, 45, 4 from generate_series(1, 25000) n`)
  await node.current.sql('analyze app_user')
  const sent = await must(send('province01', { orgTypes: [10], roleTypes: [45] }))
  expect(sent.recipientCount).toBeGreaterThan(25_000)
  const { total } = await must(
    by('province01').call(receiptPageList, { messageId: sent.messageId, read: '0', pageNum: 9000 }),
  )
  expect(total).toBe(sent.recipientCount)
  expect((await must(by('province01').call(sentPageList, {}))).list[0]?.readCount).toBe(0)
})
