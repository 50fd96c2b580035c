/** Keys of ours in localStorage; all but the test switch go when the session ends. */
export const LAST_ACTIVITY_KEY = 'console:last-activity'
export const MENU_COLLAPSED_KEY = 'console:menu-collapsed'
const OURS = 'console:'

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage may be full or forbidden; nothing stored there is worth failing for. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Goes without.
  }
}

export function clearStored(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key)
    sessionStorage.clear()
  } catch {
    // Nothing could have been stored either.
  }
}
