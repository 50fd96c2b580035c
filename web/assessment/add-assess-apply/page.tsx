import { Button, Flex, Skeleton } from 'antd'
import { Link } from 'react-router'
import { z } from 'zod'
import { ApplicationId } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { ApplicationView } from './application-view.tsx'

const Address = z.object({ applicationId: ApplicationId.optional() })
const toList = <Link to="/assessment/assess-list">去考核申报</Link>

/** The application of the own unit: filled in, handed in, and after the review its result. */
export function Page() {
  const [{ applicationId }] = useUrlState(Address)
  if (applicationId === undefined) {
    return (
      <Panel>
        <EmptyState title="没有选择申报" hint="请从考核申报列表中打开一份" action={toList} />
      </Panel>
    )
  }
  return <Loaded key={applicationId} applicationId={applicationId} />
}

function Loaded({ applicationId }: { applicationId: number }) {
  const application = useCall(assessmentEndpoints.assessApplication, { applicationId })
  if (application.data) return <ApplicationView application={application.data} />
  return (
    <Panel>
      {application.error && !application.isFetching ? (
        <EmptyState
          title="没有取得这份申报"
          hint={application.error.message}
          action={
            <Flex gap="middle" align="center">
              <Button onClick={() => void application.refetch()}>重试</Button>
              {toList}
            </Flex>
          }
        />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Panel>
  )
}
