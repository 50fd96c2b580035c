import { type TableProps, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { HistoryStatus, Sex } from '#contract/core/codes.ts'
import type { HistoryRow } from '#contract/students/schemas.ts'

type Columns = NonNullable<TableProps<HistoryRow>['columns']>

/** Why somebody cannot be taken back. */
export const NOT_RECOVERABLE = '已在其他学校就读'

/** Width of the table below which it scrolls sideways. */
export const HISTORY_MIN_WIDTH = 970

export function historyColumns(
  actions: (row: HistoryRow) => ReactNode,
  { withSchool }: { withSchool: boolean },
): Columns {
  const school: Columns = [{ title: '学校', dataIndex: 'orgName', width: 164, ellipsis: true }]
  return [
    { title: '姓名', dataIndex: 'name', width: 96, fixed: 'start', ellipsis: true },
    { title: '性别', dataIndex: 'sex', width: 56, render: (sex: number) => Sex.label(sex) },
    ...(withSchool ? school : []),
    {
      title: '离校时班级',
      width: 116,
      ellipsis: true,
      render: (_, row) => `${row.gradeName}${row.className}`,
    },
    {
      title: '去向',
      dataIndex: 'historyType',
      width: 76,
      render: (type: number) => <LeftTag type={type} />,
    },
    { title: '离校日期', dataIndex: 'leftOn', width: 104 },
    { title: '出生日期', dataIndex: 'birthDate', width: 104 },
    {
      title: '证件号',
      width: 154,
      render: (_, row) => row.idCard ?? row.passportNo ?? <Missing>无证件</Missing>,
    },
    {
      title: '原因',
      dataIndex: 'reason',
      ellipsis: true,
      render: (reason: string | null) => reason || <Missing>未填写</Missing>,
    },
    { title: '操作', width: 116, fixed: 'end', render: (_, row) => actions(row) },
  ]
}

export function LeftTag({ type }: { type: number | null }) {
  const graduated = type === HistoryStatus.code.graduated
  return <Tag color={graduated ? 'success' : 'warning'}>{HistoryStatus.label(type)}</Tag>
}

function Missing({ children }: { children: string }) {
  return <Typography.Text type="secondary">{children}</Typography.Text>
}
