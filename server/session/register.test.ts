import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { insertCaptcha } from './codes/code-queries.ts'

const node = useApp()
const { register, sendSms, login, loginBySms, menuList, userInfo } = sessionEndpoints
type Input = InputOf<typeof register>

async function solved() {
  const captchaId = randomUUID()
  const { db, secrets } = node.current.services
  await insertCaptcha(db, captchaId, secrets.codeHash(captchaId, 'AC23'))
  return { captchaId, captchaCode: 'AC23' }
}
async function codeFor(phone: string): Promise<string> {
  await node.current.sql("update sms_code set sent_at = sent_at - interval '2 days'")
  expect((await node.current.call(sendSms, { phone, type: 27 })).success).toBe(true)
  return String(node.current.sent.at(-1)?.code)
}

let number = 0
/** A whole and right form that nobody has sent yet; `change` replaces parts of it. */
async function form(change: Partial<Input> = {}): Promise<Input> {
  number++
  const phone = change.phone ?? `137${String(number).padStart(8, '0')}`
  return {
    ...(await solved()),
    orgName: `西湖第${number}新学校`,
    orgType: 10,
    orgProperty: 10,
    provinceId: '330000',
    cityId: '330100',
    regionId: '330106',
    address: '文三路1号',
    account: `newone${number}`,
    password: 'Abcd#2026x',
    realName: '张三',
    phone,
    smsCode: await codeFor(phone),
    ...change,
  }
}
const submit = (input: Input) => node.current.call(register, input)
const orgsNamed = (name: string) =>
  node.current.db.selectFrom('org').selectAll().where('name', '=', name).execute()
const countAll = async () => {
  const { db } = node.current
  const orgs = await db.selectFrom('org').select('id').execute()
  const users = await db.selectFrom('appUser').select('id').execute()
  return [orgs.length, users.length]
}

describe('registering an organisation', () => {
  test('makes a pending one with its super administrator, who enters once it is approved', async () => {
    const input = await form()
    const answer = await submit(input)
    expect(answer).toMatchObject({ success: true, data: { orgId: expect.any(Number) } })
    const [org] = await orgsNamed(input.orgName)
    expect(org).toMatchObject({
      id: answer.data.orgId,
      status: 0,
      expiresOn: null,
      orgType: 10,
      property: 10,
    })
    const { account, password } = input
    expect((await node.current.call(login, { account, password })).code).toBe(671)
    await node.current.sql(`update org set status = 1 where id = ${org?.id}`)
    expect((await node.current.call(login, { account, password })).code).toBe(670)
    await node.current.sql(`update org set expires_on = current_date + 300 where id = ${org?.id}`)
    const me = node.current.as(await node.current.login(account, password))
    expect((await me.call(userInfo, {})).data).toMatchObject({
      orgId: org?.id,
      roleType: 20,
      dataRangeType: 4,
    })
    expect((await me.call(menuList, {})).data.length).toBeGreaterThan(10)
  })

  test('keeps the way in by phone shut too until it is approved', async () => {
    const input = await form()
    await submit(input)
    await node.current.call(sendSms, { phone: input.phone, type: 17 })
    const smsCode = String(node.current.sent.at(-1)?.code)
    expect((await node.current.call(loginBySms, { phone: input.phone, smsCode })).code).toBe(671)
  })

  test('keeps phone and password unreadable in the database', async () => {
    const input = await form()
    await submit(input)
    const { rows } = await node.current.data.work.pool.query(
      `select u::text as u, o::text as o from app_user u join org o on o.id = u.org_id where u.account = $1`,
      [input.account],
    )
    const text = JSON.stringify(rows)
    for (const secret of [input.phone, input.password]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('sent five times at once makes one', async () => {
    const input = await form()
    const before = await countAll()
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(input)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await countAll()).toEqual(before.map((count) => count + 1))
  })

  test('sent five times at once, each with a captcha of its own, on two nodes, makes one', async () => {
    const input = await form()
    const before = await countAll()
    const nodes = [node.current, await node.current.otherNode()] as const
    const answers = await Promise.all(
      [0, 1, 2, 3, 4].map(async (index) =>
        nodes[index % 2 === 0 ? 0 : 1].call(register, { ...input, ...(await solved()) }),
      ),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { code } of answers) expect([200, 653, 654, 700, 704]).toContain(code)
    expect(await countAll()).toEqual(before.map((count) => count + 1))
  })

  test('by two who want the same account at once gives it to one, and leaves nothing of the other', async () => {
    const [one, two] = [await form(), await form()]
    const before = await countAll()
    const answers = await Promise.all([submit(one), submit({ ...two, account: one.account.toUpperCase() })])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 653])
    expect(await countAll()).toEqual(before.map((count) => count + 1))
  })

  test('ends where the city has no districts, as in 东莞', async () => {
    const input = await form({ provinceId: '440000', cityId: '441900', regionId: null })
    expect((await submit(input)).success).toBe(true)
  })

  test('takes nothing but what the form has: a status, role or range that is sent along is ignored', async () => {
    const input = {
      ...(await form()),
      status: 1,
      isSuper: false,
      roleType: 30,
      dataRangeType: 1,
      expiresOn: '2099-01-01',
    }
    const answer = await submit(input)
    const [org] = await orgsNamed(input.orgName)
    expect(org).toMatchObject({ id: answer.data.orgId, status: 0, expiresOn: null })
    const user = node.current.db.selectFrom('appUser').selectAll().where('account', '=', input.account)
    expect(await user.executeTakeFirst()).toMatchObject({ isSuper: true, roleType: 20, dataRangeType: 4 })
  })

  test.each([
    ['hospital', 20, 30],
    ['social organisation', 40, 46],
  ] as const)('is open to a %s', async (_, orgType, orgProperty) => {
    expect((await submit(await form({ orgType, orgProperty }))).success).toBe(true)
  })
})

describe('a registration is refused', () => {
  let before: number[]
  beforeEach(async () => {
    before = await countAll()
  })
  async function refused(change: Partial<Input>, code: number, field?: string) {
    const answer = await submit(await form(change))
    expect(answer.code).toBe(code)
    if (field) expect(JSON.stringify(answer.data)).toContain(`"path":["${field}"]`)
    expect(await countAll()).toEqual(before)
  }

  test.each([
    ['with a wrong captcha', { captchaCode: 'XXXX' }, 610, 'captchaCode'],
    ['with an unknown captcha', { captchaId: randomUUID() }, 611, 'captchaCode'],
    ['without a captcha', { captchaCode: '' }, 650, 'captchaCode'],
    ['with a wrong SMS code', { smsCode: 'x12345' }, 704, 'smsCode'],
    ['for an account in use', { account: 'school01' }, 653, 'account'],
    ['for an account in use, in capitals', { account: 'SCHOOL01' }, 653, 'account'],
    ['for an account that only looks new', { account: 'ｓchool01' }, 624, 'account'],
    ['for an account of digits', { account: '12345678' }, 624, 'account'],
    ['for a phone in use', { phone: '19900000001' }, 654, 'phone'],
    ['for a phone in use with prefix', { phone: '+8619900000001' }, 654, 'phone'],
    ['for a weak password', { password: 'abcdefgh' }, 622, 'password'],
    ['for a name with digits', { realName: '张3' }, 623, 'realName'],
    ['for a name of three letters', { orgName: '三个字' }, 700, 'orgName'],
    ['for a name taken in the region', { orgName: '西湖实验小学' }, 700, 'orgName'],
    ['for a name taken, with blanks around', { orgName: ' 西湖实验小学 ' }, 700, 'orgName'],
    ['with a property of another type', { orgProperty: 30 }, 700, 'orgProperty'],
    ['with a government property', { orgProperty: 50 }, 700, 'orgProperty'],
    ['with a district of another city', { regionId: '330203' }, 650, 'provinceId'],
    ['with a city of another province', { provinceId: '440000' }, 650, 'provinceId'],
    ['with an area that does not exist', { regionId: '330199' }, 650, 'provinceId'],
    ['with the city in place of the district', { regionId: '330100' }, 650, 'provinceId'],
    ['without a district', { regionId: null }, 650, 'regionId'],
    ['without a city', { cityId: null, regionId: null }, 650, 'regionId'],
    ['with a district but no city', { cityId: null }, 650, 'provinceId'],
    ['with an area in words', { provinceId: '浙江省' }, 650, 'provinceId'],
  ] as [string, Partial<Input>, number, string][])('%s', async (_, change, code, field) => {
    await refused(change, code, field)
  })

  test('for a government body: those are made by their superiors', async () => {
    await refused({ orgType: 30 as 10, orgProperty: 50 }, 400)
  })

  test('with the SMS code of another purpose', async () => {
    const input = await form()
    await node.current.call(sendSms, { phone: '19900000003', type: 17 })
    const smsCode = String(node.current.sent.at(-1)?.code)
    expect((await submit({ ...input, smsCode, phone: '13799999999' })).code).toBe(704)
    expect(await countAll()).toEqual(before)
  })
})

describe('the SMS code of a registration', () => {
  const codeRow = (phone: string) =>
    node.current.db
      .selectFrom('smsCode')
      .select(['tries', 'usedAt'])
      .where('phoneHash', '=', node.current.services.secrets.lookupHash('phone', phone))
      .executeTakeFirstOrThrow()

  test('loses a try when it is wrong, and five leave it worthless', async () => {
    const input = await form()
    const wrong = String((Number(input.smsCode) + 1) % 1_000_000).padStart(6, '0')
    for (let time = 1; time <= 5; time++) {
      expect((await submit({ ...input, ...(await solved()), smsCode: wrong })).code).toBe(704)
      expect(await codeRow(input.phone)).toEqual({ tries: time, usedAt: null })
    }
    expect((await submit({ ...input, ...(await solved()) })).code).toBe(704)
  })

  test('stays good when the registration itself does not come about', async () => {
    const input = await form()
    await node.current.sql('revoke insert on audit_log from vision_app')
    const failed = await submit(input)
    await node.current.sql('grant insert on audit_log to vision_app')
    expect(failed.success).toBe(false)
    expect(await orgsNamed(input.orgName)).toEqual([])
    expect(await codeRow(input.phone)).toEqual({ tries: 0, usedAt: null })
    expect((await submit({ ...input, ...(await solved()) })).success).toBe(true)
    expect((await codeRow(input.phone)).usedAt).not.toBeNull()
  })

  test('lost to a name taken meanwhile stays good for another name', async () => {
    const [one, two] = [await form(), await form()]
    const answers = await Promise.all([submit(one), submit({ ...two, orgName: one.orgName })])
    const loser = answers[0].success ? two : one
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const again = { ...loser, ...(await solved()), orgName: two.orgName }
    expect((await submit(again)).success).toBe(true)
  })
})

test('a name may stand in two districts, once in each', async () => {
  const [one, two] = [await form(), await form({ regionId: '330109' })]
  expect((await submit(one)).success).toBe(true)
  expect((await submit({ ...two, orgName: one.orgName })).success).toBe(true)
})
