import { BizError } from '#contract/core/error-codes.ts'
import { newPasswordRule, type PasswordForm } from '#contract/session/password-rule.ts'
import type { Config } from '../core/config.ts'

/** Words behind the passwords that are tried first; a password made of one and a tail is as weak as the word. */
const COMMON = new Set(
  'password passw admin administrator root qwerty qwert qwer qwe asdf asdfgh zxcvbn abc abcd abcde a woaini iloveyou welcome letmein test user guest demo login master monkey dragon sunshine princess football hello super system china beijing zhejiang hangzhou school student teacher hospital vision eyes aa aaa qaz qazwsx wsx zaq zaqwsx huawei xiaomi'.split(
    ' ',
  ),
)

/** 622 with the form's own message; the strict policy also refuses what is guessed first (trust R02). */
export function assertAcceptablePassword(
  config: Config,
  form: PasswordForm,
  password: string,
  owner: { account: string; phone: string | null },
): string {
  const field = form === 'register' ? 'password' : 'newPassword'
  const refuse = (message: string) => new BizError(622, message, [{ path: [field], message }])
  const parsed = newPasswordRule(config.PASSWORD_POLICY, form).safeParse(password)
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? '密码格式错误')
  if (config.PASSWORD_POLICY === 'strict') {
    const lower = parsed.data.toLowerCase()
    if (lower.includes(owner.account.toLowerCase()) || (owner.phone && lower.includes(owner.phone))) {
      throw refuse('密码不能包含账号或手机号码')
    }
    if (wordsBehind(lower).some((word) => COMMON.has(word))) {
      throw refuse('密码过于常见，请更换')
    }
  }
  return parsed.data
}

/** P@ssw0rd123! → password, with signs read as the letters they stand for; 1qaz@WSX → qazwsx, without them. */
function wordsBehind(lower: string): string[] {
  const spelled = lower
    .replace(/[^a-z]+$/, '')
    .replace(/@/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[1!]/g, 'i')
    .replace(/[$5]/g, 's')
    .replace(/3/g, 'e')
  return [spelled, lower].map((text) => text.replace(/[^a-z]/g, ''))
}
