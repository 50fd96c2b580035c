import { Button } from 'antd'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '../dialog/use-dialog.tsx'
import type { ExportFilters } from './export-size.ts'

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

export type PlanPart = Partial<ExportFilter<'results'>>

/** The items of a screening plan for a part of it; without a plan the dialog asks for one. */
export const planExports = (part: PlanPart): ExportFilters => ({
  results: part,
  national: part,
  healthText: part,
  healthCode: part,
  healthRec: part,
  print: part,
})

/** 导出 on a page that shows a plan or a part of it. */
export function PlanExportButton({ part }: { part: PlanPart & { planId: number } }) {
  const dialog = useDialog(ExportDialog)
  return (
    <Allowed any={['exportResults', 'exportReturn', 'exportHealth']}>
      <Button onClick={() => dialog.show({ filters: planExports(part) })}>导出</Button>
      {dialog.element}
    </Allowed>
  )
}
