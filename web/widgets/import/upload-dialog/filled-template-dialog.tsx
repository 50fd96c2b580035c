import { Alert, Form, Input } from 'antd'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { TemplateType } from '#contract/imports/schemas.ts'
import { RevealStudent } from '#contract/students/schemas.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '../../dialog/form-modal.tsx'
import type { DialogProps } from '../../dialog/use-dialog.tsx'
import { UsualReasons } from '../../dialog/usual-reasons.tsx'

const USUAL_REASONS = ['更新家长联系方式', '补录学籍信息', '学年调整班级']

type Props = DialogProps & { orgId: number; type: TemplateType; prefix: number | undefined }

/** The template with the present roster holds numbers in full: it is an export, and asks for a reason like one. */
export function FilledTemplateDialog({ open, orgId, type, prefix, onClose }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const file = useDownload(importEndpoints.template)
  const handleFinish = async ({ reason }: { reason: string }) => {
    if (await file.download({ orgId, type, prefix, filled: true, reason })) onClose()
  }
  return (
    <FormModal<{ reason: string }>
      form={form}
      onFinish={handleFinish}
      open={open}
      title="下载含现有名单的模板"
      okText="下载"
      width={480}
      confirmLoading={file.downloading}
      onCancel={onClose}
    >
      <Alert
        type="info"
        showIcon
        title="文件中有学生的完整证件号和电话"
        description="下载会记录您的姓名、机构、时间和用途，并计入每天可导出的行数。请妥善保管，用后删除。"
        className={layout.around12}
      />
      <Form.Item name="reason" label="用途" rules={rulesOf(RevealStudent, 'reason')}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount placeholder="为什么需要完整名单" />
      </Form.Item>
      <UsualReasons reasons={USUAL_REASONS} />
    </FormModal>
  )
}
