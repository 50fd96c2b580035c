import { Alert, Form, Typography } from 'antd'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { GroupedDropdown } from '#web/widgets/select/grouped-dropdown.tsx'
import { classGroupsOf, gradeOfClass, useGrades } from '../../parts/class-groups.ts'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'
import { namesOf } from '../../parts/student-labels.ts'

type Values = { newClassId?: number }
type Props = { open: boolean; students: StudentRow[]; onClose: () => void; onDone: () => void }

/** To another class of the same school, at once. */
export function MoveDialog({ open, students, onClose, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const newClassId = Form.useWatch('newClassId', form)
  const { grades = [], isFetching } = useGrades(students[0]?.orgId)
  const move = useSend(studentEndpoints.moveStudents, { refreshes: ROSTER_REFRESHES, success: false, form })

  const classIds = new Set(students.map(({ classId }) => classId))
  const groups = classGroupsOf(grades, { except: classIds.size === 1 ? students[0]?.classId : undefined })
  const target = gradeOfClass(grades, newClassId)
  const others = target ? students.filter(({ gradeId }) => gradeId !== target.gradeId) : []
  const targetName = groups.flatMap(({ items }) => items).find(({ value }) => value === newClassId)?.label

  const handleFinish = async (values: Values) => {
    if (values.newClassId === undefined) return
    const studentIds = students.map(({ studentId }) => studentId)
    const moved = await move.send({ studentIds, newClassId: values.newClassId })
    if (!moved.ok) return
    notifySuccess(`已将 ${moved.data.changed} 名学生调到${targetName ?? '新班级'}`)
    onDone()
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open}
      title={students.length === 1 ? `调班 ${students[0]?.name}` : `批量调班（${students.length} 人）`}
      width={460}
      okText="确认调班"
      confirmLoading={move.sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        {classIds.size === 1
          ? `${namesOf(students)}，现在 ${students[0]?.gradeName}${students[0]?.className}`
          : `${namesOf(students)}，来自 ${classIds.size} 个班级`}
      </Typography.Paragraph>
      <Form.Item name="newClassId" label="调到" rules={[{ required: true, message: '请选择班级' }]}>
        <GroupedDropdown groups={groups} loading={isFetching} placeholder="请选择班级，可输入名称查找" />
      </Form.Item>
      {others.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${others.length} 名学生将换到另一个年级（${target?.gradeName}）`}
        />
      )}
    </FormModal>
  )
}
