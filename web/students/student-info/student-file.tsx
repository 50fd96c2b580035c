import { Button, Col, Descriptions, Flex, Row, Skeleton, Typography } from 'antd'
import { Suspense } from 'react'
import type { StudentDetail } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { formatDate, formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EnrolmentTimeline } from '../history-parts/enrolment-timeline.tsx'
import { FileSection } from '../history-parts/file-section.tsx'
import { type FullNumbers, identityItems, Secret } from '../history-parts/identity-items.tsx'
import { SchoolsAttended } from '../history-parts/schools-attended.tsx'
import styles from '../history-parts/student-file.module.css'
import { FileHeader } from './file-header.tsx'
import { SHOWN_SECONDS, useBrieflyShown } from './use-briefly-shown.ts'

const RevealDialog = lazyPart(async () => (await import('./reveal-dialog.tsx')).RevealDialog)
const StudentScreenings = lazyPart(
  async () => (await import('#web/widgets/student/student-screenings.tsx')).StudentScreenings,
)
const StudentVisits = lazyPart(
  async () => (await import('#web/widgets/visit/student-visits.tsx')).StudentVisits,
)
const FaceSection = lazyPart(async () => (await import('./face-section.tsx')).FaceSection)

type Props = { student: StudentDetail; onChanged: () => void }

export function StudentFile({ student, onChanged }: Props) {
  const maySeeSchools = useAllowed(['studentView', 'studentHistory', 'studentHistoryInfo'])
  const mayTakeFace = useAllowed(['studentFace']) && student.faceEnabled
  return (
    <Flex vertical gap="middle" className={styles.studentFile}>
      <FileHeader student={student} />
      <Identity student={student} />
      {maySeeSchools && (
        <FileSection title="历次筛查">
          <Suspense fallback={<Skeleton active />}>
            <StudentScreenings studentId={student.studentId} />
          </Suspense>
        </FileSection>
      )}
      {maySeeSchools && (
        <FileSection title="就诊记录">
          <Suspense fallback={<Skeleton active />}>
            <StudentVisits studentId={student.studentId} recordable={student.leftAs === null} />
          </Suspense>
        </FileSection>
      )}
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={maySeeSchools || mayTakeFace ? 14 : 24}>
          <FileSection title="就读经历">
            <EnrolmentTimeline enrolments={student.enrolments} />
          </FileSection>
        </Col>
        <Col xs={24} lg={10}>
          <Flex vertical gap="middle">
            {maySeeSchools && (
              <FileSection title="就读过的学校">
                <SchoolsAttended studentId={student.studentId} />
              </FileSection>
            )}
            {mayTakeFace && (
              <div className={styles.studentFileScreen}>
                <Suspense fallback={null}>
                  <FaceSection student={student} onChanged={onChanged} />
                </Suspense>
              </div>
            )}
          </Flex>
        </Col>
      </Row>
      <PaperNote student={student} />
    </Flex>
  )
}

function Identity({ student }: { student: StudentDetail }) {
  const full = useBrieflyShown<FullNumbers>()
  const reveal = useDialog(RevealDialog, {
    studentId: student.studentId,
    name: student.name,
    seconds: SHOWN_SECONDS,
    onRevealed: full.show,
  })
  return (
    <FileSection
      title="身份信息"
      extra={
        <Allowed any={['studentReveal']}>
          <Flex gap="small" align="center" wrap className={styles.studentFileScreen}>
            {full.value ? (
              <>
                <Typography.Text type="warning">
                  {full.secondsLeft} 秒后重新隐藏，本次查看已记录
                </Typography.Text>
                <Button onClick={full.hide}>立即隐藏</Button>
              </>
            ) : (
              <Button onClick={() => reveal.show()}>查看完整信息</Button>
            )}
          </Flex>
        </Allowed>
      }
    >
      <Descriptions
        column={{ xs: 1, md: 2, xl: 3 }}
        bordered
        size="small"
        classNames={{ label: layout.width124 }}
        items={[
          ...nameItems(student, full.value),
          ...identityItems(student, full.value),
          ...faceItems(student),
        ]}
      />
      {reveal.element}
    </FileSection>
  )
}

/** Where the heading has it masked; not on paper. */
const nameItems = ({ name }: StudentDetail, full: FullNumbers | undefined) => {
  if (!full || full.name === name) return []
  const shown = <Secret masked={name} full={full.name} />
  return [{ key: 'name', label: '姓名', children: shown }]
}

function faceItems({ faceEnabled, faceConsent, faceCollected }: StudentDetail) {
  if (!faceEnabled) return []
  return [
    { key: 'consent', label: '人脸采集意见', children: faceConsent ? '监护人已同意' : '监护人未同意' },
    { key: 'face', label: '人脸照片', children: faceCollected ? '已采集' : '未采集' },
  ]
}

/** What a printed file says about itself. */
function PaperNote({ student }: { student: StudentDetail }) {
  const { user } = useSession()
  return (
    <div className={styles.studentFilePaper}>
      资料更新于 {formatDate(student.updatedAt)}；{user?.orgName} {user?.realName} 于{' '}
      {formatDateTime(new Date())} 打印，仅供工作使用，请妥善保管
    </div>
  )
}
