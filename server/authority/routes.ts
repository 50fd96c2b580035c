// Accounts, roles, ranges and permissions (screen authority-manage, 1103), terms of organisations (org-terms, 2062).
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
import { changeOrgTerms, extendOrgs, findOrgTerms, listOrgTerms } from './org-terms.ts'

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
  orgTermsPageList: listOrgTerms,
  orgTerms: findOrgTerms,
  changeOrgTerms,
  extendOrgs,
})
