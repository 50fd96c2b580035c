import { Flex, Segmented, Table, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Sex } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Explanation, FigureStudent } from '#contract/eyesight/figures/figure-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { Pagination } from '#web/widgets/list/pagination.tsx'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { equivalentShown, visionText } from '#web/widgets/student/reading-text.ts'
import type { ExplainInput } from './figure-asked.ts'

type Part = 'numerator' | 'denominator'
type Props = { asked: ExplainInput; explanation: Explanation }

/** The students behind a number, page by page. */
export function FigureStudents({ asked, explanation }: Props) {
  const [part, setPart] = useState<Part>('numerator')
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const names = useNameDisclosure()
  const list = useCall(eyesightEndpoints.figureStudents, { ...asked, part, ...page, ...names.asked })
  const linked = useAllowed(['studentView'])
  const parts = [
    { value: 'numerator' as const, label: explanation.numeratorLabel },
    ...(explanation.denominatorLabel
      ? [{ value: 'denominator' as const, label: explanation.denominatorLabel }]
      : []),
  ]
  return (
    <section className={layout.above20}>
      <Flex justify="space-between" align="center" className={layout.below12}>
        <Typography.Title level={5} className={layout.noMargin}>
          学生
        </Typography.Title>
        {names.button}
      </Flex>
      {parts.length > 1 && (
        <Segmented<Part>
          options={parts}
          value={part}
          onChange={(chosen) => {
            setPart(chosen)
            setPage({ ...page, pageNum: 1 })
          }}
          className={layout.below12}
        />
      )}
      <Table<FigureStudent>
        size="small"
        rowKey="recordId"
        loading={list.isFetching}
        dataSource={list.data?.list ?? []}
        pagination={false}
        locale={{ emptyText: list.error ? '加载失败，请重新打开' : '没有学生' }}
        columns={[
          {
            title: '姓名',
            render: (_, row) =>
              linked ? (
                <Link to={`/schools/student-info?studentId=${row.studentId}`}>{row.studentName}</Link>
              ) : (
                row.studentName
              ),
          },
          { title: '性别', dataIndex: 'sex', render: Sex.label, width: 52 },
          {
            title: '学校班级',
            render: (_, row) => (
              <Link to={`/eyesight/class-details?taskId=${row.taskId}&classId=${row.classId}`}>
                {row.schoolName} {row.gradeName}
                {row.className}
              </Link>
            ),
          },
          {
            title: '裸眼 右/左',
            width: 92,
            render: (_, { fields }) => `${visionText(fields.nakedRight)} / ${visionText(fields.nakedLeft)}`,
          },
          {
            title: '等效球镜 右/左',
            width: 132,
            render: (_, { conclusion }) =>
              `${equivalentShown(conclusion.seRight)} / ${equivalentShown(conclusion.seLeft)}`,
          },
          { title: '结论', dataIndex: ['conclusion', 'text'] },
        ]}
      />
      {(list.data?.total ?? 0) > 0 && (
        <div className={layout.above12}>
          <Pagination total={list.data?.total ?? 0} {...page} onChange={setPage} />
        </div>
      )}
    </section>
  )
}
