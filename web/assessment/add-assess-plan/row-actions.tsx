import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { mayMove, type NodeKey, removeNode } from './indicator-tree.ts'
import { nameId, type TreeEditing } from './tree-editing.ts'

type Props = { node: NodeKey; name: string; leaves: number; editing: TreeEditing }

/** Up, down, and away. */
export function RowActions({ node, name, leaves, editing }: Props) {
  const { tree, onMove, onChange } = editing
  const move = (step: -1 | 1, word: string) => (
    <Button
      id={`${nameId(node)}${step === 1 ? '-down' : '-up'}`}
      size="small"
      type="text"
      icon={step === 1 ? <ArrowDownOutlined /> : <ArrowUpOutlined />}
      aria-label={`${word}：${name}`}
      disabled={!mayMove(tree, node, step)}
      onClick={() => onMove(node, step)}
    />
  )
  return (
    <>
      {move(-1, '上移')}
      {move(1, '下移')}
      <DeleteButton
        link
        title={`删除“${name || '未命名的指标'}”？`}
        description={leaves > 0 ? `其下 ${leaves} 个二级指标一并删除。` : undefined}
        onConfirm={async () => onChange(removeNode(tree, node))}
      />
    </>
  )
}

/** Alt with an arrow moves the row that has the focus. */
export const movingKeys =
  (node: NodeKey, { isFixed, tree, onMove }: TreeEditing) =>
  (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!event.altKey || step === null || isFixed) return
    event.preventDefault()
    event.stopPropagation()
    if (mayMove(tree, node, step)) onMove(node, step)
  }
