import { Button, Flex, Skeleton } from 'antd'
import { Link } from 'react-router'
import { z } from 'zod'
import { WireId } from '#contract/core/wire.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import type { WarningDetail } from '#contract/warning/warning-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { Curve } from './curve.tsx'
import { Events } from './events.tsx'
import { Header } from './header.tsx'
import { Readings } from './readings.tsx'
import { Reasons } from './reasons.tsx'
import styles from './warning-detail.module.css'

const Address = z.object({ warningId: WireId.optional() })
const toList = <Link to="/warning/warning-list">去预警名单</Link>

/** One warning: why, since when, what was done and what comes next. */
export function Page() {
  const [{ warningId }] = useUrlState(Address)
  if (warningId === undefined) {
    return (
      <Panel>
        <EmptyState title="没有选择预警" hint="请从预警名单中打开一条预警" action={toList} />
      </Panel>
    )
  }
  return <Loaded key={warningId} warningId={warningId} />
}

function Loaded({ warningId }: { warningId: number }) {
  const names = useNameDisclosure()
  const warning = useCall(warningEndpoints.warningDetail, { warningId, ...names.asked })
  if (warning.data) {
    const isOfStudent = warning.data.studentId !== null
    return (
      <Flex vertical gap="middle">
        <Header warning={warning.data} namesButton={isOfStudent ? names.button : null} />
        {isOfStudent ? <StudentParts warning={warning.data} /> : <UnitParts warning={warning.data} />}
      </Flex>
    )
  }
  return (
    <Panel>
      {warning.error && !warning.isFetching ? (
        <EmptyState
          title="没有取得这条预警"
          hint={warning.error.message}
          action={
            <Flex gap="middle" align="center">
              <Button onClick={() => void warning.refetch()}>重试</Button>
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

const StudentParts = ({ warning }: { warning: WarningDetail }) => (
  <div className={styles.columns}>
    <div className={styles.column}>
      <Panel>
        <div className={styles.partHead}>
          <h2>等效球镜与年龄</h2>
          <span>D，筛查为未散瞳电脑验光</span>
        </div>
        <Curve readings={warning.readings} progression={warning.progression} />
      </Panel>
      <Reasons warning={warning} />
    </div>
    <div className={styles.column}>
      <Readings readings={warning.readings} />
      <Events warning={warning} />
    </div>
  </div>
)

const UnitParts = ({ warning }: { warning: WarningDetail }) => (
  <div className={styles.columns}>
    <Reasons warning={warning} />
    <Events warning={warning} />
  </div>
)
