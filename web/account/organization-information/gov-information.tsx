import { Form } from 'antd'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { EditGov } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { OrgInformation } from './org-information.tsx'

export function GovInformation({ orgId }: { orgId: number }) {
  const [form] = Form.useForm<EditGov>()
  const detail = useCall(orgEndpoints.govDetail, { orgId })
  const edit = useSend(orgEndpoints.editGov, { refreshes: [orgEndpoints.govDetail], form })
  return (
    <OrgInformation
      loaded={detail}
      form={form}
      saving={edit.sending}
      onSave={(values, { version }) => edit.send({ ...values, orgId, version })}
    />
  )
}
