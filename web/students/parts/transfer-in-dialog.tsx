import { Form, Input, Typography } from 'antd'
import { NAME_MAX } from '#contract/core/fields.ts'
import { maskIdCard, maskPassport } from '#contract/core/mask.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { AddStudent } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { GroupedDropdown } from '#web/widgets/select/grouped-dropdown.tsx'
import { classGroupsOf, gradeOfClass, useGrades } from './class-groups.ts'
import { ReasonField } from './reason-field.tsx'
import { numberFieldOf, type StudentFormValues } from './student-values.ts'
import { TRANSFER_SENT } from './transfer-dialog.tsx'

type Values = { name: string; newClassId?: number; reason?: string }
type Props = DialogProps & {
  /** The school the student is to come to. */
  orgId: number
  student: StudentFormValues
  onApplied: () => void
}

/** Applies for a student of another school, who is known only by what the family shows: number and name. */
export function TransferInDialog({ open, orgId, student, onClose, onApplied }: Props) {
  const [form] = Form.useForm<Values>()
  const { grades = [], isFetching } = useGrades(orgId)
  const apply = useSend(studentEndpoints.applyTransfer, { success: TRANSFER_SENT, form })
  const field = numberFieldOf(student.studentType)
  const number = (field && student[field]) ?? ''

  const handleFinish = async ({ name, newClassId, reason }: Values) => {
    if (!field || newClassId === undefined) return
    const newGradeId = gradeOfClass(grades, newClassId)?.gradeId
    const sent = await apply.send({ [field]: number, name, newOrgId: orgId, newGradeId, newClassId, reason })
    if (!sent.ok) return
    onClose()
    onApplied()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ name: student.name, newClassId: student.classId }}
      onFinish={handleFinish}
      open={open}
      title="申请转入"
      okText="提交申请"
      confirmLoading={apply.sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        证件号 {field === 'idCard' ? maskIdCard(number) : maskPassport(number)}
        。姓名须与原学校登记的一致；审核通过后，学生连同历史记录转入本校。
      </Typography.Paragraph>
      <Form.Item name="name" label="姓名" rules={rulesOf(AddStudent, 'name')} validateTrigger="onBlur">
        <Input autoComplete="off" maxLength={NAME_MAX} />
      </Form.Item>
      <Form.Item name="newClassId" label="转入班级" rules={rulesOf(AddStudent, 'classId')}>
        <GroupedDropdown groups={classGroupsOf(grades)} loading={isFetching} placeholder="请选择班级" />
      </Form.Item>
      <ReasonField label="转入原因" placeholder="如 随父母迁居" />
    </FormModal>
  )
}
