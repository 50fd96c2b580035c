import { isOpenTo, type Screen } from '#web/core/screen.ts'
import { useScreens } from '#web/core/screens-context.ts'
import { useSession } from '#web/core/session/session-store.ts'

/** The screens I may open right now. */
export function useOpenScreens(): Screen[] {
  const { permissions } = useSession()
  return useScreens().filter((screen) => isOpenTo(screen, permissions))
}
