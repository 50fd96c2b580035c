import { type Query, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportCounts, ImportRow, ImportTask } from '#contract/imports/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess, notifyWarning } from '#web/core/notice.ts'
import {
  afterCheck,
  changeEdit,
  closeEdit,
  correctionsOf,
  type Edits,
  isCorrectable,
  nextCorrectable,
  openEdit,
  typeCell,
} from './row-editing.ts'
import type { RowsPage } from './sheet-columns.ts'

type Shown = {
  recordId: number
  rows: readonly ImportRow[]
  refetch: () => Promise<unknown>
  filtered: boolean
}

/** Rows of a task that are corrected in place; several can be open, and are saved one by one or together. */
export function useCorrections({ recordId, rows, refetch, filtered }: Shown) {
  const [edits, setEdits] = useState<Edits>([])
  const show = useShowVerdicts(recordId)
  const look = useSend(importEndpoints.importRowCells, { success: false })
  const correct = useSend(importEndpoints.correctRows, {
    refreshes: [importEndpoints.readImport],
    success: false,
  })

  const open = async (row: number) => {
    if (edits.some((edit) => edit.row === row)) return
    const answer = await look.send({ recordId, row })
    if (answer.ok) setEdits((now) => openEdit(now, row, answer.data.cells))
  }
  const close = (row: number) => setEdits((now) => closeEdit(now, row))
  /** Saves these rows; gives their new verdicts, or undefined where it did not go through. */
  const save = async (chosen: Edits): Promise<ImportRow[] | undefined> => {
    const checked: ImportRow[] = []
    for (const portion of correctionsOf(chosen)) {
      const answer = await correct.send({ recordId, rows: portion })
      if (!answer.ok) return undefined
      const { list, counts } = answer.data
      checked.push(...list)
      show(list, counts)
      setEdits((now) => afterCheck(now, list))
    }
    notifyChecked(checked)
    // The correction may have resolved other rows too. A filtered list is not read again: the corrected rows would leave it.
    if (checked.length > 0 && !filtered) void refetch()
    return checked
  }
  const saveAndGoOn = async (row: number) => {
    const checked = await save(edits.filter((edit) => edit.row === row))
    if (!checked || checked.some(isCorrectable)) return
    close(row)
    const next = nextCorrectable(rows, row)
    if (next !== undefined) await open(next)
  }
  return {
    edits,
    opening: look.sending,
    saving: correct.sending,
    open,
    close,
    save,
    saveAndGoOn,
    type: (row: number, index: number, text: string) => setEdits((now) => typeCell(now, row, index, text)),
    unfold: (row: number) => setEdits((now) => changeEdit(now, row, () => ({ unfolded: true }))),
    closeAll: () => setEdits([]),
  }
}
export type Corrections = ReturnType<typeof useCorrections>

function notifyChecked(checked: readonly ImportRow[]): void {
  if (checked.length === 0) return
  const wrong = checked.filter(isCorrectable).length
  if (wrong === 0) notifySuccess(`已更正 ${checked.length} 行，检查通过`)
  else notifyWarning(`${checked.length} 行已检查，其中 ${wrong} 行仍有错误`)
}

/** Replaces checked rows in place: a row that no longer matches the filter stays until the list is left. */
function useShowVerdicts(recordId: number) {
  const client = useQueryClient()
  return (checked: readonly ImportRow[], counts: ImportCounts) => {
    const byRow = new Map(checked.map((row) => [row.row, row]))
    const predicate = ({ queryKey }: Query) =>
      (queryKey[1] as { recordId?: number } | undefined)?.recordId === recordId
    client.setQueriesData<RowsPage>(
      { queryKey: [importEndpoints.importRows.path], predicate },
      (page) => page && { ...page, list: page.list.map((row) => byRow.get(row.row) ?? row) },
    )
    const counted = (task: ImportTask) => (task.recordId === recordId ? { ...task, counts } : task)
    client.setQueriesData<ImportTask[]>({ queryKey: [importEndpoints.importProgress.path] }, (tasks) =>
      tasks?.map(counted),
    )
    client.setQueriesData<ImportTask>(
      { queryKey: [importEndpoints.importTask.path] },
      (task) => task && counted(task),
    )
  }
}
