import { isOpenTo } from '#web/core/screen.ts'
import { useScreens } from '#web/core/screens-context.ts'
import { useSession } from '#web/core/session/session-store.ts'

/** Whether an address is a page of this console that is open to the reader: no other is worth a link. */
export function useMayOpen(): (link: string) => boolean {
  const screens = useScreens()
  const { permissions } = useSession()
  return (link) => {
    const path = link.split(/[?#]/)[0]
    const screen = screens.find((candidate) => candidate.path === path)
    return screen !== undefined && isOpenTo(screen, permissions)
  }
}
