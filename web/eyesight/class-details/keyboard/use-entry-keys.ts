import { type RefObject, useCallback, useEffect } from 'react'
import { notifySuccess } from '#web/core/notice.ts'
import type { GridSetup } from '../grid/grid-setup.ts'
import { isIncomplete, viewOf } from '../sheet/row-view.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { goToRow } from './grid-keys.ts'

/** F8 goes to the next incomplete row, Ctrl+S saves at once. Returns the action of F8. */
export function useEntryKeys(
  sheet: Sheet,
  setup: GridSetup,
  table: RefObject<HTMLTableElement | null>,
): () => void {
  const goOn = useCallback(() => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-record]') ?? [])]
    const here = rows.findIndex((row) => row.contains(document.activeElement))
    const inTurn = [...rows.slice(here + 1), ...rows.slice(0, here + 1)]
    const next = inTurn.find((row) => {
      const state = sheet.rowAt(Number(row.dataset.record))?.state
      return state !== undefined && isIncomplete(state, viewOf(state, setup))
    })
    if (next) goToRow(next)
    else notifySuccess('没有未完成的学生')
  }, [sheet, setup, table])

  const { editable } = setup
  useEffect(() => {
    if (!editable) return
    const handleKeyDown = (event: KeyboardEvent) => {
      const saves = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'
      if (!saves && event.key !== 'F8') return
      event.preventDefault()
      if (saves) sheet.finishAll()
      else goOn()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [sheet, editable, goOn])
  return goOn
}
