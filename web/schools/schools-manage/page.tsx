import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { SchoolPageQuery } from '#contract/schools/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { areaWithin, useAreaRange } from '#web/widgets/area/area-range.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useMayImportRoster } from '#web/widgets/import/import-permissions.ts'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { schoolColumns, sortOf, TABLE_MIN_WIDTH } from './columns.tsx'
import { SchoolFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'
import { TotalsStrip } from './totals-strip.tsx'

const SchoolDrawer = lazyPart(async () => (await import('./school-drawer.tsx')).SchoolDrawer)
const ImportDialog = lazyPart(
  async () => (await import('#web/widgets/import/upload-dialog/import-dialog.tsx')).ImportDialog,
)
const ExportDialog = lazyPart(
  async () => (await import('#web/widgets/export/export-dialog.tsx')).ExportDialog,
)

export function Page() {
  const range = useAreaRange()
  const { query, filter, setFilter, table } = useListQuery(SchoolPageQuery, {
    restrict: (asked) => ({ ...asked, ...areaWithin(asked, range) }),
  })
  const { sort } = query
  const list = useCall(schoolEndpoints.schoolPageList, query)
  const statistics = useCall(schoolEndpoints.orgDataStatistics, filter)
  const drawer = useDialog(SchoolDrawer)
  const importing = useDialog(ImportDialog, { kind: 'roster' })
  const exporting = useDialog(ExportDialog)
  const linked = useAllowed(['students'])
  const mayImport = useMayImportRoster()
  const mayExport = useAllowed(['exportSchools'])
  const mayAdd = useAllowed(['schoolAdd']) && range !== undefined

  const columns = useMemo(
    () =>
      schoolColumns({
        sort,
        linked,
        importing: mayImport,
        actions: (row) => (
          <RowActions
            row={row}
            onEdit={() => drawer.show({ orgId: row.orgId })}
            onImport={() => importing.show({ school: row })}
          />
        ),
      }),
    [sort, linked, mayImport, drawer.show, importing.show],
  )
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => drawer.show()}>
      新增学校
    </Button>
  )
  return (
    <>
      <ListPage
        summary={<TotalsStrip loaded={statistics} />}
        filters={range && <SchoolFilters query={query} onChange={setFilter} range={range} />}
        toolbar={
          <>
            {mayExport && (
              <Button onClick={() => exporting.show({ filters: { schools: filter } })}>导出</Button>
            )}
            {addButton}
          </>
        }
        columns={columns}
        rowKey="orgId"
        list={list}
        {...table}
        onSort={(key) => setFilter({ sort: sortOf(key) })}
        empty={
          <EmptyState
            title="还没有学校"
            hint={mayAdd ? '新增学校后，在“权限管理”中为它新增管理员账号' : '数据范围内有学校后在此显示'}
            action={addButton}
          />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      {drawer.element}
      {importing.element}
      {exporting.element}
    </>
  )
}
