// The own account (screen account-management), and who must have a second step (screen second-step).
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findOwnAccount, signOutOthers } from './own-account.ts'
import { findPolicy, savePolicy } from './second-step/edit-policy.ts'

export const accountRoutes = implement(accountEndpoints, {
  ownAccount: findOwnAccount,
  signOutOthers,
  secondStepPolicy: findPolicy,
  saveSecondStepPolicy: savePolicy,
})
