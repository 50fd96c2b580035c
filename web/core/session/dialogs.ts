import { useSyncExternalStore } from 'react'

export type SessionDialog = 'changePassword' | 'resetPassword'

let shown: SessionDialog | null = null
const listeners = new Set<() => void>()

function show(next: SessionDialog | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Opens a dialog of the session from anywhere; the shell renders it. */
export const openDialog = (dialog: SessionDialog): void => show(dialog)
export const closeDialog = (): void => show(null)

export const useSessionDialog = (): SessionDialog | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
