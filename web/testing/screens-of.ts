import type { Profile } from '#contract/core/permissions.ts'
import { resolveRoute } from '#web/app/pages/resolve-route.ts'
import { screensInMenu } from '#web/app/shell/menu-items.tsx'
import { SCREENS } from '#web/features.ts'
import { userOf } from './samples/users.ts'

/** Which of these addresses a kind of user may open, and which of them stand in the menu. */
export function screensOf(profile: Profile, paths: readonly string[]) {
  const held = new Set(userOf(profile).permissions)
  const entries = screensInMenu(SCREENS, held).map(({ path }) => path)
  return {
    open: paths.filter((path) => 'screen' in resolveRoute(SCREENS, path, held)),
    inMenu: paths.filter((path) => entries.includes(path)),
  }
}
