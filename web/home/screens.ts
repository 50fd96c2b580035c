// The start page: what waits for me and where I can go.
import type { Screen } from '#web/core/screen.ts'

export const HOME_SCREENS: readonly Screen[] = [
  { path: '/home', title: '首页', anyOf: null, icon: 'home', load: () => import('./home/page.tsx') },
]
