import type { Screen } from '#web/core/screen.ts'

export const CLASS_DETAILS_SCREEN: Screen = {
  path: '/eyesight/class-details',
  title: '班级筛查',
  section: '筛查管理',
  anyOf: ['classDetail', 'classDetailTakingPart'],
  hidden: true,
  load: () => import('./page.tsx'),
}
