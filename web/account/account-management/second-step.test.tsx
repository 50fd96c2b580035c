import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import type { OwnAccount } from '#contract/account/schemas.ts'
import { RoleType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'

const { ownAccount } = accountEndpoints
const { startTotp, confirmTotp, disableTotp, renewRecoveryCodes } = sessionEndpoints
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODES = ['abcde-23456', 'fghjk-78923']

const account = (secondStep: OwnAccount['secondStep']): OwnAccount => ({
  userId: 7,
  account: 'sample01',
  realName: '周校医',
  phone: '138****0001',
  roleType: RoleType.code.admin,
  roleTypeName: '管理员',
  orgName: '文一路小学',
  dataRangeName: '本机构',
  passwordChangedAt: '2026-09-01T01:00:00.000Z',
  passwordRemainingDays: 60,
  secondStep,
  createdAt: '2026-08-01T01:00:00.000Z',
  sessions: [],
  signIns: [],
})
const NONE = { asks: null, demanded: false, totpSince: null, recoveryCodesLeft: 0 } as const
const ENROLLED = {
  asks: 'totp',
  demanded: false,
  totpSince: '2026-10-01T01:00:00.000Z',
  recoveryCodesLeft: 10,
} as const

async function open(secondStep: OwnAccount['secondStep']) {
  const api = fakeApi().answer(ownAccount, account(secondStep))
  const rendered = await renderScreen('/account/account-management', { api, as: userOf('SA') })
  await screen.findByText('登录的二次验证')
  return { ...rendered, api }
}

describe('the second step of the own account', () => {
  it.each([
    [NONE, '只要密码', '自愿使用'],
    [{ ...NONE, asks: 'sms', demanded: true }, '密码和短信验证码', '必须使用二次验证'],
    [{ ...NONE, asks: 'enrol', demanded: true }, '下次登录时须设置', '必须使用二次验证'],
    [ENROLLED, '密码和动态验证码', '还剩 10 个'],
    [{ ...ENROLLED, recoveryCodesLeft: 2 }, '密码和动态验证码', '还剩 2 个，请重新生成'],
  ] as const)('%j is said in words', async (state, asks, more) => {
    await open(state)
    expect(screen.getByText(asks)).toBeTruthy()
    expect(screen.getByText(more)).toBeTruthy()
  })
})

describe('an authenticator', () => {
  it('is set up by password, QR code and first code, and the recovery codes are shown', async () => {
    const { api, user } = await open(NONE)
    api.answer(startTotp, { secret: SECRET }).answer(confirmTotp, { recoveryCodes: CODES })
    await user.click(screen.getByRole('button', { name: '启用身份验证器' }))
    const dialog = within(await screen.findByRole('dialog', { name: '启用身份验证器' }))
    await fill(user, await dialog.findByLabelText('登录密码'), 'river7!Stone')
    await user.click(dialog.getByRole('button', { name: '下一步' }))
    expect(await dialog.findByRole('img', { name: '身份验证器扫描用的二维码' })).toBeTruthy()
    expect(dialog.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy()
    await fill(user, dialog.getByLabelText('身份验证器上显示的6位数字'), '123456')
    await user.click(dialog.getByRole('button', { name: '启用' }))
    for (const code of CODES) expect(await dialog.findByText(code)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()
    expect(api.calls(startTotp)).toEqual([{ password: 'river7!Stone' }])
    expect(api.calls(confirmTotp)).toEqual([{ totpCode: '123456' }])
    await waitFor(() => expect(api.calls(ownAccount)).toHaveLength(2))
    await user.click(dialog.getByRole('button', { name: '我已保存，完成' }))
    expect(await screen.findByText('身份验证器已启用')).toBeTruthy()
  })

  it('says under the field that a code is wrong', async () => {
    const { api, user } = await open(NONE)
    const message = '验证码错误或已用过'
    api.answer(startTotp, { secret: SECRET })
    api.refuse(confirmTotp, REFUSALS.wrongTotpCode, message, [{ path: ['totpCode'], message }])
    await user.click(screen.getByRole('button', { name: '启用身份验证器' }))
    const dialog = within(await screen.findByRole('dialog', { name: '启用身份验证器' }))
    await fill(user, await dialog.findByLabelText('登录密码'), 'river7!Stone')
    await user.click(dialog.getByRole('button', { name: '下一步' }))
    await fill(user, await dialog.findByLabelText('身份验证器上显示的6位数字'), '000000')
    await user.click(dialog.getByRole('button', { name: '启用' }))
    expect(await dialog.findByText(message)).toBeTruthy()
  })

  it('is put in the place of another by password and a code of that one', async () => {
    const { api, user } = await open(ENROLLED)
    api.answer(startTotp, { secret: SECRET })
    await user.click(screen.getByRole('button', { name: '更换设备' }))
    const dialog = within(await screen.findByRole('dialog', { name: '更换身份验证器' }))
    await fill(user, await dialog.findByLabelText('登录密码'), 'river7!Stone')
    await fill(user, dialog.getByLabelText('原身份验证器上的动态验证码，或一个恢复码'), '654321')
    await user.click(dialog.getByRole('button', { name: '下一步' }))
    expect(await dialog.findByRole('img', { name: '身份验证器扫描用的二维码' })).toBeTruthy()
    expect(api.calls(startTotp)).toEqual([{ password: 'river7!Stone', totpCode: '654321' }])
  })

  it('is turned off by password and code', async () => {
    const { api, user } = await open(ENROLLED)
    api.answer(disableTotp, null)
    await user.click(screen.getByRole('button', { name: '停用' }))
    const dialog = within(await screen.findByRole('dialog', { name: '停用身份验证器' }))
    await fill(user, await dialog.findByLabelText('登录密码'), 'river7!Stone')
    await fill(user, dialog.getByLabelText('动态验证码，或一个恢复码'), '654321')
    await user.click(dialog.getByRole('button', { name: '停用' }))
    expect(await screen.findByText('身份验证器已停用')).toBeTruthy()
    expect(api.calls(disableTotp)).toEqual([{ password: 'river7!Stone', totpCode: '654321' }])
  })

  it('gets new recovery codes, which are shown once', async () => {
    const { api, user } = await open(ENROLLED)
    api.answer(renewRecoveryCodes, { recoveryCodes: CODES })
    await user.click(screen.getByRole('button', { name: '重新生成恢复码' }))
    const dialog = within(await screen.findByRole('dialog', { name: '重新生成恢复码' }))
    await fill(user, await dialog.findByLabelText('登录密码'), 'river7!Stone')
    await fill(user, dialog.getByLabelText('动态验证码，或一个恢复码'), '654321')
    await user.click(dialog.getByRole('button', { name: '生成' }))
    const shown = within(await screen.findByRole('dialog', { name: '新的恢复码' }))
    for (const code of CODES) expect(shown.getByText(code)).toBeTruthy()
  })
})
