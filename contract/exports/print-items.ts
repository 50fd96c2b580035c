// Items of the export dialog that open a form on paper instead of giving a file (spec §3 "Export item").
import type { PermissionName } from '../core/permissions.ts'

export const PRINT_KEYS = ['print', 'childPrint'] as const
export type PrintKey = (typeof PRINT_KEYS)[number]

type PrintItem = { title: string; api: string; anyOf: readonly PermissionName[] }

export const PRINT_ITEMS: Record<PrintKey, PrintItem> = {
  print: {
    title: '打印筛查表格',
    api: '/print/print-bridge',
    anyOf: ['classDetail', 'classDetailTakingPart', 'students'],
  },
  childPrint: {
    title: '打印0~6岁儿童检查表',
    api: '/print/print-bridge?form=child',
    anyOf: ['studentView', 'classDetail', 'classDetailTakingPart'],
  },
}
