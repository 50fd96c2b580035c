// An administrator takes away the second step of somebody who has lost it.
import { describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { codeShown, enrolTotp } from '../../testing/second-step.ts'

const node = useApp()
const { login, resetSecondStep, userInfo } = sessionEndpoints

const signedIn = async (account: string) => node.current.as(await node.current.login(account))
async function enrolled(account: string) {
  const me = await signedIn(account)
  const { userId } = (await me.call(userInfo, {})).data
  return { me, userId, ...(await enrolTotp(node.current, me)) }
}
const rowOf = async (account: string) => {
  const admin = await signedIn('region01')
  const page = { keyword: account, pageNum: 1, pageSize: 15 } as const
  return (await admin.call(authorityEndpoints.accountPageList, page)).data.list[0]
}
const enter = (account: string, totpCode?: string) =>
  node.current.call(login, { account, password: 'Demo@2026', totpCode })

describe('resetting the second step of another', () => {
  test('removes authenticator and recovery codes, ends the sessions, and is told to the owner', async () => {
    const { me, userId } = await enrolled('teacher01')
    expect(await rowOf('teacher01')).toMatchObject({ totp: true })
    const admin = await signedIn('school01')
    expect((await admin.call(resetSecondStep, { userId })).success).toBe(true)
    expect((await me.call(userInfo, {})).code).toBe(601)
    expect(await rowOf('teacher01')).toMatchObject({ totp: false })
    const again = await signedIn('teacher01')
    const [message] = (await again.call(messageEndpoints.inbox, {})).data.list
    expect(message).toMatchObject({ title: '您的二次验证已被重置' })
    expect(message?.body).toMatch(/^西湖实验小学的管理员/)
    const { rows } = await node.current.data.work.pool.query(
      `select action, success, object_id as id, detail from audit_log where action = 'account.resetSecondStep'`,
    )
    expect(rows).toEqual([
      { action: 'account.resetSecondStep', success: true, id: String(userId), detail: { removed: true } },
    ])
    expect(await node.current.db.selectFrom('recoveryCode').selectAll().execute()).toEqual([])
  })

  test('a second time changes nothing and tells nobody', async () => {
    const { userId } = await enrolled('grade01')
    const admin = await signedIn('school01')
    await admin.call(resetSecondStep, { userId })
    const me = await signedIn('grade01')
    const before = (await me.call(messageEndpoints.inbox, {})).data.total
    expect((await admin.call(resetSecondStep, { userId })).success).toBe(true)
    expect((await me.call(messageEndpoints.inbox, {})).data.total).toBe(before)
  })

  test('is for those alone who may manage the account', async () => {
    const { userId, secret } = await enrolled('hospital01')
    for (const [by, code] of [
      ['school01', 652],
      ['hscreen01', 602],
    ] as const)
      expect((await (await signedIn(by)).call(resetSecondStep, { userId })).code).toBe(code)
    expect((await enter('hospital01')).data).toMatchObject({ token: null, secondStep: 'totp' })
    const { data } = await enter('hospital01', codeShown(secret))
    const own = node.current.as(String(data.token))
    expect((await own.call(resetSecondStep, { userId })).code).toBe(700)
    expect((await enter('hospital01', codeShown(secret))).code).toBe(REFUSALS.wrongTotpCode)
  })
})
