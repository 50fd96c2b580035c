// Import of sheets: preview, correction and result of one task (spec §4 "Import task").
import type { Screen } from '#web/core/screen.ts'

export const IMPORT_SCREENS: readonly Screen[] = [
  {
    path: '/schools/import-details',
    title: '导入详情',
    section: '基础数据',
    anyOf: [
      'importMainland',
      'importNonMainland',
      'importWithoutId',
      'importDivision',
      'importScreening',
      'importCaries',
    ],
    hidden: true,
    load: () => import('./import-details/page.tsx'),
  },
]
