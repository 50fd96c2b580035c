import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import type { SecondStepPolicy } from '#contract/account/second-step-policy.ts'
import { OrgProperty, OrgType, RoleType } from '#contract/core/codes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

const { secondStepPolicy, saveSecondStepPolicy } = accountEndpoints
const { admin } = RoleType.code
const POLICY: SecondStepPolicy = {
  version: 3,
  rules: [{ account: 'phealth01' }],
  changedAt: '2026-10-08T01:00:00.000Z',
  changedBy: '李处长（province01）',
  smsAvailable: true,
  accounts: [
    {
      orgType: OrgType.code.school,
      property: OrgProperty.code.schoolIndependent,
      roleType: admin,
      accounts: 46,
      ready: 40,
    },
  ],
  earlier: [{ version: 2, rules: [{}], changedAt: '2026-10-01T01:00:00.000Z', changedBy: null }],
}

async function open(change: Partial<SecondStepPolicy> = {}) {
  const api = fakeApi().answer(secondStepPolicy, { ...POLICY, ...change })
  const rendered = await renderScreen('/authority/second-step', { api, as: userOf('GP') })
  await screen.findByText('修改记录')
  return { ...rendered, api }
}
const box = (name: string) => screen.getByRole('checkbox', { name })
const save = () => screen.getByRole('button', { name: '保存' })

describe('who must have a second step', () => {
  it('is said with numbers, and its changes with who made them', async () => {
    await open()
    expect(screen.getByText('46 个账号，6 个须设置')).toBeTruthy()
    expect(screen.getByText('李处长（province01）')).toBeTruthy()
    expect(screen.getByText('账号 phealth01')).toBeTruthy()
    expect(screen.getByText('所有账号')).toBeTruthy()
    expect(screen.getByText('按类别没有要求任何账号，另有指定的账号 1 个。')).toBeTruthy()
    expect(save()).toHaveProperty('disabled', true)
  })

  it('is changed by a tick, whose effect is said before it is saved', async () => {
    const { api, user } = await open()
    api.answer(saveSecondStepPolicy, { version: 4 })
    await user.click(box('学校管理员'))
    expect(
      screen.getByText(
        '按类别要求 46 个账号使用二次验证，其中 6 个还没有可用的方式，下次登录时引导设置，另有指定的账号 1 个。',
      ),
    ).toBeTruthy()
    await user.click(save())
    expect(await screen.findByText('已保存，下次登录起生效')).toBeTruthy()
    expect(api.calls(saveSecondStepPolicy)).toEqual([
      { version: 3, rules: [{ orgType: OrgType.code.school, roleType: admin }, { account: 'phealth01' }] },
    ])
    await waitFor(() => expect(api.calls(secondStepPolicy)).toHaveLength(2))
  })

  it('can be put back before it is saved', async () => {
    const { user } = await open()
    await user.click(box('学校管理员'))
    await user.click(screen.getByRole('button', { name: '还原' }))
    expect(box('学校管理员')).toHaveProperty('checked', false)
    expect(save()).toHaveProperty('disabled', true)
  })

  it('can be everybody', async () => {
    const { api, user } = await open()
    api.answer(saveSecondStepPolicy, { version: 4 })
    await user.click(screen.getByRole('switch', { name: '所有账号都要求' }))
    expect(box('卫健委管理员')).toMatchObject({ checked: true, disabled: true })
    await user.click(save())
    await waitFor(() =>
      expect(api.calls(saveSecondStepPolicy)).toEqual([
        { version: 3, rules: [{}, { account: 'phealth01' }] },
      ]),
    )
  })

  it('names accounts, and says which does not exist', async () => {
    const { api, user } = await open()
    const message = '没有账号 nobody99，或不在您的数据范围内'
    api.refuse(saveSecondStepPolicy, 652, message, [{ path: ['accounts'], message }])
    await user.type(screen.getByRole('combobox', { name: '另外要求的账号' }), 'nobody99{Enter}')
    await user.click(save())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(api.calls(saveSecondStepPolicy)).toMatchObject([
      { rules: [{ account: 'phealth01' }, { account: 'nobody99' }] },
    ])
  })

  it('needs authenticators where no SMS can be sent', async () => {
    await open({ smsAvailable: false })
    expect(screen.getByText(/本平台没有开通短信/)).toBeTruthy()
  })

  it('that could not be loaded can be asked for again', async () => {
    const api = fakeApi().refuse(secondStepPolicy, 503)
    const { user } = await renderScreen('/authority/second-step', { api, as: userOf('GP') })
    expect(await screen.findByText('二次验证要求加载失败')).toBeTruthy()
    api.answer(secondStepPolicy, POLICY)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('修改记录')).toBeTruthy()
  })
})
