import { useMemo, useSyncExternalStore } from 'react'
import { fitsFilter, ROW_FILTERS, type RowFilter, viewOf } from '../sheet/row-view.ts'
import type { Sheet } from '../sheet/sheet.ts'
import type { GridSetup } from './grid-setup.ts'

export type FilterCounts = Readonly<Record<RowFilter, number>> & { all: number }

/** Rows of the chosen kind. One that is put right stays until another kind is chosen: nobody loses the row in hand. */
export function useVisibleRows(sheet: Sheet, setup: GridSetup, filter: RowFilter | undefined) {
  const order = useSyncExternalStore(sheet.subscribe, sheet.order)
  const summary = useSyncExternalStore(sheet.subscribe, sheet.summary)
  const visible = useMemo(() => {
    const rows = order.map((recordId, at) => ({ recordId, index: at + 1 }))
    if (filter === undefined) return rows
    return rows.filter(({ recordId }) => {
      const state = sheet.rowAt(recordId)?.state
      return state !== undefined && fitsFilter(state, viewOf(state, setup), filter)
    })
  }, [sheet, order, setup, filter])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet counts again whenever its summary is another
  const counts = useMemo((): FilterCounts => {
    const rows = sheet.states().map((state) => ({ state, view: viewOf(state, setup) }))
    const countOf = (kind: RowFilter) =>
      rows.filter(({ state, view }) => fitsFilter(state, view, kind)).length
    const kinds = Object.keys(ROW_FILTERS) as RowFilter[]
    const counted = Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])) as Record<
      RowFilter,
      number
    >
    return { ...counted, all: rows.length }
  }, [sheet, setup, summary, order])
  return { visible, counts }
}
