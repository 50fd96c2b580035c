import { Button, Typography } from 'antd'
import { useMemo } from 'react'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatTotal } from '#web/core/format.ts'
import type { ListQuery } from '#web/core/list-query.ts'
import { type PlanPart, planExports } from '#web/widgets/export/plan-export-button.tsx'
import { AddButton } from '#web/widgets/list/add-button.tsx'
import type { useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { PrintLink } from '#web/widgets/print/print-link.tsx'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import type { useGrades } from '../../parts/class-groups.ts'
import type { Found } from '../places/roster-place.ts'
import type { NumberFilters, RosterQuery } from '../roster-query.ts'
import type { StartTask } from '../task.ts'
import { BatchBar } from './batch-bar.tsx'
import { hasFace, studentColumns, tableWidth } from './columns.tsx'
import { EmptyPlace } from './empty-place.tsx'
import { StudentFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'

/** The server takes so many at once. */
const SELECTION_MAX = 500
const UNMATCHED = {
  title: '没有符合条件的学生',
  hint: '证件号和学籍号须完整输入；也可以放宽或清空筛选条件',
}

type Props = {
  /** Undefined where all schools of the range are listed. */
  orgId: number | undefined
  listQuery: ListQuery<typeof RosterQuery>
  grades: ReturnType<typeof useGrades>['grades']
  found: Found
  selection: ReturnType<typeof useChosenRows<StudentRow>>
  numbers: NumberFilters
  onNumbers: (numbers: NumberFilters) => void
  onTask: StartTask
}

/** Filters and students, at the right. */
export function StudentList(props: Props) {
  const { orgId, listQuery, grades, found, selection, numbers, onNumbers, onTask } = props
  const { query, filter, setFilter, table } = listQuery
  const mayView = useAllowed(['studentView', 'studentAdd', 'studentEdit'])
  const mayChange = useAllowed(['studentEdit', 'studentTransfer', 'studentLeave', 'studentDelete'])
  const names = useNameDisclosure()
  const list = useCall(studentEndpoints.studentPageList, { ...query, ...numbers, orgId, ...names.asked })
  const withSchool = orgId === undefined
  const withFace = query.faceCollected !== undefined || (list.data?.list.some(hasFace) ?? false)
  const columns = useMemo(
    () =>
      studentColumns({
        withSchool,
        withFace,
        mayView,
        mayChange,
        actions: (row) => <RowActions row={row} onTask={onTask} />,
      }),
    [withSchool, withFace, mayView, mayChange, onTask],
  )
  const handleNumbers = (next: NumberFilters) => {
    onNumbers(next)
    setFilter({})
  }
  const handleReset = () => {
    onNumbers({})
    listQuery.reset()
  }
  const filtered = listQuery.filtered || Object.values(numbers).some(Boolean)
  const part = partOfPlan(orgId, query, found)
  // Forms are of a whole place: of who is merely found in the list they are printed by ticking.
  const printed = filtered || orgId === undefined ? undefined : part
  const filters = {
    students: { ...filter, ...numbers, orgId },
    ...planExports(part),
    print: printed,
  }
  const { chosen } = selection
  const handleChoose = (rows: StudentRow[]) => selection.onChange(rows.slice(0, SELECTION_MAX))
  return (
    <ListPage
      filters={
        <StudentFilters
          query={query}
          numbers={numbers}
          onChange={setFilter}
          onNumbers={handleNumbers}
          withArea={withSchool}
        />
      }
      {...table}
      onReset={filtered ? handleReset : undefined}
      unmatched={UNMATCHED}
      list={list}
      columns={columns}
      rowKey="studentId"
      size="small"
      minWidth={tableWidth(columns)}
      empty={<EmptyPlace grades={grades} found={found} oneSchool={!withSchool} onTask={onTask} />}
      selection={{ chosen, onChange: handleChoose, nameOf: ({ name }) => name }}
      title={
        chosen.length > 0 ? (
          <BatchBar students={chosen} onTask={onTask} onClear={() => selection.onChange([])} />
        ) : (
          <Typography.Text type="secondary" aria-live="polite">
            {list.data && !list.isPlaceholderData && `共 ${formatTotal(list.data.total, list.data.more)} 人`}
          </Typography.Text>
        )
      }
      toolbar={
        <>
          {names.button}
          {printed && chosen.length === 0 && <PrintLink choice={printed}>打印</PrintLink>}
          <Allowed any={['exportStudents', 'exportResults', 'exportReturn', 'exportHealth']}>
            <Button onClick={() => onTask({ kind: 'export', filters })}>导出</Button>
          </Allowed>
          {grades?.some(({ classCount }) => classCount > 0) && (
            <AddButton needs="studentAdd" onClick={() => onTask({ kind: 'add' })}>
              新增学生
            </AddButton>
          )}
        </>
      }
    />
  )
}

/** The same place inside a screening plan: a class is the class, a grade the grade of that time. */
function partOfPlan(
  orgId: number | undefined,
  query: RosterQuery,
  { stage, grade, class: found }: Found,
): PlanPart {
  if (found) return { orgId, classId: found.classId }
  if (grade) return { orgId, prefix: grade.prefix, gradeNo: grade.gradeNo }
  const areaId = orgId === undefined ? (query.regionId ?? query.cityId ?? query.provinceId) : undefined
  return { orgId, areaId, stage: stage?.prefix ?? query.prefix }
}
