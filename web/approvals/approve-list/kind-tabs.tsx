import { Badge, Flex, Tabs } from 'antd'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { APPROVAL_KINDS, ApprovalKind } from '#contract/approvals/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'

/** The kinds of applications the caller may see, in the order of the contract. */
export function useOpenKinds(): ApprovalKind[] {
  const { permissions } = useSession()
  return ApprovalKind.options.filter((kind) => permissions.has(APPROVAL_KINDS[kind].permission))
}

type Props = { kinds: readonly ApprovalKind[]; kind: ApprovalKind; onChange: (kind: ApprovalKind) => void }

/** One tab per kind, with what waits for the caller there. */
export function KindTabs({ kinds, kind, onChange }: Props) {
  const pending = useCall(approvalEndpoints.pendingApprovals, {}, { background: true })
  return (
    <Tabs
      activeKey={kind}
      onChange={(key) => onChange(ApprovalKind.parse(key))}
      tabBarStyle={{ marginBottom: 0 }}
      items={kinds.map((each) => ({
        key: each,
        label: <TabLabel kind={each} waiting={pending.data?.[each] ?? 0} />,
      }))}
    />
  )
}

function TabLabel({ kind, waiting }: { kind: ApprovalKind; waiting: number }) {
  return (
    <Flex gap={6} align="center">
      {APPROVAL_KINDS[kind].label}
      <Badge count={waiting} size="small" overflowCount={999} title={`${waiting} 项待审核`} />
    </Flex>
  )
}
