// Visits to a hospital after a screening (views §3).
import type { Screen } from '#web/core/screen.ts'

export const VISIT_SCREENS: readonly Screen[] = [
  {
    path: '/visits/visit-entry',
    title: '登记就诊',
    section: '筛查管理',
    icon: 'visit',
    anyOf: ['visitRecord'],
    load: () => import('./visit-entry/page.tsx'),
  },
]
