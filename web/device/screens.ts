// Devices that measure and send what they measured (spec §2 "Device").
import type { Screen } from '#web/core/screen.ts'

export const DEVICE_SCREENS: readonly Screen[] = [
  {
    path: '/device/device-list',
    title: '设备管理',
    section: '系统管理',
    anyOf: ['devices'],
    keepAlive: true,
    load: () => import('./device-list/page.tsx'),
  },
]
