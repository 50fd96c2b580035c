import { DownOutlined } from '@ant-design/icons'
import { Dropdown, Flex, type MenuProps } from 'antd'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { StudentRow } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import type { StartTask, Task } from '../task.ts'
import { infoPath } from './columns.tsx'

type Props = { row: StudentRow; onTask: StartTask }

/** What the caller may do with one student; rarer actions are in a menu. */
export function RowActions({ row, onTask }: Props) {
  return (
    <Flex gap={10} align="center" className={layout.oneLine}>
      <Allowed any={['studentView', 'studentAdd', 'studentEdit']}>
        <Link to={infoPath(row.studentId)}>查看</Link>
      </Allowed>
      <Allowed any={['studentEdit']}>
        <LinkButton onClick={() => onTask({ kind: 'edit', student: row })}>编辑</LinkButton>
      </Allowed>
      <MoreActions row={row} onTask={onTask} />
    </Flex>
  )
}

function MoreActions({ row, onTask }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const items = useItems()
  if (items.length === 0) return null
  const tasks: Record<string, Task> = {
    rename: { kind: 'rename', student: row },
    move: { kind: 'move', students: [row] },
    transfer: { kind: 'transfer', student: row },
    leave: { kind: 'leave', students: [row] },
    delete: { kind: 'delete', students: [row] },
  }
  const handleClick: MenuProps['onClick'] = ({ key }) => {
    // The dialog gives the focus back to where it was when it opened; the menu's entry is gone by then.
    button.current?.focus()
    const task = tasks[key]
    if (task) onTask(task)
  }
  return (
    <Dropdown menu={{ items, onClick: handleClick }} trigger={['click']} autoFocus placement="bottomRight">
      <LinkButton
        ref={button}
        aria-haspopup="menu"
        aria-label={`${row.name}的更多操作`}
        icon={<DownOutlined />}
        iconPlacement="end"
      >
        更多
      </LinkButton>
    </Dropdown>
  )
}

function useItems(): NonNullable<MenuProps['items']> {
  const mayEdit = useAllowed(['studentEdit'])
  const mayTransfer = useAllowed(['studentTransfer'])
  const mayLeave = useAllowed(['studentLeave'])
  const mayDelete = useAllowed(['studentDelete'])
  return [
    ...(mayEdit ? [{ key: 'rename', label: '更名' }] : []),
    ...(mayTransfer
      ? [
          { key: 'move', label: '调班' },
          { key: 'transfer', label: '转学申请' },
        ]
      : []),
    ...(mayLeave ? [{ key: 'leave', label: '转出/毕业' }] : []),
    ...(mayDelete ? [{ type: 'divider' as const }, { key: 'delete', label: '删除', danger: true }] : []),
  ]
}
