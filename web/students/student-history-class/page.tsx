import { Flex } from 'antd'
import { Link } from 'react-router'
import { HistoryStatus } from '#contract/core/codes.ts'
import { NAME_MAX } from '#contract/core/fields.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { HistoryPageQuery } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { HistoryList } from '../history-parts/history-list.tsx'
import { useOnlySchool } from '../history-parts/use-only-school.ts'
import { SchoolSelect } from '../parts/school-select.tsx'
import { HistoryTreePane } from './history-tree-pane.tsx'

/** Those who left one school, by school year and class. */
export function Page() {
  const ownSchool = useOnlySchool()
  const [query, setQuery] = useUrlState(HistoryPageQuery)
  const orgId = ownSchool ?? query.orgId
  const choose = (patch: Partial<HistoryPageQuery>) => setQuery({ ...patch, pageNum: 1 })
  return (
    <Flex gap="middle" align="flex-start">
      <aside style={{ position: 'sticky', top: 0, flex: '0 0 268px', minWidth: 0 }}>
        <Panel>
          {ownSchool === undefined && (
            <SchoolSelect
              aria-label="学校"
              value={query.orgId}
              allowClear={false}
              onChange={(next) =>
                choose({ orgId: next, schoolYear: undefined, classId: undefined, gradeId: undefined })
              }
              style={{ width: '100%' }}
            />
          )}
          {orgId !== undefined && (
            <HistoryTreePane key={orgId} orgId={orgId} query={query} onChoose={choose} />
          )}
        </Panel>
      </aside>
      <div style={{ flex: 1, minWidth: 0 }}>
        {orgId === undefined ? (
          <Panel>
            <EmptyState title="请先选择学校" hint="在左侧输入学校名称查找，然后按学年和班级查看" />
          </Panel>
        ) : (
          <ClassList orgId={orgId} query={query} onChange={setQuery} />
        )}
      </div>
    </Flex>
  )
}

type ClassListProps = {
  orgId: number
  query: HistoryPageQuery
  onChange: (patch: Partial<HistoryPageQuery>, options?: { replace?: boolean }) => void
}

function ClassList({ orgId, query, onChange }: ClassListProps) {
  const list = useCall(studentEndpoints.historyOfClass, { ...query, orgId })
  const set = (patch: Partial<HistoryPageQuery>) => onChange({ ...patch, pageNum: 1 })
  const filtered = query.name !== undefined || query.historyType !== undefined
  return (
    <HistoryList
      filters={
        <>
          <TextFilter
            label="姓名"
            aria-label="学生姓名"
            value={query.name}
            placeholder="学生姓名"
            maxLength={NAME_MAX}
            width={150}
            onSearch={(name) => set({ name })}
          />
          <SelectFilter
            label="去向"
            options={HistoryStatus.options}
            value={query.historyType}
            onChange={(historyType) => set({ historyType })}
            width={104}
          />
        </>
      }
      onReset={filtered ? () => set({ name: undefined, historyType: undefined }) : undefined}
      toolbar={<Link to="/schools/student-history">按学生查找</Link>}
      list={list}
      query={query}
      onPage={onChange}
      withSchool={false}
      empty={<EmptyState title="这里没有转出或毕业的学生" hint="请在左侧选择其他学年或班级" />}
    />
  )
}
