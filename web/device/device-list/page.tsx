import { useMemo } from 'react'
import { OrgType } from '#contract/core/codes.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { DevicePageQuery } from '#contract/device/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AddButton } from '#web/widgets/list/add-button.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { deviceColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { DeviceFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'

const DeviceDrawer = lazyPart(async () => (await import('./device-drawer.tsx')).DeviceDrawer)
const DetailDrawer = lazyPart(async () => (await import('./detail-drawer.tsx')).DetailDrawer)
const KeyDialog = lazyPart(async () => (await import('./key-dialog.tsx')).KeyDialog)

export function Page() {
  const manyOrgs = useSession().user?.orgType === OrgType.code.government
  const { query, setFilter, table } = useListQuery(DevicePageQuery, {
    restrict: (asked) => (manyOrgs ? asked : { ...asked, orgId: undefined }),
  })
  const list = useCall(deviceEndpoints.devicePageList, query)
  const key = useDialog(KeyDialog)
  const drawer = useDialog(DeviceDrawer, {
    onIssued: (issued) => key.show({ issued }),
  })
  const detail = useDialog(DetailDrawer)

  const columns = useMemo(
    () =>
      deviceColumns({
        manyOrgs,
        actions: (row) => (
          <RowActions
            row={row}
            onDetail={() => detail.show({ deviceId: row.deviceId, name: row.name })}
            onEdit={() => drawer.show({ row })}
            onIssued={(issued) => key.show({ issued })}
          />
        ),
      }),
    [manyOrgs, detail.show, drawer.show, key.show],
  )
  const addButton = (
    <AddButton needs="deviceEdit" onClick={() => drawer.show()}>
      登记设备
    </AddButton>
  )
  return (
    <>
      <ListPage
        filters={
          <DeviceFilters
            query={query}
            onChange={setFilter}
            orgName={list.data?.list.find((row) => row.orgId === query.orgId)?.orgName}
            manyOrgs={manyOrgs}
          />
        }
        toolbar={addButton}
        columns={columns}
        rowKey="deviceId"
        list={list}
        {...table}
        empty={
          <EmptyState
            title="还没有登记设备"
            hint="登记后得到密钥，写入验光仪或采集软件，检查结果即可自动上传到进行中的任务"
            action={addButton}
          />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      {drawer.element}
      {detail.element}
      {key.element}
    </>
  )
}
