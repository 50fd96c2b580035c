// The own account (screen account-management).
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findOwnAccount, signOutOthers } from './own-account.ts'

export const accountRoutes = implement(accountEndpoints, { ownAccount: findOwnAccount, signOutOthers })
