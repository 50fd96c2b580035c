import { type TableProps, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Sex, StudentStatus, StudentType, YesNo } from '#contract/core/codes.ts'
import { ageOn } from '#contract/students/identity.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { nationOf, shortTypeOf } from '../parts/student-labels.ts'
import { today } from '../parts/today.ts'

type Columns = NonNullable<TableProps<StudentRow>['columns']>
type Options = {
  /** Where several schools are listed, each row says which. */
  withSchool: boolean
  /** Whether the name leads to the student's file. */
  mayView: boolean
  actions: (row: StudentRow) => ReactNode
}

const SCHOOL_WIDTH = 170

/** Width of the table below which it scrolls sideways. */
export const tableWidth = (withSchool: boolean): number => (withSchool ? 1318 + SCHOOL_WIDTH : 1318)
export const infoPath = (studentId: number): string => `/schools/student-info?studentId=${studentId}`

export function studentColumns({ withSchool, mayView, actions }: Options): Columns {
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
    { title: '出生日期', dataIndex: 'birthDate', width: 98 },
    {
      title: '年龄',
      dataIndex: 'birthDate',
      key: 'age',
      width: 48,
      align: 'right',
      render: (birthDate: string) => ageOn(birthDate, day),
    },
    { title: '证件号', width: 158, render: (_, row) => row.idCard ?? row.passportNo ?? '—' },
    { title: '学籍号', dataIndex: 'studentNo', width: 166, render: (no: string | null) => no ?? '—' },
    { title: '民族', dataIndex: 'nation', width: 72, ellipsis: true, render: nationOf },
    ...(withSchool ? [{ title: '学校', dataIndex: 'orgName', width: SCHOOL_WIDTH, ellipsis: true }] : []),
    { title: '年级班级', width: 106, ellipsis: true, render: (_, row) => `${row.gradeName}${row.className}` },
    { title: '家长/电话', width: 164, render: (_, row) => <Parent row={row} /> },
    { title: '类型', width: 116, ellipsis: true, render: (_, row) => <TypeCell row={row} /> },
    { title: '人脸', dataIndex: 'faceCollected', width: 76, render: (face) => <FaceTag face={face} /> },
    { title: '操作', width: 142, fixed: 'end', render: (_, row) => actions(row) },
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

/** A status other than the usual one is told along with the type. */
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

function FaceTag({ face }: { face: StudentRow['faceCollected'] }) {
  if (face === YesNo.code.yes) return <Tag color="success">已采集</Tag>
  return <Typography.Text type="secondary">未采集</Typography.Text>
}
