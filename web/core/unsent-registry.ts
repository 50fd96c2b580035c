// What saves itself while it is typed outlives its screen until everything in it is saved.
import { onSignedOut } from './session/session-store.ts'

export type SelfSaving = {
  isUnsent: () => boolean
  /** Everything at once, without waiting for the next try. */
  saveAll: () => void
  /** Its screen is left: what waits for a pause in the typing goes now. */
  finishAll: () => void
  /** The session ends: from here on nothing is sent. */
  stop: () => void
  subscribe: (listener: () => void) => () => void
}

export function makeUnsentRegistry<Sheet extends SelfSaving>() {
  const entries = new Map<string, { sheet: Sheet; shown: boolean }>()
  let listening = false
  const unsent = (): Sheet[] => [...entries.values()].flatMap(({ sheet }) => (sheet.isUnsent() ? sheet : []))

  const listen = () => {
    if (listening) return
    listening = true
    const saveAll = () => {
      for (const sheet of unsent()) sheet.saveAll()
    }
    window.addEventListener('beforeunload', (event) => {
      if (unsent().length > 0) event.preventDefault()
    })
    // Who goes elsewhere may not come back, who comes back may be connected again.
    document.addEventListener('visibilitychange', saveAll)
    window.addEventListener('online', saveAll)
    // The storage is cleared with the session. What the server never got is put back, for a user who signs in again as
    // the same user: it is filed under that user's number.
    onSignedOut(() => {
      for (const { sheet } of entries.values()) sheet.stop()
      entries.clear()
    })
  }
  return {
    /** The one of this key, with what an earlier visit could not save yet. */
    open: (key: string, make: () => Sheet): Sheet => {
      listen()
      const known = entries.get(key)
      if (known) return known.sheet
      const sheet = make()
      entries.set(key, { sheet, shown: false })
      return sheet
    },
    /** The screen shows it, until what is returned is called; from then on it is let go once all is saved. */
    show: (key: string, sheet: Sheet): (() => void) => {
      const entry = entries.get(key) ?? { sheet, shown: true }
      entries.set(key, entry)
      entry.shown = true
      return () => {
        entry.shown = false
        entry.sheet.finishAll()
        const letGo = () => {
          if (entry.shown) return stop()
          if (!entry.sheet.isUnsent()) {
            entries.delete(key)
            stop()
          }
        }
        const stop = entry.sheet.subscribe(letGo)
        letGo()
      }
    },
  }
}
