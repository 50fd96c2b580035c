import { Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentDetail } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { PrintLink } from '#web/widgets/print/print-link.tsx'
import { LeftTag } from '../history-parts/history-columns.tsx'
import { PrintButton } from '../history-parts/print-button.tsx'
import styles from '../history-parts/student-file.module.css'
import { StudentHeading } from '../history-parts/student-heading.tsx'

/** Name, where the student is now, and the way to paper. */
export function FileHeader({ student }: { student: StudentDetail }) {
  const print = useSend(studentEndpoints.printStudent, {
    refreshes: [studentEndpoints.studentViewers],
    success: false,
  })
  return (
    <StudentHeading
      student={student}
      status={
        <>
          {student.leftAs === null ? <Tag color="processing">在校</Tag> : <LeftTag type={student.leftAs} />}
          {student.leftOn && <Typography.Text type="secondary">{student.leftOn}</Typography.Text>}
        </>
      }
      place={<Whereabouts student={student} />}
    >
      <Allowed any={['studentView']}>
        <Flex gap="small" className={styles.studentFileScreen}>
          <PrintLink choice={{ studentIds: [student.studentId] }}>视力档案与表格</PrintLink>
          <PrintButton
            recording={print.sending}
            onRecord={() => print.send({ studentId: student.studentId })}
          />
        </Flex>
      </Allowed>
    </StudentHeading>
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
