import { useIdleLock } from './use-idle-lock.ts'
import { usePermissionWatch } from './use-permission-watch.ts'
import { useVersionNotice } from './use-version-notice.tsx'
import { useZoomWarning } from './use-zoom-warning.ts'

/** The background effects while a user is signed in. */
export function ShellEffects() {
  useIdleLock()
  usePermissionWatch()
  useVersionNotice()
  useZoomWarning()
  return null
}
