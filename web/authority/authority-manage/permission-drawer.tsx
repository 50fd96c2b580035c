import { Alert, Button, Drawer, Flex, Tree, Typography } from 'antd'
import { useState } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { AccountPermissions, AccountRow } from '#contract/authority/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { permissionNodes } from './permission-nodes.tsx'
import { isChanged, toggled } from './permission-tree.ts'

type Props = { open: boolean; row: AccountRow; onClose: () => void }

/** What one account may do and see, why, and a way to change it. */
export function PermissionDrawer({ open, row, onClose }: Props) {
  const loaded = useCall(authorityEndpoints.accountPermissions, { userId: row.userId }, { enabled: open })
  const [edited, setEdited] = useState<{ of: AccountPermissions; held: ReadonlySet<number> }>()
  const grant = useSend(authorityEndpoints.grantPermissions, {
    refreshes: [authorityEndpoints.accountPermissions, authorityEndpoints.accountPageList],
    success: '权限已保存，对方的下一次操作即生效',
  })
  const all = loaded.data?.permissions ?? []
  const held =
    edited && edited.of === loaded.data
      ? edited.held
      : new Set(all.filter((permission) => permission.held).map(({ id }) => id))
  const changed = isChanged(all, held)

  const handleSave = async () => {
    if (!loaded.data) return
    const { version } = loaded.data
    const answer = await grant.send({ userId: row.userId, version, permissionIds: [...held] })
    if (answer.ok) onClose()
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`${row.realName}（${row.account}）的权限`}
      size={560}
      destroyOnHidden
      loading={loaded.isPending}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button disabled={!changed} onClick={() => setEdited(undefined)}>
            撤销修改
          </Button>
          <Button type="primary" disabled={!changed} loading={grant.sending} onClick={handleSave}>
            保存
          </Button>
        </Flex>
      }
    >
      {loaded.error && !loaded.data ? (
        <EmptyState
          title="权限加载失败"
          action={<Button onClick={() => void loaded.refetch()}>重试</Button>}
        />
      ) : (
        <Flex vertical gap="middle">
          <Legend />
          <Tree
            checkable
            checkStrictly
            selectable={false}
            defaultExpandAll
            treeData={permissionNodes(all, null, held)}
            checkedKeys={[...held]}
            onCheck={(_, { node, checked }) => {
              if (loaded.data) {
                setEdited({ of: loaded.data, held: toggled(all, held, Number(node.key), checked) })
              }
            }}
          />
          <Explanation lines={loaded.data?.explanation ?? []} />
        </Flex>
      )}
    </Drawer>
  )
}

function Legend() {
  return (
    <Typography.Text type="secondary">
      勾选下级会同时授予其上级菜单，取消上级会同时收回其下级。
    </Typography.Text>
  )
}

function Explanation({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Alert
      type="info"
      title="为什么能看到这些"
      description={
        <ul className={layout.bullets}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  )
}
