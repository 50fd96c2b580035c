import { Link } from 'react-router'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { HistoryPageQuery } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { HistoryList } from '../history-parts/history-list.tsx'
import { useOnlySchool } from '../history-parts/use-only-school.ts'
import { HistoryFilters } from './filters.tsx'

const NO_FILTERS = {
  orgId: undefined,
  prefix: undefined,
  gradeId: undefined,
  classId: undefined,
  historyType: undefined,
  schoolYear: undefined,
  name: undefined,
} satisfies Partial<HistoryPageQuery>

/** Students transferred out or graduated, of one school or of all in range. */
export function Page() {
  const ownSchool = useOnlySchool()
  const [query, setQuery] = useUrlState(HistoryPageQuery)
  // Who sees one school only has no other to name, whatever the address says.
  const orgId = ownSchool ?? query.orgId
  const list = useCall(studentEndpoints.historyPageList, { ...query, orgId })
  const filtered = Object.keys(NO_FILTERS).some((key) => query[key as keyof typeof NO_FILTERS] !== undefined)
  return (
    <HistoryList
      filters={
        <HistoryFilters
          query={query}
          onChange={setQuery}
          manySchools={ownSchool === undefined}
          schoolName={list.data?.list.find((row) => row.orgId === query.orgId)?.orgName}
        />
      }
      onReset={filtered ? () => setQuery({ ...NO_FILTERS, pageNum: 1 }) : undefined}
      toolbar={
        <Link to={`/schools/student-history-class${query.orgId ? `?orgId=${query.orgId}` : ''}`}>
          按班级查看
        </Link>
      }
      list={list}
      query={query}
      onPage={setQuery}
      withSchool={orgId === undefined}
      empty={
        <EmptyState
          title="还没有转出或毕业的学生"
          hint="在学生管理中办理转出，或学年升级后毕业的学生，会出现在这里"
        />
      }
    />
  )
}
