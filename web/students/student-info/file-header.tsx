import { PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { Sex } from '#contract/core/codes.ts'
import type { StudentDetail } from '#contract/students/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { LeftTag } from '../history-parts/history-columns.tsx'

/** Name, where the student is now, and the way to paper. */
export function FileHeader({ student }: { student: StudentDetail }) {
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
        <Button className="student-file-screen" icon={<PrinterOutlined />} onClick={() => window.print()}>
          打印
        </Button>
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
