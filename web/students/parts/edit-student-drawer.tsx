import { Button, Drawer, Flex, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { numberTakenMessage } from './number-taken.ts'
import { ROSTER_REFRESHES } from './roster-refreshes.ts'
import { StudentForm } from './student-form.tsx'
import { inputOf, numberFieldOf, type StudentFormValues, studentFormValues } from './student-values.ts'

type Props = {
  open: boolean
  student: Pick<StudentRow, 'studentId' | 'name'>
  onClose: () => void
}

/** Changes one student; numbers and phone are changed only where they are typed again. */
export function EditStudentDrawer({ open, student, onClose }: Props) {
  const { studentId } = student
  const [form] = Form.useForm<StudentFormValues>()
  const answer = useCall(studentEndpoints.studentDetail, { studentId }, { enabled: open })
  // What was read for an earlier look may carry an older version.
  const detail = answer.isFetchedAfterMount && !answer.isPlaceholderData ? answer.data : undefined
  // Read again it may be somebody else's: what is in the form goes over the version it was filled from.
  const [version, setVersion] = useState<number>()
  if (detail && version === undefined) setVersion(detail.version)
  const edit = useSend(studentEndpoints.editStudent, {
    refreshes: ROSTER_REFRESHES,
    success: '学生信息已保存',
    form,
  })

  const handleFinish = async (values: StudentFormValues) => {
    if (version === undefined) return
    const saved = await edit.send({ ...inputOf(values), studentId, version })
    if (saved.ok) return onClose()
    const field = numberFieldOf(values.studentType)
    const message = numberTakenMessage(saved.error)
    if (message && field) form.setFields([{ name: field, errors: [message] }])
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`编辑学生 ${student.name}`}
      size={600}
      destroyOnHidden
      mask={{ closable: false }}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={edit.sending} disabled={!detail} onClick={() => form.submit()}>
            保存
          </Button>
        </Flex>
      }
    >
      {detail && (
        <StudentForm
          form={form}
          initialValues={studentFormValues(detail)}
          stored={detail}
          onFinish={handleFinish}
        />
      )}
      {!detail && answer.isFetching && <Skeleton active paragraph={{ rows: 10 }} />}
      {!detail && !answer.isFetching && answer.error && (
        <EmptyState
          title="学生信息加载失败"
          hint={answer.error.message}
          action={<Button onClick={() => void answer.refetch()}>重试</Button>}
        />
      )}
    </Drawer>
  )
}
