// Sheets outlive their screen until everything in them is saved.
import { onSignedOut } from '#web/core/session/session-store.ts'
import { Sheet, type SheetOptions } from './sheet.ts'

type Entry = { sheet: Sheet; shown: boolean }
const entries = new Map<string, Entry>()
let listening = false

const unsent = (): Sheet[] => [...entries.values()].flatMap(({ sheet }) => (sheet.isUnsent() ? sheet : []))

function listen(): void {
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
  // The storage is cleared with the session. What the server never got is put back, for a user who signs in again as the
  // same user: it is filed under that user's number.
  onSignedOut(() => {
    for (const { sheet } of entries.values()) sheet.stop()
    entries.clear()
  })
}

/** The sheet of this class, with what an earlier visit could not save yet. */
export function openSheet(options: SheetOptions): Sheet {
  listen()
  const known = entries.get(options.storageKey)
  if (known) return known.sheet
  const sheet = new Sheet(options)
  entries.set(options.storageKey, { sheet, shown: false })
  return sheet
}

/** The screen shows it, until what is returned is called; from then on it is let go once all is saved. */
export function showSheet(key: string, sheet: Sheet): () => void {
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
}
