import { ACCOUNT_SCREENS } from './account/screens.ts'
import { AUTHORITY_SCREENS } from './authority/screens.ts'
import type { Screen } from './core/screen.ts'
import { HOME_SCREENS } from './home/screens.ts'
import { SESSION_SCREENS } from './session/screens.ts'

/** Every screen of the product; router, menu, breadcrumb and titles are made from this list. */
export const SCREENS: readonly Screen[] = [
  ...SESSION_SCREENS,
  ...HOME_SCREENS,
  ...AUTHORITY_SCREENS,
  ...ACCOUNT_SCREENS,
]
