import { Button, Flex } from 'antd'
import { Link } from 'react-router'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { HistoryPageQuery } from '#contract/students/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { HistoryList } from '../history-parts/history-list.tsx'
import { useOnlySchool } from '../history-parts/use-only-school.ts'
import { HistoryFilters } from './filters.tsx'

const ExportDialog = lazyPart(
  async () => (await import('#web/widgets/export/export-dialog.tsx')).ExportDialog,
)

/** Students transferred out or graduated, of one school or of all in range. */
export function Page() {
  const ownSchool = useOnlySchool()
  const { query, filter, setFilter, table } = useListQuery(HistoryPageQuery)
  // Who sees one school only has no other to name, whatever the address says.
  const orgId = ownSchool ?? query.orgId
  const names = useNameDisclosure()
  const list = useCall(studentEndpoints.historyPageList, { ...query, orgId, ...names.asked })
  const exporting = useDialog(ExportDialog, { filters: { history: { ...filter, orgId } } })
  return (
    <>
      <HistoryList
        filters={
          <HistoryFilters
            query={query}
            onChange={setFilter}
            manySchools={ownSchool === undefined}
            schoolName={list.data?.list.find((row) => row.orgId === query.orgId)?.orgName}
          />
        }
        toolbar={
          <Flex gap="middle" align="center">
            <Link to={`/schools/student-history-class${query.orgId ? `?orgId=${query.orgId}` : ''}`}>
              按班级查看
            </Link>
            <Flex gap="small">
              {names.button}
              <Allowed any={['exportHistory']}>
                <Button onClick={() => exporting.show()}>导出</Button>
              </Allowed>
            </Flex>
          </Flex>
        }
        list={list}
        {...table}
        withSchool={orgId === undefined}
        empty={
          <EmptyState
            title="还没有转出或毕业的学生"
            hint="在学生管理中办理转出，或学年升级后毕业的学生，会出现在这里"
          />
        }
      />
      {exporting.element}
    </>
  )
}
