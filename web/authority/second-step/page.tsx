import { Button, Flex, Skeleton } from 'antd'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicyVersions } from './policy-versions.tsx'

/** Who must have a second step: one policy for the whole platform, kept by the highest body. */
export function Page() {
  const policy = useCall(accountEndpoints.secondStepPolicy, {})
  if (policy.error && !policy.data) {
    return (
      <EmptyState
        title="二次验证要求加载失败"
        action={<Button onClick={() => void policy.refetch()}>重试</Button>}
      />
    )
  }
  if (!policy.data) return <Skeleton active />
  return (
    <Flex vertical gap="middle">
      {/* Another version is another form: what somebody else has saved takes the place of the draft. */}
      <PolicyForm key={policy.data.version} policy={policy.data} />
      <PolicyVersions versions={[policy.data, ...policy.data.earlier]} />
    </Flex>
  )
}
