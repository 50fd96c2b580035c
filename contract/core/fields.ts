import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import { isCalendarDate, parseIdCard } from './id-card.ts'

/**
 * Validators of spec §5. Each message stands once, with the business code an answer carries when the
 * server finds the fault; `codeOfMessage` is how the server gets from one to the other.
 */
export const MESSAGES = {
  oldPasswordRequired: ['请输入初始密码', 650],
  newPasswordRequired: ['请输入新密码', 650],
  changePasswordFormat: ['密码只能包含字母、数字、下划线，且长度为6~16', 622],
  confirmRequired: ['请再次输入新密码', 650],
  confirmDiffers: ['两次输入密码不一致!', 622],
  idCardRequired: ['请输入身份证号', 650],
  idCardFormat: ['身份证号格式错误', 621],
  accountRequired: ['请输入用户名', 650],
  accountFormat: ['用户名由6-16位字母和数字组成，且至少包含一个字母', 624],
  nameRequired: ['请输入姓名', 650],
  nameFormat: ['请输入2-15个中文或英文字符', 623],
  phoneRequired: ['请输入手机号码', 650],
  phoneFormat: ['手机号码格式有误', 620],
  passwordRequired: ['请输入密码', 650],
  passwordFormat: ['密码由8-20位数字、字母、特殊符号组成', 622],
  orgNameRequired: ['请输入机构全称', 650],
  // The spec's message says 5-50 while 4-50 is enforced; both are literal.
  orgNameFormat: ['机构全称长度为5-50个字符', 700],
  addressRequired: ['请输入详细地址', 650],
  addressFormat: ['详细地址长度为2-50个字符', 700],
  startDateRequired: ['请选择开始日期', 650],
  endDateRequired: ['请选择结束日期', 650],
  dateOrder: ['结束日期不能早于开始日期', 700],
  dateFormat: ['日期格式有误', 700],
  plainCharsFormat: ['只能输入字母、数字、点和下划线', 700],
  chineseFormat: ['请输入中文字符', 700],
  digitsFormat: ['请输入数字', 700],
  smsCodeRequired: ['请输入验证码', 650],
  smsCodeWrong: ['短信验证码错误', 704],
  totpCodeRequired: ['请输入动态验证码', 650],
  totpCodeFormat: ['请输入6位动态验证码，或一个恢复码', 700],
  captchaRequired: ['请输入图形验证码', 650],
  captchaWrong: ['图形验证码错误', 610],
  areaRequired: ['请选择所在区域', 650],
  stageRequired: ['请选择学段', 650],
  reasonRequired: ['请填写原因', 650],
  reasonFormat: ['原因不能超过200个字', 700],
  disclosureReasonFormat: ['请写明用途，至少4个字', 700],
  changeReasonFormat: ['请写明原因，至少4个字', 700],
  sexRequired: ['请选择性别', 650],
  birthDateRequired: ['请选择出生日期', 650],
  birthDateFormat: ['出生日期有误', 700],
  passportRequired: ['请输入护照或通行证号', 650],
  passportFormat: ['护照或通行证号格式有误', 700],
  studentNoFormat: ['学籍号格式有误', 700],
  nativePlaceFormat: ['籍贯不能超过10个字', 700],
  classRequired: ['请选择班级', 650],
  gradeRequired: ['请选择年级', 650],
  classNameRequired: ['请输入班级名称', 650],
  classNameFormat: ['班级名称不能超过12个字', 700],
  monitoringCodeFormat: ['监测学校代码为两位数字', 700],
  fileRequired: ['请选择文件', 650],
  titleRequired: ['请输入标题', 650],
  titleFormat: ['标题不能超过50个字', 700],
  bodyRequired: ['请输入内容', 650],
  bodyFormat: ['内容不能超过1000个字', 700],
  reportTextFormat: ['每项不能超过2000个字', 700],
  rolesRequired: ['请选择接收角色', 650],
  recipientsRequired: ['请选择接收机构', 650],
  uploadFailed: ['上传失败，请重试', 700],
} as const satisfies Record<string, readonly [string, ErrorCode]>

const message = (key: keyof typeof MESSAGES): string => MESSAGES[key][0]
const CODES = new Map<string, ErrorCode>(Object.values(MESSAGES).map(([text, code]) => [text, code]))

export function codeOfMessage(text: string): ErrorCode | undefined {
  return CODES.get(text)
}

export const fileTooLarge = (megabytes: number): string => `单个文件大小不能超过${megabytes}MB`

const required = (key: keyof typeof MESSAGES) => z.string(message(key)).trim().min(1, message(key))

/** Login: taken as typed, never trimmed or folded. */
export const TypedPassword = z
  .string(message('passwordRequired'))
  .min(1, message('passwordRequired'))
  .max(200, message('passwordFormat'))
export const Account = required('accountRequired').regex(
  /^(?=.*[A-Za-z])[A-Za-z0-9]{6,16}$/,
  message('accountFormat'),
)
/** What may be typed where an account is looked up: longer than any real one, never a format oracle. */
export const TypedAccount = required('accountRequired').max(100, message('accountFormat'))

export const PERSON_NAME = /^[\p{Script=Han}A-Za-z·]{2,15}$/u
export const PersonName = required('nameRequired').regex(PERSON_NAME, message('nameFormat'))

export const PHONE_PATTERN = /^(?:0|86|\+86)?(1[3-9]\d{9})$/
/** Keeps the eleven digits, whatever prefix was typed. */
export const Phone = required('phoneRequired')
  .regex(PHONE_PATTERN, message('phoneFormat'))
  .overwrite((value) => PHONE_PATTERN.exec(value)?.[1] ?? value)

/** As it was shown in a form: a phone that stays what it is comes back masked. */
const SHOWN_PHONE_PATTERN = /^1[3-9]\d\*{4}\d{4}$/
export const PhoneInForm = required('phoneRequired')
  .refine((value) => PHONE_PATTERN.test(value) || SHOWN_PHONE_PATTERN.test(value), message('phoneFormat'))
  .overwrite((value) => PHONE_PATTERN.exec(value)?.[1] ?? value)

export const IdCardNumber = required('idCardRequired')
  .refine((value) => parseIdCard(value) !== null, message('idCardFormat'))
  .overwrite((value) => parseIdCard(value)?.number ?? value)

/** The rule of the registration and reset forms. */
export const Password = required('passwordRequired').regex(
  /^(?=.*[A-Za-z])(?=.*\d)(?=.*[^A-Za-z0-9\s])[\x21-\x7e]{8,20}$/,
  message('passwordFormat'),
)
/** The rule of the change-password dialog. */
export const ChangedPassword = required('newPasswordRequired').regex(
  /^[A-Za-z0-9_]{6,16}$/,
  message('changePasswordFormat'),
)
/** What travels; which rule holds is the policy's to say. */
export const NewPasswordText = required('newPasswordRequired').max(64, message('passwordFormat'))
/** Trimmed as spec §5 says; no password begins or ends with a blank. */
export const OldPassword = required('oldPasswordRequired').max(200, message('changePasswordFormat'))
export const PasswordConfirm = required('confirmRequired')

export const SmsCode = required('smsCodeRequired').max(10, message('smsCodeWrong'))
/** The six digits of the authenticator, or a recovery code in their place. */
export const TotpCode = required('totpCodeRequired').max(20, message('totpCodeFormat'))
export const CaptchaText = required('captchaRequired').max(10, message('captchaWrong'))

/** Characters nobody sees must not make two names out of one. */
const visible = (key: keyof typeof MESSAGES) =>
  z
    .string(message(key))
    .overwrite((text) => text.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim())
    .min(1, message(key))
export const OrgName = visible('orgNameRequired')
  .min(4, message('orgNameFormat'))
  .max(50, message('orgNameFormat'))
export const Address = visible('addressRequired')
  .min(2, message('addressFormat'))
  .max(50, message('addressFormat'))

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const isRealDate = (text: string) => {
  const [year, month, day] = text.split('-').map(Number)
  return DATE.test(text) && isCalendarDate(year ?? 0, month ?? 0, day ?? 0)
}
export const PlainDate = z.string(message('dateFormat')).refine(isRealDate, message('dateFormat'))
export const StartDate = required('startDateRequired').refine(isRealDate, message('dateFormat'))
export const EndDate = required('endDateRequired').refine(isRealDate, message('dateFormat'))

export const PlainChars = z
  .string(message('plainCharsFormat'))
  .regex(/^[A-Za-z0-9._]+$/, message('plainCharsFormat'))
export const ChineseOnly = z
  .string(message('chineseFormat'))
  .regex(/^\p{Script=Han}+$/u, message('chineseFormat'))
export const DigitsOnly = z.string(message('digitsFormat')).regex(/^\d+$/, message('digitsFormat'))
export const Reason = required('reasonRequired').max(200, message('reasonFormat'))
/** Words, not one sign repeated. */
const isStated = (text: string) => [...text].length >= 4 && new Set(text.replace(/\s/g, '')).size > 1
/** Why somebody needs numbers in full. */
export const DisclosureReason = Reason.refine(isStated, message('disclosureReasonFormat'))
/** Why somebody changes what others depend on. */
export const ChangeReason = Reason.refine(isStated, message('changeReasonFormat'))

/** Spec §5 "URL check". */
export const isLink = (value: string): boolean => /^(https?:|mailto:|tel:)/i.test(value)

export const NAME_MAX = 15
export const NATIVE_PLACE_MAX = 10
export const ETHNICITY_MAX = 5

/** A measured value: a range and a step (spec §5 "Value ranges"). */
export const VALUE_RANGES = {
  age: { min: 3, max: 25, step: 1 },
  vision: { min: 3.3, max: 5.3, step: 0.1 },
  sphere: { min: -20, max: 20, step: 0.25 },
  cylinder: { min: -20, max: 0, step: 0.25 },
  axis: { min: 0, max: 180, step: 1 },
  orthoK: { min: 0, max: 1000, step: 25 },
} as const

export function isOnStep(value: number, range: { min: number; max: number; step: number }): boolean {
  const steps = (value - range.min) / range.step
  return value >= range.min && value <= range.max && Math.abs(steps - Math.round(steps)) < 1e-6
}

/** Area ids: province, city, district; a district may be absent where a city lists its towns directly. */
export const AreaId = z.string(message('areaRequired')).regex(/^\d{6}$/, message('areaRequired'))
