import { z } from 'zod'
import { MESSAGES, OldPassword, PasswordConfirm } from '#contract/core/fields.ts'
import { newPasswordRule, type PasswordPolicy } from '#contract/session/password-rule.ts'

const { newPasswordRequired, confirmRequired, confirmDiffers } = MESSAGES

/** Fields of the change dialog; the site decides which of the two password rules holds. */
export function changePasswordFields(policy: PasswordPolicy) {
  const rule = newPasswordRule(policy, 'change')
  return z.object({
    oldPassword: OldPassword,
    newPassword: required(newPasswordRequired[0]).pipe(rule),
    rePassword: required(confirmRequired[0]).pipe(rule),
  })
}

/** Step two of the reset by SMS. */
export function resetPasswordFields(policy: PasswordPolicy) {
  const rule = newPasswordRule(policy, 'reset')
  return z.object({
    newPassword: required(newPasswordRequired[0]).pipe(rule),
    rePassword: PasswordConfirm,
  })
}

export const DIFFERS = confirmDiffers[0]

/** An empty field says in its own words what is missing, whichever rule follows. */
function required(message: string) {
  return z.string(message).trim().min(1, message)
}
