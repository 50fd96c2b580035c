import { RoleType } from '#contract/core/codes.ts'
import type { Caller } from '../core/context.ts'

/** The caller as an account is shown everywhere. */
export const userSummary = (caller: Caller) => ({
  userId: caller.userId,
  account: caller.account,
  realName: caller.realName,
  phone: caller.phoneMask,
  roleType: caller.roleType,
  roleTypeName: RoleType.label(caller.roleType),
})
