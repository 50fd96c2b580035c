import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { signOut } from '#web/core/session/session-store.ts'

/** Ends the session here and on the server, then loads the sign-in page anew (spec §4). */
export async function logOut(): Promise<void> {
  try {
    await call(sessionEndpoints.logout, {})
  } catch {
    // The user wants to be gone either way; the server ends an idle session by itself.
  }
  signOut()
  window.location.replace('/login')
}
