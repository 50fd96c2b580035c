// Accounts of the organisations in range: roles, data ranges, permissions (screen authority-manage, 1103); the terms
// under which organisations work (screen org-terms, 2062).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { OrgId } from '../orgs/schemas.ts'
import { ChangeOrgTerms, ExtendOrgs, OrgTerms, OrgTermsQuery, OrgTermsRow } from './org-terms.ts'
import {
  AccountPageQuery,
  AccountPermissions,
  AccountRow,
  AddAccount,
  EditAccount,
  OneTimePassword,
  Quota,
  UserId,
} from './schemas.ts'

const read = { method: 'GET', access: ['authority'], scoped: true, audit: null } as const
const write = { method: 'POST', scoped: true } as const
const Saved = z.object({ version: z.number() })

export const authorityEndpoints = {
  accountPageList: endpoint({
    ...read,
    path: '/manager/account/pageList',
    summary: '数据范围内的账号',
    input: AccountPageQuery,
    output: page(AccountRow),
  }),
  accountQuota: endpoint({
    ...read,
    path: '/manager/account/quota',
    summary: '机构的账号名额',
    input: z.object({ orgId: OrgId }),
    output: Quota,
  }),
  accountPermissions: endpoint({
    ...read,
    path: '/manager/account/permissions',
    summary: '账号的权限及其来由',
    input: z.object({ userId: UserId }),
    output: AccountPermissions,
  }),
  addAccount: endpoint({
    ...write,
    access: ['accountAdd'],
    path: '/manager/account/add',
    summary: '新增账号',
    audit: 'account.add',
    input: AddAccount,
    output: OneTimePassword,
  }),
  editAccount: endpoint({
    ...write,
    access: ['accountEdit'],
    path: '/manager/account/edit',
    summary: '编辑账号的姓名、角色与数据范围',
    audit: 'account.edit',
    input: EditAccount,
    output: Saved,
  }),
  setAccountEnabled: endpoint({
    ...write,
    access: ['accountDisable'],
    path: '/manager/account/setEnabled',
    summary: '停用或启用账号',
    audit: 'account.setEnabled',
    input: z.object({ userId: UserId, enabled: z.boolean() }),
    output: Saved,
  }),
  unlockAccount: endpoint({
    ...write,
    access: ['accountUnlock'],
    path: '/manager/account/unlock',
    summary: '解除登录锁定',
    audit: 'account.unlock',
    input: z.object({ userId: UserId }),
    output: z.null(),
  }),
  resetAccountPassword: endpoint({
    ...write,
    access: ['accountResetPassword'],
    path: '/manager/account/resetPassword',
    summary: '重置为一次性密码',
    audit: 'account.resetPassword',
    limited: true,
    input: z.object({ userId: UserId }),
    output: OneTimePassword,
  }),
  grantPermissions: endpoint({
    ...write,
    access: ['accountGrant'],
    path: '/manager/account/grant',
    summary: '分配账号权限',
    audit: 'account.grant',
    input: z.object({
      userId: UserId,
      version: z.number().int(),
      permissionIds: z.array(z.number().int()).max(500),
    }),
    output: Saved,
  }),
  orgTermsPageList: endpoint({
    ...read,
    access: ['orgTerms'],
    path: '/manager/org/terms/pageList',
    summary: '所辖机构的有效期、名额与权限组',
    input: OrgTermsQuery,
    output: page(OrgTermsRow),
  }),
  orgTerms: endpoint({
    ...read,
    access: ['orgTerms'],
    path: '/manager/org/terms/detail',
    summary: '一个机构的授权与变更记录',
    input: z.object({ orgId: OrgId }),
    output: OrgTerms,
  }),
  changeOrgTerms: endpoint({
    ...write,
    access: ['orgTerms'],
    path: '/manager/org/terms/change',
    summary: '变更机构的有效期、名额、权限组，停用或启用',
    audit: 'org.changeTerms',
    input: ChangeOrgTerms,
    output: Saved,
  }),
  extendOrgs: endpoint({
    ...write,
    access: ['orgTerms'],
    path: '/manager/org/terms/extend',
    summary: '批量延长有效期（一并成功或一并失败）',
    audit: 'org.extend',
    input: ExtendOrgs,
    output: z.object({ extended: z.number() }),
  }),
}
