import type { AccountPermissions } from '#contract/authority/schemas.ts'

export type Permission = AccountPermissions['permissions'][number]

/** Parents of a permission, nearest first. */
function ancestorsOf(all: readonly Permission[], id: number): Permission[] {
  const parentId = all.find((permission) => permission.id === id)?.parentId
  const parent = all.find((permission) => permission.id === parentId)
  return parent ? [parent, ...ancestorsOf(all, parent.id)] : []
}

function descendantsOf(all: readonly Permission[], id: number): Permission[] {
  const children = all.filter((permission) => permission.parentId === id)
  return children.flatMap((child) => [child, ...descendantsOf(all, child.id)])
}

/**
 * Giving a permission gives the menus above it, taking one takes those below: a button without
 * its menu could not be reached. What the caller may not change stays as it is.
 */
export function toggled(
  all: readonly Permission[],
  held: ReadonlySet<number>,
  id: number,
  give: boolean,
): ReadonlySet<number> {
  const self = all.filter((permission) => permission.id === id)
  const touched = [...self, ...(give ? ancestorsOf(all, id) : descendantsOf(all, id))]
  const next = new Set(held)
  for (const permission of touched.filter(({ changeable }) => changeable)) {
    if (give) next.add(permission.id)
    else next.delete(permission.id)
  }
  return next
}

export type PermissionMark = 'byRole' | 'extra' | 'withdrawn' | null

export function markOf(permission: Permission, held: boolean): PermissionMark {
  if (held) return permission.byRole ? 'byRole' : 'extra'
  return permission.byRole ? 'withdrawn' : null
}

export function isChanged(all: readonly Permission[], held: ReadonlySet<number>): boolean {
  return all.some((permission) => permission.held !== held.has(permission.id))
}
