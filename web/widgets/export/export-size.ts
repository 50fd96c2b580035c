import type { InputOf } from '#contract/core/endpoint.ts'
import { EXPORT_ITEMS, type ExportFilter } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { useCall } from '#web/core/api/use-call.ts'
import type { PrintChoice } from '../print/print-link.tsx'

/** The current filters of a page by export item; an item that is left out cannot be exported there. */
export type ExportFilters = { readonly [K in ExportKey]?: Partial<ExportFilter<K>> } & {
  /** The same place for forms on paper; none where there is no such place. */
  readonly print?: PrintChoice
}
export type ExportGiven = Readonly<Record<string, unknown>>
type SizeInput = InputOf<typeof exportEndpoints.exportSize>

/** Whether an item is of one screening plan. */
export const isOfPlan = (key: ExportKey): boolean => 'planId' in EXPORT_ITEMS[key].parameters.shape

/** How many rows an item would have with what is given; not asked before a plan is chosen. */
export function useExportSize(key: ExportKey | undefined, given: ExportGiven) {
  const complete = key !== undefined && (!isOfPlan(key) || given.planId !== undefined)
  const input = { ...given, item: key } as SizeInput
  const answer = useCall(exportEndpoints.exportSize, input, { enabled: complete })
  const { isPlaceholderData, isFetchedAfterMount } = answer
  const data = isPlaceholderData || !isFetchedAfterMount || !complete ? undefined : answer.data
  return { ...answer, data, complete, blocked: !data || data.rows === 0 || data.rows > data.rowsLeftToday }
}
