import { Form } from 'antd'
import { DesignName, type DesignRow, type ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { NameField } from './name-field.tsx'

type Props = {
  open: boolean
  title: string
  initialName: string
  design: ReportDesign
  onClose: () => void
  onSaved: (designId: number) => void
}

/** A new design gets its name. */
export function SaveDialog({ open, title, initialName, design, onClose, onSaved }: Props) {
  const [form] = Form.useForm<{ name: string }>()
  const { send, sending } = useSend(reportEndpoints.saveDesign, {
    refreshes: [reportEndpoints.designList],
    success: '已保存',
    form,
  })
  return (
    <FormModal<{ name: string }>
      form={form}
      open={open}
      title={title}
      okText="保存"
      onCancel={onClose}
      confirmLoading={sending}
      initialValues={{ name: initialName }}
      onFinish={async ({ name }) => {
        const sent = await send({ ...design, name: DesignName.parse(name) })
        if (!sent.ok) return
        onClose()
        onSaved(sent.data.designId)
      }}
    >
      <NameField />
    </FormModal>
  )
}

type CopyProps = {
  open: boolean
  row: DesignRow
  name: string
  onClose: () => void
  onCopied: (designId: number) => void
}

/** One of the list under a name of the reader's own. */
export function CopyDialog({ open, row, name, onClose, onCopied }: CopyProps) {
  const { data } = useCall(reportEndpoints.designDetail, { designId: row.designId }, { enabled: open })
  if (data?.designId !== row.designId) return null
  return (
    <SaveDialog
      open={open}
      title={`复制“${row.name}”`}
      initialName={name}
      design={data.design}
      onClose={onClose}
      onSaved={onCopied}
    />
  )
}
