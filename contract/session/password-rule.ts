import type { z } from 'zod'
import { ChangedPassword, Password } from '../core/fields.ts'

export type PasswordPolicy = 'spec' | 'strict'
export type PasswordForm = 'change' | 'reset' | 'register'

/** Each form keeps the spec's own rule, unless the strict policy sets one rule for all. */
export function newPasswordRule(policy: PasswordPolicy, form: PasswordForm): z.ZodType<string, string> {
  return policy === 'spec' && form === 'change' ? ChangedPassword : Password
}
