import { describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../testing/app.ts'

const node = useApp()
const { login, userInfo, logout } = sessionEndpoints

describe('signing in with account and password', () => {
  test('gives a token that works, and dies at once on signing out', async () => {
    const answer = await node.current.call(login, { account: 'region01', password: 'Demo@2026' })
    expect(answer).toMatchObject({ status: 200, success: true, data: { isSendSms: false } })
    const me = node.current.as(String(answer.data.token))
    expect((await me.call(userInfo, {})).data).toMatchObject({ account: 'region01', dataRangeType: 3 })
    expect((await me.call(logout, {})).success).toBe(true)
    expect((await me.call(userInfo, {})).code).toBe(601)
  })
})
