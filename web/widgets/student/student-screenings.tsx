import { Alert, Empty, Flex, Table, type TableColumnType, Tag, Typography } from 'antd'
import { useMemo } from 'react'
import { Glasses } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { StudentRecord } from '#contract/eyesight/record-schemas.ts'
import { WARNING_LEGEND } from '#contract/eyesight/warning-words.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { axisText, dioptreText, equivalentShown, visionText } from './reading-text.ts'
import styles from './student.module.css'
import { StudentCurves } from './student-curves.tsx'
import { WarningTag } from './warning-tag.tsx'

/** Every screening of one student: the curves against age, and the table they are drawn from. */
export function StudentScreenings({ studentId }: { studentId: number }) {
  const records = useCall(eyesightEndpoints.screeningRecord, { studentId })
  const columns = useMemo(screeningColumns, [])
  if (records.error && !records.data) {
    return <Alert type="error" showIcon title={`筛查记录无法打开：${records.error.message}`} />
  }
  if (records.data?.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有筛查记录：参加筛查后在此显示" />
  }
  return (
    <Flex vertical gap="middle">
      <StudentCurves studentId={studentId} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must do so by keyboard too */}
      <section className="scroll-sideways" aria-label="历次筛查记录" tabIndex={0}>
        <Table<StudentRecord>
          size="small"
          rowKey="recordId"
          columns={columns}
          loading={records.isFetching && !records.data}
          dataSource={records.data ?? []}
          pagination={false}
          className={styles.screenings}
        />
      </section>
      <Typography.Text type="secondary">{WARNING_LEGEND}</Typography.Text>
    </Flex>
  )
}

const pair = (title: string, of: (row: StudentRecord) => [string, string], width = 116) =>
  ({
    title: `${title} 右/左`,
    width,
    render: (_, row) => of(row).join(' / '),
  }) satisfies TableColumnType<StudentRecord>

function screeningColumns(): TableColumnType<StudentRecord>[] {
  return [
    {
      title: '检查日期',
      width: 108,
      render: (_, { fields }) => fields.checkedOn ?? '未筛查',
    },
    { title: '计划', dataIndex: 'planName', width: 220 },
    {
      title: '学校班级',
      width: 210,
      render: (_, row) => `${row.schoolName} ${row.gradeName}${row.className}`,
    },
    { title: '戴镜', width: 96, render: (_, { fields }) => Glasses.label(fields.glasses) || '—' },
    pair('裸眼', ({ fields }) => [visionText(fields.nakedRight), visionText(fields.nakedLeft)], 96),
    pair('戴镜', ({ fields }) => [visionText(fields.correctedRight), visionText(fields.correctedLeft)], 96),
    pair('球镜', ({ fields }) => [dioptreText(fields.sphereRight), dioptreText(fields.sphereLeft)]),
    pair('柱镜', ({ fields }) => [dioptreText(fields.cylinderRight), dioptreText(fields.cylinderLeft)]),
    pair('轴位', ({ fields }) => [axisText(fields.axisRight), axisText(fields.axisLeft)], 88),
    pair(
      '等效球镜',
      ({ conclusion }) => [equivalentShown(conclusion.seRight), equivalentShown(conclusion.seLeft)],
      132,
    ),
    { title: '结论', width: 200, render: (_, { conclusion }) => conclusion.text },
    {
      title: '预警',
      width: 76,
      render: (_, { conclusion }) => <WarningTag level={conclusion.warningLevel} />,
    },
    {
      title: '建议就诊',
      width: 84,
      render: (_, { conclusion }) => conclusion.referral && <Tag color="error">建议就诊</Tag>,
    },
    { title: '筛查机构', dataIndex: 'executorName', width: 180 },
  ]
}
