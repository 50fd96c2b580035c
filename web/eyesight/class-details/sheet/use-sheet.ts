import { useEffect, useRef, useState } from 'react'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { call } from '#web/core/api/call.ts'
import { today } from '#web/core/format.ts'
import { notifyWarning } from '#web/core/notice.ts'
import { currentSession } from '#web/core/session/session-store.ts'
import type { Sheet } from './sheet.ts'
import { openSheet, showSheet } from './sheet-registry.ts'
import { unsentKey } from './unsent-storage.ts'

/** The sheet behind the grid of a class, updated from every answer of the server. */
export function useSheet(grid: ClassGrid, onRefused: () => void): Sheet {
  const { taskId } = grid.task
  const [key] = useState(() => unsentKey(currentSession().user?.userId ?? 0, taskId, grid.classId))
  const [sheet] = useState(() =>
    openSheet({
      storageKey: key,
      items: grid.items,
      rows: grid.rows,
      today,
      send: (rows, again) => call(recordEndpoints.saveRecords, { taskId, rows }, { background: again }),
    }),
  )
  useEffect(() => sheet.receive(grid.rows), [sheet, grid.rows])
  useEffect(() => showSheet(key, sheet), [key, sheet])
  useEffect(() => {
    sheet.onRefused = onRefused
  })
  const notified = useRef(false)
  useEffect(() => {
    if (notified.current || sheet.restored === 0) return
    notified.current = true
    notifyWarning(`上次有 ${sheet.restored} 处没有保存，已恢复，正在保存`)
  }, [sheet])
  return sheet
}
