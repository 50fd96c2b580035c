import { Form, Typography } from 'antd'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { GroupedDropdown } from '#web/widgets/select/grouped-dropdown.tsx'
import { classGroupsOf, gradeOfClass } from './class-groups.ts'
import { ReasonField } from './reason-field.tsx'
import { SchoolSelect } from './school-select.tsx'

export const TRANSFER_SENT = '已提交，请联系区域管理员审核'

type Student = Pick<StudentRow, 'studentId' | 'name' | 'orgId' | 'orgName' | 'gradeName' | 'className'>
type Values = { newOrgId?: number; newClassId?: number; reason?: string }
type Props = { open: boolean; student: Student; onClose: () => void }

/** Applies for a student to go to another school of the province; nothing changes before it is approved. */
export function TransferDialog({ open, student, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const orgId = Form.useWatch('newOrgId', form)
  const { grades, isFetching } = useTargetClasses(orgId)
  const apply = useSend(studentEndpoints.applyTransfer, { success: TRANSFER_SENT, form })

  const handleFinish = async ({ newOrgId, newClassId, reason }: Values) => {
    if (newOrgId === undefined || newClassId === undefined) return
    const newGradeId = gradeOfClass(grades, newClassId)?.gradeId
    const input = { studentId: student.studentId, newOrgId, newGradeId, newClassId, reason }
    if ((await apply.send(input)).ok) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open}
      title={`转学申请 ${student.name}`}
      okText="提交申请"
      confirmLoading={apply.sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        现在 {student.orgName} {student.gradeName}
        {student.className}。审核通过后，学生连同历史记录转入新学校；审核前一切不变。
      </Typography.Paragraph>
      <Form.Item
        name="newOrgId"
        label="转入学校"
        rules={[{ required: true, message: '请选择转入学校' }]}
        getValueFromEvent={(value: number | undefined) => {
          form.setFieldValue('newClassId', undefined)
          return value
        }}
      >
        <SchoolSelect endpoint={studentEndpoints.transferTargets} except={student.orgId} />
      </Form.Item>
      <Form.Item
        name="newClassId"
        label="转入班级"
        rules={[{ required: true, message: '请选择转入班级' }]}
        extra={orgId && !isFetching && grades.length === 0 ? '该学校还没有班级，请先联系对方建立' : undefined}
      >
        <GroupedDropdown
          groups={classGroupsOf(grades)}
          disabled={orgId === undefined}
          loading={isFetching}
          placeholder={orgId === undefined ? '请先选择转入学校' : '请选择班级'}
        />
      </Form.Item>
      <ReasonField label="转学原因" placeholder="如 随父母迁居" />
    </FormModal>
  )
}

function useTargetClasses(orgId: number | undefined) {
  const answer = useCall(
    studentEndpoints.transferTargetClasses,
    { orgId: orgId ?? 0 },
    { enabled: orgId !== undefined },
  )
  const grades = orgId === undefined || answer.isPlaceholderData ? [] : (answer.data ?? [])
  return { grades, isFetching: answer.isFetching }
}
