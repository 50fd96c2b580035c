import type { SecondStepRule } from '#contract/account/second-step-policy.ts'
import type { Config } from './core/config.ts'

type State = {
  config: Config
  storedInDatabase: boolean
  /** Who must have a second step. */
  rules: readonly SecondStepRule[]
}

/** What an operator of a real installation has to know at every start until it is put right. */
export function productionWarnings({ config, storedInDatabase, rules }: State): string[] {
  if (config.mode !== 'production') return []
  const warnings: [boolean, string][] = [
    [
      rules.length === 0,
      '没有要求任何账号使用二次验证，知道密码即可登录。请由省级管理员在“系统管理 - 二次验证要求”中设定，至少包括政府部门和管理员',
    ],
    [
      config.SMS_PROVIDER === '',
      '未设置 SMS_PROVIDER，短信不可用：不能用短信登录、找回密码和注册，被要求二次验证的账号须使用身份验证器',
    ],
    [storedInDatabase, '数据密钥存放在数据库中（DATA_KEY_IN_DATABASE=yes），数据库的每份拷贝都含有密钥'],
    [
      config.PASSWORD_POLICY === 'spec',
      'PASSWORD_POLICY=spec：修改密码时允许 6 位且不含特殊符号的密码，不符合等级保护的要求',
    ],
  ]
  return warnings.flatMap(([applies, sentence]) => (applies ? [sentence] : []))
}
