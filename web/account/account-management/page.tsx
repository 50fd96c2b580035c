import { Button, Flex, Skeleton } from 'antd'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { UnboundNote } from '#web/widgets/org/unbound-note.tsx'
import { AccountCard } from './account-card.tsx'
import { ChangePhoneDialog } from './change-phone-dialog.tsx'
import { SecondStepCard } from './second-step-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInsCard } from './sign-ins-card.tsx'

export function Page() {
  const bound = useSession().user?.orgId !== null
  const own = useCall(accountEndpoints.ownAccount, {}, { enabled: bound })
  const phone = useDialog(ChangePhoneDialog)

  if (!bound) return <UnboundNote />
  if (own.error && !own.data) {
    return (
      <EmptyState
        title="账号信息加载失败"
        action={<Button onClick={() => void own.refetch()}>重试</Button>}
      />
    )
  }
  if (!own.data) return <Skeleton active />
  return (
    <Flex vertical gap="middle">
      <AccountCard account={own.data} onChangePhone={() => phone.show()} />
      <SecondStepCard state={own.data.secondStep} />
      <SessionsCard sessions={own.data.sessions} />
      <SignInsCard signIns={own.data.signIns} />
      {phone.element}
    </Flex>
  )
}
