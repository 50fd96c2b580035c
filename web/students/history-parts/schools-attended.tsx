import { Button, Flex, Skeleton, Typography } from 'antd'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'

/** Every school the student went to, the latest first. */
export function SchoolsAttended({ studentId }: { studentId: number }) {
  const schools = useCall(studentEndpoints.historySchools, { studentId })
  if (schools.error && !schools.data) {
    return (
      <EmptyState
        title="学校加载失败"
        action={<Button onClick={() => void schools.refetch()}>重试</Button>}
      />
    )
  }
  if (!schools.data || schools.isPlaceholderData) return <Skeleton active title={false} />
  if (schools.data.length === 0) return <EmptyState title="没有就读记录" />
  const latestFirst = schools.data.toSorted((one, other) => other.fromOn.localeCompare(one.fromOn))
  return (
    <Flex component="ul" vertical gap="small" className={layout.bareList}>
      {latestFirst.map(({ orgId, orgName, fromOn, toOn }) => (
        <li key={`${orgId} ${fromOn}`}>
          <div>{orgName}</div>
          <Typography.Text type="secondary">
            {fromOn} 至 {toOn ?? '今'}
          </Typography.Text>
        </li>
      ))}
    </Flex>
  )
}
