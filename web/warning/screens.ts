// Warnings of students and units, and the rules that raise them (views §3).
import type { Screen } from '#web/core/screen.ts'

const section = '预警管理'

export const WARNING_SCREENS: readonly Screen[] = [
  {
    path: '/warning/warning-list',
    title: '预警名单',
    section,
    icon: 'warning',
    anyOf: ['warnings'],
    keepAlive: true,
    load: () => import('./warning-list/page.tsx'),
  },
  {
    path: '/warning/warning-detail',
    title: '预警详情',
    section,
    hidden: true,
    anyOf: ['warnings'],
    load: () => import('./warning-detail/page.tsx'),
  },
  {
    path: '/warning/warning-setting',
    title: '预警规则',
    section,
    icon: 'settings',
    anyOf: ['warnings'],
    also: 'warningSettings',
    load: () => import('./warning-setting/page.tsx'),
  },
]
