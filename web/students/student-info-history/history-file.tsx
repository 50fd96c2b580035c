import { Button, Col, Descriptions, Flex, Row, Skeleton, Typography } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { HistoryStatus } from '#contract/core/codes.ts'
import { schoolYearName } from '#contract/schools/grades.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { HistoryInfo } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EnrolmentTimeline } from '../history-parts/enrolment-timeline.tsx'
import { FileSection } from '../history-parts/file-section.tsx'
import { LeftTag, NOT_RECOVERABLE } from '../history-parts/history-columns.tsx'
import { identityItems } from '../history-parts/identity-items.tsx'
import { PrintButton } from '../history-parts/print-button.tsx'
import { SchoolsAttended } from '../history-parts/schools-attended.tsx'
import styles from '../history-parts/student-file.module.css'
import { StudentHeading } from '../history-parts/student-heading.tsx'

const RecoverDialog = lazyPart(
  async () => (await import('../history-parts/recover-dialog.tsx')).RecoverDialog,
)
const StudentVisits = lazyPart(
  async () => (await import('#web/widgets/visit/student-visits.tsx')).StudentVisits,
)

const IN_COLUMNS = {
  column: { xs: 1, md: 2, xl: 3 },
  bordered: true,
  size: 'small',
  classNames: { label: layout.width124 },
} as const

export function HistoryFile({ record }: { record: HistoryInfo }) {
  return (
    <Flex vertical gap="middle" className={styles.studentFile}>
      <Heading record={record} />
      <FileSection title="离校情况">
        <Descriptions {...IN_COLUMNS} items={leavingItems(record)} />
      </FileSection>
      <FileSection title="身份信息">
        <Descriptions {...IN_COLUMNS} items={identityItems(record)} />
      </FileSection>
      <FileSection title="就诊记录">
        <Suspense fallback={<Skeleton active />}>
          <StudentVisits studentId={record.studentId} />
        </Suspense>
      </FileSection>
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={15}>
          <FileSection title="就读经历">
            <EnrolmentTimeline enrolments={record.enrolments} />
          </FileSection>
        </Col>
        <Col xs={24} lg={9}>
          <FileSection title="就读过的学校">
            <SchoolsAttended studentId={record.studentId} />
          </FileSection>
        </Col>
      </Row>
    </Flex>
  )
}

function Heading({ record }: { record: HistoryInfo }) {
  const print = useSend(studentEndpoints.printHistory, { success: false })
  return (
    <StudentHeading
      student={record}
      status={<LeftTag type={record.historyType} />}
      place={
        <Typography.Text>{`离校前：${record.orgName} ${record.gradeName}${record.className}`}</Typography.Text>
      }
    >
      <Flex gap="small" align="center" className={styles.studentFileScreen}>
        <PrintButton recording={print.sending} onRecord={() => print.send({ recordId: record.recordId })} />
        {record.recoverable ? (
          <Recovery record={record} />
        ) : (
          <Typography.Text type="secondary">{NOT_RECOVERABLE}，不能恢复</Typography.Text>
        )}
      </Flex>
    </StudentHeading>
  )
}

function Recovery({ record }: { record: HistoryInfo }) {
  const navigate = useNavigate()
  const mayView = useAllowed(['studentView', 'studentAdd', 'studentEdit'])
  // The record is history no longer: on to the student, who is back in school.
  const next = mayView ? `/schools/student-info?studentId=${record.studentId}` : '/schools/student-history'
  const recover = useDialog(RecoverDialog, { onRecovered: () => void navigate(next, { replace: true }) })
  return (
    <Allowed any={['studentRecover']}>
      <Button type="primary" onClick={() => recover.show({ rows: [record] })}>
        恢复
      </Button>
      {recover.element}
    </Allowed>
  )
}

function leavingItems(record: HistoryInfo) {
  const blank = <Typography.Text type="secondary">未填写</Typography.Text>
  return [
    { key: 'type', label: '去向', children: HistoryStatus.label(record.historyType) },
    { key: 'on', label: '离校日期', children: record.leftOn },
    { key: 'year', label: '离校学年', children: schoolYearName(record.schoolYear) },
    { key: 'by', label: '经办人', children: record.endedBy ?? blank },
    { key: 'reason', label: '原因', children: record.reason || blank, span: 'filled' as const },
  ]
}
