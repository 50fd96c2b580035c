import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Typography } from 'antd'
import { type Head, LEAVES_MOST, tenths } from '#contract/assessment/indicators.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './add-assess-plan.module.css'
import { changeHead } from './indicator-tree.ts'
import { LeafRow } from './leaf-row.tsx'
import { movingKeys, RowActions } from './row-actions.tsx'
import { RowFaults } from './row-faults.tsx'
import { nameId, type TreeEditing } from './tree-editing.ts'

type Props = { head: Head; nth: number; editing: TreeEditing }

export function HeadRow({ head, nth, editing }: Props) {
  const { tree, isFixed, onChange } = editing
  const node = { headKey: head.key, leafKey: null }
  const sum = head.leaves.reduce((points, leaf) => points + tenths(leaf.points), 0) / 10
  const change = (patch: Partial<Head>) => onChange(changeHead(tree, head.key, () => patch))
  return (
    <li className={styles.headItem}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields and buttons inside */}
      <div className={styles.headRow} onKeyDown={movingKeys(node, editing)}>
        <span className={styles.nth}>{nth + 1}</span>
        <Input
          id={nameId(node)}
          aria-label={`一级指标${nth + 1}的名称`}
          className={styles.name}
          maxLength={60}
          placeholder="一级指标名称"
          disabled={isFixed}
          value={head.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <InputNumber
          id={`${nameId(node)}-points`}
          aria-label={`分值：${head.name}`}
          className={styles.points}
          min={0}
          max={100}
          precision={1}
          disabled={isFixed}
          value={head.points}
          onChange={(points) => change({ points: points ?? 0 })}
        />
        <span>分</span>
        <Checkbox
          aria-label={`加分项：${head.name}`}
          disabled={isFixed}
          checked={head.bonus}
          onChange={({ target }) => change({ bonus: target.checked })}
        >
          加分项
        </Checkbox>
        <Typography.Text
          type={tenths(sum) === tenths(head.points) ? 'secondary' : 'danger'}
          className={styles.below}
        >
          下级合计 {sum} 分
        </Typography.Text>
        {!isFixed && tenths(sum) !== tenths(head.points) && sum > 0 && (
          <LinkButton aria-label={`按下级合计：${head.name}`} onClick={() => change({ points: sum })}>
            按下级合计
          </LinkButton>
        )}
        {!isFixed && (
          <span className={styles.actions}>
            <Button
              size="small"
              type="text"
              icon={<PlusOutlined />}
              aria-label={`添加二级指标：${head.name}`}
              disabled={head.leaves.length >= LEAVES_MOST}
              onClick={() => editing.onAddLeaf(head.key)}
            >
              二级指标
            </Button>
            <RowActions node={node} name={head.name} leaves={head.leaves.length} editing={editing} />
          </span>
        )}
      </div>
      <RowFaults node={node} editing={editing} />
      <ol className={styles.leaves}>
        {head.leaves.map((leaf, leafNth) => (
          <LeafRow
            key={leaf.key}
            headKey={head.key}
            leaf={leaf}
            label={`${nth + 1}.${leafNth + 1}`}
            editing={editing}
          />
        ))}
      </ol>
    </li>
  )
}
