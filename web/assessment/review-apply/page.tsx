import { Button, Skeleton } from 'antd'
import { z } from 'zod'
import { ApplicationId } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { Review } from './review.tsx'

const Address = z.object({ applicationId: ApplicationId.optional() })

/** The application of one unit, judged indicator by indicator. */
export function Page() {
  const [{ applicationId }] = useUrlState(Address)
  const application = useCall(
    assessmentEndpoints.assessApplication,
    { applicationId: applicationId ?? 0 },
    { enabled: applicationId !== undefined },
  )
  const known = application.data?.applicationId === applicationId ? application.data : undefined
  if (known) return <Review key={known.applicationId} application={known} />
  return (
    <Panel>
      {applicationId === undefined ? (
        <EmptyState title="没有指明申报" hint="请从考核详情或审核管理进入" />
      ) : application.error ? (
        <EmptyState
          title="没有找到这份申报，或不在您的范围内"
          hint={application.error.message}
          action={<Button onClick={() => void application.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Panel>
  )
}
