import { Alert, Form, Input } from 'antd'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { CONSENT_CHANNELS, RecordConsent, type StudentDetail } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

type Channel = keyof typeof CONSENT_CHANNELS
type Values = { guardianName?: string; channel: Channel }
type Props = DialogProps & { student: StudentDetail; given: boolean; onRecorded: () => void }

const CHANNELS = (Object.keys(CONSENT_CHANNELS) as Channel[]).map((value) => ({
  value,
  label: CONSENT_CHANNELS[value],
}))

/** Who agreed or withdrew, and how it was learnt. */
export function ConsentDialog({ open, student, given, onClose, onRecorded }: Props) {
  const [form] = Form.useForm<Values>()
  const record = useSend(studentEndpoints.recordConsent, {
    success: given ? '已登记监护人同意' : '已登记撤回同意',
    form,
  })
  const handleFinish = async (values: Values) => {
    const answer = await record.send({ ...values, studentId: student.studentId, given })
    if (!answer.ok) return
    onClose()
    onRecorded()
  }
  const named = given ? [{ required: true, message: '请填写监护人姓名' }] : []
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ guardianName: student.parentName ?? undefined }}
      onFinish={handleFinish}
      open={open}
      title={given ? `登记监护人同意采集“${student.name}”的人脸照片` : `撤回“${student.name}”的人脸采集同意`}
      okText={given ? '登记同意' : '登记撤回'}
      okButtonProps={{ danger: !given }}
      width={480}
      confirmLoading={record.sending}
      onCancel={onClose}
    >
      <Alert
        type={given ? 'info' : 'warning'}
        showIcon
        title={
          given
            ? '未满十四周岁的学生，须由监护人单独同意；不同意不影响其他服务'
            : '撤回后不能再采集人脸照片，已采集的照片随之删除'
        }
        className={layout.around12}
      />
      <Form.Item
        name="guardianName"
        label="监护人姓名"
        rules={[...named, ...rulesOf(RecordConsent, 'guardianName')]}
        validateTrigger="onBlur"
      >
        <Input maxLength={15} autoComplete="off" />
      </Form.Item>
      <Form.Item name="channel" label="登记依据" rules={rulesOf(RecordConsent, 'channel', '请选择登记依据')}>
        <SelectRadio options={CHANNELS} />
      </Form.Item>
    </FormModal>
  )
}
