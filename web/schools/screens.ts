// Schools and their pupils (spec §2 "Schools").
import type { Screen } from '#web/core/screen.ts'

export const SCHOOL_SCREENS: readonly Screen[] = [
  {
    path: '/schools/schools-manage',
    title: '学校管理',
    section: '基础数据',
    anyOf: ['schools'],
    keepAlive: true,
    load: () => import('./schools-manage/page.tsx'),
  },
]
