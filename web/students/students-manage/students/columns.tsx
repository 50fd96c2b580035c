import { type TableProps, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Sex, StudentStatus, StudentType, YesNo } from '#contract/core/codes.ts'
import { ageOn } from '#contract/students/identity.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { today } from '#web/core/format.ts'
import { nationOf, shortTypeOf } from '../../parts/student-labels.ts'

type Columns = NonNullable<TableProps<StudentRow>['columns']>
type Options = {
  /** Where several schools are listed, each row says which. */
  withSchool: boolean
  /** Where nobody has a photo, most likely none are taken here. */
  withFace: boolean
  /** Whether the name leads to the student's file. */
  mayView: boolean
  /** Whether there is more to do with a student than to look. */
  mayChange: boolean
  actions: (row: StudentRow) => ReactNode
}

/** Width of the table below which it scrolls sideways. */
export const tableWidth = (columns: Columns): number =>
  columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0)
export const infoPath = (studentId: number): string => `/schools/student-info?studentId=${studentId}`

/** The most used columns come first: on a usual screen only they fit next to the tree. */
export function studentColumns({ withSchool, withFace, mayView, mayChange, actions }: Options): Columns {
  const day = today()
  return [
    {
      title: '姓名',
      dataIndex: 'name',
      width: 84,
      fixed: 'start',
      ellipsis: true,
      render: (name: string, row) => (mayView ? <Link to={infoPath(row.studentId)}>{name}</Link> : name),
    },
    { title: '性别', dataIndex: 'sex', width: 48, render: (sex) => Sex.label(sex) },
    ...(withSchool ? [{ title: '学校', dataIndex: 'orgName', width: 170, ellipsis: true }] : []),
    { title: '年级班级', width: 106, ellipsis: true, render: (_, row) => `${row.gradeName}${row.className}` },
    {
      title: '出生日期',
      dataIndex: 'birthDate',
      width: 148,
      render: (birthDate: string) => `${birthDate}（${ageOn(birthDate, day)}岁）`,
    },
    { title: '证件号', width: 158, render: (_, row) => row.idCard ?? row.passportNo ?? '—' },
    { title: '学籍号', dataIndex: 'studentNo', width: 166, render: (no: string | null) => no ?? '—' },
    { title: '家长/电话', width: 164, render: (_, row) => <Parent row={row} /> },
    { title: '民族', dataIndex: 'nation', width: 72, ellipsis: true, render: nationOf },
    { title: '类型', width: 116, ellipsis: true, render: (_, row) => <TypeCell row={row} /> },
    ...(withFace
      ? [{ title: '人脸', width: 76, render: (_: unknown, row: StudentRow) => <FaceTag row={row} /> }]
      : []),
    { title: '操作', width: mayChange ? 142 : 60, fixed: 'end', render: (_, row) => actions(row) },
  ]
}

function Parent({ row }: { row: StudentRow }) {
  if (!row.parentName && !row.parentPhone) return '—'
  return (
    <>
      {row.parentName} <Typography.Text type="secondary">{row.parentPhone}</Typography.Text>
    </>
  )
}

/** A status other than the usual one is shown with the type. */
function TypeCell({ row }: { row: StudentRow }) {
  const { studentType, status } = row
  const usual = status === StudentStatus.code.own
  return (
    <span title={`${StudentType.label(studentType)}，学籍状态：${StudentStatus.label(status)}`}>
      {shortTypeOf(studentType)}
      {!usual && <Typography.Text type="warning"> · {StudentStatus.label(status)}</Typography.Text>}
    </span>
  )
}

export const hasFace = ({ faceCollected }: StudentRow): boolean => faceCollected === YesNo.code.yes

function FaceTag({ row }: { row: StudentRow }) {
  if (hasFace(row)) return <Tag color="success">已采集</Tag>
  return <Typography.Text type="secondary">未采集</Typography.Text>
}
