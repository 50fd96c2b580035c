// The second step of signing in: time-based codes (RFC 6238), recovery codes, reset by an administrator.
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { TotpCode, TypedPassword } from '../core/fields.ts'
import { WireId } from '../core/wire.ts'

/** Codes that open the account once each where the device is lost. */
export const RECOVERY_CODE_COUNT = 10

/** Password, and for another device a code of the present one: not asked for where the session can do nothing else. */
export const StartTotpInput = z.object({
  password: TypedPassword.optional(),
  totpCode: TotpCode.optional(),
})
/** Shown once, as text and as a QR code (`otpauthUri`). */
export const TotpSecret = z.object({ secret: z.string() })
export const ConfirmTotpInput = z.object({ totpCode: TotpCode })
export const OwnerProof = z.object({ password: TypedPassword, totpCode: TotpCode })
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const own = { access: 'signedIn', scoped: false, method: 'POST', limited: true } as const
const enrolling = ['mustEnrol'] as const

export const secondStepEndpoints = {
  startTotp: endpoint({
    ...own,
    path: '/auth/secondStep/startTotp',
    summary: '开始设置身份验证器：得到密钥，等待第一个动态验证码',
    audit: 'secondStep.start',
    evenIf: enrolling,
    input: StartTotpInput,
    output: TotpSecret,
  }),
  confirmTotp: endpoint({
    ...own,
    path: '/auth/secondStep/confirmTotp',
    summary: '用第一个动态验证码启用身份验证器，得到恢复码',
    audit: 'secondStep.enrol',
    evenIf: enrolling,
    input: ConfirmTotpInput,
    output: RecoveryCodes,
  }),
  disableTotp: endpoint({
    ...own,
    path: '/auth/secondStep/disableTotp',
    summary: '停用身份验证器',
    audit: 'secondStep.disable',
    input: OwnerProof,
    output: z.null(),
  }),
  renewRecoveryCodes: endpoint({
    ...own,
    path: '/auth/secondStep/renewRecoveryCodes',
    summary: '重新生成恢复码，原有的作废',
    audit: 'secondStep.renewCodes',
    input: OwnerProof,
    output: RecoveryCodes,
  }),
  resetSecondStep: endpoint({
    method: 'POST',
    path: '/manager/account/resetSecondStep',
    summary: '重置他人的二次验证：移除身份验证器与恢复码',
    access: ['accountResetPassword'],
    scoped: true,
    audit: 'account.resetSecondStep',
    limited: true,
    input: z.object({ userId: WireId }),
    output: z.null(),
  }),
}
