import { Form, Typography } from 'antd'
import { HistoryStatus } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { today } from '#web/core/format.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'
import { namesOf } from '../../parts/student-labels.ts'
import { BlockedStudents } from './blocked-students.tsx'
import { useChangeCheck } from './use-change-check.ts'

const { transferredOut, graduated } = HistoryStatus.code
const WAYS = [
  { value: transferredOut, label: '转出' },
  { value: graduated, label: '毕业' },
] as const
const wordOf = (type: CodeOf<typeof HistoryStatus> | undefined): string =>
  type === graduated ? '毕业' : '转出'

type Values = { historyType: CodeOf<typeof HistoryStatus>; leftOn?: string; reason?: string }
type Props = { open: boolean; students: StudentRow[]; onClose: () => void; onDone: () => void }

/** Out of school, by transfer or graduation; the record stays and can be taken back. */
export function LeaveDialog({ open, students, onClose, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const word = wordOf(Form.useWatch('historyType', form))
  const check = useChangeCheck(students, 'leave', open)
  const leave = useSend(studentEndpoints.leaveStudents, { refreshes: ROSTER_REFRESHES, success: false, form })
  const { free, blocked } = check

  const handleFinish = async (values: Values) => {
    const left = await leave.send({ ...values, studentIds: free.map(({ studentId }) => studentId) })
    if (!left.ok) return
    notifySuccess(`已为 ${left.data.changed} 名学生办理${wordOf(values.historyType)}`)
    onDone()
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ historyType: transferredOut, leftOn: today() }}
      onFinish={handleFinish}
      open={open}
      title={
        students.length === 1 ? `转出/毕业 ${students[0]?.name}` : `批量转出/毕业（${students.length} 人）`
      }
      width={460}
      okText={blocked.length > 0 && free.length > 0 ? `为其余 ${free.length} 人办理${word}` : `办理${word}`}
      okButtonProps={{ disabled: free.length === 0 }}
      cancelText={check.checked && free.length === 0 ? '关闭' : '取消'}
      confirmLoading={leave.sending}
      onCancel={onClose}
    >
      <BlockedStudents check={check} verb="离校" />
      {free.length > 0 && <Typography.Paragraph>{namesOf(free)}</Typography.Paragraph>}
      <div hidden={free.length === 0}>
        <Form.Item name="historyType" label="离校类型">
          <SelectRadio options={WAYS} />
        </Form.Item>
        <Form.Item name="leftOn" label="离校日期" rules={[{ required: true, message: '请选择离校日期' }]}>
          <DateInput max={today()} />
        </Form.Item>
        <ReasonField label={`${word}原因`} placeholder="可不填" />
      </div>
      {free.length > 0 && (
        <Typography.Text type="secondary">
          离校后可在“转出与毕业学生”中查看和恢复，筛查记录不受影响。
        </Typography.Text>
      )}
    </FormModal>
  )
}
