import { Alert, Button, Flex, Spin } from 'antd'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './students.module.css'
import type { ChangeCheck } from './use-change-check.ts'

/** Who cannot be changed and why; nothing where all can. */
export function BlockedStudents({ check, verb }: { check: ChangeCheck; verb: string }) {
  if (check.error) {
    return (
      <EmptyState
        title="检查失败"
        hint={check.error.message}
        action={<Button onClick={check.retry}>重试</Button>}
      />
    )
  }
  if (!check.checked) {
    return (
      <Flex justify="center" className={styles.blockedNotice}>
        <Spin description="正在检查…" />
      </Flex>
    )
  }
  if (check.blocked.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`${check.blocked.length} 名学生不能${verb}`}
      description={
        <ul className={`${layout.bullets} ${styles.reasons}`}>
          {check.blocked.map(({ studentId, name, reason }) => (
            <li key={studentId}>
              {name}：{reason}
            </li>
          ))}
        </ul>
      }
      className={layout.below12}
    />
  )
}
