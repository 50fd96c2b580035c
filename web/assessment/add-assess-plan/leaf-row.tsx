import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber } from 'antd'
import type { Leaf } from '#contract/assessment/indicators.ts'
import { METRICS } from '#contract/assessment/metrics.ts'
import styles from './add-assess-plan.module.css'
import { changeLeaf } from './indicator-tree.ts'
import { LeafDetails } from './leaf-details.tsx'
import { movingKeys, RowActions } from './row-actions.tsx'
import { RowFaults } from './row-faults.tsx'
import { nameId, type TreeEditing } from './tree-editing.ts'

type Props = { headKey: string; leaf: Leaf; label: string; editing: TreeEditing }

export function LeafRow({ headKey, leaf, label, editing }: Props) {
  const { tree, isFixed, open, onOpen, onChange } = editing
  const node = { headKey, leafKey: leaf.key }
  const isOpen = open === leaf.key
  const change = (patch: Partial<Leaf>) => onChange(changeLeaf(tree, headKey, leaf.key, () => patch))
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields and buttons inside */}
      <div className={styles.leafRow} onKeyDown={movingKeys(node, editing)}>
        <span className={styles.nth}>{label}</span>
        <Input
          id={nameId(node)}
          aria-label={`二级指标${label}的名称`}
          className={styles.name}
          maxLength={60}
          placeholder="二级指标名称"
          disabled={isFixed}
          value={leaf.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <InputNumber
          id={`${nameId(node)}-points`}
          aria-label={`分值：${leaf.name}`}
          className={styles.points}
          min={0}
          max={100}
          precision={1}
          disabled={isFixed}
          value={leaf.points}
          onChange={(points) => change({ points: points ?? 0 })}
        />
        <span>分</span>
        <span className={styles.source}>{sourceWords(leaf)}</span>
        <span className={styles.actions}>
          <Button
            size="small"
            type="text"
            icon={isOpen ? <DownOutlined /> : <RightOutlined />}
            aria-expanded={isOpen}
            aria-label={`来源与细则：${leaf.name}`}
            onClick={() => onOpen(isOpen ? null : leaf.key)}
          >
            来源与细则
          </Button>
          {!isFixed && <RowActions node={node} name={leaf.name} leaves={0} editing={editing} />}
        </span>
      </div>
      <RowFaults node={node} editing={editing} />
      {isOpen && <LeafDetails leaf={leaf} object={editing.object} isFixed={isFixed} onChange={change} />}
    </li>
  )
}

/** 系统：完成率，95%满分，80%零分 */
export function sourceWords({ computed, filesRequired }: Leaf): string {
  if (!computed) return filesRequired ? '佐证：须上传材料' : '佐证：可只写说明'
  const { label, unit } = METRICS[computed.metric]
  return `系统：${label}，${computed.full}${unit}满分，${computed.zero}${unit}零分`
}
