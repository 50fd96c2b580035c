import { Typography } from 'antd'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'
import { namesOf } from '../../parts/student-labels.ts'
import { BlockedStudents } from './blocked-students.tsx'
import { useChangeCheck } from './use-change-check.ts'

type Props = { open: boolean; students: StudentRow[]; onClose: () => void; onDone: () => void }

/** For those entered by mistake; who is tied to records stays, with the reason. */
export function DeleteDialog({ open, students, onClose, onDone }: Props) {
  const check = useChangeCheck(students, 'delete', open)
  const remove = useSend(studentEndpoints.deleteStudents, { refreshes: ROSTER_REFRESHES, success: false })
  const { free, blocked } = check

  const handleOk = async () => {
    const removed = await remove.send({ studentIds: free.map(({ studentId }) => studentId) })
    if (!removed.ok) return
    notifySuccess(`已删除 ${removed.data.changed} 名学生`)
    onDone()
    onClose()
  }
  return (
    <PageModal
      open={open}
      title={students.length === 1 ? `删除 ${students[0]?.name}` : `批量删除（${students.length} 人）`}
      width={460}
      okText={blocked.length > 0 && free.length > 0 ? `删除其余 ${free.length} 人` : '删除'}
      okButtonProps={{ danger: true, disabled: free.length === 0 }}
      cancelText={check.checked && free.length === 0 ? '关闭' : '取消'}
      confirmLoading={remove.sending}
      onOk={handleOk}
      onCancel={onClose}
    >
      <BlockedStudents check={check} verb="删除" />
      {free.length > 0 && (
        <>
          <Typography.Paragraph>将删除：{namesOf(free)}</Typography.Paragraph>
          <Typography.Text type="secondary">
            删除只用于误建的学生，删除后不能恢复。学生离校请办理转出或毕业。
          </Typography.Text>
        </>
      )}
    </PageModal>
  )
}
