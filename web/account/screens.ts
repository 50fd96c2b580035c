// The own account and the own organisation, reached from the top bar (spec §2 "Account, hidden from menu").
import type { Screen } from '#web/core/screen.ts'

export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    path: '/account/account-management',
    title: '我的账号',
    anyOf: ['myAccount'],
    hidden: true,
    load: () => import('./account-management/page.tsx'),
  },
  {
    path: '/account/organization-information',
    title: '机构信息',
    anyOf: ['orgInformation'],
    hidden: true,
    load: () => import('./organization-information/page.tsx'),
  },
]
