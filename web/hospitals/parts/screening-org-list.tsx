import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import { HospitalPageQuery } from '#contract/hospitals/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { areaWithin, useAreaRange } from '#web/widgets/area/area-range.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { screeningOrgColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { ScreeningOrgFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'
import type { ScreeningOrgKind } from './screening-org-kind.ts'

const HospitalDrawer = lazyPart(async () => (await import('./hospital-drawer.tsx')).HospitalDrawer)
const ServedSchoolsDrawer = lazyPart(
  async () => (await import('./served-schools-drawer.tsx')).ServedSchoolsDrawer,
)

/** The screen itself says which kind it lists. */
const AddressQuery = HospitalPageQuery.omit({ orgType: true })

/** Hospitals or social screening organisations of the range; their own people see the own one only. */
export function ScreeningOrgList({ kind }: { kind: ScreeningOrgKind }) {
  const range = useAreaRange()
  const editable = useAllowed([kind.edit])
  const mayAdd = editable && range !== undefined
  const { query, setFilter, table } = useListQuery(AddressQuery, {
    restrict: (asked) => ({ ...asked, ...areaWithin(asked, range) }),
  })
  const list = useCall(hospitalEndpoints.hospitalPageList, { ...query, orgType: kind.orgType })
  const drawer = useDialog(HospitalDrawer, { kind })
  const served = useDialog(ServedSchoolsDrawer, { editable })

  const columns = useMemo(
    () =>
      screeningOrgColumns({
        kind,
        onServed: (org) => served.show({ org }),
        actions: (row) => (
          <RowActions
            kind={kind}
            row={row}
            onServed={() => served.show({ org: row })}
            onEdit={() => drawer.show({ orgId: row.orgId })}
          />
        ),
      }),
    [kind, drawer.show, served.show],
  )
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => drawer.show()}>
      新增{kind.noun}
    </Button>
  )
  return (
    <>
      <ListPage
        filters={
          range && <ScreeningOrgFilters kind={kind} query={query} onChange={setFilter} range={range} />
        }
        toolbar={addButton}
        columns={columns}
        rowKey="orgId"
        list={list}
        {...table}
        empty={
          <EmptyState
            title={`还没有${kind.noun}`}
            hint={
              mayAdd ? `新增的${kind.noun}审核通过后，可绑定学校、承担筛查任务` : '数据范围内有机构后在此显示'
            }
            action={addButton}
          />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      {drawer.element}
      {served.element}
    </>
  )
}
