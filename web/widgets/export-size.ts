import type { InputOf } from '#contract/core/endpoint.ts'
import type { ExportFilter, ExportKey } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'

/** What a page shows now, by the item it belongs to; an item that is left out is not offered there. */
export type ExportFilters = { readonly [K in ExportKey]?: Partial<ExportFilter<K>> }
type SizeInput = InputOf<typeof exportEndpoints.exportSize>

/** How many rows an item would have with the filters of the page. */
export function useExportSize(key: ExportKey | undefined, filters: ExportFilters) {
  const input = { ...(key && filters[key]), item: key } as SizeInput
  const answer = useCall(exportEndpoints.exportSize, input, { enabled: key !== undefined })
  const { isPlaceholderData, isFetchedAfterMount } = answer
  const data = isPlaceholderData || !isFetchedAfterMount ? undefined : answer.data
  return { ...answer, data, blocked: !data || data.rows === 0 || data.rows > data.rowsLeftToday }
}
