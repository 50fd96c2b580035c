import { Button } from 'antd'
import { Suspense } from 'react'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useOpened } from '#web/core/use-opened.ts'
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
})

/** 导出 on a page that shows a plan or a part of it. */
export function PlanExportButton({ part }: { part: PlanPart & { planId: number } }) {
  const dialog = useOpened<ExportFilters>()
  return (
    <Allowed any={['exportResults', 'exportReturn', 'exportHealth']}>
      <Button onClick={() => dialog.show(planExports(part))}>导出</Button>
      {dialog.content && (
        <Suspense fallback={null}>
          <ExportDialog key={dialog.nth} open={dialog.open} filters={dialog.content} onClose={dialog.hide} />
        </Suspense>
      )}
    </Allowed>
  )
}
