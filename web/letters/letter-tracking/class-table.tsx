import { Table, type TableColumnType, Tag } from 'antd'
import type { LetterClass } from '#contract/letters/letter-schemas.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ClassActions } from './class-actions.tsx'

type Count = Exclude<
  keyof LetterClass,
  'taskId' | 'classId' | 'schoolName' | 'className' | 'listed' | 'remindedAt'
>

const COUNTS: readonly { count: Count; title: string; width: number; marked?: boolean }[] = [
  { count: 'screened', title: '可告知', width: 72 },
  { count: 'printed', title: '已打印', width: 72 },
  { count: 'opened', title: '已查看', width: 72 },
  { count: 'acknowledged', title: '已知晓', width: 72 },
  { count: 'referred', title: '建议就诊', width: 84 },
  { count: 'visited', title: '已就诊', width: 72 },
  { count: 'overdue', title: '逾期未就诊', width: 98, marked: true },
  { count: 'corrected', title: '待重新打印', width: 98, marked: true },
  { count: 'locked', title: '已锁定', width: 72, marked: true },
]

type Props = {
  planId: number
  rows: readonly LetterClass[]
  onOpen: (classId: number) => void
}

/** The letters of every class; a class opens its students. */
export function ClassTable({ planId, rows, onOpen }: Props) {
  const columns: TableColumnType<LetterClass>[] = [
    {
      title: '班级',
      render: (_, { classId, className }) => (
        <LinkButton onClick={() => onOpen(classId)}>{className}</LinkButton>
      ),
    },
    ...COUNTS.map(
      ({ count, title, width, marked }): TableColumnType<LetterClass> => ({
        title,
        width,
        align: 'right',
        render: (_, row) =>
          marked && row[count] > 0 ? (
            <Tag color="warning">{formatNumber(row[count])}</Tag>
          ) : (
            formatNumber(row[count])
          ),
      }),
    ),
    {
      title: '上次提醒',
      width: 146,
      render: (_, { remindedAt }) => remindedAt && formatDateTime(remindedAt),
    },
    { title: '操作', width: 210, render: (_, row) => <ClassActions planId={planId} row={row} /> },
  ]
  const sumOf = (count: Count) => rows.reduce((sum, row) => sum + row[count], 0)
  return (
    <Table<LetterClass>
      size="middle"
      sticky
      rowKey={({ taskId, classId }) => `${taskId} ${classId}`}
      dataSource={[...rows]}
      columns={columns}
      pagination={false}
      summary={() =>
        rows.length > 1 && (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>
              <b>合计</b>
            </Table.Summary.Cell>
            {COUNTS.map(({ count }, nth) => (
              <Table.Summary.Cell key={count} index={nth + 1} align="right">
                {formatNumber(sumOf(count))}
              </Table.Summary.Cell>
            ))}
            <Table.Summary.Cell index={COUNTS.length + 1} colSpan={2} />
          </Table.Summary.Row>
        )
      }
    />
  )
}
