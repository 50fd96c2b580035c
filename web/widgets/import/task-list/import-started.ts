import { useSyncExternalStore } from 'react'
import { onSignedOut } from '#web/core/session/session-store.ts'

type Started = {
  /** Whether the list of imports is unfolded. */
  open: boolean
  /** Tasks begun in this tab: a notice shows their end. */
  recordIds: ReadonlySet<number>
  /** Grows with everything that begins, so that the list is read again. */
  nth: number
}

const NOTHING: Started = { open: false, recordIds: new Set(), nth: 0 }
let started = NOTHING
const listeners = new Set<() => void>()

function update(patch: Partial<Started>): void {
  started = { ...started, ...patch }
  for (const listener of listeners) listener()
}

/** An upload was taken, or a preview confirmed: the list of the shell follows it, and shows itself where asked. */
export function importStarted(recordId: number, { open = true }: { open?: boolean } = {}): void {
  const { recordIds, nth } = started
  update({ open: open || started.open, recordIds: new Set([...recordIds, recordId]), nth: nth + 1 })
}

/** Another task was begun whose progress the list shows. */
export function showImportList(): void {
  update({ open: true, nth: started.nth + 1 })
}

export const setImportListOpen = (open: boolean): void => update({ open })

export const useImportStarted = (): Started =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => started,
  )

onSignedOut(() => update(NOTHING))
