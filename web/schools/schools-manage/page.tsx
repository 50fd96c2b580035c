import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useMemo } from 'react'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { SchoolPageQuery, type SchoolRow } from '#contract/schools/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { areaWithin, useAreaRange } from '#web/widgets/area/area-range.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import type { ExportFilters } from '#web/widgets/export/export-size.ts'
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

const NO_FILTERS = {
  provinceId: undefined,
  cityId: undefined,
  regionId: undefined,
  stage: undefined,
  schoolType: undefined,
  status: undefined,
  keyword: undefined,
} satisfies Partial<SchoolPageQuery>

export function Page() {
  const range = useAreaRange()
  const [address, setQuery] = useUrlState(SchoolPageQuery)
  const query = useMemo(() => ({ ...address, ...areaWithin(address, range) }), [address, range])
  const { pageNum, pageSize, sort, ...filter } = query
  const list = useCall(schoolEndpoints.schoolPageList, query)
  const statistics = useCall(schoolEndpoints.orgDataStatistics, filter)
  const drawer = useOpened<number | undefined>()
  const importing = useOpened<SchoolRow>()
  const exporting = useOpened<ExportFilters>()
  const linked = useAllowed(['students'])
  const mayImport = useMayImportRoster()
  const mayExport = useAllowed(['exportSchools'])
  const mayAdd = useAllowed(['schoolAdd']) && range !== undefined

  const filtered = Object.values(filter).some((value) => value !== undefined)
  const columns = useMemo(
    () =>
      schoolColumns({
        sort,
        linked,
        importing: mayImport,
        actions: (row) => (
          <RowActions row={row} onEdit={() => drawer.show(row.orgId)} onImport={() => importing.show(row)} />
        ),
      }),
    [sort, linked, mayImport, drawer.show, importing.show],
  )
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => drawer.show(undefined)}>
      新增学校
    </Button>
  )
  return (
    <>
      <ListPage
        summary={<TotalsStrip loaded={statistics} />}
        filters={range && <SchoolFilters query={query} onChange={setQuery} range={range} />}
        onReset={filtered ? () => setQuery({ ...NO_FILTERS, pageNum: 1 }) : undefined}
        toolbar={
          <>
            {mayExport && <Button onClick={() => exporting.show({ schools: filter })}>导出</Button>}
            {addButton}
          </>
        }
        columns={columns}
        rowKey="orgId"
        list={list}
        query={{ pageNum, pageSize }}
        onPage={setQuery}
        onSort={(key) => setQuery({ sort: sortOf(key), pageNum: 1 })}
        empty={
          <EmptyState
            title="还没有学校"
            hint={mayAdd ? '新增的学校审核通过后，其账号才能登录' : '数据范围内有学校后在此显示'}
            action={addButton}
          />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      <Suspense fallback={null}>
        {drawer.nth > 0 && (
          <SchoolDrawer key={drawer.nth} open={drawer.open} orgId={drawer.content} onClose={drawer.hide} />
        )}
      </Suspense>
      {/* Apart, so that loading one of them does not put away another. */}
      <Suspense fallback={null}>
        {importing.content && (
          <ImportDialog
            key={importing.nth}
            open={importing.open}
            kind="roster"
            school={importing.content}
            onClose={importing.hide}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {exporting.content && (
          <ExportDialog
            key={exporting.nth}
            open={exporting.open}
            filters={exporting.content}
            onClose={exporting.hide}
          />
        )}
      </Suspense>
    </>
  )
}
