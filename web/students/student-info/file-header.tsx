import { Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { Sex } from '#contract/core/codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentDetail } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { LeftTag } from '../history-parts/history-columns.tsx'
import { PrintButton } from '../history-parts/print-button.tsx'

/** Name, where the student is now, and the way to paper. */
export function FileHeader({ student }: { student: StudentDetail }) {
  const print = useSend(studentEndpoints.printStudent, {
    refreshes: [studentEndpoints.studentViewers],
    success: false,
  })
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="middle" wrap>
        <Flex vertical gap={4}>
          <Flex gap="small" align="center" wrap>
            <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
              {student.name}
            </Typography.Title>
            <span>{Sex.label(student.sex)}</span>
            {student.leftAs === null ? <Tag color="processing">在校</Tag> : <LeftTag type={student.leftAs} />}
            {student.leftOn && <Typography.Text type="secondary">{student.leftOn}</Typography.Text>}
          </Flex>
          <Whereabouts student={student} />
        </Flex>
        <Allowed any={['studentView']}>
          <div className="student-file-screen">
            <PrintButton
              recording={print.sending}
              onRecord={() => print.send({ studentId: student.studentId })}
            />
          </div>
        </Allowed>
      </Flex>
    </Panel>
  )
}

function Whereabouts({ student }: { student: StudentDetail }) {
  const mayOpenRoster = useAllowed(['students'])
  const { orgId, orgName, classId } = student
  const className = student.gradeName + student.className
  if (classId === null) return <Typography.Text>{`离校前：${orgName} ${className}`}</Typography.Text>
  return (
    <Flex gap="small" wrap>
      <span>{orgName}</span>
      {mayOpenRoster ? (
        <Link to={`/schools/students-manage?orgId=${orgId}&classId=${classId}`}>{className}</Link>
      ) : (
        <span>{className}</span>
      )}
    </Flex>
  )
}
