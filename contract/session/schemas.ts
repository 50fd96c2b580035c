import { z } from 'zod'
import { DataRangeType, OrgProperty, OrgType, SmsType } from '../core/codes.ts'
import {
  Account,
  Address,
  CaptchaText,
  NewPasswordText,
  OldPassword,
  OrgName,
  Password,
  PersonName,
  Phone,
  SmsCode,
  TotpCode,
  TypedAccount,
  TypedPassword,
} from '../core/fields.ts'
import { UserSummary } from '../core/user-summary.ts'
import { WireId, WireNumber } from '../core/wire.ts'
import { AreaTriple } from '../orgs/schemas.ts'

export const LoginInput = z.object({
  account: TypedAccount,
  password: TypedPassword,
  smsCode: z.string().trim().max(10).optional(),
  totpCode: TotpCode.optional(),
})
/** What is asked for after the first proof; who signs in by phone is asked for the password where others get an SMS. */
export const SecondStep = z.enum(['sms', 'totp', 'password'])
export type SecondStep = z.infer<typeof SecondStep>
/** `token` is null while a second step is still asked for (`isSendSms`: by SMS); `phone` is masked. */
export const LoginAnswer = z.object({
  token: z.string().nullable(),
  isSendSms: z.boolean(),
  phone: z.string().nullable(),
  secondStep: SecondStep.nullable(),
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

export const SmsLoginInput = z.object({
  phone: Phone,
  smsCode: SmsCode,
  totpCode: TotpCode.optional(),
  password: TypedPassword.optional(),
})

export const CaptchaAnswer = z.object({
  captchaId: z.string(),
  /** data:image/png;base64,… */
  image: z.string(),
})
const CaptchaProof = z.object({ captchaId: z.string().max(64), captchaCode: CaptchaText })
const OptionalCaptchaProof = CaptchaProof.partial()

export const ExistsByAccount = OptionalCaptchaProof.extend({ account: TypedAccount })
export const ExistsByPhoneOrIdCard = OptionalCaptchaProof.extend({
  phone: z.string().trim().max(20).optional(),
  idcard: z.string().trim().max(20).optional(),
  type: WireNumber.optional(),
  userId: WireId.optional(),
})

/** Types of organisation that can register themselves; government accounts are made by their superiors. */
export const REGISTRABLE_ORG_TYPES = [
  OrgType.code.school,
  OrgType.code.hospital,
  OrgType.code.social,
] as const
export const RegisterInput = CaptchaProof.extend(AreaTriple.shape).extend({
  orgName: OrgName,
  orgType: z.literal(REGISTRABLE_ORG_TYPES),
  orgProperty: OrgProperty.schema,
  address: Address,
  account: Account,
  password: Password,
  realName: PersonName,
  phone: Phone,
  smsCode: SmsCode,
})
export type RegisterInput = z.infer<typeof RegisterInput>

export const SendSmsInput = OptionalCaptchaProof.extend({
  account: TypedAccount.optional(),
  phone: Phone.optional(),
  type: SmsType.query,
  userId: WireId.optional(),
})
export type SendSmsInput = z.infer<typeof SendSmsInput>
export const VerifySmsInput = z.object({ phone: Phone, smsCode: SmsCode, type: SmsType.query })

export const ChangePasswordInput = z.object({ oldPassword: OldPassword, newPassword: NewPasswordText })
export const ResetPasswordInput = z.object({ phone: Phone, smsCode: SmsCode, newPassword: NewPasswordText })
/** `smsCode` was sent to the new phone; the password proves that the owner asks. */
export const ChangePhoneInput = z.object({ phone: Phone, smsCode: SmsCode, password: TypedPassword })

export const UserInfo = UserSummary.extend({
  orgId: z.number().nullable(),
  orgType: OrgType.schema.nullable(),
  orgName: z.string().nullable(),
  orgProperty: OrgProperty.schema.nullable(),
  provinceId: z.string().nullable(),
  cityId: z.string().nullable(),
  regionId: z.string().nullable(),
  dataRangeType: DataRangeType.schema,
  dataRangeProvinceId: z.string().nullable(),
  dataRangeCityId: z.string().nullable(),
  dataRangeRegionId: z.string().nullable(),
  /** True while nothing but changing the password is allowed. */
  mustChangePassword: z.boolean(),
  /** Why it must be changed: true where somebody else set it, false where it is too old. */
  oneTimePassword: z.boolean(),
  /** True while nothing but setting up the second step is allowed. */
  mustEnrol: z.boolean(),
})
export type UserInfo = z.infer<typeof UserInfo>

export const MenuEntry = z.object({
  id: z.number(),
  name: z.string(),
  parentId: z.number().nullable(),
  kind: z.enum(['menu', 'button']),
})
export type MenuEntry = z.infer<typeof MenuEntry>

/** Spec §3: the own area when the range is the own organisation, else the data-range triple. */
export const UserDataRange = z.object({
  dataRangeType: DataRangeType.schema,
  dataRangeTypeName: z.string(),
  provinceId: z.string().nullable(),
  cityId: z.string().nullable(),
  regionId: z.string().nullable(),
  areaIds: z.string(),
  areaName: z.string(),
})

export const LoginModel = z.object({ id: z.number(), name: z.string(), code: z.enum(['account', 'sms']) })
