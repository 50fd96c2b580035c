import type { ReactNode } from 'react'
import type { PermissionName } from '#contract/core/permissions.ts'
import { useSession } from './session/session-store.ts'

type AllowedProps = { any: readonly PermissionName[]; children: ReactNode }

/** Shows its children only to holders of any one of the permissions (spec §6). */
export function Allowed({ any, children }: AllowedProps) {
  return useAllowed(any) ? children : null
}

export function useAllowed(any: readonly PermissionName[]): boolean {
  const { permissions } = useSession()
  return any.some((name) => permissions.has(name))
}
