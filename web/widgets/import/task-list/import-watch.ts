import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportState } from '#contract/core/import-states.ts'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { notifyError, notifySuccess, notifyWarning } from '#web/core/notice.ts'
import { countsText } from '../import-task-text.ts'
import { useImportStarted } from './import-started.ts'

/** Says how tasks begun from here went, and refreshes the screens that show what they changed. */
export function useImportWatch(tasks: readonly ImportTask[], onWritten: (task: ImportTask) => void): void {
  const client = useQueryClient()
  const { recordIds } = useImportStarted()
  const known = useRef(new Map<number, Pick<ImportTask, 'state' | 'finishedAt'>>())
  const written = useRef(onWritten)
  useEffect(() => {
    written.current = onWritten
  })
  useEffect(() => {
    for (const task of tasks) {
      const { recordId, state, finishedAt } = task
      const before = known.current.get(recordId)
      known.current.set(recordId, { state, finishedAt })
      const mine = recordIds.has(recordId)
      // One that is met for the first time has changed only if it was begun here. One that was written again may
      // have gone through all its states between two looks.
      const same = before?.state === state && before.finishedAt === finishedAt
      if (same || (before === undefined && !mine)) continue
      if (state === 'done' || state === 'undone') void refreshRoster(client)
      if (!mine) continue
      notifyEnd(task, before?.state)
      if (state === 'done' && before?.state !== 'undoing') written.current(task)
    }
  }, [tasks, recordIds, client])
}

/** The console watches imports from every screen, most of which need nothing of the roster. */
async function refreshRoster(client: QueryClient): Promise<void> {
  const loaded = await import('./roster-calls.ts').catch(() => null)
  // The line is broken, or the server has another version by now: rather everything anew than something outdated.
  if (!loaded) return client.invalidateQueries()
  for (const { path } of loaded.ROSTER_CALLS) void client.invalidateQueries({ queryKey: [path] })
}

function notifyEnd({ state, originalExcelName, counts, errorMsg }: ImportTask, before?: ImportState): void {
  const name = `“${originalExcelName}”`
  if (state === 'preview') notifySuccess(`${name}检查完毕，请预览并确认`)
  if (state === 'done' && before === 'undoing')
    notifyError(`${name}没有撤销${errorMsg ? `：${errorMsg}` : ''}`)
  else if (state === 'done') notifyDone(`${name}导入完成${counts ? `：${countsText(counts)}` : ''}`, counts)
  if (state === 'undone') notifySuccess(`${name}的导入已撤销`)
  if (state === 'failed') notifyError(`${name}导入失败${errorMsg ? `：${errorMsg}` : ''}`)
}

/** A warning where rows were not written. */
function notifyDone(message: string, counts: ImportTask['counts']): void {
  const complete = !counts || counts.error + counts.locked === 0
  if (complete) notifySuccess(message)
  else notifyWarning(message)
}
