// Signing in, and the pages that say why something cannot be shown (spec §2).
import type { Screen } from '#web/core/screen.ts'

const open = { anyOf: null, hidden: true } as const

export const SESSION_SCREENS: readonly Screen[] = [
  { ...open, path: '/login', title: '登录', bare: true, load: () => import('./login/page.tsx') },
  { ...open, path: '/401', title: '没有权限', load: () => import('./errors/no-permission.tsx') },
  { ...open, path: '/404', title: '页面不存在', load: () => import('./errors/not-found.tsx') },
  { ...open, path: '/500', title: '服务异常', load: () => import('./errors/server-fault.tsx') },
]
