import { Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { z } from 'zod'
import { NAME_MAX } from '#contract/core/fields.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { RecordId } from '#contract/students/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { HistoryFile } from './history-file.tsx'
import { RecordChooser } from './record-chooser.tsx'

const Address = z.object({
  recordId: RecordId.optional(),
  name: z.string().trim().max(NAME_MAX).optional(),
})

/** The file of a student as he or she left. */
export function Page() {
  const [{ recordId, name }, setAddress] = useUrlState(Address)
  if (recordId !== undefined) return <Loaded key={recordId} recordId={recordId} />
  return <RecordChooser name={name} onSearch={(next) => setAddress({ name: next })} />
}

function Loaded({ recordId }: { recordId: number }) {
  const record = useCall(studentEndpoints.historyInfo, { recordId })
  if (record.data) return <HistoryFile record={record.data} />
  if (!record.error) {
    return (
      <Panel>
        <Skeleton active paragraph={{ rows: 8 }} />
      </Panel>
    )
  }
  return (
    <Panel>
      <EmptyState
        title="档案无法打开"
        hint={`${record.error.message}。学生可能已恢复在校，或不在您的数据范围内`}
        action={
          <>
            <Button onClick={() => void record.refetch()}>重试</Button>{' '}
            <Allowed any={['studentHistory']}>
              <Link to="/schools/student-history" className={layout.before12}>
                返回列表
              </Link>
            </Allowed>
          </>
        }
      />
    </Panel>
  )
}
