import { Form, Typography } from 'antd'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { GradeNode } from '#contract/schools/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'

type Values = { gradeNo?: number }
type Props = { open: boolean; orgId: number | undefined; grade: GradeNode; onClose: () => void }

/** For a grade that was entered as another one; classes and students go with it. */
export function EditGradeDialog({ open, orgId, grade, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const groups = useCall(
    schoolEndpoints.getGradeGroup,
    { orgId: orgId ?? 0 },
    { enabled: open && orgId !== undefined },
  )
  const edit = useSend(schoolEndpoints.editGrade, {
    refreshes: ROSTER_REFRESHES,
    success: '年级已更正',
    form,
  })
  const stage = groups.isPlaceholderData
    ? undefined
    : groups.data?.find(({ prefix }) => prefix === grade.prefix)
  const options = (stage?.grades ?? [])
    .filter(({ gradeId }) => gradeId === null)
    .map(({ gradeNo, gradeName }) => ({ value: gradeNo, label: gradeName }))

  const handleFinish = async ({ gradeNo }: Values) => {
    if (gradeNo === undefined) return
    if ((await edit.send({ gradeId: grade.gradeId, gradeNo, version: grade.version })).ok) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open}
      title={`更正年级 ${grade.gradeName}`}
      width={420}
      okText="保存"
      okButtonProps={{ disabled: options.length === 0 }}
      confirmLoading={edit.sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        只用于年级建错时更正，{grade.classCount} 个班级、{grade.studentCount}{' '}
        名学生随之更正。新学年升级请用“学年升级”。
      </Typography.Paragraph>
      <Form.Item
        name="gradeNo"
        label="更正为"
        rules={[{ required: true, message: '请选择年级' }]}
        extra={
          stage && options.length === 0 ? `${grade.prefixName}的年级都已建立，没有可更正的年级` : undefined
        }
      >
        <SelectDropdown options={options} disabled={options.length === 0} />
      </Form.Item>
    </FormModal>
  )
}
