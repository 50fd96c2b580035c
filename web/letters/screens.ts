// Letters to parents: what they say (views §2).
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
]
