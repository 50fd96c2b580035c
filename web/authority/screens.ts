// Accounts of the organisations in range and what they did (spec §2 "Authority", §6); the terms of organisations below.
import type { Screen } from '#web/core/screen.ts'

export const AUTHORITY_SCREENS: readonly Screen[] = [
  {
    path: '/authority/authority-manage',
    title: '权限管理',
    section: '系统管理',
    anyOf: ['authority'],
    keepAlive: true,
    load: () => import('./authority-manage/page.tsx'),
  },
  {
    path: '/authority/audit-log',
    title: '审计日志',
    section: '系统管理',
    anyOf: ['auditLog'],
    keepAlive: true,
    load: () => import('./audit-log/page.tsx'),
  },
  {
    path: '/authority/org-terms',
    title: '机构授权',
    section: '系统管理',
    anyOf: ['orgTerms'],
    keepAlive: true,
    load: () => import('./org-terms/page.tsx'),
  },
  {
    path: '/authority/second-step',
    title: '二次验证要求',
    section: '系统管理',
    anyOf: ['secondStepPolicy'],
    load: () => import('./second-step/page.tsx'),
  },
]
