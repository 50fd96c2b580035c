import { Button } from 'antd'
import { useMemo } from 'react'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { AUDIT_LISTED_MAX, AuditPageQuery } from '#contract/audit/schemas.ts'
import { DataRangeType } from '#contract/core/codes.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { auditColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { AuditFilters } from './filters.tsx'

const ExportDialog = lazyPart(
  async () => (await import('#web/widgets/export/export-dialog.tsx')).ExportDialog,
)

export function Page() {
  const manyOrgs = useSession().user?.dataRangeType !== DataRangeType.code.own
  const { query, filter, setFilter, table } = useListQuery(AuditPageQuery)
  const list = useCall(auditEndpoints.auditPageList, query)
  const exporting = useDialog(ExportDialog)
  const mayExport = useAllowed(['exportAudit'])
  const columns = useMemo(() => auditColumns(manyOrgs), [manyOrgs])
  return (
    <>
      <ListPage
        filters={
          <AuditFilters
            query={query}
            onChange={setFilter}
            manyOrgs={manyOrgs}
            orgName={orgNameOf(query.orgId, list.data)}
            studentName={list.data?.studentName ?? undefined}
          />
        }
        title={list.data?.more && <MoreNote />}
        toolbar={
          mayExport && <Button onClick={() => exporting.show({ filters: { audit: filter } })}>导出</Button>
        }
        columns={columns}
        rowKey="auditId"
        list={list}
        {...table}
        empty={
          <EmptyState title="这段时间没有记录" hint="数据范围内的账号登录、查看、修改、导出后在此显示" />
        }
        unmatched={{ title: '没有符合条件的记录', hint: '请放宽时间或清空筛选条件' }}
        minWidth={TABLE_MIN_WIDTH}
        size="small"
      />
      {exporting.element}
    </>
  )
}

/** Every row is of the organisation that is asked for. */
const orgNameOf = (orgId: number | undefined, page: { list: { orgName: string | null }[] } | undefined) =>
  orgId === undefined ? undefined : (page?.list[0]?.orgName ?? undefined)

const MoreNote = () => `只列出最近 ${formatNumber(AUDIT_LISTED_MAX)} 条，更早的请缩小时间或条件查看，或导出`
