import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CityProperty, SchoolLevel, SchoolNewType } from '#contract/core/codes.ts'
import { SchoolPageQuery, type SchoolRow } from '#contract/schools/schemas.ts'
import { AREA_COLUMN, CONTACT_COLUMN, countColumn, STATUS_COLUMN } from '#web/widgets/org/org-columns.tsx'
import { StageTags } from '#web/widgets/org/stage-tags.tsx'

const ACTIONS_WIDTH = 128
const IMPORT_WIDTH = 42
/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1250

type Sort = SchoolPageQuery['sort']
type Options = {
  sort: Sort
  /** Whether the caller may look at students. */
  linked: boolean
  /** Whether rosters can be imported, which makes the row's actions wider. */
  importing: boolean
  actions: (row: SchoolRow) => ReactNode
}

export const studentsOf = (orgId: number): string => `/schools/students-manage?orgId=${orgId}`

export function schoolColumns({ sort, linked, importing, actions }: Options): TableColumnType<SchoolRow>[] {
  const sortable = (by: Sort, order: 'ascend' | 'descend') => sorting(sort === by, order, by)
  return [
    {
      title: '学校名称',
      dataIndex: 'orgName',
      fixed: 'start',
      ellipsis: true,
      ...sortable('name', 'ascend'),
      render: (name: string, row) => (linked ? <Link to={studentsOf(row.orgId)}>{name}</Link> : name),
    },
    AREA_COLUMN,
    { title: '学段', width: 128, render: (_, row) => <StageTags stages={row.stages} /> },
    { title: '类型', dataIndex: 'schoolType', width: 100, render: labelBy(SchoolNewType) },
    { title: '等级', dataIndex: 'schoolLevel', width: 72, render: labelBy(SchoolLevel) },
    { title: '城乡', dataIndex: 'cityProperty', width: 54, render: labelBy(CityProperty) },
    countColumn<SchoolRow>('班级数', 'classCount', 66),
    { ...countColumn<SchoolRow>('学生数', 'studentCount', 86), ...sortable('students', 'descend') },
    {
      title: '最近筛查',
      dataIndex: 'lastScreenedOn',
      width: 104,
      render: (day: string | null) => day ?? '—',
    },
    CONTACT_COLUMN,
    STATUS_COLUMN,
    {
      title: '操作',
      width: ACTIONS_WIDTH + (importing ? IMPORT_WIDTH : 0),
      fixed: 'end',
      render: (_, row) => actions(row),
    },
  ]
}

const labelBy =
  ({ label }: { label: (code: unknown) => string }) =>
  (code: number | null) =>
    label(code) || '—'

/** What a column sorts by, as the address says it. */
export const sortOf = (key: string | undefined): Sort =>
  SchoolPageQuery.shape.sort.catch(undefined).parse(key)

/** A heading that sorts in its one useful direction, or no longer. */
function sorting(active: boolean, order: 'ascend' | 'descend', by: Sort) {
  return {
    key: by,
    sorter: true,
    sortDirections: [order],
    sortOrder: active ? order : null,
  } satisfies TableColumnType<SchoolRow>
}
