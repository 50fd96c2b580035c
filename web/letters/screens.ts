// Letters to parents: what they say, and what became of them (views §2, §3).
import type { Screen } from '#web/core/screen.ts'

const section = '筛查管理'

export const LETTER_SCREENS: readonly Screen[] = [
  {
    path: '/letters/letter-template',
    title: '告知书模板',
    section,
    icon: 'letter',
    anyOf: ['letterTemplates'],
    load: () => import('./letter-template/page.tsx'),
  },
  {
    path: '/letters/letter-tracking',
    title: '告知书回执',
    section,
    icon: 'letter',
    anyOf: ['letterTracking'],
    load: () => import('./letter-tracking/page.tsx'),
  },
]
