import { useMemo } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { AccountPageQuery } from '#contract/authority/schemas.ts'
import { DataRangeType } from '#contract/core/codes.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AddButton } from '#web/widgets/list/add-button.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { accountColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { AccountFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'

const AccountDrawer = lazyPart(async () => (await import('./account-drawer.tsx')).AccountDrawer)
const PermissionDrawer = lazyPart(async () => (await import('./permission-drawer.tsx')).PermissionDrawer)
const ClassesDrawer = lazyPart(async () => (await import('./classes-drawer.tsx')).ClassesDrawer)
const OneTimePasswordDialog = lazyPart(
  async () => (await import('./one-time-password.tsx')).OneTimePasswordDialog,
)

export function Page() {
  const manyOrgs = useSession().user?.dataRangeType !== DataRangeType.code.own
  const { query, setFilter, table } = useListQuery(AccountPageQuery)
  const list = useCall(authorityEndpoints.accountPageList, query)
  const password = useDialog(OneTimePasswordDialog)
  const account = useDialog(AccountDrawer, {
    onIssued: (issued) => password.show({ issued }),
  })
  const permissions = useDialog(PermissionDrawer)
  const classes = useDialog(ClassesDrawer)

  const columns = useMemo(
    () =>
      accountColumns((row) => (
        <RowActions
          row={row}
          onEdit={() => account.show({ row })}
          onGrant={() => permissions.show({ row })}
          onAssign={() => classes.show({ row })}
          onIssued={(issued) => password.show({ issued })}
        />
      )),
    [account.show, permissions.show, classes.show, password.show],
  )
  const addButton = (
    <AddButton needs="accountAdd" onClick={() => account.show()}>
      新增账号
    </AddButton>
  )
  return (
    <>
      <ListPage
        filters={
          <AccountFilters
            query={query}
            onChange={setFilter}
            orgName={list.data?.list.find((row) => row.orgId === query.orgId)?.orgName}
            manyOrgs={manyOrgs}
          />
        }
        toolbar={addButton}
        columns={columns}
        rowKey="userId"
        list={list}
        {...table}
        empty={
          <EmptyState title="还没有账号" hint="新增账号后，对方凭一次性密码首次登录" action={addButton} />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      {account.element}
      {permissions.element}
      {classes.element}
      {password.element}
    </>
  )
}
