import type { ComponentType } from 'react'
import type { PermissionName } from '#contract/core/permissions.ts'

export type Screen = {
  path: string
  title: string
  /** Any one of these opens the screen; null means anybody signed in. */
  anyOf: readonly PermissionName[] | null
  /** Needed in addition to one of `anyOf`. */
  also?: PermissionName
  /** Title of the menu group. */
  section?: string
  /** Name of an icon in web/app/icons.tsx. */
  icon?: string
  /** Reachable, but not in the menu. */
  hidden?: boolean
  /** Cached with its state while the user is on another screen. */
  keepAlive?: boolean
  /** Shown without the shell around it. */
  bare?: boolean
  load: () => Promise<{ Page: ComponentType }>
}

export function isOpenTo({ anyOf, also }: Screen, permissions: ReadonlySet<PermissionName>): boolean {
  if (also !== undefined && !permissions.has(also)) return false
  return anyOf === null || anyOf.some((name) => permissions.has(name))
}
