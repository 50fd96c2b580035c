// Big screens (spec §2 "Overviews"): live figures on a wall, each for who may look.
import type { Screen } from '#web/core/screen.ts'

const common = { bare: true, icon: 'wall', section: '数据大屏' } as const

export const OVERVIEW_SCREENS: readonly Screen[] = [
  {
    ...common,
    path: '/overview',
    title: '数据总览',
    anyOf: ['overview'],
    load: () => import('./overview/page.tsx'),
  },
  {
    ...common,
    path: '/overviewTwo',
    title: '普查总览',
    anyOf: ['overviewTwo'],
    load: () => import('./overview-two/page.tsx'),
  },
  {
    ...common,
    path: '/overviewThree',
    title: '多屏总览',
    anyOf: ['overviewThree'],
    load: () => import('./overview-three/page.tsx'),
  },
  {
    ...common,
    path: '/overviewFour',
    title: '学校驾驶舱',
    anyOf: ['overviewFour'],
    load: () => import('./overview-four/page.tsx'),
  },
  {
    ...common,
    path: '/overviewFive',
    title: '筛查机构驾驶舱',
    anyOf: ['overviewFive'],
    load: () => import('./overview-five/page.tsx'),
  },
]
