// Admission of organisations: who sees an application, who decides, what follows, who is notified.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { TxCtx } from '../core/context.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'
import { submitOrgApproval } from './approval.ts'

const node = useApp()
const { approvalPageList, approvalDetail, pendingApprovals, decide } = approvalEndpoints
const { login: sessionLogin } = sessionEndpoints

const tokens = new Map<string, string>()
const accounts = new Map<string, { id: number; orgId: number | null }>()
let orgIds: Map<string, number>
beforeAll(async () => {
  const { db } = node.current
  orgIds = await orgIdsByName(node.current)
  const users = await db.selectFrom('appUser').select(['id', 'account', 'orgId']).orderBy('id').execute()
  for (const user of users) accounts.set(user.account, user)
  accounts.set('xiaoshan', adminOf(users, '萧山区教育局'))
  accounts.set('xihuHealth', adminOf(users, '西湖区卫生健康委员会'))
  accounts.set('applicant', adminOf(users, NEW_SCHOOL))
  for (const account of [
    'province01',
    'city01',
    'region01',
    'school01',
    'hospital01',
    'xiaoshan',
    'xihuHealth',
  ]) {
    const real = users.find(({ id }) => id === accounts.get(account)?.id)?.account ?? ''
    tokens.set(account, await node.current.login(real))
  }
})
/** The demo's school that waits, back as it came in; every other application away. */
beforeEach(async () => {
  await node.current.sql(`delete from approval; delete from message;
    update org set status = 0, expires_on = null where name = '${NEW_SCHOOL}'`)
  pending = await submit(NEW_SCHOOL, 'applicant')
})

type User = { id: number; account: string; orgId: number | null }
function adminOf(users: User[], org: string): User {
  const found = users.find(({ orgId }) => orgId === orgIds.get(org))
  if (!found) throw new Error(org)
  return found
}
const NEW_SCHOOL = '西湖新城外国语学校'
const XIHU = { provinceId: '330000', cityId: '330100', regionId: '330106' }
let pending = 0

const as = (account: string, each: TestApp = node.current) => each.as(tokens.get(account) ?? '')
const org = (name: string) => orgIds.get(name) ?? 0
const user = (account: string) => accounts.get(account)?.id ?? 0
const submit = (name: string, applicant: string, each: TestApp = node.current) =>
  each.services.db.transaction().execute((db) => {
    const { id, orgId } = accounts.get(applicant) ?? { id: 0, orgId: 0 }
    return submitOrgApproval({ ...each.services, db } as TxCtx, org(name), XIHU, { userId: id, orgId })
  })
const orgOf = (name: string) =>
  node.current.db.selectFrom('org').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
const statusOf = async (id: number) =>
  (await node.current.db.selectFrom('approval').select('status').where('id', '=', id).executeTakeFirst())
    ?.status
const listed = async (account: string) =>
  (await as(account).call(approvalPageList, { kind: 'org' })).data.list.map(({ approvalId }) => approvalId)
const pass = (account: string, ...approvalIds: number[]) =>
  as(account).call(decide, { approvalIds, passed: true })
const reject = (account: string, ...approvalIds: number[]) =>
  as(account).call(decide, { approvalIds, passed: false, reason: '材料不全' })

describe('applying', () => {
  test('again while it is open is the same application', async () => {
    expect(await submit(NEW_SCHOOL, 'applicant')).toBe(pending)
    const other = await node.current.otherNode()
    await node.current.sql('delete from approval')
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        submit(NEW_SCHOOL, 'applicant', index % 2 ? other : node.current),
      ),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('again after a decision is a new one', async () => {
    await reject('region01', pending)
    const again = await submit(NEW_SCHOOL, 'applicant')
    expect(again).not.toBe(pending)
    expect([await statusOf(pending), await statusOf(again)]).toEqual([2, 0])
  })
})

describe('an application is seen', () => {
  test('by every government whose range holds the place, and by nobody else', async () => {
    for (const account of ['province01', 'city01', 'region01', 'xihuHealth'])
      expect(await listed(account), account).toEqual([pending])
    expect(await listed('xiaoshan')).toEqual([])
    expect((await as('xiaoshan').call(approvalDetail, { approvalId: pending })).code).toBe(650)
    expect((await as('xiaoshan').call(approvalDetail, { approvalId: 999_999 })).code).toBe(650)
  })

  test('never by an organisation, even with the permission', async () => {
    expect((await as('school01').call(approvalPageList, { kind: 'org' })).code).toBe(602)
    expect((await as('school01').call(approvalPageList, {})).data.list).toEqual([])
    await node.current.sql(`insert into user_permission_override values (${user('school01')}, 1255, true)`)
    expect(await listed('school01')).toEqual([])
    expect((await pass('school01', pending)).code).toBe(650)
    await node.current.sql(`delete from user_permission_override where user_id = ${user('school01')}`)
    expect((await as('hospital01').call(approvalPageList, {})).code).toBe(602)
  })

  test('with what it is about, in a row and in detail', async () => {
    const { data } = await as('region01').call(approvalPageList, {})
    expect(data.list).toMatchObject([
      {
        approvalId: pending,
        kind: 'org',
        status: 0,
        title: `${NEW_SCHOOL}（学校）`,
        applicantOrgName: NEW_SCHOOL,
        decidedByName: null,
        decidable: true,
      },
    ])
    const detail = await as('region01').call(approvalDetail, { approvalId: pending })
    expect(detail.data).toMatchObject({
      ...data.list[0],
      transfer: null,
      org: { orgId: org(NEW_SCHOOL), orgName: NEW_SCHOOL, orgType: 10, areaName: '浙江省-杭州市-西湖区' },
    })
    expect(detail.data.org?.contactPhone).toMatch(/^199\d{8}$/)
  })

  test('with the phone masked where organisations may not be edited', async () => {
    await node.current.sql(`insert into user_permission_override values (${user('city01')}, 2007, false)`)
    const { data } = await as('city01').call(approvalDetail, { approvalId: pending })
    expect(data.org?.contactPhone).toMatch(/^199\*{4}\d{4}$/)
    await node.current.sql(`delete from user_permission_override where user_id = ${user('city01')}`)
  })

  test('by state, by name and page by page', async () => {
    const call = (query: object) => as('region01').call(approvalPageList, query)
    expect((await call({ keyword: '外国语' })).data.total).toBe(1)
    expect((await call({ keyword: '_' })).data.total).toBe(0)
    expect((await call({ status: 1 })).data.total).toBe(0)
    expect((await call({ status: 0, pageNum: 3 })).data).toMatchObject({ list: [], total: 1 })
  })
})

describe('passing', () => {
  test('opens the organisation for three years from today', async () => {
    const before = await node.current.call(...signIn())
    expect(before.code).toBe(671)
    expect((await pass('region01', pending)).data).toEqual({ decided: 1 })
    const { rows } = await node.current.data.requests.pool.query(
      `select ((now() at time zone 'Asia/Shanghai')::date + interval '3 years')::date as day`,
    )
    expect(await orgOf(NEW_SCHOOL)).toMatchObject({ status: 1, expiresOn: rows[0].day })
    expect((await node.current.call(...signIn())).success).toBe(true)
  })

  test('keeps a day of expiry that was set', async () => {
    await node.current.sql(`update org set expires_on = '2031-05-06' where name = '${NEW_SCHOOL}'`)
    await pass('region01', pending)
    expect((await orgOf(NEW_SCHOOL)).expiresOn).toBe('2031-05-06')
  })

  test('gives a registered organisation the row that its type adds', async () => {
    await node.current.sql(`delete from school where org_id = ${org(NEW_SCHOOL)}`)
    await pass('region01', pending)
    const rows = node.current.db.selectFrom('school').select('orgId').where('orgId', '=', org(NEW_SCHOOL))
    expect(await rows.execute()).toHaveLength(1)
    await node.current.sql(`update school set stages = '{2,3}' where org_id = ${org(NEW_SCHOOL)}`)
  })

  test('tells the organisation and the applicant once, and says who decided', async () => {
    await pass('region01', pending)
    expect(await lettersOf()).toEqual([
      { title: '机构审核已通过', link: '/account/organization-information', to: [user('applicant')] },
    ])
    const { data } = await as('city01').call(approvalDetail, { approvalId: pending })
    expect(data).toMatchObject({ status: 1, decidedByName: '李雪梅', decidable: false })
    expect(data.decidedAt).toMatch(/Z$/)
  })

  test('of one that somebody else applied for tells both, each with a page they can open', async () => {
    await node.current.sql('delete from approval')
    const id = await submit(NEW_SCHOOL, 'region01')
    await pass('city01', id)
    expect(await lettersOf()).toEqual([
      { title: '机构审核已通过', link: '/account/organization-information', to: [user('applicant')] },
      { title: '机构审核已通过', link: '/approve/approve-list?kind=org&status=1', to: [user('region01')] },
    ])
    const inbox = await as('region01').call(messageEndpoints.inbox, {})
    expect(inbox.data.list[0]?.body).toBe(`“${NEW_SCHOOL}（学校）”的入驻申请已通过审核。`)
  })

  test('leaves a trail', async () => {
    await pass('region01', pending)
    const trail = node.current.db.selectFrom('auditLog').selectAll().where('action', '=', 'approval.decide')
    expect((await trail.execute()).at(-1)).toMatchObject({
      account: 'region01',
      objectType: 'approval',
      objectId: String(pending),
      success: true,
      detail: { passed: true, about: [{ id: pending, orgId: org(NEW_SCHOOL) }] },
    })
  })
})

describe('rejecting', () => {
  test('needs a reason', async () => {
    for (const reason of [undefined, '', '  ']) {
      const answer = await as('region01').call(decide, { approvalIds: [pending], passed: false, reason })
      expect(answer).toMatchObject({
        code: 650,
        message: '请填写原因',
        data: { issues: [{ path: ['reason'] }] },
      })
    }
    const long = { approvalIds: [pending], passed: false, reason: '长'.repeat(201) }
    expect((await as('region01').call(decide, long)).code).toBe(700)
    expect(await statusOf(pending)).toBe(0)
  })

  test('keeps the organisation out and says why', async () => {
    await reject('region01', pending)
    expect(await orgOf(NEW_SCHOOL)).toMatchObject({ status: 2, expiresOn: null })
    expect((await node.current.call(...signIn())).code).toBe(671)
    const { data } = await as('region01').call(approvalDetail, { approvalId: pending })
    expect(data).toMatchObject({ status: 2, decideReason: '材料不全' })
    const [letter] = await node.current.db.selectFrom('message').selectAll().execute()
    expect(letter?.body).toContain('未通过审核。原因：材料不全')
  })
})

describe('nobody decides', () => {
  test('the own application; somebody else of the same range does', async () => {
    await node.current.sql('delete from approval')
    const id = await submit(NEW_SCHOOL, 'region01')
    const own = await as('region01').call(approvalDetail, { approvalId: id })
    expect(own.data.decidable).toBe(false)
    expect(await pass('region01', id)).toMatchObject({
      code: 700,
      message: '不能审核自己提交的申请，请由其他审核人处理',
    })
    expect((await as('region01').call(pendingApprovals, {})).data.org).toBe(0)
    expect((await as('xihuHealth').call(pendingApprovals, {})).data.org).toBe(1)
    expect((await pass('xihuHealth', id)).success).toBe(true)
  })

  test('twice: the second decision is refused', async () => {
    await pass('region01', pending)
    const late = { code: REFUSALS.changedMeanwhile, message: '该申请已由他人处理，请刷新' }
    expect(await pass('city01', pending)).toMatchObject(late)
    expect(await reject('city01', pending)).toMatchObject(late)
    expect((await orgOf(NEW_SCHOOL)).status).toBe(1)
    expect(await lettersOf()).toHaveLength(1)
  })

  test('what is out of range or missing: 650, for the whole batch', async () => {
    expect((await pass('xiaoshan', pending)).code).toBe(650)
    expect((await pass('region01', pending, 999_999)).code).toBe(650)
    expect(await statusOf(pending)).toBe(0)
    expect(await lettersOf()).toEqual([])
  })

  test('without the permission of the kind: 650, and 602 without any', async () => {
    await node.current.sql(`insert into user_permission_override values (${user('region01')}, 1255, false)`)
    expect((await pass('region01', pending)).code).toBe(650)
    expect((await as('region01').call(pendingApprovals, {})).data).toMatchObject({ org: null, transfer: 0 })
    await node.current.sql(`delete from user_permission_override where user_id = ${user('region01')}`)
    expect((await pass('hospital01', pending)).code).toBe(602)
  })
})

describe('a batch', () => {
  beforeEach(() =>
    node.current.sql(`update org set status = 0 where name in ('西湖高级中学', '西湖中心幼儿园')`),
  )

  test('is decided together', async () => {
    const more = [await submit('西湖高级中学', 'applicant'), await submit('西湖中心幼儿园', 'applicant')]
    expect((await as('region01').call(pendingApprovals, {})).data.org).toBe(3)
    expect((await pass('region01', ...more, pending, pending)).data).toEqual({ decided: 3 })
    for (const name of [NEW_SCHOOL, '西湖高级中学', '西湖中心幼儿园'])
      expect((await orgOf(name)).status).toBe(1)
  })

  test('with one that cannot be decided changes nothing', async () => {
    const own = await submit('西湖高级中学', 'region01')
    expect((await pass('region01', pending, own)).code).toBe(700)
    const done = await submit('西湖中心幼儿园', 'applicant')
    await reject('city01', done)
    expect((await pass('region01', pending, done)).message).toBe('该申请已由他人处理，请刷新')
    expect([await statusOf(pending), await statusOf(own), await statusOf(done)]).toEqual([0, 0, 2])
    expect((await orgOf(NEW_SCHOOL)).status).toBe(0)
  })
})

function signIn() {
  const account =
    [...accounts].find(([name, { id }]) => name !== 'applicant' && id === user('applicant'))?.[0] ?? ''
  return [sessionLogin, { account, password: 'Demo@2026' }] as const
}

/** Every message with who got it, oldest first. */
async function lettersOf() {
  const { db } = node.current
  const messages = await db.selectFrom('message').select(['id', 'title', 'link']).orderBy('id').execute()
  const recipients = await db.selectFrom('messageRecipient').selectAll().orderBy('userId').execute()
  return messages.map(({ id, title, link }) => ({
    title,
    link,
    to: recipients.filter(({ messageId }) => messageId === id).map(({ userId }) => userId),
  }))
}
