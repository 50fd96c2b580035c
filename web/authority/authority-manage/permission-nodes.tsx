import { Flex, Tag, type TreeDataNode, Typography } from 'antd'
import layout from '#web/core/layout.module.css'
import { markOf, type Permission } from './permission-tree.ts'

const MARKS = {
  byRole: { label: '角色默认' },
  extra: { color: 'processing', label: '额外授予' },
  withdrawn: { color: 'orange', label: '已收回' },
} as const

/** The permissions below a parent as nodes of the tree; one whose parent is unknown goes to the top. */
export function permissionNodes(
  all: readonly Permission[],
  parentId: number | null,
  held: ReadonlySet<number>,
): TreeDataNode[] {
  const known = new Set(all.map(({ id }) => id))
  return all
    .filter((permission) =>
      parentId === null
        ? permission.parentId === null || !known.has(permission.parentId)
        : permission.parentId === parentId,
    )
    .map((permission) => ({
      key: permission.id,
      disableCheckbox: !permission.changeable,
      title: <PermissionLine permission={permission} held={held.has(permission.id)} />,
      children: permissionNodes(all, permission.id, held),
    }))
}

function PermissionLine({ permission, held }: { permission: Permission; held: boolean }) {
  const mark = markOf(permission, held)
  return (
    <Flex gap="small" align="center">
      <Typography.Text type={held ? undefined : 'secondary'}>{permission.name}</Typography.Text>
      {mark === 'byRole' && <Small>{MARKS.byRole.label}</Small>}
      {(mark === 'extra' || mark === 'withdrawn') && (
        <Tag color={MARKS[mark].color} variant="filled">
          {MARKS[mark].label}
        </Tag>
      )}
      {!permission.changeable && <Small>您本人没有此权限，不能授予</Small>}
    </Flex>
  )
}

function Small({ children }: { children: string }) {
  return (
    <Typography.Text type="secondary" className={layout.smallText}>
      {children}
    </Typography.Text>
  )
}
