import { Button, Card, Col, Flex, Row, Skeleton } from 'antd'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { UnboundNote } from '#web/widgets/org/unbound-note.tsx'
import { Figures } from './figures.tsx'
import { Greeting } from './greeting.tsx'
import { QuickEntries } from './quick-entries.tsx'
import { Todos } from './todos.tsx'

export function Page() {
  const { user } = useSession()
  const bound = user !== null && user.orgId !== null
  const summary = useCall(homeEndpoints.homeSummary, {}, { enabled: bound })

  if (!bound) return <UnboundNote />
  return (
    <Flex vertical gap="middle">
      <Greeting user={user} summary={summary.data} />
      {summary.data && <Figures summary={summary.data} />}
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={15}>
          <Card title="待办" variant="borderless" className={layout.fullHeight}>
            {summary.data ? (
              <Todos summary={summary.data} />
            ) : summary.error ? (
              <EmptyState
                title="待办加载失败"
                action={<Button onClick={() => void summary.refetch()}>重试</Button>}
              />
            ) : (
              <Skeleton active />
            )}
          </Card>
        </Col>
        <Col xs={24} lg={9}>
          <Card title="快捷入口" variant="borderless" className={layout.fullHeight}>
            <QuickEntries />
          </Card>
        </Col>
      </Row>
    </Flex>
  )
}
