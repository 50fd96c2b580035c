import type { PermissionName } from '#contract/core/permissions.ts'
import { isOpenTo, type Screen } from '#web/core/screen.ts'

export type Route = { screen: Screen } | { redirect: string }

/** What an address of the console leads to (spec §2): a screen, or another address. */
export function resolveRoute(
  screens: readonly Screen[],
  pathname: string,
  permissions: ReadonlySet<PermissionName>,
): Route {
  if (pathname === '/') return { redirect: '/home' }
  const screen = screenAt(screens, pathname)
  if (!screen) return { redirect: '/404' }
  return isOpenTo(screen, permissions) ? { screen } : { redirect: '/401' }
}

/** A slash at the end changes nothing. */
export function screenAt(screens: readonly Screen[], pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, '')
  return screens.find((candidate) => candidate.path === path)
}
