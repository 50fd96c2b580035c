// Accounts, roles, ranges and permissions (screen authority-manage, 1103).
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import {
  addAccount,
  editAccount,
  findQuota,
  listAccounts,
  resetAccountPassword,
  setAccountEnabled,
  unlockAccount,
} from './account.ts'
import { findAccountPermissions, grantPermissions } from './grants.ts'

export const authorityRoutes = implement(authorityEndpoints, {
  accountPageList: listAccounts,
  accountQuota: findQuota,
  accountPermissions: findAccountPermissions,
  addAccount: { selfAudited: addAccount },
  editAccount,
  setAccountEnabled,
  unlockAccount,
  resetAccountPassword: { selfAudited: resetAccountPassword },
  grantPermissions,
})
