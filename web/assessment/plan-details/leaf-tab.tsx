import { Flex, Tree, type TreeDataNode } from 'antd'
import { leavesOf } from '#contract/assessment/indicators.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import { LeafBoard } from './leaf-board.tsx'
import styles from './plan-details.module.css'

type Props = { plan: AssessPlan; leafKey: string | undefined; onLeaf: (leafKey: string) => void }

/** One indicator after the other, for all units: who judges many side by side judges alike. */
export function LeafTab({ plan, leafKey, onLeaf }: Props) {
  const leaves = leavesOf(plan.indicators)
  const current = leaves.find(({ key }) => key === leafKey) ?? leaves[0]
  const nodes: TreeDataNode[] = plan.indicators.map((head) => ({
    key: head.key,
    title: `${head.name}（${head.points}分）`,
    selectable: false,
    children: head.leaves.map(({ key, name, points, computed }) => ({
      key,
      title: (
        <>
          {name} <span className={styles.treePoints}>{points}分</span>
          {computed && <span className={styles.treePoints}> 系统</span>}
        </>
      ),
      isLeaf: true,
    })),
  }))
  return (
    <Flex gap="middle" align="start" className={styles.split}>
      <nav className={styles.tree} aria-label="指标">
        <Tree
          blockNode
          defaultExpandAll
          treeData={nodes}
          selectedKeys={current ? [current.key] : []}
          onSelect={([key]) => key !== undefined && onLeaf(String(key))}
        />
      </nav>
      <div className={styles.board}>
        {current && <LeafBoard key={current.key} plan={plan} leafKey={current.key} />}
      </div>
    </Flex>
  )
}
