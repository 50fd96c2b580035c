import { BizError } from '#contract/core/error-codes.ts'
import { newPasswordRule, type PasswordForm } from '#contract/session/password-rule.ts'
import type { Config } from '../../core/config.ts'
import { isCommonPassword } from './common-passwords.ts'
import { pinyinOf } from './pinyin.ts'

type Owner = { account: string; phone: string | null; orgName: string | null }

/** 622 with the form's own message; the strict policy also refuses what is guessed first. */
export async function assertAcceptablePassword(
  config: Config,
  form: PasswordForm,
  password: string,
  owner: Owner,
): Promise<string> {
  const field = form === 'register' ? 'password' : 'newPassword'
  const refuse = (message: string) => new BizError(622, message, [{ path: [field], message }])
  const parsed = newPasswordRule(config.PASSWORD_POLICY, form).safeParse(password)
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? '密码格式错误')
  if (config.PASSWORD_POLICY === 'strict') {
    if (await namesOwner(parsed.data, owner)) throw refuse('密码不能包含账号、手机号码或机构名称的拼音')
    if (await isCommonPassword(parsed.data)) throw refuse('密码过于常见，请更换')
  }
  return parsed.data
}

/** Signs between the letters hide nothing. */
async function namesOwner(password: string, { account, phone, orgName }: Owner): Promise<boolean> {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '')
  const names = [account.toLowerCase(), phone ?? '', ...(orgName ? await pinyinOf(orgName) : [])]
  return names.some((name) => name !== '' && plain.includes(name))
}
