import { Alert, Table } from 'antd'
import type { ApprovalDetail } from '#contract/approvals/schemas.ts'
import { DetailBlock } from './detail-block.tsx'

type Correction = NonNullable<ApprovalDetail['correction']>

/** The corrected readings and the conclusion from them. */
export function CorrectionBlock({ correction }: { correction: Correction }) {
  const { conclusionBefore, conclusionAfter, fields, obstacle } = correction
  return (
    <>
      {obstacle && <Alert type="warning" showIcon title={obstacle} />}
      <DetailBlock
        title="更正对象"
        items={[
          {
            key: 'student',
            label: '学生',
            children: `${correction.studentName}（${correction.sexName}，${correction.age}岁）`,
          },
          { key: 'class', label: '学校班级', children: `${correction.schoolName} ${correction.className}` },
          { key: 'plan', label: '筛查计划', children: correction.planName },
          { key: 'executor', label: '承担机构', children: correction.executorName },
        ]}
      />
      <Table<Correction['fields'][number]>
        size="small"
        rowKey="label"
        dataSource={[...fields, { label: '结论', before: conclusionBefore, after: conclusionAfter }]}
        pagination={false}
        columns={[
          { title: '项目', dataIndex: 'label' },
          { title: '原结果', dataIndex: 'before' },
          {
            title: '更正为',
            dataIndex: 'after',
            render: (after: string, { before }) => (after === before ? after : <b>{after}</b>),
          },
        ]}
      />
    </>
  )
}
