import { describe, expect, it } from 'vitest'
import { isChanged, markOf, type Permission, toggled } from './permission-tree.ts'

const permission = (id: number, parentId: number | null, rest: Partial<Permission> = {}): Permission => ({
  id,
  name: `权限${id}`,
  parentId,
  kind: 'menu',
  held: false,
  byRole: false,
  changeable: true,
  ...rest,
})
const tree = [
  permission(1, null),
  permission(2, 1),
  permission(3, 2),
  permission(4, 1, { changeable: false }),
]

describe('toggled', () => {
  it('gives the menus above', () => {
    expect([...toggled(tree, new Set(), 3, true)].sort()).toEqual([1, 2, 3])
  })
  it('takes what stands below, but nothing the caller may not change', () => {
    expect([...toggled(tree, new Set([1, 2, 3, 4]), 1, false)]).toEqual([4])
  })
  it('leaves a permission alone that the caller may not change', () => {
    expect([...toggled(tree, new Set(), 4, true)]).toEqual([1])
  })
})

describe('markOf', () => {
  it.each([
    [true, true, 'byRole'],
    [true, false, 'extra'],
    [false, true, 'withdrawn'],
    [false, false, null],
  ] as const)('held %s, by role %s: %s', (held, byRole, mark) => {
    expect(markOf(permission(1, null, { byRole }), held)).toBe(mark)
  })
})

it('isChanged compares with what is held now', () => {
  const all = [permission(1, null, { held: true }), permission(2, null)]
  expect(isChanged(all, new Set([1]))).toBe(false)
  expect(isChanged(all, new Set([2]))).toBe(true)
})
