import { Button, Flex, Skeleton, Tree, type TreeDataNode, Typography } from 'antd'
import { RoleType } from '#contract/core/codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { HistoryPageQuery, HistoryTree } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './student-history-class.module.css'
import { choiceOf, keyOf } from './tree-keys.ts'

const TEACHERS: readonly number[] = [RoleType.code.gradeHead, RoleType.code.classTeacher]

type Choice = Pick<HistoryPageQuery, 'schoolYear' | 'classId' | 'gradeId'>
type Props = { orgId: number; query: Choice; onChoose: (choice: Choice) => void }

/** School years, and the classes that somebody left in them; teachers see those of their own. */
export function HistoryTreePane({ orgId, query, onChoose }: Props) {
  const { user } = useSession()
  const teaches = TEACHERS.includes(user?.roleType ?? 0)
  const endpoint = teaches ? studentEndpoints.historyTreeOfTeacher : studentEndpoints.historyTree
  const tree = useCall(endpoint, { orgId })
  if (tree.error && !tree.data) {
    return (
      <EmptyState title="班级加载失败" action={<Button onClick={() => void tree.refetch()}>重试</Button>} />
    )
  }
  // The tree of the school chosen before is no tree of this one.
  if (!tree.data || tree.isPlaceholderData) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  if (tree.data.length === 0) {
    return (
      <EmptyState
        title={teaches ? '您负责的班级还没有人离校' : '该校还没有人离校'}
        hint="转出或毕业后按学年列在这里"
      />
    )
  }
  const first = tree.data[0]?.schoolYear
  const whole = query.schoolYear === undefined && query.classId === undefined
  return (
    <Flex vertical gap={4} className={layout.above8}>
      <Button
        type={whole ? 'primary' : 'text'}
        ghost={whole}
        aria-pressed={whole}
        className={styles.wholeButton}
        onClick={() => onChoose({ schoolYear: undefined, classId: undefined, gradeId: undefined })}
      >
        <span>全部学年</span>
        <span>{formatNumber(tree.data.reduce((sum, year) => sum + year.count, 0))} 人</span>
      </Button>
      <div className={styles.treeScroll}>
        <Tree
          blockNode
          treeData={nodesOf(tree.data)}
          defaultExpandedKeys={[keyOf({ schoolYear: query.schoolYear ?? first })]}
          selectedKeys={whole ? [] : [keyOf(query)]}
          onSelect={(_, { node }) => onChoose(choiceOf(String(node.key)))}
        />
      </div>
    </Flex>
  )
}

function nodesOf(tree: HistoryTree): TreeDataNode[] {
  return tree.map(({ schoolYear, schoolYearName, count, classes }) => ({
    key: keyOf({ schoolYear }),
    title: <Line name={schoolYearName} count={`${formatNumber(count)} 人`} />,
    children: classes.map(({ classId, className, gradeId, gradeName, transferredOut, graduated }) => ({
      key: keyOf({ schoolYear, classId, gradeId }),
      title: <Line name={gradeName + className} count={countsOf(transferredOut, graduated)} />,
      isLeaf: true,
    })),
  }))
}

function countsOf(transferredOut: number, graduated: number): string {
  const parts = [transferredOut && `转出 ${transferredOut}`, graduated && `毕业 ${graduated}`]
  return parts.filter(Boolean).join(' ')
}

function Line({ name, count }: { name: string; count: string }) {
  return (
    <Flex justify="space-between" gap="small">
      <span>{name}</span>
      <Typography.Text type="secondary" className={layout.oneLine}>
        {count}
      </Typography.Text>
    </Flex>
  )
}
