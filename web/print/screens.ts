// Forms on paper (spec §2 "Print pages under /print").
import { PAPER_PRINTERS } from '#contract/exports/paper-access.ts'
import type { Screen } from '#web/core/screen.ts'

const common = { hidden: true, bare: true, anyOf: ['classDetail', 'classDetailTakingPart'] } as const
/** Those that need no plan. */
const ofRoster = { ...common, anyOf: PAPER_PRINTERS } as const

export const PRINT_SCREENS: readonly Screen[] = [
  {
    ...ofRoster,
    path: '/print/print-bridge',
    title: '打印',
    load: () => import('./print-bridge/page.tsx'),
  },
  {
    ...ofRoster,
    path: '/print/registration',
    title: '视力筛查登记表',
    load: () => import('./registration/page.tsx'),
  },
  {
    ...common,
    path: '/print/result-record',
    title: '视力筛查结果记录表',
    load: () => import('./result-record/page.tsx'),
  },
  {
    ...common,
    path: '/print/retest-record',
    title: '视力筛查复测记录表',
    load: () => import('./retest-record/page.tsx'),
  },
  {
    ...common,
    path: '/print/survey',
    title: '视力调查记录表',
    load: () => import('./survey/page.tsx'),
  },
  {
    ...common,
    path: '/print/monitor',
    title: '学生视力监测表',
    load: () => import('./monitor/page.tsx'),
  },
  {
    ...ofRoster,
    path: '/print/child',
    title: '0~6岁儿童眼保健及视力检查记录表',
    load: () => import('./child/page.tsx'),
  },
  {
    ...ofRoster,
    path: '/print/student-report',
    title: '学生视力健康档案',
    load: () => import('./student-report/page.tsx'),
  },
  {
    ...common,
    path: '/print/summary',
    title: '视力筛查结果汇总表',
    load: () => import('./summary/page.tsx'),
  },
  {
    ...common,
    anyOf: ['printLetters'],
    path: '/print/result-letter',
    title: '打印告知书',
    load: () => import('./result-letter/page.tsx'),
  },
]
