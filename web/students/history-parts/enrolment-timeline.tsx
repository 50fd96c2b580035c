import { Flex, Tag, Timeline, Typography } from 'antd'
import { schoolYearName } from '#contract/schools/grades.ts'
import type { EnrolmentRow } from '#contract/students/schemas.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LeftTag } from './history-columns.tsx'

/** Where the student was, when, and how it ended; the latest first. */
export function EnrolmentTimeline({ enrolments }: { enrolments: readonly EnrolmentRow[] }) {
  if (enrolments.length === 0) return <EmptyState title="没有就读记录" />
  const latestFirst = enrolments.toSorted(
    (one, other) => other.fromOn.localeCompare(one.fromOn) || other.recordId - one.recordId,
  )
  return (
    <Timeline
      items={latestFirst.map((enrolment, index) => ({
        key: `${enrolment.recordId} ${enrolment.fromOn}`,
        color: enrolment.toOn === null ? 'green' : 'gray',
        content: <Stay enrolment={enrolment} next={latestFirst[index - 1]} />,
      }))}
    />
  )
}

type StayProps = { enrolment: EnrolmentRow; next: EnrolmentRow | undefined }

function Stay({ enrolment: { orgName, gradeName, className, ...stay }, next }: StayProps) {
  return (
    <Flex vertical gap={2}>
      <Flex gap="small" align="center" wrap>
        <Typography.Text strong>{orgName}</Typography.Text>
        <span>
          {gradeName}
          {className}
        </span>
        {stay.toOn === null ? <Tag color="processing">在读</Tag> : <Ending stay={stay} next={next} />}
      </Flex>
      <Typography.Text type="secondary">
        {stay.fromOn} 至 {stay.toOn ?? '今'} · {schoolYearName(stay.schoolYear)}
      </Typography.Text>
      {stay.reason && <Typography.Text type="secondary">原因：{stay.reason}</Typography.Text>}
    </Flex>
  )
}

/** One enrolment goes on through the grades of its class: where the next line is of the same, the class moved up. */
function Ending({
  stay,
  next,
}: {
  stay: Pick<EnrolmentRow, 'recordId' | 'historyType'>
  next?: EnrolmentRow
}) {
  if (stay.historyType !== null) return <LeftTag type={stay.historyType} />
  return <Tag>{next?.recordId === stay.recordId ? '升级' : '校内调班'}</Tag>
}
