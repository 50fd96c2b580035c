// Hospitals and social screening organisations, and the schools they serve (spec §2 "Hospital", "Social").
import type { Screen } from '#web/core/screen.ts'

export const HOSPITAL_SCREENS: readonly Screen[] = [
  {
    path: '/hospital/hospital-list',
    title: '医院管理',
    section: '基础数据',
    anyOf: ['hospitals'],
    keepAlive: true,
    load: () => import('./hospital-list/page.tsx'),
  },
  {
    path: '/social/social-list',
    title: '社会筛查机构',
    section: '基础数据',
    anyOf: ['socialOrgs'],
    keepAlive: true,
    load: () => import('./social-list/page.tsx'),
  },
]
