import { Form, Input } from 'antd'
import { NAME_MAX } from '#contract/core/fields.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { isMaskedName, RenameStudent, type StudentRow } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'

type Props = { open: boolean; student: StudentRow; onClose: () => void }

/** A new name for the same person; everything else stays. */
export function RenameDialog({ open, student, onClose }: Props) {
  const [form] = Form.useForm<{ name: string }>()
  const rename = useSend(studentEndpoints.renameStudent, {
    refreshes: ROSTER_REFRESHES,
    success: '学生已更名',
    form,
  })
  const handleFinish = async ({ name }: { name: string }) => {
    const { studentId, version } = student
    if (name.trim() === student.name) return onClose()
    if ((await rename.send({ studentId, name, version })).ok) onClose()
  }
  return (
    <FormModal
      form={form}
      // A masked name is nothing to start from.
      initialValues={isMaskedName(student.name) ? {} : { name: student.name }}
      onFinish={handleFinish}
      open={open}
      title={`更名 ${student.name}`}
      width={420}
      okText="保存"
      confirmLoading={rename.sending}
      onCancel={onClose}
    >
      <Form.Item name="name" label="新姓名" rules={rulesOf(RenameStudent, 'name')} validateTrigger="onBlur">
        <Input autoFocus autoComplete="off" maxLength={NAME_MAX} placeholder="2-15个中文或英文字符" />
      </Form.Item>
    </FormModal>
  )
}
