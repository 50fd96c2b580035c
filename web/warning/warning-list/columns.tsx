import { type TableColumnType, Tag, Tooltip } from 'antd'
import { Link } from 'react-router'
import { LetterState } from '#contract/eyesight/letter-state.ts'
import { WarningScope } from '#contract/warning/rules.ts'
import type { WarningRow } from '#contract/warning/warning-schemas.ts'
import { WarningTag } from '#web/widgets/student/warning-tag.tsx'
import { DueText } from '../parts/due-text.tsx'
import { StatusTag } from '../parts/status-tag.tsx'
import type { TabScope } from './scope-tabs.ts'
import styles from './warning-list.module.css'

const { student, class: klass, school } = WarningScope.code
type Column = TableColumnType<WarningRow> & { width: number }

const LETTER_COLORS: Record<string, string | undefined> = {
  printed: 'blue',
  opened: 'gold',
  acknowledged: 'success',
}

export const detailAddress = ({ warningId }: Pick<WarningRow, 'warningId'>): string =>
  `/warning/warning-detail?warningId=${warningId}`

/** As much as a window of 1366 leaves; a wider one gives more. */
const REASONS_WIDTH = { withSchool: 234, alone: 262 }

/** What a tab shows of its warnings; with the school where several can be listed. */
export function warningColumns(tab: TabScope, withSchool: boolean): Column[] {
  return [
    { title: '级别', width: 64, render: (_, { level }) => <WarningTag level={level} /> },
    ...subjectColumns(tab, withSchool),
    {
      title: '预警原因',
      width: withSchool ? REASONS_WIDTH.withSchool : REASONS_WIDTH.alone,
      render: (_, { reasons }) => <Reasons reasons={reasons} />,
    },
    { title: '状态', width: 80, render: (_, row) => <StatusTag {...row} /> },
    { title: '生成日期', width: 100, dataIndex: 'raisedOn' },
    { title: '应处理期限', width: 104, render: (_, row) => <DueText {...row} /> },
    ...(tab === student ? OF_STUDENTS : []),
    { title: '操作', width: 56, fixed: 'end', render: (_, row) => <Link to={detailAddress(row)}>查看</Link> },
  ]
}

const SELECT_WIDTH = 48

export const tableWidth = (columns: readonly Column[], withSelection: boolean): number =>
  columns.reduce((sum, { width }) => sum + width, withSelection ? SELECT_WIDTH : 0)

function subjectColumns(tab: TabScope, withSchool: boolean): Column[] {
  switch (tab) {
    case student:
      return [
        { title: '姓名', width: 84, dataIndex: 'name' },
        {
          title: withSchool ? '学校班级' : '班级',
          width: withSchool ? 170 : 104,
          render: (_, row) => (
            <>
              {withSchool && <div>{row.schoolName}</div>}
              <span className={withSchool ? styles.belowName : undefined}>{row.className}</span>
            </>
          ),
        },
      ]
    case klass:
      return [
        { title: '班级', width: 110, dataIndex: 'className' },
        ...(withSchool ? [{ title: '学校', width: 200, dataIndex: 'schoolName' }] : []),
      ]
    case school:
      return [
        { title: '学校', width: 200, dataIndex: 'unitName' },
        { title: '地区', width: 130, dataIndex: 'areaName' },
      ]
    default:
      return [
        { title: '地区', width: 160, dataIndex: 'unitName' },
        { title: '级次', width: 72, render: (_, { scope }) => WarningScope.label(scope) },
      ]
  }
}

const OF_STUDENTS: readonly Column[] = [
  {
    title: '告知书',
    width: 80,
    render: (_, { letter }) =>
      letter === null ? (
        <span title="不需要就诊">—</span>
      ) : (
        <Tag color={LETTER_COLORS[letter]}>{LetterState.label(letter)}</Tag>
      ),
  },
  { title: '就诊日期', width: 100, render: (_, { visitedOn }) => visitedOn ?? '—' },
]

/** Three lines; all of them under the pointer. */
function Reasons({ reasons }: Pick<WarningRow, 'reasons'>) {
  const text = reasons.join('；')
  return (
    <Tooltip title={text}>
      <span className={styles.reasons}>{text}</span>
    </Tooltip>
  )
}
