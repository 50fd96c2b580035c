// Reports, one screen for each kind (spec §2 "/report").
import type { Screen } from '#web/core/screen.ts'

const common = { section: '报告管理', keepAlive: true } as const

export const REPORT_SCREENS: readonly Screen[] = [
  {
    ...common,
    path: '/report/province-report',
    title: '省级报告',
    anyOf: ['provinceReport'],
    load: () => import('./province-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/city-report',
    title: '市级报告',
    anyOf: ['cityReport'],
    load: () => import('./city-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/region-report',
    title: '区县报告',
    anyOf: ['regionReport'],
    load: () => import('./region-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/school-report',
    title: '学校报告',
    anyOf: ['schoolReport'],
    load: () => import('./school-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/grade-report',
    title: '年级报告',
    anyOf: ['gradeReport'],
    load: () => import('./grade-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/class-report',
    title: '班级报告',
    anyOf: ['classReport'],
    load: () => import('./class-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/contrast-report',
    title: '对比报告',
    anyOf: ['contrastReport'],
    load: () => import('./contrast-report/page.tsx'),
  },
  {
    ...common,
    path: '/report/design-report',
    title: '自定义报告',
    anyOf: ['designReport'],
    load: () => import('./design-report/page.tsx'),
  },
]
