import { z } from 'zod'
import { ChangedPassword, MESSAGES, OldPassword, Password, PasswordConfirm } from '#contract/core/fields.ts'
import type { SiteConfig } from '#contract/site.ts'

const NEW_REQUIRED = MESSAGES.newPasswordRequired[0]
/** Fields of the change dialog; the site decides which of the two password rules holds. */
export function changePasswordFields(policy: SiteConfig['passwordPolicy']) {
  const newPassword = policy === 'strict' ? required(NEW_REQUIRED).pipe(Password) : ChangedPassword
  return z.object({
    oldPassword: OldPassword,
    newPassword,
    rePassword: required(MESSAGES.confirmRequired[0]).pipe(newPassword),
  })
}

/** Step two of the reset by SMS. */
export const ResetFields = z.object({
  newPassword: required(NEW_REQUIRED).pipe(Password),
  rePassword: PasswordConfirm,
})

export const DIFFERS = MESSAGES.confirmDiffers[0]

function required(message: string) {
  return z.string(message).trim().min(1, message)
}
