import { Button, Skeleton, Tabs } from 'antd'
import { Link } from 'react-router'
import { z } from 'zod'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { StudentId } from '#contract/students/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import styles from '../history-parts/student-file.module.css'
import { StudentFile } from './student-file.tsx'
import { Viewers } from './viewers.tsx'

const Address = z.object({
  studentId: StudentId.optional(),
  tab: z.enum(['file', 'viewers']).default('file'),
})

const toSchools = <Link to="/schools/schools-manage">去学校管理</Link>

/** 一人一档: everything known about one student. */
export function Page() {
  const [{ studentId }] = useUrlState(Address)
  if (studentId === undefined) {
    return (
      <Panel>
        <EmptyState title="没有选择学生" hint="请从学生列表中打开一名学生的档案" action={toSchools} />
      </Panel>
    )
  }
  return <Loaded key={studentId} studentId={studentId} />
}

function Loaded({ studentId }: { studentId: number }) {
  const [{ tab }, setAddress] = useUrlState(Address)
  const maySeeViewers = useAllowed(['studentReveal'])
  const student = useCall(studentEndpoints.studentDetail, { studentId })
  if (!student.data) {
    return (
      <Panel>
        {student.error ? (
          <EmptyState
            title="档案无法打开"
            hint={`${student.error.message}。学生可能已被删除，或不在您的数据范围内`}
            action={<Button onClick={() => void student.refetch()}>重试</Button>}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    )
  }
  const file = <StudentFile student={student.data} onChanged={() => void student.refetch()} />
  if (!maySeeViewers) return file
  return (
    <Tabs
      activeKey={tab}
      onChange={(next) => setAddress({ tab: Address.shape.tab.parse(next) })}
      destroyOnHidden
      classNames={{ header: styles.studentFileScreen }}
      items={[
        { key: 'file', label: '档案', children: file },
        { key: 'viewers', label: '查看记录', children: <Viewers studentId={studentId} /> },
      ]}
    />
  )
}
