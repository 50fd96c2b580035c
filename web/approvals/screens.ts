// Applications that wait for a decision (spec §2 "Approval", §4).
import type { Screen } from '#web/core/screen.ts'

export const APPROVAL_SCREENS: readonly Screen[] = [
  {
    path: '/approve/approve-list',
    title: '审核管理',
    section: '系统管理',
    anyOf: ['approveOrgs', 'approveTransfers', 'approveCorrections', 'approveAssessments'],
    keepAlive: true,
    load: () => import('./approve-list/page.tsx'),
  },
]
