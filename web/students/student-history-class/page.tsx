import { Flex } from 'antd'
import { Link } from 'react-router'
import { HistoryStatus } from '#contract/core/codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { HistoryPageQuery } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { type ListQuery, useListQuery } from '#web/core/list-query.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { HistoryList } from '../history-parts/history-list.tsx'
import { StudentNameFilter } from '../history-parts/student-name-filter.tsx'
import { useOnlySchool } from '../history-parts/use-only-school.ts'
import { SchoolSelect } from '../parts/school-select.tsx'
import { HistoryTreePane } from './history-tree-pane.tsx'
import styles from './student-history-class.module.css'

/** Chosen in the tree at the left; clearing the filters leaves them. */
const PLACE = ['orgId', 'prefix', 'gradeId', 'classId', 'schoolYear'] as const

/** Those who left one school, by school year and class. */
export function Page() {
  const ownSchool = useOnlySchool()
  const list = useListQuery(HistoryPageQuery, { pinned: PLACE })
  const { query, setFilter } = list
  const orgId = ownSchool ?? query.orgId
  return (
    <Flex gap="middle" align="flex-start">
      <aside className={styles.treeSide}>
        <Panel>
          {ownSchool === undefined && (
            <SchoolSelect
              aria-label="学校"
              value={query.orgId}
              allowClear={false}
              onChange={(next) =>
                setFilter({ orgId: next, schoolYear: undefined, classId: undefined, gradeId: undefined })
              }
              className={layout.fullWidth}
            />
          )}
          {orgId !== undefined && (
            <HistoryTreePane key={orgId} orgId={orgId} query={query} onChoose={setFilter} />
          )}
        </Panel>
      </aside>
      <div className={styles.listSide}>
        {orgId === undefined ? (
          <Panel>
            <EmptyState title="请先选择学校" hint="在左侧输入学校名称查找，然后按学年和班级查看" />
          </Panel>
        ) : (
          <ClassList orgId={orgId} listQuery={list} />
        )}
      </div>
    </Flex>
  )
}

type ClassListProps = { orgId: number; listQuery: ListQuery<typeof HistoryPageQuery> }

function ClassList({ orgId, listQuery: { query, setFilter, table } }: ClassListProps) {
  const names = useNameDisclosure()
  const list = useCall(studentEndpoints.historyOfClass, { ...query, orgId, ...names.asked })
  return (
    <HistoryList
      filters={
        <>
          <StudentNameFilter value={query.name} onChange={setFilter} />
          <SelectFilter
            label="去向"
            options={HistoryStatus.options}
            value={query.historyType}
            onChange={(historyType) => setFilter({ historyType })}
            width={104}
          />
        </>
      }
      toolbar={
        <Flex gap="middle" align="center">
          <Link to="/schools/student-history">按学生查找</Link>
          {names.button}
        </Flex>
      }
      list={list}
      {...table}
      withSchool={false}
      empty={<EmptyState title="这里没有转出或毕业的学生" hint="请在左侧选择其他学年或班级" />}
    />
  )
}
