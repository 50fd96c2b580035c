import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { PasswordForm } from '#contract/session/password-rule.ts'
import { readConfig } from '../../core/config.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { insertCaptcha } from '../codes/code-queries.ts'
import { assertAcceptablePassword } from './password-policy.ts'

const FORMS: PasswordForm[] = ['register', 'change', 'reset']
const OWNER = { account: 'zhangwei8', phone: '13912345678', orgName: '重庆绿湖小学' }

async function verdict(policy: 'spec' | 'strict', form: PasswordForm, password: string) {
  try {
    await assertAcceptablePassword(readConfig({ PASSWORD_POLICY: policy }), form, password, OWNER)
    return 'taken'
  } catch (error) {
    expect(error).toBeInstanceOf(BizError)
    expect((error as BizError).code).toBe(622)
    return 'refused'
  }
}

/** Password, then what the spec's two rules and the strict policy say. */
const TABLE: [
  string,
  { form: 'taken' | 'refused'; change: 'taken' | 'refused'; strict: 'taken' | 'refused' },
][] = Object.entries({
  'river7!Stone': 'taken refused taken',
  'Mq4#xv9Tz': 'taken refused taken',
  tree_Cloud42: 'taken taken taken',
  'x7(Kp2)wL': 'taken refused taken',
  'Abcdefgh#1jklmnOpq_2': 'taken refused taken',
  k9_Lamp7: 'taken taken taken',
  // Length.
  'aB3#xyz': 'refused refused refused',
  'aB3#wxyz': 'taken refused taken',
  'Abcdefgh#1jklmnOpq_23': 'refused refused refused',
  abc12: 'refused refused refused',
  river1: 'refused taken refused',
  river_stone_2026: 'taken taken taken',
  river_stone_20261: 'taken refused taken',
  // Classes.
  riverstone: 'refused taken refused',
  riverstone7: 'refused taken refused',
  'riverstone!': 'refused refused refused',
  '73920184': 'refused taken refused',
  '7392018!': 'refused refused refused',
  ________: 'refused taken refused',
  // Signs.
  'river 7!stone': 'refused refused refused',
  'river7！stone': 'refused refused refused',
  '密码river7!': 'refused refused refused',
  'river7!\u0000x': 'refused refused refused',
  'river7!\nstone': 'refused refused refused',
  // Guessed first.
  'P@ssw0rd': 'taken refused refused',
  'Passw0rd!': 'taken refused refused',
  'Password123!': 'taken refused refused',
  'Pass@word1': 'taken refused refused',
  'Admin@123': 'taken refused refused',
  'Admin@2026': 'taken refused refused',
  admin_888: 'taken taken refused',
  'Qwer@1234': 'taken refused refused',
  Qwerty_123: 'taken taken refused',
  '1qaz@WSX': 'taken refused refused',
  '!QAZ2wsx': 'taken refused refused',
  'Aa123456!': 'taken refused refused',
  '123456Aa!': 'taken refused refused',
  'a1234567!': 'taken refused refused',
  'Abc@1234': 'taken refused refused',
  'Abcd1234!': 'taken refused refused',
  'Woaini1314!': 'taken refused refused',
  'Huawei@123': 'taken refused refused',
  'Demo@2026': 'taken refused refused',
  'Test@1234': 'taken refused refused',
  'Password1!': 'taken refused refused',
  'Qwerty123!': 'taken refused refused',
  'Sunshine#2026': 'taken refused refused',
  '##2026Dragon': 'taken refused refused',
  Pa$$w0rd2026: 'taken refused refused',
  '@dmin2026': 'taken refused refused',
  '1P@ssw0rd!': 'taken refused refused',
  // A word of the list among others is a passphrase.
  'sunny-Dragon-47': 'taken refused taken',
  'Dragonfly#river8': 'taken refused taken',
  'my.Password.is.7x': 'taken refused taken',
  // The owner's own data.
  'zhangwei8#1': 'taken refused refused',
  '#1ZhangWei8': 'taken refused refused',
  '13912345678a!': 'taken refused refused',
  '139-1234-5678a': 'taken refused refused',
  '#1zhang_wei8': 'taken refused refused',
  // The organisation in pinyin: whole, and by its initials.
  ChongqingLvhuXiaoxue: 'refused refused refused',
  chongqinglvhuxiaoxue: 'refused refused refused',
  'Cqlhxx#2026': 'taken refused refused',
  'x7-CQ-lh-XX-9': 'taken refused refused',
  'Chongqing#lv7': 'taken refused taken',
}).map(([password, words]) => {
  const [form, change, strict] = words.split(' ') as ['taken', 'taken', 'taken']
  return [password, { form, change, strict }]
})

describe('the rule for a new password', () => {
  test.each(TABLE)(
    'under the spec policy %j is judged by each form’s own rule',
    async (password, expected) => {
      expect(await verdict('spec', 'register', password)).toBe(expected.form)
      expect(await verdict('spec', 'reset', password)).toBe(expected.form)
      expect(await verdict('spec', 'change', password)).toBe(expected.change)
    },
  )

  test.each(TABLE)(
    'under the strict policy %j is judged alike on all three forms',
    async (password, expected) => {
      const verdicts = await Promise.all(FORMS.map((form) => verdict('strict', form, password)))
      expect(verdicts).toEqual(Array(3).fill(expected.strict))
    },
  )

  test('under the strict policy lets a common word stand inside a longer one', async () => {
    for (const password of ['88#m4-27x1', 'apricot_Lane9', 'Adminton#44q', 'testament#7Q']) {
      expect(await verdict('strict', 'change', password)).toBe('taken')
    }
  })
})

const spec = useApp()
const strict = useApp({ PASSWORD_POLICY: 'strict' })
const { login, register, changePassword, resetPassword, sendSms } = sessionEndpoints
const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)

let number = 0
async function byRegister(on: TestApp, password: string) {
  const captchaId = randomUUID()
  const { db, secrets } = on.services
  await insertCaptcha(db, captchaId, secrets.codeHash(captchaId, 'AC23'))
  number++
  const phone = `1350000${String(number).padStart(4, '0')}`
  await on.call(sendSms, { phone, type: 27 })
  const area = { provinceId: '330000', cityId: '330100', regionId: '330106' }
  const account = `policy${number}`
  const answer = await on.call(register, {
    ...area,
    captchaId,
    captchaCode: 'AC23',
    orgName: `西湖第${number}学校`,
    orgType: 10,
    orgProperty: 10,
    address: '文三路1号',
    account,
    password,
    realName: '张三',
    phone,
    smsCode: String(on.sent.at(-1)?.code),
  })
  return { account, ...answer }
}
async function byChange(on: TestApp, newPassword: string) {
  const account = String(users.pop())
  const me = on.as(await on.login(account))
  return { account, ...(await me.call(changePassword, { oldPassword: 'Demo@2026', newPassword })) }
}
async function byReset(on: TestApp, newPassword: string) {
  const account = String(users.pop())
  const phone = phoneOf(account)
  await on.call(sendSms, { phone, type: 25 })
  const smsCode = String(on.sent.at(-1)?.code)
  return { account, ...(await on.call(resetPassword, { phone, smsCode, newPassword })) }
}
const moveTeachers = (on: TestApp, school: string) =>
  on.sql(`update app_user set org_id = (select id from org where name = '${school}')
    where account like 'teacher0%'`)
/** The verdict of each form, and that a password taken is the one that signs in. */
async function ask(on: TestApp, password: string) {
  const answers = [await byRegister(on, password), await byChange(on, password), await byReset(on, password)]
  for (const { success, account } of answers.filter(({ success }) => success)) {
    expect(success).toBe(true)
    expect([200, 671]).toContain((await on.call(login, { account, password })).code)
  }
  return answers.map(({ code }) => code)
}

describe('over the wire', () => {
  test.each([
    ['river7!Stone', [200, 622, 200]],
    ['river_7', [622, 200, 622]],
    ['Admin@123', [200, 622, 200]],
    ['river', [622, 622, 622]],
  ])('the spec policy says of %j on register, change and reset: %j', async (password, codes) => {
    expect(await ask(spec.current, password)).toEqual(codes)
  })

  test.each([
    ['river7!Stone', 200],
    ['river_stone', 622],
    ['Admin@123', 622],
    ['Abcdefgh#1jklmnOpq_23', 622],
  ])('the strict policy says of %j the same on all three: %i', async (password, code) => {
    expect(await ask(strict.current, password)).toEqual([code, code, code])
  })

  test('the strict policy refuses the own account and phone on all three', async () => {
    const own = String(users.at(-1))
    expect((await byChange(strict.current, `#7${own}`)).code).toBe(622)
    const other = String(users.at(-1))
    expect((await byReset(strict.current, `${phoneOf(other)}a!`)).code).toBe(622)
    expect((await byRegister(strict.current, `#7policy${number + 1}`)).code).toBe(622)
  })

  test('the strict policy refuses the organisation’s name in pinyin on all three', async () => {
    const message = '密码不能包含账号、手机号码或机构名称的拼音'
    await Promise.all([spec, strict].map(({ current }) => moveTeachers(current, '西湖实验小学')))
    expect(await byChange(strict.current, 'Xhsyxx#2026')).toMatchObject({ code: 622, message })
    expect(await byReset(strict.current, 'xihuShiyan_xiaoxue1')).toMatchObject({ code: 622, message })
    expect(await byRegister(strict.current, `xhd${number + 1}xx#2026`)).toMatchObject({ code: 622, message })
    expect((await byChange(spec.current, 'xhsyxx_2026')).code).toBe(200)
    expect((await byReset(spec.current, 'Xhsyxx#2026')).code).toBe(200)
  })

  test('a one-time password holds under the strict policy, and what follows it is judged alike', async () => {
    const { current: on } = strict
    await moveTeachers(on, '西湖实验小学')
    const account = String(users.pop())
    const owner = await on.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    const superior = on.as(await on.login('region01'))
    const issued = await superior.call(authorityEndpoints.resetAccountPassword, { userId: owner.id })
    const { password: oldPassword } = issued.data
    expect(await verdict('strict', 'change', oldPassword)).toBe('taken')
    const me = on.as(await on.login(account, oldPassword))
    for (const newPassword of ['Password1!', 'Xhsyxx#2026', `#7${account}`]) {
      expect((await me.call(changePassword, { oldPassword, newPassword })).code).toBe(622)
    }
    expect((await me.call(changePassword, { oldPassword, newPassword: 'river7!Stone' })).code).toBe(200)
  })

  test('each form speaks its own message', async () => {
    expect((await byChange(spec.current, 'no')).message).toBe('密码只能包含字母、数字、下划线，且长度为6~16')
    expect((await byReset(spec.current, 'no')).message).toBe('密码由8-20位数字、字母、特殊符号组成')
    expect((await byChange(strict.current, 'no')).message).toBe('密码由8-20位数字、字母、特殊符号组成')
  })
})
