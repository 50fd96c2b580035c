import { PlusOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Typography } from 'antd'
import { useCallback, useMemo } from 'react'
import type { PageQuery } from '#contract/core/envelope.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { Panel } from '#web/widgets/panel.tsx'
import type { useGrades } from '../parts/class-groups.ts'
import { BatchBar, useMaySelect } from './batch-bar.tsx'
import { studentColumns, tableWidth } from './columns.tsx'
import { EmptyPlace } from './empty-place.tsx'
import { StudentFilters } from './filters.tsx'
import type { Found } from './roster-place.ts'
import {
  type ChangeQuery,
  isFiltered,
  NO_FILTERS,
  type NumberFilters,
  type RosterQuery,
} from './roster-query.ts'
import { RowActions } from './row-actions.tsx'
import { totalOf } from './student-pager.tsx'
import { StudentTable } from './student-table.tsx'
import type { StartTask } from './task.ts'
import type { useSelection } from './use-selection.ts'

type Props = {
  /** Undefined where all schools of the range are listed. */
  orgId: number | undefined
  query: RosterQuery
  onQuery: ChangeQuery
  grades: ReturnType<typeof useGrades>['grades']
  found: Found
  selection: ReturnType<typeof useSelection>
  numbers: NumberFilters
  onNumbers: (numbers: NumberFilters) => void
  onTask: StartTask
}

/** Filters and students, at the right. */
export function StudentList(props: Props) {
  const { orgId, query, onQuery, grades, found, selection, numbers, onNumbers, onTask } = props
  const mayView = useAllowed(['studentView', 'studentAdd', 'studentEdit'])
  const maySelect = useMaySelect()
  const list = useCall(studentEndpoints.studentPageList, { ...query, ...numbers, orgId })
  const withSchool = orgId === undefined
  const columns = useMemo(
    () =>
      studentColumns({
        withSchool,
        mayView,
        actions: (row) => <RowActions row={row} onTask={onTask} />,
      }),
    [withSchool, mayView, onTask],
  )
  const handlePage = useCallback(
    (next: PageQuery, options?: { replace?: boolean }) => onQuery(next, options),
    [onQuery],
  )
  const change = (patch: Partial<RosterQuery>) => onQuery({ ...patch, pageNum: 1 })
  const handleNumbers = (next: NumberFilters) => {
    onNumbers(next)
    change({})
  }
  const handleReset = () => {
    onNumbers({})
    change(NO_FILTERS)
  }
  const filtered = isFiltered(query, numbers)
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <Form layout="inline" component="search" style={{ rowGap: 12, paddingBottom: 8 }}>
          <StudentFilters
            query={query}
            numbers={numbers}
            onChange={change}
            onNumbers={handleNumbers}
            withArea={withSchool}
          />
          {filtered && (
            <Button type="link" onClick={handleReset}>
              清空筛选
            </Button>
          )}
        </Form>
      </Panel>
      <StudentTable
        list={list}
        columns={columns}
        minWidth={tableWidth(withSchool)}
        query={query}
        onPage={handlePage}
        onReset={filtered ? handleReset : undefined}
        empty={<EmptyPlace grades={grades} found={found} oneSchool={!withSchool} onTask={onTask} />}
        selection={
          maySelect
            ? { ids: selection.ids, onChange: (ids) => selection.select(ids, list.data?.list ?? []) }
            : null
        }
        title={
          selection.rows.length > 0 ? (
            <BatchBar students={selection.rows} onTask={onTask} onClear={selection.clear} />
          ) : (
            <Typography.Text type="secondary" aria-live="polite">
              {list.data && !list.isPlaceholderData && `共 ${totalOf(list.data.total, list.data.more)} 人`}
            </Typography.Text>
          )
        }
        toolbar={
          grades?.some(({ classCount }) => classCount > 0) && (
            <AddButton onClick={() => onTask({ kind: 'add' })} />
          )
        }
      />
    </Flex>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Allowed any={['studentAdd']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
        新增学生
      </Button>
    </Allowed>
  )
}
