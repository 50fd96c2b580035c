// The letter box of everybody (spec §2 "Message").
import type { Screen } from '#web/core/screen.ts'

export const MESSAGE_SCREENS: readonly Screen[] = [
  {
    path: '/message/message-notify',
    title: '消息通知',
    section: '系统管理',
    anyOf: ['messages'],
    load: () => import('./message-notify/page.tsx'),
  },
]
