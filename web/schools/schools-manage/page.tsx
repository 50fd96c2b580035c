import { PlusOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { SchoolPageQuery } from '#contract/schools/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { areaWithin, useAreaRange } from '#web/widgets/area-range.ts'
import { ListPage } from '#web/widgets/list-page.tsx'
import { schoolColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { SchoolFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'
import { TotalsStrip } from './totals-strip.tsx'

const SchoolDrawer = lazyPart(async () => (await import('./school-drawer.tsx')).SchoolDrawer)

const NO_FILTERS = {
  provinceId: undefined,
  cityId: undefined,
  regionId: undefined,
  stage: undefined,
  schoolType: undefined,
  status: undefined,
  keyword: undefined,
} satisfies Partial<SchoolPageQuery>

/** `turn` counts the openings: each one starts with a drawer of its own. */
type DrawerState = { open: boolean; turn: number; orgId?: number }

export function Page() {
  const range = useAreaRange()
  const [address, setQuery] = useUrlState(SchoolPageQuery)
  const query = useMemo(() => ({ ...address, ...areaWithin(address, range) }), [address, range])
  const { pageNum, pageSize, sort, ...filter } = query
  const list = useCall(schoolEndpoints.schoolPageList, query)
  const statistics = useCall(schoolEndpoints.orgDataStatistics, filter)
  const [drawer, setDrawer] = useState<DrawerState>({ open: false, turn: 0 })
  const linked = useAllowed(['students'])
  const mayAdd = useAllowed(['schoolAdd']) && range !== undefined

  const filtered = Object.values(filter).some((value) => value !== undefined)
  const handlePage = useCallback(
    (next: { pageNum: number; pageSize: number }, options?: { replace?: boolean }) => setQuery(next, options),
    [setQuery],
  )
  const openDrawer = useCallback(
    (orgId?: number) => setDrawer(({ turn }) => ({ open: true, turn: turn + 1, orgId })),
    [],
  )
  const columns = useMemo(
    () =>
      schoolColumns({
        sort,
        onSort: (next) => setQuery({ sort: next, pageNum: 1 }),
        linked,
        actions: (row) => <RowActions row={row} onEdit={() => openDrawer(row.orgId)} />,
      }),
    [sort, setQuery, linked, openDrawer],
  )
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openDrawer()}>
      新增学校
    </Button>
  )
  return (
    <>
      <Flex vertical gap="middle">
        <TotalsStrip loaded={statistics} />
        <ListPage
          filters={range && <SchoolFilters query={query} onChange={setQuery} range={range} />}
          onReset={filtered ? () => setQuery({ ...NO_FILTERS, pageNum: 1 }) : undefined}
          toolbar={addButton}
          columns={columns}
          rowKey="orgId"
          list={list}
          query={{ pageNum, pageSize }}
          onPage={handlePage}
          empty={{
            title: '还没有学校',
            hint: mayAdd ? '新增的学校审核通过后，其账号才能登录' : '数据范围内有学校后在此显示',
            action: addButton,
          }}
          minWidth={TABLE_MIN_WIDTH}
        />
      </Flex>
      <Suspense fallback={null}>
        {drawer.turn > 0 && (
          <SchoolDrawer
            key={drawer.turn}
            open={drawer.open}
            orgId={drawer.orgId}
            onClose={() => setDrawer((state) => ({ ...state, open: false }))}
          />
        )}
      </Suspense>
    </>
  )
}
