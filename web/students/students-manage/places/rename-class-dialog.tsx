import { Form, Input } from 'antd'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { type ClassNode, EditClass, type GradeNode } from '#contract/schools/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'

type Values = { className: string }
type Props = { open: boolean; grade: GradeNode; item: ClassNode; onClose: () => void }

export function RenameClassDialog({ open, grade, item, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const edit = useSend(schoolEndpoints.editClass, {
    refreshes: ROSTER_REFRESHES,
    success: '班级名称已修改',
    form,
  })
  const handleFinish = async ({ className }: Values) => {
    const { classId, version } = item
    if ((await edit.send({ classId, className, version })).ok) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ className: item.className }}
      onFinish={handleFinish}
      open={open}
      title={`修改班级名称 ${grade.gradeName}${item.className}`}
      width={420}
      okText="保存"
      confirmLoading={edit.sending}
      onCancel={onClose}
    >
      <Form.Item
        name="className"
        label="班级名称"
        rules={rulesOf(EditClass, 'className')}
        validateTrigger="onBlur"
      >
        <Input autoFocus autoComplete="off" maxLength={12} placeholder="如 1班、实验班" />
      </Form.Item>
    </FormModal>
  )
}
