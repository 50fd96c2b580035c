import { EXPORTERS } from '#contract/exports/exporters.ts'
import { useAllowed } from '#web/core/allowed.tsx'

export const useMayImportRoster = (): boolean =>
  useAllowed(['importMainland', 'importNonMainland', 'importWithoutId'])

const useMayImportOthers = (): boolean => useAllowed(['importDivision', 'importScreening', 'importCaries'])

/** Whether there can be imports of the caller's organisation to look at. */
export function useMayImport(): boolean {
  const roster = useMayImportRoster()
  const others = useMayImportOthers()
  return roster || others
}

export const useMayExport = (): boolean => useAllowed(EXPORTERS)
