import { Form, Input, Typography } from 'antd'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { ExtendOrgs, type OrgTermsRow } from '#contract/authority/org-terms.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { formatDate } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { UsualReasons } from '#web/widgets/dialog/usual-reasons.tsx'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { REFRESHED, RENEWAL_REASONS } from './terms.ts'

const NAMES_SHOWN = 10
type Values = { until: string; reason: string }

type Props = DialogProps & {
  /** They follow the list: what somebody else changes meanwhile is sent as it is now. */
  rows: readonly OrgTermsRow[]
  onDone: () => void
}

/** One last day for several organisations: all of them or none. */
export function ExtendDialog({ open, rows, onClose, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const { send, sending } = useSend(authorityEndpoints.extendOrgs, {
    refreshes: REFRESHED,
    success: false,
    form,
  })
  const handleFinish = async ({ until, reason }: Values) => {
    const orgs = rows.map(({ orgId, version }) => ({ orgId, version }))
    const sent = await send({ orgs, until, reason })
    if (!sent.ok) return
    notifySuccess(`已将 ${sent.data.extended} 个机构的有效期延长至 ${until}`)
    onDone()
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open && rows.length > 0}
      title={`延长所选 ${rows.length} 个机构的有效期`}
      okText="延长"
      confirmLoading={sending}
      width={480}
      onCancel={onClose}
    >
      <ul className={layout.bullets}>
        {rows.slice(0, NAMES_SHOWN).map(({ orgId, orgName, expiresOn }) => (
          <li key={orgId}>
            {orgName}
            <Typography.Text type="secondary">
              （{expiresOn ? `至 ${expiresOn}` : '未设有效期'}）
            </Typography.Text>
          </li>
        ))}
      </ul>
      {rows.length > NAMES_SHOWN && (
        <Typography.Text type="secondary">以及另外 {rows.length - NAMES_SHOWN} 个</Typography.Text>
      )}
      <Form.Item
        name="until"
        label="延长至"
        rules={rulesOf(ExtendOrgs, 'until', '请选择日期')}
        className={layout.above16}
      >
        <DateInput min={formatDate(new Date())} placeholder="最后一个有效日" />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={rulesOf(ExtendOrgs, 'reason')}>
        <Input.TextArea rows={2} maxLength={200} showCount placeholder="记入每个机构的变更记录" />
      </Form.Item>
      <UsualReasons reasons={RENEWAL_REASONS} />
    </FormModal>
  )
}
