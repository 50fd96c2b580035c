import { CheckCircleFilled, LineChartOutlined, MinusCircleOutlined } from '@ant-design/icons'
import { Tree, type TreeDataNode } from 'antd'
import type { Indicators } from '#contract/assessment/indicators.ts'
import styles from './review-apply.module.css'
import type { LeafMark } from './review-sum.ts'

type Props = {
  indicators: Indicators
  marks: ReadonlyMap<string, LeafMark>
  headKey: string | undefined
  onChoose: (headKey: string) => void
}

const MARKS: Record<LeafMark, React.ReactNode> = {
  scored: <CheckCircleFilled className={styles.scored} aria-label="已评分" />,
  computed: <LineChartOutlined className={styles.faint} aria-label="系统得分" />,
  leftOut: <MinusCircleOutlined className={styles.faint} aria-label="不计入" />,
  open: <span className={styles.openMark} role="img" aria-label="未评分" />,
}

/** The indicators with what is scored already; choosing one opens its head. */
export function ReviewTree({ indicators, marks, headKey, onChoose }: Props) {
  const nodes: TreeDataNode[] = indicators.map(({ key, name, leaves }) => {
    const done = leaves.filter((leaf) => marks.get(leaf.key) !== 'open').length
    return {
      key,
      title: (
        <>
          {name}{' '}
          <span className={done === leaves.length ? styles.scored : styles.faint}>
            {done}/{leaves.length}
          </span>
        </>
      ),
      children: leaves.map((leaf) => ({
        key: leaf.key,
        isLeaf: true,
        title: (
          <>
            {MARKS[marks.get(leaf.key) ?? 'open']} {leaf.name}
          </>
        ),
      })),
    }
  })
  const headOf = (key: string) =>
    indicators.find((head) => head.key === key || head.leaves.some((leaf) => leaf.key === key))
  return (
    <nav className={styles.tree} aria-label="指标">
      <Tree
        blockNode
        defaultExpandAll
        treeData={nodes}
        selectedKeys={headKey === undefined ? [] : [headKey]}
        onSelect={(_keys, { node }) => {
          const head = headOf(String(node.key))
          if (head) onChoose(head.key)
        }}
      />
    </nav>
  )
}
