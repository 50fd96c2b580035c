import { Form } from 'antd'
import type { DesignRow } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { NameField } from './name-field.tsx'

type Props = DialogProps & { row: DesignRow; onRenamed: (designId: number, version: number) => void }

export function RenameDialog({ open, row, onClose, onRenamed }: Props) {
  const [form] = Form.useForm<{ name: string }>()
  const { send, sending } = useSend(reportEndpoints.renameDesign, {
    refreshes: [reportEndpoints.designList, reportEndpoints.designDetail, reportEndpoints.designReport],
    success: '已重命名',
    form,
  })
  return (
    <FormModal<{ name: string }>
      form={form}
      open={open}
      title="重命名"
      okText="保存"
      onCancel={onClose}
      confirmLoading={sending}
      initialValues={{ name: row.name }}
      onFinish={async ({ name }) => {
        const sent = await send({ designId: row.designId, version: row.version, name })
        if (!sent.ok) return
        onRenamed(row.designId, sent.data.version)
        onClose()
      }}
    >
      <NameField />
    </FormModal>
  )
}
